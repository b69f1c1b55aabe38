// German.
import { sum } from "../lists.js";
import { sayingIn } from "../saying.js";

const { say, some, time, day } = sayingIn("de");
/** @type {(...texts: any[]) => string} */
const spaced = (...texts) => texts.filter(Boolean).join(" ");
/** @type {(low: number, high: number) => string} */
const between = (low, high) => (low === high ? say(low) : `${say(low)} bis ${say(high)}`);
/** @type {(number: number) => string} */
const manyCells = (number) => some(number, "Zelle", "Zellen");
/** @type {(number: number) => string} */
const manyPieces = (number) => some(number, "Teil", "Teile");
/** @type {(number: number) => string} */
const manySolutions = (number) => some(number, "Lösung", "Lösungen");
/** @type {(pieces: Piece[]) => string} */
const allOf = (listed) => manyPieces(sum(listed, ({ max }) => max));

/** @type {Record<string, string>} */
const counted = { cells: "Zellen", pieces: "Teile", "items of rules": "Elemente von Regeln" };
/** @type {Record<string, string>} */
const colouringOf = {
  chequers: "wie ein Schachbrett",
  columns: "in dunklen und hellen Spalten",
  rows: "in dunklen und hellen Zeilen",
  layers: "in dunklen und hellen Schichten",
  kinds: "nach ihrer Richtung",
};
/** @type {Record<string, string>} */
const symmetries = {
  "half turn": "eine halbe Drehung",
  "third turn": "eine Dritteldrehung",
  "quarter turn": "eine Vierteldrehung",
  "sixth turn": "eine Sechsteldrehung",
  horizontal: "eine Spiegelung an einer Waagrechten",
  vertical: "eine Spiegelung an einer Senkrechten",
  upright: "eine Spiegelung an einer Waagrechten oder Senkrechten",
  diagonal: "eine Spiegelung an einer Diagonalen",
  mirror: "eine Spiegelung",
  point: "eine Punktspiegelung",
  any: "irgendeine Symmetrie des Bretts",
};
/** @type {Record<string, string>} */
/** @type {(numbers: number[]) => string} */
const either = (numbers) =>
  numbers.length > 4 ? `${numbers.slice(0, 3).join(", ")}, … oder ${numbers.at(-1)}` : numbers.join(" oder ");
/** @type {(named: string[]) => string} */
const along = ([right, near, up]) => spaced("nach", near, right, up);
const backwards = "Rückwärts abgespielt zeigt das, wie es zusammengebaut wird.";

/** @type {(moves: string, letters: string[]) => string} */
const stuckBy = (moves, letters) =>
  `Mit ${moves} geht es nicht auseinander: ${letters.join(", ")} ${letters.length > 1 ? "sitzen" : "sitzt"} fest.`;

