// Russian.
import { sum } from "../lists.js";
import { sayingIn } from "../saying.js";

const { say, some, time, day } = sayingIn("ru");
/** @type {(...texts: any[]) => string} */
const spaced = (...texts) => texts.filter(Boolean).join(" ");
/** @type {(low: number, high: number) => string} */
const between = (low, high) => (low === high ? say(low) : `${say(low)}–${say(high)}`);
/** @type {(number: number) => string} */
const manyCells = (number) => some(number, "клетка", "клетки", "клеток");
/** @type {(number: number) => string} */
const manyPieces = (number) => some(number, "деталь", "детали", "деталей");
/** @type {(number: number) => string} */
const ofPieces = (number) => some(number, "детали", "деталей", "деталей");
/** @type {(number: number) => string} */
const manySolutions = (number) => some(number, "решение", "решения", "решений");
/** @type {(pieces: Piece[]) => string} */
const allOf = (listed) => manyPieces(sum(listed, ({ max }) => max));

/** @type {Record<string, string>} */
const counted = { cells: "клеток", pieces: "деталей", "items of rules": "элементов правил" };
/** @type {Record<string, string>} */
const colouringOf = {
  chequers: "в шахматном порядке",
  columns: "по столбцам, через один",
  rows: "по строкам, через одну",
  layers: "по слоям, через один",
  kinds: "по их направлению",
};
/** @type {Record<string, string>} */
const symmetries = {
  "half turn": "поворот на пол-оборота",
  "third turn": "поворот на треть оборота",
  "quarter turn": "поворот на четверть оборота",
  "sixth turn": "поворот на шестую часть оборота",
  horizontal: "отражение относительно горизонтальной прямой",
  vertical: "отражение относительно вертикальной прямой",
  upright: "отражение относительно горизонтальной или вертикальной прямой",
  diagonal: "отражение относительно диагонали",
  mirror: "отражение",
  point: "центральная симметрия",
  any: "какая-нибудь симметрия поля",
};
/** @type {Record<string, string>} */
/** @type {(numbers: number[]) => string} */
const either = (numbers) =>
  numbers.length > 4 ? `${numbers.slice(0, 3).join(", ")}, … или ${numbers.at(-1)}` : numbers.join(" или ");
/** @type {(named: string[]) => string} */
const along = ([right, near, up]) => spaced(up, near, right);
const backwards = "В обратном порядке это показывает, как её собрать.";

/** @type {(moves: string, letters: string[]) => string} */
const stuckBy = (moves, letters) =>
  `Не разбирается ${moves}: ${letters.join(", ")} ${letters.length > 1 ? "застряли" : "застряла"}.`;

