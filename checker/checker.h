/* A checker of satpuzzle's certificates, written from docs/certificates.md, grids.md and rules.md alone.
 *
 *   fail.c       one line, and the end               parts.c      how cells may move, parts separately
 *   json.c       text -> values                      isometries.c what isometries make of pieces
 *   forms.c      which values a key may have         symmetric.c  packings that are their own images
 *   files.c      grids and rules that are files      items.c      items of rules
 *   tiling.c     cells of a grid that is a table     cover.c      all this -> items, options
 *   grid.c       cells, the images of sets of cells  symmetry.c   symmetries of items and options
 *   corners.c    corners of cells                    module.c     from here up a library; this is one for web pages
 *   wrap.c       periods and glides                  relation.c   which options exclude each other
 *   board.c      the board, and beside its cells     tree.c       walks the tree, counts classes
 *   pieces.c     motions, numbers of copies          solutions.c  the list of solutions
 *   chains.c     foldings of chains                  big.c        natural numbers of any size
 *   tiles.c      tiles, edges, exchanges             states.c     tables of states, with numbers
 *   planes.c     planes along faces                  frontier.c   counts by states
 *   gravity.c    what is below cells                 classes.c    classes of what is counted by states
 *   places.c     places that rules are about         copies.c     shapes -> copies in a strip
 *   rules.c      reads rules: rows, texts            automaton.c  states of a strip, and steps
 *   puzzle.c     values -> board, pieces, rules      series.c     numbers of walks, and a quotient
 *   folder.c     reads files                         strips.c     a certificate of strips
 *   placements.c a puzzle -> what can lie where      main.c       a certificate: manifest, comparison
 *
 * Each file calls only those that are named before it.  Whatever is wrong ends the program with one line and status 1;
 * what it does not know, with status 2.  Memory is given back when it ends. */
#ifndef CHECKER_H
#define CHECKER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef long long Integer; /* of 64 bits everywhere */

/* fail.c */
extern _Thread_local void (*at_end)(int status, const char *line); /* of a thread: what to do with the last line; it does not return */
_Noreturn void refuse(const char *why, ...);      /* status 1; of formats there are %s, %d, and %lld for Integer */
_Noreturn void unsupported(const char *what, ...); /* status 2 */
char *said_with(const char *word, int number);
void *get(size_t count, size_t size); /* memory, all zero */
void *enlarged(void *memory, size_t count, size_t size);

/* json.c */
typedef struct Json Json;
struct Json {
    enum { NOTHING, BOOLEAN, NUMBER, TEXT, LIST, TABLE, REAL } type; /* a REAL is no integer, or too large */
    Integer number; /* of a NUMBER or BOOLEAN */
    char *text;  /* of a TEXT */
    char *digits; /* of an integer that is no NUMBER, perhaps with a sign; NULL of others */
    int size;    /* of a LIST or TABLE */
    Json *value; /* its values */
    char **key;  /* of a TABLE */
};
Json parse(char *text, const char *name);
const Json *find(const Json *table, const char *key); /* NULL if it is not there */
const Json *need(const Json *table, const char *key, int type, const char *where); /* refuses its lack */
bool is_text(const Json *value, const char *text);
bool same(const Json *one, const Json *other, const char *but); /* whether tables have the same keys, but one, and values */
bool bundled(const char *const list[][2], const char *name, Json *table); /* whether the list has a name; its table */
void only(const Json *table, const char *keys, const char *where); /* refuses keys that are not among these, between commas */

/* forms.c */
typedef struct {
    const char *key;
    bool (*fits)(const Json *value);
    const char *allowed;
} Form;
extern const Form OF_A_PUZZLE[], OF_A_PIECE[], OF_A_TILE[], OF_COUNTS[], OF_A_GRID[], OF_A_CELL[], OF_A_RULE[], OF_A_FORM[], OF_A_ROW[];
enum { MOST_COORDINATE = 262143 };
void check_form(const Json *table, const Form *forms, const char *where);
char *spaced(const char *text);  /* one blank for each space */
char *trimmed(const char *text); /* no spaces at the ends */

