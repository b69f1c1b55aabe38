"""What the page does not do before a visitor sees it."""

from studio import Studio

IN_SPACE = True

_COUNT = """
const asked = window.asked = { shaders: 0, pictures: [] };
const proto = WebGL2RenderingContext.prototype;
for (const name of ["getProgramInfoLog", "getShaderInfoLog"]) {
    const own = proto[name];
    proto[name] = function (...given) { asked.shaders++; return own.apply(this, given); };
}
const create = Document.prototype.createElementNS;
Document.prototype.createElementNS = function (...given) {
    const made = create.apply(this, given);
    if (given[1] === "svg") asked.pictures.push(made);
    return made;
};
"""


def test_a_puzzle_in_space_is_shown_without_waiting_for_shaders_or_listing_its_pieces_twice(visitor: Studio) -> None:
    visitor.context.add_init_script(_COUNT)
    visitor.load()
    assert visitor.page.get_attribute("#space canvas", "data-figures") == "7"
    assert visitor.page.evaluate("asked.shaders") == 0
    sketches = visitor.page.evaluate("asked.pictures.filter(({ classList }) => classList.contains('sketch')).length")
    assert sketches == len(visitor.page.query_selector_all("#panel svg.sketch")) == 7