/** @satisfies {Words} */
export const ru = {
  lang: "ru",

  // What is wrong with a puzzle
  notAPuzzle: "Это не головоломка.",
  isAFamily: "В этом файле по головоломке на каждый день; выберите одну из них.",
  unknownKey: (key, known) => `Ключ «${key}» неизвестен. Известны ${known.join(", ")}.`,
  unknownGrid: (found, known) =>
    `Сетка ${JSON.stringify(found?.title ?? found)} неизвестна. Известны ${known.join(", ")}.`,
  noPieces: "В головоломке не названы детали.",
  tooMany: (what, found, most) =>
    `В головоломке слишком много ${counted[what]}: ${say(found)}; эта страница принимает не больше ${say(most)}.`,
  frameInBoard: "У рамки и поля есть общая клетка.",
  twoBoards: "В головоломке бывает либо «box», либо «board».",
  badBox: (axes) => `Размер коробки задаётся положительными числами, их должно быть ${axes}.`,
  badCells: (key) => `«${key}» должно быть рисунком или списком клеток.`,
  badCell: (key, cell, grid) => `В «${key}» есть ${cell}, но такой клетки нет в сетке ${grid}.`,
  twice: (key) => `В «${key}» одна клетка встречается дважды.`,
  flatLayers: "На рисунке несколько слоёв, а сетка плоская.",
  badMark: (key, mark) => `В «${key}» есть знак «${mark}», который там ничего не значит.`,
  badDrawing: (key, grid) => `В «${key}» есть знак там, где в сетке ${grid} нет клетки.`,
  manyShapes: (key, grid) =>
    `В начале «${key}» нет клетки сетки ${grid}, а дальше рисунок может означать разные фигуры: поставьте перед ним точки.`,
  badPiece: (number) => `У детали ${number} нет имени.`,
  emptyPiece: (name) => `У детали ${name} ещё нет клеток.`,
  badCopies: (name) => `Такое число экземпляров детали ${name} не допускается.`,
  badTruth: (key) => `«mirror» у ${key} должно быть true или false.`,
  badPaint: (paint) => `«paint» равно ${paint}; допускаются строки вида «#ff8000».`,
  badRule: (key) => `Значение «${key}» не допускается.`,
  unknownRule: (said, known) => `В «rules» есть «${said}»; можно выбрать ${known.join(", ")}.`,
  badRuleText: (said, form) => `В «rules» есть «${said}»; допускается «${form}».`,
  wrongRule: (said, why) => `В «rules» есть «${said}»: ${why}.`,
  notForTiles: "это правило для деталей, а не для плиток",
  needsFlat: "нужно плоское поле, которое движется как целое",
  needsSticks: "нужна сетка из палочек",
  needsCorners: "нужна плоская сетка, в которой столько клеток сходится в одной точке",
  needsRows: "нужна сетка, клетки которой лежат прямыми рядами",
  noPieceNamed: (name) => `нет детали ${name}`,
  judges: "правило оценивает упаковки целиком, это умеет только командная строка",
  needsWhole: "нужно незамкнутое поле, которое движется как целое",
  noSymmetry: (kinds) => `такой симметрии у поля нет, есть ${kinds.join(", ") || "ни одной"}`,
  symmetriesMove: "симметрии поля переводят её в другие: укажите upright или mirror",
  noLine: "через поле не проходит ни одна прямая по сторонам клеток",
  regionsOutside: "в областях есть клетки, которых нет на поле",
  copiesAre: (least, most) => `судя по числу экземпляров, их ${between(least, most)}`,
  badColours: (key) => `«colours» должно быть списком чисел, по одному на каждую клетку из «${key}».`,
  badBorder: (found, letters) =>
    `«border» равно «${found}»; допускаются «same», «same on each side», «different on each side» и цвета ${letters.join(" ")}.`,
  badRotate: (grid) => `В сетке ${grid} плитки подходят ко всем клеткам, только если их можно поворачивать.`,
  badSides: (number, sides) => `Сторон у плитки ${number} должно быть ${sides}, каждая — буква или цифра.`,
  noTiles: (grid) => `В сетке ${grid} не бывает плиток с цветными сторонами.`,
  badChain: (name, most) =>
    `Цепочка ${name} задаётся словом из букв S, B и ? или списком длин от 2; клеток в ней не больше ${say(most)}.`,
  noChains: (grid, known) => `В сетке ${grid} не бывает цепочек. Они есть в сетках ${known.join(", ")}.`,
  chainOnRing: "На замкнутом поле эта страница цепочек не складывает.",
  chainRule: "Это правило — для жёстких деталей, а в головоломке есть цепочка.",
  chainByWord: "Цепочка задаётся словом в файле, её нельзя нарисовать.",
  chainByHand: "Цепочка складывается в режиме «Решать», а не вручную.",
  flatWrap: "Замкнутым может быть только плоское поле.",
  badPeriods: "«wrap» — это один или два сдвига сетки в разных направлениях.",
  badGlide:
    "Для «wrap» с «flip» нужна средняя линия поля, относительно которой сетка симметрична, и второй период под прямым углом к ней; или эта страница ещё не знает таких полей.",
  sameCell: "Две клетки поля совпадают, потому что оно замкнуто.",
  smallWrap: (least) => `Замкнутое поле для плиток должно иметь в обхвате не меньше ${least} клеток.`,
  noExchange: (tile) =>
    `Цвета нельзя переставить: нет плитки, в которую переходит ${tile}, в том же числе экземпляров.`,
  tooManySymmetries: "Симметрий у головоломки больше, чем может эта страница; командная строка может больше.",
  badText: (key) => `«${key}» должно быть текстом.`,
  emptyBoard: "Поле пусто: закрасьте его клетки.",
  noPieceYet: "Деталей ещё нет: добавьте одну.",
  tooMuch: (least, cells, exact) =>
    `Клеток у деталей ${exact ? "" : "не меньше "}${say(least)}, а на поле ${exact ? "" : "только "}${say(cells)}.`,
  tooLittle: (most, required, exact, free) =>
    `Клеток у деталей ${exact ? "" : "не больше "}${say(most)}, а на поле ${free ? "надо накрыть " : ""}${say(required)}.`,
  noChoice: (required, cells) => `Никакой набор деталей не даёт в сумме столько клеток: ${between(required, cells)}.`,
  tooManyPlacements: (most) =>
    `Размещений у деталей больше ${say(most)}; такие большие головоломки решает не эта страница, а командная строка.`,

  // The rules of a puzzle
  ruleNamed: (rule) => `Ещё одно правило: ${rule}.`,
  listed: (names) => names.join(", "),
  sentence: (text) => `${text}.`,
  rules: {
    match: "Там, где детали соприкасаются, их стороны одного цвета.",
    opposite: "Там, где две детали соприкасаются, цвета их сторон противоположны, как A и a: голова и хвост.",
    noTurn: "Детали нельзя поворачивать.",
    fixed: (names) => `Эти детали можно поворачивать не как угодно: ${names.join(", ")}.`,
    border: {
      same: "Все стороны на краю одного цвета.",
      "same on each side": "На каждой стороне поля все стороны на краю одного цвета.",
      "different on each side": "На каждой стороне поля ни один цвет не встречается дважды.",
    },
    borderColour: "Все стороны на краю того же цвета, что линия вокруг поля.",
    coloured: "Цветная клетка детали лежит на клетке того же цвета.",
    pairs: "Цветная клетка детали лежит только на определённых цветах поля.",
    wrap: {
      x: "Поле замкнуто: его правый край соединён с левым.",
      y: "Поле замкнуто: его верхний край соединён с нижним.",
      xy: "Поле замкнуто: противоположные края соединены.",
      moebius: "Поле — лента Мёбиуса: его правый край соединён с левым в перевёрнутом виде.",
      "moebius y": "Поле — лента Мёбиуса: его нижний край соединён с верхним, левое и правое меняются местами.",
      klein: "Поле — бутылка Клейна: его правый край соединён с левым в перевёрнутом виде, а нижний с верхним.",
      "klein y":
        "Поле — бутылка Клейна: его нижний край соединён с верхним, левое и правое меняются местами, а правый с левым.",
    },
    wrapBy: (periods) =>
      `Поле замкнуто, с периодами ${periods.map((/** @type {Vector} */ by) => `(${by.join(", ")})`).join(" и ")}.`,
    symmetric: ({ way }) => `Упаковка симметрична: ${symmetries[way]} её не меняет.`,
    chain: (name, cells) => `${name} — складная цепочка из ${some(cells, "клетки", "клеток", "клеток")}.`,
    empty: (many) => `Пустых клеток может остаться не больше ${say(many)}.`,
    exchanged: (letters) =>
      `Решения, которые отличаются только перестановкой цветов ${letters.join(", ")}, в первой строке считаются за одно.`,
  },

  // Why there is no solution
  noPlace: (piece) => `Для детали ${piece} на поле нет места.`,
  noRuleKept: (rule) => `У деталей слишком мало мест, чтобы выполнить правило «${rule}».`,
  notCovered: (cell) => `Ни одна деталь не может накрыть клетку ${cell}.`,
  colouring: (name, dark, light, ways) =>
    `Раскрасим клетки ${colouringOf[name]}: на поле тёмных клеток ${say(dark)}, светлых ${say(light)}, а детали, как бы они ни лежали, накрывают ${ways.length ? `тёмных клеток ${either(ways)}` : "другие количества клеток"}.`,
  sharesNote: "Под каждой деталью: сколько клеток одного и другого цвета она накрывает, как бы ни лежала.",

  // What went wrong
  workerDied: "Часть поиска неожиданно прервалась. Всё найденное сохранилось.",
  outOfMemory:
    "Браузеру не хватает памяти для этого поиска. Найденные решения сохранились; искать дальше может командная строка.",
  broken: (detail) => `Поиск не удался (${detail}).`,

  // The page
  language: "Язык",
  nameLabel: "Название головоломки",
  puzzleLabel: "Головоломка",
  modesLabel: "Что делать",
  toolsLabel: "Инструменты",
  untitled: "Моя головоломка",
  modes: { draw: "Рисовать", solve: "Решать", play: "Играть" },
  undo: "Отменить",
  redo: "Вернуть",
  puzzles: "Головоломки",
  open: "Открыть",
  save: "Сохранить",
  link: "Ссылка",
  close: "Закрыть",
  today: "Сегодня",
  choosePuzzle: "Выбор головоломки",
  searchPuzzles: "Название или марка",
  filterLabels: { kind: "Вид", size: "Сколько деталей" },
  filters: {
    kind: { "": "Все виды", flat: "Плоские", solid: "Объёмные", coloured: "С цветами", days: "Календари" },
    size: { "": "Любой размер", few: "До 7 деталей", some: "От 8 до 12 деталей", many: "Больше деталей" },
  },
  sortsOfPuzzles: {
    name: "По названию",
    easy: "Сначала лёгкие",
    hard: "Сначала трудные",
    few: "Сначала меньше деталей",
  },
  easy: "лёгкая, легкая, для детей", // words by which the easiest are found
  hardness: (hardness, hardest) => `Трудность ${hardness} из ${hardest} для внимательного игрока`,
  nothingFound: "Головоломки с таким названием здесь нет. Её можно нарисовать или открыть из файла.",
  noSuchPuzzle: (name) => `Головоломки с названием ${name} нет.`,
  notKept: "Браузер не смог это сохранить: возможно, ему не хватает места. Сохраните головоломку в файл.",
  noWebGL: "В этом браузере нет WebGL, поэтому объёмного вида не будет.",
  noWebAssembly: "В этом браузере нет WebAssembly, поэтому страница не может искать. Нужен браузер новее.",
  noDecompression:
    "Этот браузер слишком стар для этой страницы: он не может распаковать её данные (DecompressionStream).",
  noSimd: "Этот браузер слишком стар для этой страницы: в его WebAssembly нет векторов (SIMD).",
  spaceLabel: "Головоломка в пространстве; поворачивается мышью или стрелками",
  boardLabel: "Пустое поле",
  grids: {
    square: "Квадраты",
    cubic: "Кубики",
    fcc: "Шары",
    hexagonal: "Шестиугольники",
    triangular: "Треугольники",
    prisms: "Треугольные призмы",
    rhombic: "Разрезанные кубы (24 тетраэдра)",
    "half-cubes": "Половины кубов (12 тетраэдров)",
    "tetra-octa": "Тетраэдры и октаэдры",
    "half-squares": "Половины квадратов",
    cairo: "Каирские пятиугольники",
    drafters: "Дрэфтеры (половины треугольников)",
    kites: "Дельтоиды",
    octasquares: "Восьмиугольники и квадраты",
    "snub-square": "Треугольники и квадраты",
    sticks: "Палочки",
    trigs: "Триги (стороны треугольников)",
    trihexes: "Треугольники и шестиугольники",
    twigs: "Твиги (стороны шестиугольников)",
  },
  summary: ({ pieces, board }, count) =>
    `${allOf(pieces)}, ${manyCells(board.length)}${count === null ? "" : `, ${manySolutions(count)}`}`,

  // Solve
  solve: "Решить",
  pause: "Пауза",
  goOn: "Продолжить",
  again: "Ещё раз",
  about: ({ pieces, board }) =>
    `Находит все способы уложить ${allOf(pieces)} в ${some(board.length, "клетку", "клетки", "клеток")}, прямо в браузере.`,
  preparing: "Поиск всех размещений деталей …",
  none: "Решений нет",
  searchedAll: "Все варианты перебраны: решений нет.",
  found: (number) => manySolutions(number),
  unique: "Оно единственное: все варианты перебраны.",
  complete: "Это все решения: все варианты перебраны.",
  foundSoFar: (number) => (number ? `≥ ${manySolutions(number)}` : "Пока решений нет"),
  searching: "Пока что; поиск продолжается.",
  paused: "Пока что; поиск можно продолжить.",
  checked: "Каждое решение проверено по условиям головоломки, прежде чем его посчитали.",
  numberOf: (number, many, complete) => `${say(number)} из ${say(many)}${complete ? "" : "+"}`,
  previous: "Предыдущее решение",
  next: "Следующее решение",
  whichSolution: "Какое решение показано",
  moveApart: "Раздвинуть",
  solutionLabel: (number) => `Решение ${say(number)}`,
  atLeast: (number, complete) => (complete ? say(number) : `≥ ${say(number)}`),
  patterns: "С точностью до цветов",
  isometries: "Различные решения",
  rotations: "С зеркальными",
  raw: "Во всех положениях",
  whatNumbers: "Что значат эти числа?",
  ordersNote: ({ rotations, isometries }) =>
    isometries === 1
      ? "У головоломки нет симметрий: все три способа счёта совпадают."
      : `Симметрий у головоломки ${say(isometries)}, из них поворотов ${say(rotations)}; решения, которые симметрия переводит друг в друга, в первой строке считаются за одно.`,
  progress: "Выполненная часть поиска",
  progressNote: (fraction, rate, left) =>
    `Выполнено ${fraction < 0.995 ? `${say(100 * fraction, fraction < 0.1 ? 1 : 0)} %` : "почти всё"}, шагов в секунду: ${rate > 1e6 ? `${say(rate / 1e6, 1)} млн` : say(Math.round(rate / 1000) * 1000)}${left === null ? "" : `, осталось времени: ≈ ${time(left)}`}`,
  piecesLabel: "Детали",
  notAllKept: (number) => `Посмотреть можно только первые ${say(number)}; посчитаны все.`,
  fasterThere: "Это займёт время. На этом компьютере быстрее командная строка: ",

  givenMany: (number) => `${manySolutions(number)} на странице`,
  given: "Эти решения пришли вместе со страницей; «Решать» найдёт здесь все.",
  givenAlone: "Эти решения пришли вместе со страницей.",
  inSpace: "В объёме",
  lookAgain: "Исходный вид",
  ownColours: "Одинаковые детали разных цветов",
  showAll: "Показать все",
  hideAll: "Скрыть все",
  showPiece: (letter, name) => `Показать ${letter === name ? name : `${letter}, ${name}`}`,
  seen: (title, { seen, aside, all }) =>
    `${title}: показано ${say(seen)} из ${ofPieces(all)}${aside ? `, отложено в сторону ${say(aside)}` : ""}; поворачивается мышью или стрелками`,
  keys: (several, steps) =>
    `Клавиши: стрелки поворачивают, + и − меняют масштаб, цифры от 0 до 9 раздвигают${steps ? ", пробел запускает, запятая и точка — по шагам" : ""}${several ? ", N и P — следующее и предыдущее решение" : ""}.`,

  // Watching the search
  watch: "Посмотреть, как идёт поиск",
  stopWatching: "Больше не смотреть",
  watchLabel: (placed) => `Уложено при поиске: ${manyPieces(placed)}`,
  walkStep: "Один шаг",
  pace: (steps) => `${some(steps, "шаг", "шага", "шагов")} в секунду`,
  cellItem: ([x, y, z], flat) => `клетка в столбце ${x + 1}, строке ${y + 1}${flat ? "" : `, слое ${z + 1}`}`,
  pieceItem: (name) => `деталь ${name}`,
  ruleItem: "правило",
  walked: ({ kind, item, many, piece, which, order }) =>
    /** @type {Record<string, string>} */ ({
      begin: "Пустое поле: ничего ещё не уложено.",
      chosen: `Следующее — ${item}: ${many === 1 ? "вариант только один" : `вариантов ${say(many ?? 0)}${order === "fewest" ? ", и ни у чего другого нет меньше" : ""}`}.`,
      tried: `Вариант ${which} из ${many}: пробуем деталь ${piece}.`,
      dead: `Тупик: ${item} — вариантов нет.`,
      back: "Назад: последняя деталь снята.",
      found: "Решение!",
      end: "Все варианты перебраны.",
    })[kind],
  walkCounts: ({ tried, dead, found }) =>
    `Опробовано: ${manyPieces(tried)}, ${some(dead, "тупик", "тупика", "тупиков")}, ${manySolutions(found)}.`,
  tree: "Сделанный выбор",
  level: (item, tried, many) => `${item}: вариант ${tried} из ${many}`,
  orders: { fewest: "Где меньше вариантов", cells: "По клеткам", pieces: "По деталям" },
  orderLabel: "Порядок",
  whyOrder: {
    fewest:
      "Всегда выбирается клетка или деталь, у которой осталось меньше всего вариантов: так тупик обнаруживается рано, и возвращаться приходится недалеко.",
    cells:
      "Всегда выбирается первая ненакрытая клетка: пустота в другом месте обнаруживается, лишь когда до неё дойдёт очередь.",
    pieces: "Детали берутся одна за другой, и каждая пробуется везде, даже там, где остаются дыры.",
  },
  compare: "Сравнить порядки",
  triedHead: "Проб",
  deadHead: "Тупиков",
  foundHead: "Решений",

  // Filling as much as possible
  fillMost: "Заполнить как можно больше",
  backToSolve: "Назад",
  leaves: (number) => (number ? `Пустых клеток: ${say(number)}` : "Заполнено всё поле"),
  leavesAtMost: (number, bound) => `Пустых клеток: не больше ${say(number)}${bound ? `, не меньше ${say(bound)}` : ""}`,
  noPackingYet: "Упаковка пока не найдена",
  noPacking: "Упаковки нет вообще",
  noFewer: "Меньше невозможно.",
  noGap: "Пустых клеток не остаётся.",
  neverFilled: "Какие бы детали ни отложить, правила не соблюсти.",
  filledLabel: (placed, gap) => `На поле: ${manyPieces(placed)}; пусто: ${manyCells(gap)}.`,
  leftOut: "Не вошли",

  // Which packings come apart
  packings: (number) => some(number, "упаковка", "упаковки", "упаковок"),
  assembled: ({ yes, unknown, decided, many, done, best }) =>
    spaced(
      done ? "" : `Разобрано пока ${say(decided)} из ${say(many)}.`,
      (yes > 0 || done) &&
        `Собрать можно: ${yes ? say(yes) : "ни одной"}${yes ? `, ${yes > 1 ? "у лучшей " : ""}уровень ${best.cut ? "не больше " : ""}${best.level}` : ""}.`,
      unknown && `Не выяснено: ${say(unknown)}.`,
    ),
  whichAssembled: "Какие можно собрать?",
  onlyAssembled: "Только те, что можно собрать",
  sortBy: "Порядок",
  sorts: {
    level: "сначала высший уровень",
    moves: "сначала больше ходов",
    pieces: "сначала меньше деталей",
    found: "в порядке нахождения",
  },

  // Take apart
  backwards,
  stuck: (letters, turned) =>
    spaced(
      stuckBy(turned === "no" ? "ни прямыми ходами, ни поворотами на четверть оборота" : "прямыми ходами", letters),
      turned === "unknown" && "Помогут ли повороты, за несколько секунд выяснить не удалось.",
    ),
  stuckIn: {
    turns: (letters) => stuckBy("ни прямыми ходами, ни поворотами", letters),
    straight: (letters) => stuckBy("прямыми ходами", letters),
    out: (letters) => stuckBy("ходами прямо наружу", letters),
    positions: (letters, many = 0) =>
      `Не решено, просмотрено ${some(many, "положение", "положения", "положений")}: ${letters.join(", ")}.`,
  },
  comesApart: ({ level, cut, steps }, together) =>
    spaced(
      `Разбирается. Уровень ${cut ? "не больше " : ""}${level}.`,
      ...together.map((/** @type {string[]} */ letters) => `${letters.join(", ")} остаются вместе как группа.`),
      steps.length > 0 && backwards,
    ),
  apartAs: {
    asked: "Думаю …",
    unknown: "За несколько секунд не удалось выяснить, разбирается ли она; «satpuzzle assemble» ищет дольше.",
    tooMany: "Деталей слишком много, чтобы разбирать здесь; «satpuzzle assemble» принимает больше.",
  },
  takeApart: "Разобрать",
  tryTurns: "Попробовать повороты",
  fold: "Сложить",
  folded: (now, last, text) => `${say(now)} из ${say(last)}${text ? `: ${text}` : ""}`,
  toStart: "К началу",
  stepBack: "Шаг назад",
  stepForth: "Шаг вперёд",
  playSteps: "Запустить",
  speed: "Скорость",
  times: (speed) => `${speed === 0.5 ? "½" : speed}×`,
  stepped: (now, last, what) => `${now} из ${last}${what ? `: ${what.letters.join(", ")} — ${what.text}` : ""}`,
  directions: { right: ["вправо", "влево"], near: ["на себя", "от себя"], up: ["вверх", "вниз"] },
  moved: (named, far) => `${along(named)} на ${say(far)}`,
  movedOut: (named) => `${along(named)} и наружу`,
  turned: (named) => `четверть оборота вокруг прямой, идущей ${along(named)}`,

  // Draw
  board: "Поле",
  grid: "Состоит из",
  newPuzzle: "Новая головоломка",
  drawOwn: "Нарисовать свою",
  newBoard: "Новое поле",
  fill: "Заполнить",
  sizes: ["Ширина", "Глубина", "Высота"],
  paint: "Закрашивать клетки",
  erase: "Стирать клетки",
  maybe: "Клетки, которые могут остаться пустыми",
  turnDrawing: "Повернуть",
  mirrorDrawing: "Отразить",
  copyLayer: "Скопировать этот слой наверх",
  clear: "Очистить",
  hue: "Цвет закрашенных клеток",
  hueRule: "Правило: цветная клетка детали лежит на клетке того же цвета",
  hueNamed: (number) => (number ? `Цвет ${number}` : "Без цвета"),
  paintOf: (name) => `Цвет детали ${name}, только для вида`,
  sides: "Стороны",
  tileAsWord:
    "Плитка — это одна клетка. Её стороны — буквы, по одной на каждую, сверху по часовой стрелке: впишите их рядом с её именем.",
  layer: (z) => `Слой ${z + 1}`,
  layerUp: "На слой выше",
  layerDown: "На слой ниже",
  addPiece: "Новая деталь",
  addSet: "Набор …",
  pieceNamed: (name) => `Деталь ${name}`,
  drawThis: (name) => `Рисовать: ${name}`,
  drawIt: (name) => `Нарисуйте деталь ${name} на листе.`,
  cellsOf: (cells, optional) => `${manyCells(cells)}${optional ? `, можно оставить пустыми: ${say(optional)}` : ""}`,
  nameOf: (name) => `Имя детали ${name}`,
  nameTaken: (name) => `Деталь ${name} уже есть.`,
  nameEmpty: "У детали должно быть имя.",
  duplicate: (name) => `Скопировать деталь ${name}`,
  remove: (name) => `Удалить деталь ${name}`,
  fewer: (name) => `Меньше экземпляров ${name}`,
  more: (name) => `Больше экземпляров ${name}`,
  copies: "Экземпляры",
  upTo: "по выбору",
  turnOver: "двусторонняя",
  notConnected: "Из нескольких частей",
  sums: (least, most, required, cells) =>
    least === most && required === cells
      ? `У деталей ${manyCells(least)}, и на поле столько же.`
      : `Клеток у деталей: ${between(least, most)}, на поле надо накрыть: ${between(required, cells)}.`,
  sheetLabel: (name, cells) => `${name}, закрашено: ${manyCells(cells)}. Стрелки двигают, пробел закрашивает.`,
  cellNamed: (cell, on) => `${cell.join(", ")}${on ? ", закрашена" : ""}`,

  // Play
  hint: "Подсказка",
  hintsLabel: "Что говорит подсказка",
  hints: { both: "всё", piece: "деталь", place: "место" },
  hintPiece: (name) => `Следующая — деталь ${name}.`,
  hintPlace: "Одна деталь накрывает отмеченные клетки.",
  fix: "Закрепить",
  unfix: "Освободить",
  isFixed: (name) => `Деталь ${name} закреплена.`,
  howManyWays: "Сколько способов?",
  ways: ({ many, complete }) =>
    complete
      ? `${some(many, "способ", "способа", "способов")}.`
      : `Не менее ${some(many, "способа", "способов", "способов")}.`,
  solveFromHere: "Решить отсюда",
  whichIsWrong: "Какая деталь лежит неверно?",
  wrongPieces: (names) =>
    names.length === 1
      ? `Деталь ${names[0]} лежит неверно: уберите её, и головоломка решается.`
      : `Уберите ${names.join(", ")}, и головоломка решается.`,
  newLevel: "Новое задание",
  levels: { easy: "лёгкое", medium: "среднее", hard: "трудное" },
  levelIs: ({ given, tries }) =>
    `Задание с единственным решением; дано: ${manyPieces(given)}. Если всегда искать там, где меньше всего вариантов, хватит ${some(tries, "попытки", "попыток", "попыток")}.`,
  booklet: "Тетрадь для печати",
  makingBooklet: (made, all) => `Составляется задание ${made + 1} из ${all} …`,
  printedLevel: (number, level) => `${number} – ${level}`,
  timesPrinted: (many) => `× ${many}`,
  answers: "Ответы",
  answerLabel: (number) => `Ответ к заданию ${number}`,
  noLevel: "За несколько секунд задание не нашлось.",
  clearBoard: "Очистить",
  toDraw: "Нарисовать головоломку",
  turnPiece: "Повернуть (R)",
  flipPiece: "Перевернуть (F)",
  tray: (left) => `Осталось: ${manyPieces(left)}`,
  trayEmpty: "Все детали на поле",
  tagOf: (symbols, name, left) =>
    `${symbols.length === 1 && symbols[0] !== name && name.length < 8 ? `${symbols[0]} ` : ""}${name}${left ? ` ×${left}` : ""}`,
  take: (name, left) => `Взять деталь ${name}${left > 1 ? `, осталось ${say(left)}` : ""}`,
  playHelp: "Перетащите деталь на поле или щёлкните её, а потом поле. Щелчок по детали на поле снова берёт её.",
  heldByTouch: "Коснитесь поля там, где должна лечь деталь; кнопка над полем поворачивает её.",
  heldHelp: (flat) =>
    flat
      ? "R или колесо поворачивает деталь, F переворачивает, Esc отпускает."
      : "R или колесо поворачивает деталь, стрелки, Page Up и Page Down двигают её, Enter кладёт на поле, Esc отпускает.",
  playLabel: (placed, all) => `Поле, на нём ${say(placed)} из ${ofPieces(all)}`,
  tellMe: "Подсказывать, решается ли",
  thinking: "Думаю …",
  tooLong: "За несколько секунд выяснить не удалось.",
  unanswered: "Ответа не было. Следующий ход спросит снова.",
  canFinish: "Отсюда решается.",
  cannotFinish: "Отсюда уже не решается.",
  noMore: "Добавлять нечего: это решение.",
  noHint: "Отсюда не решается: сначала уберите какую-нибудь деталь.",
  hinted: (name) => `Деталь ${name} может лечь сюда.`,
  solved: (times, all) =>
    !times
      ? "Решено этой страницей."
      : all !== null && times <= all
        ? `Решено: решение ${say(times)} из ${say(all)}.`
        : times > 1
          ? `Решено, пока ${some(times, "способом", "способами", "способами")}.`
          : "Решено.",
  fitsNowhere: (name) => `Для детали ${name} на этом поле нет места.`,
  noRoom: "В таком положении для неё нет места.",
  put: (name) => `Деталь ${name} лежит на поле.`,
  diary: "Дневник",
  nothingYet: "Пока ничего. Здесь появится то, что вы решите в игре, с датой.",
  foundOn: (number, all, on) => `Решение ${say(number)}${all === null ? "" : ` из ${say(all)}`}, ${day(on)}`,
  lastFound: (shown, all) => `Показаны последние ${say(shown)} из ${some(all, "решения", "решений", "решений")}.`,
  saveDiary: "Сохранить",
  addDiary: "Из файла",
  diaryTaken: (added) => `Добавлено в дневник: ${manySolutions(added)}.`,
  badDiary: (page) => (page ? `Страница ${page} дневника повреждена.` : "Это не дневник."),
  ghostAt: (cells) => `На ${cells.map((/** @type {Vector} */ cell) => cell.join(" ")).join("; ")}`,

  // Files and links
  opened: (name) => `Файл ${name} открыт.`,
  fileTooLarge: "Файл слишком велик для головоломки или дневника.",
  unknownFile: "Имя файла головоломки оканчивается на .toml, .json или .xmpuzzle.",
  notJson: "Это не JSON.",
  badToml: (line) => `Строка ${line} — неверный TOML для файла головоломки.`,
  notBurr: "Это не файл BurrTools, который можно прочитать.",
  noProblem: "В файле нет задачи, которая была бы головоломкой.",
  problem: (number) => `Задача ${number}`,
  chooseProblem: "Выбор задачи",
  variablePiece: "У детали есть необязательные воксели.",
  saveToml: "Файл головоломки (TOML)",
  saveJson: "Файл головоломки (JSON)",
  savePage: "Веб-страница с головоломкой",
  saveStl: "Детали для 3D-принтера (STL)",
  savePicture: "Рисунок",
  print: "Напечатать",
  noPicture: "Рисунка для сохранения нет.",
  linkTooLarge: "Ссылка слишком длинна для головоломки.",
  linkBroken: "Ссылка повреждена: её часть пропала или изменена.",
  linkNote: "В ссылке вся головоломка и детали на поле. Ничего никуда не отправляется.",
  fragmentNote:
    "Эта страница — файл на вашем компьютере, поэтому дать можно только конец ссылки: допишите его к адресу любой такой страницы или передайте команде «satpuzzle studio». Или сохраните веб-страницу с этой головоломкой и отправьте её.",
  qr: "Ссылка как QR-код",
  noQr: "Ссылка слишком длинна для QR-кода.",
  copyLink: "Скопировать",
  copied: "Скопировано.",
  copyYourself: "Скопируйте выделенный текст.",
};