/* files.c */
extern const char *const GRIDS[][2], *const RULES[][2]; /* names, and tables of JSON */

/* tiling.c */
typedef struct {
    int x[3];
} Point;
typedef struct Drawn Drawn; /* a unit of cells, with corners in exact numbers */
typedef struct { /* a point (x, y, k) is cell or corner k of the unit, x times the first period and y times the second away */
    const Drawn *drawn;
    bool sticks;
    int kinds, *corners, *faces;
    Point **corner, **face; /* of each cell of the unit: its corners in order, the cells that share a face with it */
    int *sticks_at;         /* of each corner of the unit: how many sticks are there, and which, going round it */
    Point **stick;
    int most_at_corner;     /* the largest number of cells that meet in one */
    int order, matrix[12][2][2];
    int over, across; /* which isometry exchanges left and right on paper, and which above and below, or -1 */
    Point *sent[12]; /* where each isometry takes the cells of the unit; the matrix says how it changes steps */
} Tiling;
enum { MOST_BESIDE = 32, MOST_CORNERS = 30 };
typedef struct {
    Integer a, b; /* a + b√m */
} Number;
const Tiling *tiling_of(const Json *table);
bool ratio(Number n, Number d, Integer *found);
Number distance(const Tiling *tiling, Point way, Point from, Point to); /* NULL for a grid that is no file */
int sign_on(const Tiling *tiling, Number n);
int side_of_line(const Tiling *tiling, const Point *line, Point cell);
Point less(Point a, Point b);
Point plus(Point a, Point b);
bool is_origin(Point p);
int by_point(const void *a, const void *b);

/* grid.c */
typedef struct {
    const char *name;
    bool flat, balls;
    int order, kinds;
    int group[48][3][3];
    Point basis[3], *kind; /* in coordinates of cells */
    Point lattice[3];      /* the basis in exact coordinates */
    const Tiling *tiling;  /* NULL if it is no file; else exact coordinates are those of cells */
    const Json *rules;     /* of puzzles that have no such key, or NULL */
} Grid;
enum { HALF_TURN = 1, THIRD_TURN = 2, QUARTER_TURN = 4, SIXTH_TURN = 8, TURNS = 15, HORIZONTAL = 16, VERTICAL = 32, DIAGONAL = 64, MIRROR = 128, POINT = 256 };
typedef struct {
    bool reflected; /* whether it is no motion that is allowed */
    int kind;       /* of the isometry: one of the above, or 0 */
    int element;    /* of the point group */
    Point landing;  /* where the first point lies before it is translated */
    Point *point;   /* all points, relative to the first */
} Image;
enum { ANY = -1 };
Grid grid_of(const Json *value);
Point exact(const Grid *grid, Point cell);
Point cell_of(const Grid *grid, Point exact); /* of a flat grid */
Point image_by(const Grid *grid, int g, Point exact); /* an element of the point group */
uint64_t before_in(const Grid *grid, int g, uint64_t set);
bool commute(const Grid *grid, int g, int h);
bool is_cell(const Grid *grid, Point place);
int beside(const Grid *grid, Point place, Point *vector);
bool translates(const Grid *grid, Point vector); /* in exact coordinates */
bool steps_of(const Grid *grid, Point vector, Integer *steps);
uint64_t motions(const Grid *grid, bool mirror, int rotate);
bool has_turns(const Grid *grid, int turns);
Image *images(const Grid *grid, const Point *points, int size, uint64_t allowed, bool all, int *found);

/* corners.c */
int scale_of_corners(const char *grid);
int most_at_corner(const Grid *grid);                          /* cells, of a flat grid */
int corners_of(const Grid *grid, Point cell, Point *corner); /* none of balls */