/** @satisfies {Words} */
export const de = {
  lang: "de",

  // What is wrong with a puzzle
  notAPuzzle: "Das ist kein Puzzle.",
  isAFamily: "Diese Datei enthält ein Puzzle für jeden Tag; bitte eines davon wählen.",
  unknownKey: (key, known) => `Der Schlüssel „${key}“ ist unbekannt. Bekannt sind ${known.join(", ")}.`,
  unknownGrid: (found, known) =>
    `Das Gitter ${JSON.stringify(found?.title ?? found)} ist unbekannt. Bekannt sind ${known.join(", ")}.`,
  noPieces: "Das Puzzle nennt keine Teile.",
  tooMany: (what, found, most) =>
    `Das Puzzle hat ${say(found)} ${counted[what]}; mehr als ${say(most)} nimmt diese Seite nicht.`,
  frameInBoard: "Eine Zelle des Rahmens gehört auch zum Brett.",
  twoBoards: "Ein Puzzle hat entweder „box“ oder „board“.",
  badBox: (axes) => `Die Größe der Box muss aus ${axes} positiven Zahlen bestehen.`,
  badCells: (key) => `„${key}“ muss eine Zeichnung oder eine Liste von Zellen sein.`,
  badCell: (key, cell, grid) => `„${key}“ enthält ${cell}; das ist keine Zelle des Gitters ${grid}.`,
  twice: (key) => `„${key}“ enthält eine Zelle zweimal.`,
  flatLayers: "Die Zeichnung hat mehrere Schichten, aber das Gitter ist eben.",
  badMark: (key, mark) => `„${key}“ enthält das Zeichen „${mark}“, das dort nichts bedeutet.`,
  badDrawing: (key, grid) => `„${key}“ hat ein Zeichen, wo das Gitter ${grid} keine Zelle hat.`,
  manyShapes: (key, grid) =>
    `„${key}“ hat am Anfang keine Zelle des Gitters ${grid} und könnte weiter hinten verschiedene Formen bedeuten: bitte Punkte davor setzen.`,
  badPiece: (number) => `Teil ${number} hat keinen Namen.`,
  emptyPiece: (name) => `Teil ${name} hat noch keine Zellen.`,
  badCopies: (name) => `Diese Anzahl von Exemplaren ist für Teil ${name} nicht erlaubt.`,
  badTruth: (key) => `„mirror“ von ${key} muss true oder false sein.`,
  badPaint: (paint) => `„paint“ ist ${paint}; erlaubt sind Texte wie „#ff8000“.`,
  badRule: (key) => `„${key}“ hat einen Wert, der nicht erlaubt ist.`,
  unknownRule: (said, known) => `„rules“ enthält „${said}“; zur Wahl stehen ${known.join(", ")}.`,
  badRuleText: (said, form) => `„rules“ enthält „${said}“; erlaubt ist „${form}“.`,
  wrongRule: (said, why) => `„rules“ enthält „${said}“: ${why}.`,
  notForTiles: "das gilt für Teile, nicht für Kacheln",
  needsFlat: "das braucht ein ebenes Brett, das als Ganzes bewegt wird",
  needsSticks: "das braucht ein Gitter aus Stäbchen",
  needsCorners: "das braucht ein ebenes Gitter, in dem sich so viele Zellen in einem Punkt treffen",
  needsRows: "das braucht ein Gitter, dessen Zellen in geraden Reihen liegen",
  noPieceNamed: (name) => `es gibt kein Teil ${name}`,
  judges: "das beurteilt ganze Packungen, was nur die Kommandozeile kann",
  needsWhole: "das braucht ein Brett, das nicht ringförmig geschlossen ist und als Ganzes bewegt wird",
  noSymmetry: (kinds) => `diese Symmetrie hat das Brett nicht, sondern ${kinds.join(", ") || "keine"}`,
  symmetriesMove: "Symmetrien des Bretts führen sie in andere über: stattdessen ist upright oder mirror anzugeben",
  noLine: "keine Gerade entlang von Seiten der Zellen geht durch das Brett",
  regionsOutside: "ihre Gebiete haben Zellen, die nicht auf dem Brett liegen",
  copiesAre: (least, most) => `nach der Anzahl ihrer Exemplare gibt es davon ${between(least, most)}`,
  badColours: (key) => `„colours“ muss eine Liste von Zahlen sein, eine für jede der Zellen von „${key}“.`,
  badBorder: (found, letters) =>
    `„border“ ist „${found}“; erlaubt sind „same“, „same on each side“, „different on each side“ und die Farben ${letters.join(" ")}.`,
  badRotate: (grid) => `Im Gitter ${grid} passen Kacheln nur dann auf alle Zellen, wenn man sie drehen darf.`,
  badSides: (number, sides) => `Kachel ${number} muss ${sides} Seiten haben, jede ein Buchstabe oder eine Ziffer.`,
  noTiles: (grid) => `Im Gitter ${grid} gibt es keine Kacheln mit farbigen Seiten.`,
  badChain: (name, most) =>
    `Die Kette von ${name} muss ein Wort aus den Buchstaben S, B und ? oder eine Liste von Längen ab 2 sein, mit höchstens ${say(most)} Zellen.`,
  noChains: (grid, known) => `Im Gitter ${grid} gibt es keine Ketten. Gitter mit Ketten sind ${known.join(", ")}.`,
  chainOnRing: "Auf einem ringförmig geschlossenen Brett faltet diese Seite keine Ketten.",
  chainRule: "Diese Regel gilt für starre Teile: Das Puzzle hat eine Kette.",
  chainByWord: "Eine Kette wird in der Datei durch ihr Wort angegeben, nicht gezeichnet.",
  chainByHand: "Eine Kette wird unter Lösen gefaltet, nicht von Hand.",
  flatWrap: "Nur ein ebenes Brett kann ringförmig geschlossen sein.",
  badPeriods: "„wrap“ muss aus einer oder zwei Verschiebungen des Gitters in verschiedene Richtungen bestehen.",
  badGlide:
    "„wrap“ mit „flip“ braucht eine Mittellinie des Bretts, zu der das Gitter symmetrisch ist, und eine zweite Periode senkrecht dazu; oder diese Seite kennt solche Bretter noch nicht.",
  sameCell: "Zwei Zellen des Bretts sind dieselbe, weil es ringförmig geschlossen ist.",
  smallWrap: (least) =>
    `Ein ringförmig geschlossenes Brett für Kacheln braucht auf jedem Weg rundherum mindestens ${least} Zellen.`,
  noExchange: (tile) =>
    `Die Farben lassen sich nicht vertauschen: Aus ${tile} wird eine Kachel, die nicht ebenso oft da ist.`,
  tooManySymmetries: "Das Puzzle hat mehr Symmetrien, als diese Seite bewältigt; die Kommandozeile schafft mehr.",
  badText: (key) => `„${key}“ muss ein Text sein.`,
  emptyBoard: "Das Brett ist leer: Zellen malen.",
  noPieceYet: "Es gibt noch keine Teile: eines hinzufügen.",
  tooMuch: (least, cells, exact) =>
    `Die Teile haben ${exact ? "" : "mindestens "}${manyCells(least)}, das Brett hat ${exact ? "" : "nur "}${say(cells)}.`,
  tooLittle: (most, required, exact, free) =>
    `Die Teile haben ${exact ? "" : "höchstens "}${manyCells(most)}, das Brett hat ${say(required)}${free ? ", die bedeckt werden müssen" : ""}.`,
  noChoice: (required, cells) => `Keine Auswahl von Teilen hat zusammen ${between(required, cells)} Zellen.`,
  tooManyPlacements: (most) =>
    `Die Teile haben mehr als ${say(most)} Platzierungen; Puzzles dieser Größe durchsucht nur die Kommandozeile.`,

  // The rules of a puzzle
  ruleNamed: (rule) => `Eine weitere Regel: ${rule}.`,
  listed: (names) => names.join(", "),
  sentence: (text) => `${text}.`,
  rules: {
    match: "Wo sich zwei Teile berühren, haben ihre Seiten dieselbe Farbe.",
    opposite: "Wo sich zwei Teile berühren, haben ihre Seiten gegensätzliche Farben wie A und a: Kopf und Schwanz.",
    noTurn: "Teile dürfen nicht gedreht werden.",
    fixed: (names) => `Diese Teile dürfen nicht beliebig gedreht werden: ${names.join(", ")}.`,
    border: {
      same: "Alle Seiten am Rand haben dieselbe Farbe.",
      "same on each side": "An jeder Seite des Bretts haben alle Seiten am Rand eine Farbe.",
      "different on each side": "An jeder Seite des Bretts kommt keine Farbe zweimal vor.",
    },
    borderColour: "Alle Seiten am Rand haben die Farbe der Linie um das Brett.",
    coloured: "Eine farbige Zelle eines Teils liegt auf einer Zelle derselben Farbe.",
    pairs: "Eine farbige Zelle eines Teils liegt nur auf bestimmten Farben des Bretts.",
    wrap: {
      x: "Das Brett ist ringförmig geschlossen: Sein rechter Rand hängt mit dem linken zusammen.",
      y: "Das Brett ist ringförmig geschlossen: Sein oberer Rand hängt mit dem unteren zusammen.",
      xy: "Das Brett ist ringförmig geschlossen: Gegenüberliegende Ränder hängen zusammen.",
      moebius: "Das Brett ist ein Möbiusband: Sein rechter Rand hängt kopfüber mit dem linken zusammen.",
      "moebius y":
        "Das Brett ist ein Möbiusband: Sein unterer Rand hängt mit dem oberen zusammen, links und rechts vertauscht.",
      klein:
        "Das Brett ist eine Kleinsche Flasche: Sein rechter Rand hängt kopfüber mit dem linken zusammen, und der untere mit dem oberen.",
      "klein y":
        "Das Brett ist eine Kleinsche Flasche: Sein unterer Rand hängt mit dem oberen zusammen, links und rechts vertauscht, und der rechte mit dem linken.",
    },
    wrapBy: (periods) =>
      `Das Brett ist ringförmig geschlossen, mit den Perioden ${periods.map((/** @type {Vector} */ by) => `(${by.join(", ")})`).join(" und ")}.`,
    symmetric: ({ way }) => `Die Packung ist symmetrisch, ${symmetries[way]} ändert sie nicht.`,
    chain: (name, cells) => `${name} ist eine Kette von ${manyCells(cells)}, die gefaltet wird.`,
    empty: (many) => `Höchstens ${manyCells(many)} ${many === 1 ? "darf" : "dürfen"} leer bleiben.`,
    exchanged: (letters) =>
      `Lösungen, die sich nur durch Vertauschen der Farben ${letters.join(", ")} unterscheiden, zählen in der ersten Zeile als eine.`,
  },

  // Why there is no solution
  noPlace: (piece) => `Teil ${piece} passt nirgends auf das Brett.`,
  noRuleKept: (rule) => `Die Teile passen an zu wenige Plätze, um die Regel „${rule}“ einzuhalten.`,
  notCovered: (cell) => `Kein Teil kann die Zelle ${cell} bedecken.`,
  colouring: (name, dark, light, ways) =>
    `Man färbe die Zellen ${colouringOf[name]}: Das Brett hat ${say(dark)} dunkle und ${say(light)} helle Zellen, aber die Teile bedecken, wie sie auch liegen, ${ways.length ? `${either(ways)} dunkle Zellen` : "andere Anzahlen von Zellen"}.`,
  sharesNote: "Unter jedem Teil: wie viele Zellen der einen und der anderen Farbe es bedeckt, wie es auch liegt.",

  // What went wrong
  workerDied: "Ein Teil der Suche ist unerwartet abgebrochen. Was bisher gefunden wurde, ist noch da.",
  outOfMemory:
    "Der Browser hat für diese Suche keinen Speicher mehr. Die bisher gefundenen Lösungen sind noch da; die Kommandozeile kann weiter suchen.",
  broken: (detail) => `Die Suche ist gescheitert (${detail}).`,

  // The page
  language: "Sprache",
  nameLabel: "Name des Puzzles",
  puzzleLabel: "Puzzle",
  modesLabel: "Was zu tun ist",
  toolsLabel: "Werkzeuge",
  untitled: "Mein Puzzle",
  modes: { draw: "Zeichnen", solve: "Lösen", play: "Spielen" },
  undo: "Rückgängig",
  redo: "Wiederholen",
  puzzles: "Puzzles",
  open: "Öffnen",
  save: "Speichern",
  link: "Link",
  close: "Schließen",
  today: "Heute",
  choosePuzzle: "Puzzle wählen",
  searchPuzzles: "Name oder Marke",
  filterLabels: { kind: "Art", size: "Wie viele Teile" },
  filters: {
    kind: { "": "Alle Arten", flat: "Eben", solid: "Räumlich", coloured: "Mit Farben", days: "Kalender" },
    size: { "": "Alle Größen", few: "Bis zu 7 Teile", some: "8 bis 12 Teile", many: "Mehr Teile" },
  },
  sortsOfPuzzles: {
    name: "Nach Namen",
    easy: "Leichteste zuerst",
    hard: "Schwerste zuerst",
    few: "Wenigste Teile zuerst",
  },
  easy: "einfach, leicht, für Kinder", // words by which the easiest are found
  hardness: (hardness, hardest) => `Schwierigkeit ${hardness} von ${hardest}, für sorgfältige Spieler`,
  nothingFound: "Hier heißt kein Puzzle so. Man kann es zeichnen oder eine Datei öffnen.",
  noSuchPuzzle: (name) => `Es gibt kein Puzzle namens ${name}.`,
  notKept:
    "Der Browser konnte das nicht aufbewahren, vielleicht ist sein Platz erschöpft. Das Puzzle besser in einer Datei speichern.",
  noWebGL: "Diesem Browser fehlt WebGL, deshalb ist die räumliche Ansicht nicht zu sehen.",
  noWebAssembly: "Diesem Browser fehlt WebAssembly, deshalb kann die Seite nicht suchen. Ein neuerer Browser kann es.",
  noDecompression:
    "Dieser Browser ist zu alt für diese Seite: Er kann ihre Daten nicht entpacken (DecompressionStream).",
  noSimd: "Dieser Browser ist zu alt für diese Seite: Seinem WebAssembly fehlen Vektoren (SIMD).",
  spaceLabel: "Das Puzzle im Raum; durch Ziehen oder mit den Pfeiltasten drehen",
  boardLabel: "Das leere Brett",
  grids: {
    square: "Quadrate",
    cubic: "Würfel",
    fcc: "Kugeln",
    hexagonal: "Sechsecke",
    triangular: "Dreiecke",
    prisms: "Dreiecksprismen",
    rhombic: "Zerteilte Würfel (24 Tetraeder)",
    "half-cubes": "Halbe Würfel (aus 12 Tetraedern)",
    "tetra-octa": "Tetraeder und Oktaeder",
    "half-squares": "Halbe Quadrate",
    cairo: "Kairo-Fünfecke",
    drafters: "Drafter (halbe Dreiecke)",
    kites: "Drachenvierecke",
    octasquares: "Achtecke und Quadrate",
    "snub-square": "Dreiecke und Quadrate",
    sticks: "Stäbchen",
    trigs: "Trigs (Seiten von Dreiecken)",
    trihexes: "Dreiecke und Sechsecke",
    twigs: "Twigs (Seiten von Sechsecken)",
  },
  summary: ({ pieces, board }, count) =>
    `${allOf(pieces)}, ${manyCells(board.length)}${count === null ? "" : `, ${manySolutions(count)}`}`,

  // Solve
  solve: "Lösen",
  pause: "Anhalten",
  goOn: "Fortsetzen",
  again: "Noch einmal",
  about: ({ pieces, board }) =>
    `Findet alle Arten, ${allOf(pieces)} in ${manyCells(board.length)} unterzubringen, hier im Browser.`,
  preparing: "Alle Platzierungen der Teile werden gesucht …",
  none: "Keine Lösung",
  searchedAll: "Alle Möglichkeiten wurden versucht: Es gibt keine.",
  found: (number) => manySolutions(number),
  unique: "Das ist die einzige: Alle Möglichkeiten wurden versucht.",
  complete: "Das sind alle: Alle Möglichkeiten wurden versucht.",
  foundSoFar: (number) => (number ? `≥ ${manySolutions(number)}` : "Bisher keine Lösung"),
  searching: "Bisher; die Suche läuft weiter.",
  paused: "Bisher; die Suche lässt sich fortsetzen.",
  checked: "Jede Lösung wurde am Puzzle geprüft, bevor sie gezählt wurde.",
  numberOf: (number, many, complete) => `${say(number)} von ${say(many)}${complete ? "" : "+"}`,
  previous: "Vorige Lösung",
  next: "Nächste Lösung",
  whichSolution: "Welche Lösung zu sehen ist",
  moveApart: "Auseinander",
  solutionLabel: (number) => `Lösung ${say(number)}`,
  atLeast: (number, complete) => (complete ? say(number) : `≥ ${say(number)}`),
  patterns: "Bis auf Vertauschen der Farben",
  isometries: "Verschiedene Lösungen",
  rotations: "Mit Spiegelbildern",
  raw: "Mit allen Lagen",
  whatNumbers: "Was bedeuten die Zahlen?",
  ordersNote: ({ rotations, isometries }) =>
    isometries === 1
      ? "Das Puzzle hat keine Symmetrie: Die drei Zählweisen stimmen überein."
      : `Das Puzzle hat ${some(rotations, "Drehung", "Drehungen")} und insgesamt ${some(isometries, "Symmetrie", "Symmetrien")}; Lösungen, die durch eine Symmetrie auseinander hervorgehen, zählen in der ersten Zeile als eine.`,
  progress: "Erledigter Anteil der Suche",
  progressNote: (fraction, rate, left) =>
    `${fraction < 0.995 ? `${say(100 * fraction, fraction < 0.1 ? 1 : 0)} %` : "fast alles"} erledigt, ${rate > 1e6 ? `${say(rate / 1e6, 1)} Millionen` : say(Math.round(rate / 1000) * 1000)} Schritte je Sekunde${left === null ? "" : `, noch etwa ${time(left)}`}`,
  piecesLabel: "Teile",
  notAllKept: (number) => `Nur die ersten ${say(number)} sind anzusehen; gezählt werden alle.`,
  fasterThere: "Das dauert eine Weile. Schneller ist auf diesem Rechner die Kommandozeile: ",

  givenMany: (number) => `${manySolutions(number)} zu sehen`,
  given: "Diese Lösungen kamen mit der Seite; „Lösen“ findet hier alle.",
  givenAlone: "Diese Lösungen kamen mit der Seite.",
  inSpace: "Räumlich",
  lookAgain: "Ansicht zurücksetzen",
  ownColours: "Gleiche Teile in verschiedenen Farben",
  showAll: "Alle zeigen",
  hideAll: "Alle verbergen",
  showPiece: (letter, name) => `${letter === name ? name : `${letter}, ${name}`} zeigen`,
  seen: (title, { seen, aside, all }) =>
    `${title}: ${say(seen)} von ${some(all, "Teil", "Teilen")} zu sehen${aside ? `, davon ${say(aside)} daneben gelegt` : ""}; durch Ziehen oder mit den Pfeiltasten drehen`,
  keys: (several, steps) =>
    `Tasten: Pfeile drehen, + und − zoomen, 0 bis 9 rücken auseinander${steps ? ", Leertaste spielt ab, Komma und Punkt gehen schrittweise" : ""}${several ? ", N und P zeigen die nächste und vorige Lösung" : ""}.`,

  // Watching the search
  watch: "Beim Denken zusehen",
  stopWatching: "Nicht mehr zusehen",
  watchLabel: (placed) => `Die Suche hat ${manyPieces(placed)} gelegt`,
  walkStep: "Ein Schritt",
  pace: (steps) => `${some(steps, "Schritt", "Schritte")} je Sekunde`,
  cellItem: ([x, y, z], flat) => `die Zelle in Spalte ${x + 1}, Zeile ${y + 1}${flat ? "" : `, Schicht ${z + 1}`}`,
  pieceItem: (name) => `Teil ${name}`,
  ruleItem: "eine Regel",
  walked: ({ kind, item, many, piece, which, order }) =>
    /** @type {Record<string, string>} */ ({
      begin: "Ein leeres Brett: Noch liegt nichts.",
      chosen: `Als Nächstes ${item}: ${many === 1 ? "Dafür gibt es nur eine Möglichkeit" : `Dafür gibt es ${say(many ?? 0)} Möglichkeiten${order === "fewest" ? ", und für nichts anderes weniger" : ""}`}.`,
      tried: `Möglichkeit ${which} von ${many}: Teil ${piece} wird versucht.`,
      dead: `Eine Sackgasse: Für ${item} gibt es keine Möglichkeit.`,
      back: "Zurück: Das letzte Teil wird weggenommen.",
      found: "Eine Lösung!",
      end: "Alle Möglichkeiten wurden versucht.",
    })[kind],
  walkCounts: ({ tried, dead, found }) =>
    `${manyPieces(tried)} versucht, ${some(dead, "Sackgasse", "Sackgassen")}, ${manySolutions(found)}.`,
  tree: "Die Entscheidungen bis hier",
  level: (item, tried, many) => `${item}: Möglichkeit ${tried} von ${many}`,
  orders: { fewest: "Wenigste zuerst", cells: "Zelle für Zelle", pieces: "Teil für Teil" },
  orderLabel: "Reihenfolge",
  whyOrder: {
    fewest:
      "Gewählt wird immer die Zelle oder das Teil mit den wenigsten Möglichkeiten: So zeigt sich eine Sackgasse früh, und wenig ist zurückzunehmen.",
    cells:
      "Gewählt wird immer die erste unbedeckte Zelle: Eine Lücke anderswo fällt erst auf, wenn sie an der Reihe ist.",
    pieces: "Ein Teil nach dem anderen wird überall versucht, auch dort, wo Löcher bleiben.",
  },
  compare: "Reihenfolgen vergleichen",
  triedHead: "Versuche",
  deadHead: "Sackgassen",
  foundHead: "Lösungen",

  // Filling as much as possible
  fillMost: "So viel wie möglich füllen",
  backToSolve: "Zurück",
  leaves: (number) =>
    number ? `${manyCells(number)} ${number === 1 ? "bleibt" : "bleiben"} leer` : "Das ganze Brett ist gefüllt",
  leavesAtMost: (number, bound) => `Höchstens ${manyCells(number)} leer${bound ? `, mindestens ${say(bound)}` : ""}`,
  noPackingYet: "Noch keine Packung",
  noPacking: "Gar keine Packung",
  noFewer: "Weniger ist unmöglich.",
  noGap: "Keine Zelle bleibt leer.",
  neverFilled: "Welche Teile man auch weglässt, die Regeln sind nicht einzuhalten.",
  filledLabel: (placed, gap) => `Auf dem Brett: ${manyPieces(placed)}; leer: ${manyCells(gap)}.`,
  leftOut: "Weggelassen",

  // Which packings come apart
  packings: (number) => some(number, "Packung", "Packungen"),
  assembled: ({ yes, unknown, decided, many, done, best }) =>
    spaced(
      done ? "" : `Bisher zerlegt: ${say(decided)} von ${say(many)}.`,
      (yes > 0 || done) &&
        `Zusammenbauen ${yes === 1 ? "lässt" : "lassen"} sich ${yes ? say(yes) : "keine"}${yes ? `, ${yes > 1 ? "die beste mit " : ""}Level ${best.cut ? "höchstens " : ""}${best.level}` : ""}.`,
      unknown && `Unentschieden: ${say(unknown)}.`,
    ),
  whichAssembled: "Welche sind zusammenbaubar?",
  onlyAssembled: "Nur solche, die sich zusammenbauen lassen",
  sortBy: "Reihenfolge",
  sorts: {
    level: "höchstes Level zuerst",
    moves: "meiste Züge zuerst",
    pieces: "wenigste Teile zuerst",
    found: "wie gefunden",
  },

  // Take apart
  backwards,
  stuck: (letters, turned) =>
    spaced(
      stuckBy(turned === "no" ? "geraden Zügen und Vierteldrehungen" : "geraden Zügen", letters),
      turned === "unknown" && "Ob Drehungen helfen, war in einigen Sekunden nicht zu klären.",
    ),
  stuckIn: {
    turns: (letters) => stuckBy("geraden Zügen und Drehungen", letters),
    straight: (letters) => stuckBy("geraden Zügen", letters),
    out: (letters) => stuckBy("Zügen geradewegs hinaus", letters),
    positions: (letters, many = 0) =>
      `Nach ${some(many, "Stellung", "Stellungen")} unentschieden: ${letters.join(", ")}.`,
  },
  comesApart: ({ level, cut, steps }, together) =>
    spaced(
      `Es geht auseinander. Level ${cut ? "höchstens " : ""}${level}.`,
      ...together.map((/** @type {string[]} */ letters) => `${letters.join(", ")} bleiben als Gruppe zusammen.`),
      steps.length > 0 && backwards,
    ),
  apartAs: {
    asked: "Einen Moment …",
    unknown: "Ob es auseinandergeht, war in einigen Sekunden nicht zu klären; „satpuzzle assemble“ sucht länger.",
    tooMany: "Für das Zerlegen hier sind das zu viele Teile; „satpuzzle assemble“ nimmt mehr.",
  },
  takeApart: "Zerlegen",
  tryTurns: "Vierteldrehungen versuchen",
  fold: "Falten",
  folded: (now, last, text) => `${say(now)} von ${say(last)}${text ? `: ${text}` : ""}`,
  toStart: "Zurück zum Anfang",
  stepBack: "Ein Schritt zurück",
  stepForth: "Ein Schritt vor",
  playSteps: "Abspielen",
  speed: "Geschwindigkeit",
  times: (speed) => `${speed === 0.5 ? "½" : speed}×`,
  stepped: (now, last, what) => `${now} von ${last}${what ? `: ${what.letters.join(", ")} – ${what.text}` : ""}`,
  directions: { right: ["rechts", "links"], near: ["vorn", "hinten"], up: ["oben", "unten"] },
  moved: (named, far) => `${along(named)} um ${say(far)}`,
  movedOut: (named) => `${along(named)} und hinaus`,
  turned: (named) => `eine Vierteldrehung um eine Gerade ${along(named)}`,

  // Draw
  board: "Brett",
  grid: "Besteht aus",
  newPuzzle: "Neues Puzzle",
  drawOwn: "Selbst eines zeichnen",
  newBoard: "Neues Brett",
  fill: "Füllen",
  sizes: ["Breite", "Tiefe", "Höhe"],
  paint: "Zellen malen",
  erase: "Zellen löschen",
  maybe: "Zellen, die leer bleiben dürfen",
  turnDrawing: "Drehen",
  mirrorDrawing: "Spiegeln",
  copyLayer: "Diese Schicht nach oben kopieren",
  clear: "Leeren",
  hue: "Farbe gemalter Zellen",
  hueRule: "Eine Regel: Eine farbige Zelle eines Teils liegt auf einer Zelle derselben Farbe",
  hueNamed: (number) => (number ? `Farbe ${number}` : "Keine Farbe"),
  paintOf: (name) => `Farbe von Teil ${name}, nur fürs Auge`,
  sides: "Seiten",
  tileAsWord:
    "Eine Kachel ist eine Zelle. Ihre Seiten sind Buchstaben, einer für jede Seite, von oben im Uhrzeigersinn: Sie stehen neben ihrem Namen.",
  layer: (z) => `Schicht ${z + 1}`,
  layerUp: "Eine Schicht höher",
  layerDown: "Eine Schicht tiefer",
  addPiece: "Neues Teil",
  addSet: "Teilesatz …",
  pieceNamed: (name) => `Teil ${name}`,
  drawThis: (name) => `${name} zeichnen`,
  drawIt: (name) => `Teil ${name} auf das Blatt malen.`,
  cellsOf: (cells, optional) =>
    `${manyCells(cells)}${optional ? `, ${say(optional)} ${optional === 1 ? "darf" : "dürfen"} leer bleiben` : ""}`,
  nameOf: (name) => `Name von Teil ${name}`,
  nameTaken: (name) => `Ein Teil ${name} gibt es schon.`,
  nameEmpty: "Ein Teil braucht einen Namen.",
  duplicate: (name) => `Teil ${name} kopieren`,
  remove: (name) => `Teil ${name} entfernen`,
  fewer: (name) => `Weniger Exemplare von ${name}`,
  more: (name) => `Mehr Exemplare von ${name}`,
  copies: "Exemplare",
  upTo: "wahlfrei",
  turnOver: "wendbar",
  notConnected: "Nicht zusammenhängend",
  sums: (least, most, required, cells) =>
    least === most && required === cells
      ? `Die Teile haben ${manyCells(least)}, das Brett ebenso.`
      : `Die Teile haben ${between(least, most)} Zellen, das Brett hat ${between(required, cells)} zu bedecken.`,
  sheetLabel: (name, cells) => `${name}, ${manyCells(cells)} gemalt. Pfeiltasten bewegen, die Leertaste malt.`,
  cellNamed: (cell, on) => `${cell.join(", ")}${on ? ", gemalt" : ""}`,

  // Play
  hint: "Tipp",
  hintsLabel: "Was ein Tipp verrät",
  hints: { both: "beides", piece: "Teil", place: "Platz" },
  hintPiece: (name) => `Teil ${name} kommt als Nächstes.`,
  hintPlace: "Ein Teil bedeckt die markierten Zellen.",
  fix: "Festhalten",
  unfix: "Loslassen",
  isFixed: (name) => `Teil ${name} ist fest.`,
  howManyWays: "Wie viele Möglichkeiten?",
  ways: ({ many, complete }) => `${complete ? "" : "Mindestens "}${some(many, "Möglichkeit", "Möglichkeiten")}.`,
  solveFromHere: "Von hier lösen",
  whichIsWrong: "Welches Teil ist falsch?",
  wrongPieces: (names) =>
    names.length === 1
      ? `Teil ${names[0]} ist falsch: Ohne dieses Teil geht es auf.`
      : `Ohne ${names.join(", ")} geht es auf.`,
  newLevel: "Neue Aufgabe",
  levels: { easy: "leicht", medium: "mittel", hard: "schwer" },
  levelIs: ({ given, tries }) =>
    `Eine Aufgabe mit ${some(given, "gegebenen Teil", "gegebenen Teilen")} und nur einer Lösung. Wer immer dort sucht, wo es die wenigsten Möglichkeiten gibt, braucht ${some(tries, "Versuch", "Versuche")}.`,
  booklet: "Heft zum Drucken",
  makingBooklet: (made, all) => `Aufgabe ${made + 1} von ${all} entsteht …`,
  printedLevel: (number, level) => `${number} – ${level}`,
  timesPrinted: (many) => `× ${many}`,
  answers: "Antworten",
  answerLabel: (number) => `Die Antwort zu Aufgabe ${number}`,
  noLevel: "In einigen Sekunden wurde keine Aufgabe gefunden.",
  clearBoard: "Leeren",
  toDraw: "Das Puzzle zeichnen",
  turnPiece: "Drehen (R)",
  flipPiece: "Wenden (F)",
  tray: (left) => `Noch ${manyPieces(left)}`,
  trayEmpty: "Alle Teile sind auf dem Brett",
  tagOf: (symbols, name, left) =>
    `${symbols.length === 1 && symbols[0] !== name && name.length < 8 ? `${symbols[0]} ` : ""}${name}${left ? ` ×${left}` : ""}`,
  take: (name, left) => `Teil ${name} nehmen${left > 1 ? `, noch ${left} da` : ""}`,
  playHelp:
    "Ein Teil auf das Brett ziehen, oder erst das Teil und dann das Brett anklicken. Ein Klick auf ein Teil auf dem Brett nimmt es wieder auf.",
  heldByTouch: "Auf das Brett tippen, wo das Teil liegen soll; ein Knopf über dem Brett dreht es.",
  heldHelp: (flat) =>
    flat
      ? "R oder das Mausrad dreht das Teil, F wendet es, Esc lässt es los."
      : "R oder das Mausrad dreht das Teil, Pfeiltasten und Bild auf und ab bewegen es, Enter setzt es auf das Brett, Esc lässt es los.",
  playLabel: (placed, all) => `Das Brett mit ${say(placed)} von ${some(all, "Teil", "Teilen")}`,
  tellMe: "Sagen, ob es aufgehen kann",
  thinking: "Einen Moment …",
  tooLong: "Das war in einigen Sekunden nicht zu klären.",
  unanswered: "Es kam keine Antwort. Der nächste Zug fragt wieder.",
  canFinish: "Das kann noch aufgehen.",
  cannotFinish: "Das kann nicht mehr aufgehen.",
  noMore: "Kein Teil muss dazu: Das ist eine Lösung.",
  noHint: "Von hier aus geht es nicht auf: Erst muss ein Teil zurück.",
  hinted: (name) => `Teil ${name} kann hierhin.`,
  solved: (times, all) =>
    !times
      ? "Von dieser Seite gelöst."
      : all !== null && times <= all
        ? `Gelöst: Lösung ${say(times)} von ${say(all)}.`
        : times > 1
          ? `Gelöst, bisher auf ${say(times)} Arten.`
          : "Gelöst.",
  fitsNowhere: (name) => `Teil ${name} passt nirgends auf dieses Brett.`,
  noRoom: "In dieser Stellung ist kein Platz dafür.",
  put: (name) => `Teil ${name} liegt auf dem Brett.`,
  diary: "Tagebuch",
  nothingYet: "Noch nichts. Was beim Spielen gelöst wird, steht dann hier, mit Datum.",
  foundOn: (number, all, on) => `Lösung ${say(number)}${all === null ? "" : ` von ${say(all)}`}, ${day(on)}`,
  lastFound: (shown, all) => `Zu sehen sind die letzten ${say(shown)} von ${manySolutions(all)}.`,
  saveDiary: "Speichern",
  addDiary: "Aus Datei",
  diaryTaken: (added) => `${manySolutions(added)} ${added === 1 ? "wurde" : "wurden"} in das Tagebuch aufgenommen.`,
  badDiary: (page) => (page ? `Seite ${page} des Tagebuchs ist beschädigt.` : "Das ist kein Tagebuch."),
  ghostAt: (cells) => `Auf ${cells.map((/** @type {Vector} */ cell) => cell.join(" ")).join("; ")}`,

  // Files and links
  opened: (name) => `${name} ist geöffnet.`,
  fileTooLarge: "Die Datei ist zu groß für ein Puzzle oder ein Tagebuch.",
  unknownFile: "Der Name einer Puzzledatei endet auf .toml, .json oder .xmpuzzle.",
  notJson: "Das ist kein JSON.",
  badToml: (line) => `Zeile ${line} ist kein gültiges TOML für eine Puzzledatei.`,
  notBurr: "Das ist keine lesbare Datei von BurrTools.",
  noProblem: "Die Datei enthält kein Problem, das ein Puzzle ist.",
  problem: (number) => `Problem ${number}`,
  chooseProblem: "Problem wählen",
  variablePiece: "Ein Teil hat variable Voxel.",
  saveToml: "Puzzledatei (TOML)",
  saveJson: "Puzzledatei (JSON)",
  savePage: "Webseite mit diesem Puzzle",
  saveStl: "Teile für einen 3D-Drucker (STL)",
  savePicture: "Bild",
  print: "Drucken",
  noPicture: "Es gibt kein Bild zu speichern.",
  linkTooLarge: "Der Link ist zu lang für ein Puzzle.",
  linkBroken: "Der Link ist beschädigt: Ein Stück fehlt oder wurde verändert.",
  linkNote: "Der Link enthält das ganze Puzzle und die Teile auf dem Brett. Nichts wird hochgeladen.",
  fragmentNote:
    "Diese Seite ist eine Datei auf diesem Rechner, deshalb gibt es nur das Ende eines Links: Man hängt es an die Adresse irgendeines Studios oder gibt es „satpuzzle studio“. Oder man speichert eine Webseite mit diesem Puzzle und verschickt sie.",
  qr: "Der Link als QR-Code",
  noQr: "Der Link ist zu lang für einen QR-Code.",
  copyLink: "Kopieren",
  copied: "Kopiert.",
  copyYourself: "Bitte den markierten Text kopieren.",
};