/* wrap.c, board.c, pieces.c */
typedef struct {
    char *name;
    char *sides; /* of a tile, as it is written; then `cell` has its cell and the neighbours */
    char *chain; /* NULL, or a letter for each inner cell of a chain; then `cell` is NULL */
    bool either_end; /* of a chain: whether it is a palindrome */
    int size, low, high, rotate;
    Point *cell; /* in exact coordinates */
    int *colour;
    uint64_t motions;
} Piece;
typedef struct {
    int size, *cell; /* numbers of cells, in order */
} Cells;
typedef struct {
    int parts; /* one or two, in order */
    Cells part[2];
} Place;
typedef struct {
    Place *list; /* in order */
    int size, room;
} Places;
typedef struct {
    int low, high;
    bool all; /* in place of these: as many as there are; in place of the second: as many as the place has cells */
} Range;
enum { CELL, SIDE, CORNER, CROSSING, LINE, BORDER, BOARD, ROW, REGION, BENEATH, UNDERSIDE, ORBIT }; /* kinds of places */
enum { OF_ALL = 1, OF_NAMED = 2, OF_EMPTY = 4 };                                 /* whose options */
enum { EQUAL = 1, DIFFERENT, MOST_COLOUR = 63, FIRST_NUMBER, LONGEST_CHAIN = 1000 };
typedef struct { /* of a rule: which places, and how many options cover one */
    int kind, order, length, filled, owners; /* `order`: of kinds in the rule; `filled`: true, false or ANY */
    Range size, covers, bounds;
    bool every; /* part, not some */
    int *value, colours; /* of each colour, what a cell weighs, NULL if an option weighs 1; or how colours must be, or 0 */
    int regions;
    Cells *region;
    Places places;
} Row;
typedef struct {
    const char *word;
    const Json *table;             /* of a rule that is no bundled one */
    int form, number, kinds, said; /* `kinds`: of isometries that are meant; `said`: its number in the puzzle's list */
    int rows;
    Row *row;
    bool *pieces; /* those that are named */
} Rule;
typedef struct { /* of tiles: between a cell and a place beside it, or an item of the border in their place */
    bool border;
    int cell[2], high, tint;
} Edge;
typedef struct {
    Point at;
    int number;
} Entry;
typedef struct {
    Grid grid;
    int cells, pieces, frames, most_empty;
    Point *cell, *exact, *frame; /* cells are sorted; `exact` has the same order, `frame` is in exact coordinates */
    bool *optional, separate, counting, bare; /* `counting`: cells that stay empty are counted if there can be any; `bare`: no piece is placed */
    int *colour;
    Piece *piece;
    const Json *pairs;
    int rules, periods, regions;
    Rule *rule;
    bool **region; /* of rules: whether each cell is in it */
    Point period[2], up; /* in exact coordinates */
    bool falls, glides;  /* whether it says which side is up; whether it is joined by a glide, too */
    int glide;           /* an element of the point group, then a translation */
    Point shift;
    int sides, border, outsiders; /* of tiles; 0 if there are none, no border, or the colour of the border, or one of its rules */
    bool fixed, own_edges;
    int edges, (*edge_at)[6]; /* of each cell; -1 where there is none */
    Edge *edge;
    char *interchangeable;
    int *opposite; /* of each colour, the one that it meets, NULL if that is itself or any */
    int (*side)[6]; /* the neighbours of each cell; those outside have numbers after the cells */
    Point (*way)[6], *outside;
    Entry *index; /* of cells and of neighbours outside, in order */
    int indexed;
} Puzzle;
enum { SAME = 1000, SAME_EACH, DIFFERENT_EACH };
enum { MANY = 1 << 30 }; /* as often as one likes */
void read_periods(Puzzle *puzzle, const Json *wrap);
Point reduced(const Puzzle *puzzle, Point place, int scale); /* the same for points that differ by periods times the scale */
Point glided(const Puzzle *puzzle, Point place);
Point wrapped(const Puzzle *puzzle, Point place); /* the same for places that are equal */
int copies(const Puzzle *puzzle);                 /* of a place up to periods: one, or two */
Point copy_of(const Puzzle *puzzle, Point place, int copy);
void read_board(Puzzle *puzzle, const Json *file);
void index_places(Puzzle *puzzle);
Point *points_of(const Json *list, int *size);
int *colours_of(const Json *table, int size);
void differ(const Grid *grid, const Point *points, int size, const char *what);
int cell_at(const Puzzle *puzzle, Point place); /* exact coordinates; -1 if it is none of the board */
bool goes(const Puzzle *puzzle, int colour, int cell);
int place_at(const Puzzle *puzzle, Point place); /* the same, with the neighbours outside */
int neighbours(const Puzzle *puzzle, int cell, int *beside, Point *vector);
int whole(const Json *table, const char *key, int otherwise);
bool truth(const Json *table, const char *key, bool otherwise);
bool mirrors(const Json *table, bool otherwise);
void read_copies(const Puzzle *puzzle, Piece *piece, const Json *table);

/* chains.c */
void read_chain(const Puzzle *puzzle, Piece *piece, const Json *table);
bool from_either_end(int size, int *number);
void foldings(const Puzzle *puzzle, const Piece *piece, void (*found)(void *to, const Point *at), void *to);

/* tiles.c */
void read_tiles(Puzzle *puzzle, const Json *file);
bool tile_on(const Puzzle *puzzle, const Piece *tile, const Point *way, int cell, int *colour);
bool tile_moved(const Puzzle *puzzle, int cell, const int *colour, const int *to, const int *tint, int *moved);
int edges_at(const Puzzle *puzzle, int cell, const int *colour, int *edge, int *tint); /* that a placement covers */
int image_of_edge(const Puzzle *puzzle, int edge, const int *to, const int *tint);
int **exchanges(const Puzzle *puzzle, int *size);

/* planes.c */
typedef struct {
    Integer across[3], at; /* the points p with across . p = at */
} Plane;
Plane *planes_of(const Puzzle *puzzle, int *size);
int side_of_plane(const Puzzle *puzzle, const Plane *plane, int cell);

/* gravity.c */
void read_up(Puzzle *puzzle, const Json *up);
bool rests_on_sides(const Puzzle *puzzle);
int below(const Puzzle *puzzle, int cell);

/* places.c */
int by_number(const void *a, const void *b);
int by_parts(const void *a, const void *b);
bool within(Range range, int number, int all);
bool is_below(int kind); /* whether places are about what is below cells */
const char *lack_of_places(const Puzzle *puzzle, const Row *row);
Places places_of(const Puzzle *puzzle, const Row *row);
Places those_of(const Puzzle *puzzle, const Row *row, Places all);
Places orbits_of(const Puzzle *puzzle, const int *to);
Places of_sets(Cells *list, int size);
Place place_moved(const Place *place, const int *to);
Cells cells_of(const Place *place); /* of all parts */

/* rules.c */
void read_rules(Puzzle *puzzle, const Json *file);

/* puzzle.c */
Puzzle read_puzzle(const Json *file);

/* placements.c */
typedef struct {
    int piece, size, colours; /* its cells come first among its items, then the piece, then further items */
    int *cell, *colour;       /* the colours are those of its cells, or of the sides of a tile, or numbers along a chain from FIRST_NUMBER on */
    Point *before;            /* on a board that wraps round, its cells before it does, not in exact coordinates */
    int items, *item, *tint;
    Integer *weight;   /* how often it covers each item */
    Cells under;       /* its underside; of a cell that stays empty, the cell */
    bool rests;        /* on the floor */
    bool out;          /* a rule leaves it out */
    int place, number; /* among the placements; among the options, or -1 */
} Option;
typedef struct { /* the options and the placements that rules leave out: images of pieces are found among these */
    Option *list;      /* in order */
    int size, room;
    int pieces, *low, *high; /* of pieces, how many copies */
    int *begin;              /* where those of each piece begin in the list, and the last end */
    bool counted;            /* whether cells that stay empty are counted */
    int empties;             /* the piece that stands for these, or -1 */
    bool *chain, *either_end; /* of pieces, whether they are chains, and whether these may be read so */
} Placements;
Placements placements_of(const Puzzle *puzzle);
Places undersides_of(const Puzzle *puzzle, const Placements *placed);
int placement_of(const Placements *placed, Option *wanted); /* sorts its cells; -1 if there is none */

static inline int colour_of(const Option *option, int k) { return option->colour[k] < FIRST_NUMBER ? option->colour[k] : 0; }

/* parts.c */
typedef struct {
    bool rotation, isometry, total;
    int kinds;      /* of the isometries that move the cells so */
    bool *mirrored; /* NULL if the board is moved as a whole; else the cells of parts whose isometry is no rotation */
    int *cell, *piece, *item, *option; /* images, -1 if there is none */
} Symmetry;
typedef struct {
    int size, isometries, rotations;
    bool uneven; /* rotations may fix different numbers of the solutions of a class */
    bool kept;   /* whether those that are no rotations are symmetries */
    Symmetry *each;
} Group;
void add_permutation(Group *group, int *cell, int places, bool rotation, int kinds, bool flat);
void permute_cells(const Puzzle *puzzle, Group *group);
bool permute_parts(const Puzzle *puzzle, const Placements *placed, Group *group);

/* isometries.c */
typedef struct { /* what moves placements: cells (and places outside) go to others, colours of tiles become others, NULL for none */
    const Puzzle *puzzle;
    const Placements *placed;
    const int *to, *tint;
    const bool *only; /* NULL, or the cells on which alone placements count */
} Move;
int moved(const Move *move, const Option *one, int piece); /* where the placement is if its piece becomes another, or -1 */
bool becomes(const Move *move, int piece, int other);
bool overlap(const Placements *placed, int p, int q, bool equal);
Group isometries_of(const Puzzle *puzzle, const Placements *placed);

/* symmetric.c */
typedef struct {
    int *cell;  /* where a symmetry takes the cells */
    int *orbit; /* of each placement, a number from 1 on */
} Quotient;
Quotient quotient_of(const Puzzle *puzzle, const Rule *rule, Placements *placed, const Group *moves);

/* items.c, cover.c */
typedef struct { /* what an item of a rule is about */
    const Rule *rule;
    const Row *row;
    Place place;
    int colour; /* that may come once, if its row has different colours */
    bool *pieces;
    const int *orbit; /* NULL, or the tint of each placement that covers it */
} About;
typedef struct {
    int items, options, cells, pieces;
    int *low, *high;
    Option *option;
    Placements placed;
    int abouts; /* items of rules come last, those of each rule from a number on */
    About *about;
    int *of_rule;
} Cover;
int most_of(const About *about);
void leave_out(const Puzzle *puzzle, Placements *placed);
void items_of_rules(const Puzzle *puzzle, const Quotient *quotient, Cover *cover);
int image_of_item(const Puzzle *puzzle, const Cover *cover, int item, const int *cell, const int *piece);
void cover_item(Option *option, int item, int tint, Integer weight);
Cover cover_of(const Puzzle *puzzle);
int option_of(const Cover *cover, Option *wanted); /* sorts its cells; -1 if there is none */
static inline bool exceeds(Integer sum, int high) { return high < MANY && sum > high; }
static inline bool has(const uint64_t *set, int i) { return set[i / 64] >> (i % 64) & 1; }
static inline void add(uint64_t *set, int i) { set[i / 64] |= (uint64_t)1 << (i % 64); }

/* symmetry.c */
Group group_of(const Puzzle *puzzle, const Cover *cover);

/* relation.c */
typedef struct {
    int words;
    uint64_t **covers;   /* for each item the options that cover it */
    uint64_t **excludes; /* for each option those that it excludes by itself */
    int *weights;        /* for each item how many options cover it, if one does more than once, or 0 */
    int **option;        /* which these are */
    Integer **weight;    /* how often they do */
} Relation;
Relation relation_of(const Cover *cover);

/* tree.c */
typedef struct {
    int length, *path, item;
    bool used, branched;
    uint64_t *dead;
} Restriction;
typedef struct {
    Integer raw, rotations, isometries, patterns;
} Counts;
typedef struct {
    const Cover *cover;
    const Relation *relation;
    const Group *group;
    int restrictions;
    Restriction *restriction;
    bool listed;
    Integer nodes;
} Proof;
void restrict_by(Proof *proof, const Json *list);
void list_solution(Proof *proof, int *chosen, int size);
Counts walk(Proof *proof, const uint8_t *packed, size_t bytes);

/* big.c */
typedef struct { /* a natural number; the last limb is not 0 */
    int size, room;
    uint64_t *limb;
} Natural;
Natural natural(uint64_t value);
Natural of_limbs(const uint64_t *limb, int size);
uint64_t add_limbs(uint64_t *to, int size, const uint64_t *limb, int limbs);
void add_product(Natural *to, Natural one, Natural other);
void take(Natural *from, Natural number);
uint64_t divide(Natural *number, uint64_t by);
bool as_large(Natural one, Natural other);
Natural read_natural(const char *digits);
char *written(Natural number);

/* states.c */
typedef struct { /* states, each with a number; open addressing */
    int words, limbs;
    size_t size, room;
    uint64_t *state, *number;
    uint32_t *slot; /* twice as many as there is room: where a state is, and 1 */
} Table;
Table table_of(int words, int limbs, size_t room); /* a power of two */
void forget(Table *table);
void clear(Table *table);
size_t number_of_state(Table *table, const uint64_t *state);
void add_to_state(Table *table, const uint64_t *state, const uint64_t *number, int limbs);

/* frontier.c */
typedef struct { /* an option, or those of an orbit together */
    int step, first, items, *item, *colour; /* of items without colours 0, else from 1 on, 1 for none */
    Integer *weight;
} Decision;
typedef struct {
    int items, *low, *high, steps, decisions;
    Decision *decision; /* by their steps */
} Counting;
typedef struct { /* how many states there are, after all steps and at most after one; and may be */
    Integer states, widest, most_states, most_widest;
} Size;
Natural count_states(const Counting *all, Size *size);

/* classes.c */
enum { RAW, ROTATIONS, ISOMETRIES, PATTERNS, UP_TO };
typedef struct {
    Natural number[UP_TO];
    bool known[UP_TO];
} Classes;
Classes classes_of(const Cover *cover, const Group *group, const int *order, int steps, Size *size);

/* copies.c, automaton.c, series.c, strips.c */
typedef struct {
    int first;     /* the first of its cells */
    uint64_t *set; /* all of them: cells are numbered column by column */
} Copy;
typedef struct { /* in a strip, with cells in column 0 and none before it */
    int column, words, size; /* how many cells a column has */
    Copy *list;
    int *begin; /* where those with each first cell begin */
} Copies;
typedef struct {
    int to;
    uint64_t times[2]; /* limbs */
} Step;
typedef struct {
    int states, steps, *begin; /* where the steps of each state begin */
    Step *step;
} Automaton;
Copies copies_of(const Grid *grid, const Json *shapes, const int *width, const char *file);
Automaton automaton_of(const Copies *copies, Integer most, const char *file);
void check_series(const Automaton *automaton, const Json *numerator, const Json *denominator, const char *file);
void check_strips(char *text, const char *file);

/* solutions.c */
void read_list(const char *folder, const Puzzle *puzzle, Proof *proof);

/* folder.c */
uint8_t *read_bytes(const char *folder, const char *name, size_t *size);
char *read_file(const char *folder, const char *name, bool needed);
#endif
