// Chinese, in simplified characters.
import { sum } from "../lists.js";
import { sayingIn } from "../saying.js";

const { say, some, time, day } = sayingIn("zh");
/** @type {(low: number, high: number) => string} */
const between = (low, high) => (low === high ? say(low) : `${say(low)} 至 ${say(high)}`);
/** @type {(number: number) => string} */
const manyCells = (number) => some(number, "个单元格");
/** @type {(number: number) => string} */
const manyPieces = (number) => some(number, "个拼块");
/** @type {(number: number) => string} */
const manySolutions = (number) => some(number, "个解");
/** @type {(pieces: Piece[]) => string} */
const allOf = (listed) => manyPieces(sum(listed, ({ max }) => max));
/** @type {(names: any[]) => string} */
const listed = (names) => names.join("、");

/** @type {Record<string, string>} */
const counted = { cells: "个单元格", pieces: "个拼块", "items of rules": "个规则项" };
/** @type {Record<string, string>} */
const colouringOf = {
  chequers: "像国际象棋棋盘那样",
  columns: "按列深浅相间",
  rows: "按行深浅相间",
  layers: "按层深浅相间",
  kinds: "按朝向",
};
/** @type {Record<string, string>} */
const symmetries = {
  "half turn": "旋转半圈",
  "third turn": "旋转三分之一圈",
  "quarter turn": "旋转四分之一圈",
  "sixth turn": "旋转六分之一圈",
  horizontal: "沿水平线镜像",
  vertical: "沿竖直线镜像",
  upright: "沿水平线或竖直线镜像",
  diagonal: "沿对角线镜像",
  mirror: "镜像反射",
  point: "中心反演",
  any: "棋盘的某种对称",
};
/** @type {Record<string, string>} */
/** @type {(numbers: number[]) => string} */
const either = (numbers) =>
  numbers.length > 4 ? `${listed(numbers.slice(0, 3))}、…或 ${numbers.at(-1)}` : numbers.join(" 或 ");
/** @type {(named: string[]) => string} */
const along = ([right, near, up]) => `向${right ?? ""}${near ?? ""}${up ?? ""}`;
const backwards = "倒过来播放就是组装的过程。";

/** @satisfies {Words} */
export const zh = {
  lang: "zh",

  // What is wrong with a puzzle
  notAPuzzle: "这不是拼图。",
  isAFamily: "此文件中每天对应一个拼图，请选择其中一个。",
  unknownKey: (key, known) => `未知的键“${key}”。可用的键有：${listed(known)}。`,
  unknownGrid: (found, known) =>
    `未知的网格 ${JSON.stringify(found?.title ?? found)}。可用的网格有：${listed(known)}。`,
  noPieces: "拼图没有列出任何拼块。",
  tooMany: (what, found, most) => `拼图有 ${say(found)} ${counted[what]}；本页最多接受 ${say(most)} 个。`,
  frameInBoard: "框架的一个单元格同时属于棋盘。",
  twoBoards: "拼图只能有“box”或“board”之一。",
  badBox: (axes) => `盒子的尺寸必须是 ${axes} 个正数。`,
  badCells: (key) => `“${key}”必须是图形或单元格列表。`,
  badCell: (key, cell, grid) => `“${key}”中的 ${cell} 不是网格 ${grid} 的单元格。`,
  twice: (key) => `“${key}”中有重复的单元格。`,
  flatLayers: "图形有多层，但网格是平面的。",
  badMark: (key, mark) => `“${key}”中的符号“${mark}”在此处没有意义。`,
  badDrawing: (key, grid) => `“${key}”在网格 ${grid} 没有单元格的位置上有符号。`,
  manyShapes: (key, grid) => `“${key}”的起始处不是网格 ${grid} 的单元格，往后移可能是多种形状：请在前面加点号。`,
  badPiece: (number) => `第 ${number} 个拼块没有名称。`,
  emptyPiece: (name) => `拼块 ${name} 还没有单元格。`,
  badCopies: (name) => `拼块 ${name} 的个数不合规定。`,
  badTruth: (key) => `${key} 的“mirror”必须是 true 或 false。`,
  badPaint: (paint) => `“paint”是 ${paint}；应为“#ff8000”这样的文本。`,
  badRule: (key) => `“${key}”的值不合规定。`,
  unknownRule: (said, known) => `“rules”中有“${said}”，只能从以下选择：${listed(known)}。`,
  badRuleText: (said, form) => `“rules”中有“${said}”，应为“${form}”。`,
  wrongRule: (said, why) => `“rules”中的“${said}”：${why}。`,
  notForTiles: "它适用于拼块，不适用于瓷砖",
  needsFlat: "它要求平面棋盘，且整体移动",
  needsSticks: "它要求由小棒组成的网格",
  needsCorners: "它要求有这么多单元格交于一点的平面网格",
  needsRows: "它要求单元格排成直行的网格",
  noPieceNamed: (name) => `没有拼块 ${name}`,
  judges: "它判断整个装填方案，只有命令行能做到",
  needsWhole: "它要求棋盘不首尾相接，且整体移动",
  noSymmetry: (kinds) => `棋盘没有这种对称，只有：${listed(kinds) || "无"}`,
  symmetriesMove: "棋盘的对称会把它变成另一种，请改用 upright 或 mirror",
  noLine: "没有沿单元格边贯穿棋盘的直线",
  regionsOutside: "区域中有不在棋盘上的单元格",
  copiesAre: (least, most) => `按个数算，它们共有 ${between(least, most)} 个`,
  badColours: (key) => `“colours”必须是数字列表，与“${key}”中的单元格一一对应。`,
  badBorder: (found, letters) =>
    `“border”是“${found}”；可用的有“same”、“same on each side”、“different on each side”以及颜色 ${letters.join(" ")}。`,
  badRotate: (grid) => `在网格 ${grid} 上，只有允许旋转，瓷砖才能放入所有单元格。`,
  badSides: (number, sides) => `第 ${number} 块瓷砖必须有 ${sides} 条边，每条边是一个字母或数字。`,
  noTiles: (grid) => `网格 ${grid} 不支持边上有颜色的瓷砖。`,
  badChain: (name, most) =>
    `拼块“${name}”的链必须是由字母 S、B 和 ? 组成的词，或由不小于 2 的长度组成的列表，且最多 ${say(most)} 格。`,
  noChains: (grid, known) => `网格 ${grid} 不支持链。支持链的网格有 ${known.join("、")}。`,
  chainOnRing: "本页不能在首尾相接的棋盘上折叠链。",
  chainRule: "这条规则只适用于刚性拼块，而这个谜题含有链。",
  chainByWord: "链由文件中的词给出，不能绘制。",
  chainByHand: "链在“求解”中折叠，不能手动操作。",
  flatWrap: "只有平面棋盘才能首尾相接。",
  badPeriods: "“wrap”必须是网格的一个或两个不同方向的平移。",
  badGlide: "带“flip”的“wrap”要求网格关于棋盘的中线对称，且第二个周期与之垂直；也可能本页尚不支持这种棋盘。",
  sameCell: "棋盘首尾相接，因此其中有两个单元格重合。",
  smallWrap: (least) => `首尾相接的瓷砖棋盘，一圈至少要有 ${least} 个单元格。`,
  noExchange: (tile) => `颜色不能互换：没有与 ${tile} 互换后对应、且数量相同的瓷砖。`,
  tooManySymmetries: "拼图的对称超出了本页的处理能力，命令行可处理更多。",
  badText: (key) => `“${key}”必须是文本。`,
  emptyBoard: "棋盘是空的：请涂上单元格。",
  noPieceYet: "还没有拼块：请添加一个。",
  tooMuch: (least, cells, exact) =>
    `拼块${exact ? "" : "至少"}有 ${manyCells(least)}，棋盘${exact ? "" : "只"}有 ${say(cells)} 个。`,
  tooLittle: (most, required, exact, free) =>
    `拼块${exact ? "" : "最多"}有 ${manyCells(most)}，棋盘有 ${say(required)} 个${free ? "必须覆盖" : ""}。`,
  noChoice: (required, cells) => `没有哪种拼块组合的单元格总数是 ${between(required, cells)}。`,
  tooManyPlacements: (most) => `拼块的放置方式超过 ${say(most)} 种；本页不求解这么大的拼图，命令行可以。`,

  // The rules of a puzzle
  ruleNamed: (rule) => `另一条规则：${rule}。`,
  listed,
  sentence: (text) => `${text}。`,
  rules: {
    match: "两个拼块相接处，边的颜色相同。",
    opposite: "两块相接之处，边的颜色相对，如 A 与 a：头对尾。",
    noTurn: "拼块不得旋转。",
    fixed: (names) => `这些拼块不能任意旋转：${listed(names)}。`,
    border: {
      same: "边界上所有边的颜色相同。",
      "same on each side": "棋盘每一侧的边界上，所有边同色。",
      "different on each side": "棋盘每一侧的边界上，没有颜色重复。",
    },
    borderColour: "边界上所有边的颜色与棋盘外框线相同。",
    coloured: "拼块的有色单元格放在同色的单元格上。",
    pairs: "拼块的有色单元格只能放在棋盘的某些颜色上。",
    wrap: {
      x: "棋盘首尾相接：右边缘与左边缘相连。",
      y: "棋盘首尾相接：上边缘与下边缘相连。",
      xy: "棋盘首尾相接：相对的边缘相连。",
      moebius: "棋盘是莫比乌斯带：右边缘上下颠倒后与左边缘相连。",
      "moebius y": "棋盘是莫比乌斯带：下边缘左右颠倒后与上边缘相连。",
      klein: "棋盘是克莱因瓶：右边缘上下颠倒后与左边缘相连，下边缘与上边缘相连。",
      "klein y": "棋盘是克莱因瓶：下边缘左右颠倒后与上边缘相连，右边缘与左边缘相连。",
    },
    wrapBy: (periods) =>
      `棋盘首尾相接，周期为 ${periods.map((/** @type {Vector} */ by) => `(${by.join(", ")})`).join(" 和 ")}。`,
    symmetric: ({ way }) => `装填方案是对称的，${symmetries[way]}后不变。`,
    chain: (name, cells) => `${name} 是一条可折叠的链，共 ${say(cells)} 格。`,
    empty: (many) => `最多可空出 ${manyCells(many)}。`,
    exchanged: (letters) => `只相差颜色 ${listed(letters)} 互换的解，在第一行中算作一个。`,
  },

  // Why there is no solution
  noPlace: (piece) => `拼块 ${piece} 在棋盘上无处可放。`,
  noRuleKept: (rule) => `拼块可放的位置太少，无法满足规则“${rule}”。`,
  notCovered: (cell) => `没有拼块能覆盖单元格 ${cell}。`,
  colouring: (name, dark, light, ways) =>
    `把单元格${colouringOf[name]}着色：棋盘有 ${say(dark)} 个深色单元格和 ${say(light)} 个浅色单元格，但无论拼块怎样放，覆盖的${ways.length ? `深色单元格都是 ${either(ways)} 个` : "数目都对不上"}。`,
  sharesNote: "每个拼块下方：无论怎样放，它覆盖两种颜色的单元格各多少个。",

  // What went wrong
  workerDied: "本页负责搜索的部分意外终止。已找到的结果仍然保留。",
  outOfMemory: "浏览器没有足够的内存继续搜索。已找到的解仍然保留；命令行可以继续搜索。",
  broken: (detail) => `搜索失败（${detail}）。`,

  // The page
  language: "语言",
  nameLabel: "拼图名称",
  puzzleLabel: "拼图",
  modesLabel: "模式",
  toolsLabel: "工具",
  untitled: "我的拼图",
  modes: { draw: "绘制", solve: "求解", play: "游玩" },
  undo: "撤销",
  redo: "重做",
  puzzles: "拼图库",
  open: "打开",
  save: "保存",
  link: "链接",
  close: "关闭",
  today: "今天",
  choosePuzzle: "选择拼图",
  searchPuzzles: "按名称或品牌搜索",
  filterLabels: { kind: "种类", size: "拼块个数" },
  filters: {
    kind: { "": "所有种类", flat: "平面", solid: "立体", coloured: "有颜色", days: "日历" },
    size: { "": "所有大小", few: "最多 7 个拼块", some: "8 至 12 个拼块", many: "更多拼块" },
  },
  sortsOfPuzzles: { name: "按名称", easy: "最简单的在前", hard: "最难的在前", few: "拼块最少的在前" },
  easy: "简单，容易，儿童", // words by which the easiest are found
  hardness: (hardness, hardest) => `对细心的玩家，难度为 ${hardness}（最高 ${hardest}）`,
  nothingFound: "这里没有这个名称的拼图。您可以自己绘制，或打开文件。",
  noSuchPuzzle: (name) => `没有名为 ${name} 的拼图。`,
  notKept: "浏览器无法存储，可能是空间已满。请把拼图保存为文件。",
  noWebGL: "此浏览器没有 WebGL，因此无法显示立体视图。",
  noWebAssembly: "此浏览器没有 WebAssembly，因此本页无法搜索。请使用较新的浏览器。",
  noDecompression: "此浏览器版本过旧：无法解压本页的数据（DecompressionStream）。",
  noSimd: "此浏览器版本过旧：其 WebAssembly 不支持向量（SIMD）。",
  spaceLabel: "立体的拼图；拖动或用方向键旋转",
  boardLabel: "空棋盘",
  grids: {
    square: "正方形",
    cubic: "立方体",
    fcc: "球",
    hexagonal: "六边形",
    triangular: "三角形",
    prisms: "三棱柱",
    rhombic: "分割的立方体（24 个四面体）",
    "half-cubes": "半立方体（由 12 个四面体组成）",
    "tetra-octa": "四面体和八面体",
    "half-squares": "半正方形",
    cairo: "开罗五边形",
    drafters: "三角板形（半个三角形）",
    kites: "筝形",
    octasquares: "八边形和正方形",
    "snub-square": "三角形和正方形",
    sticks: "小棒",
    trigs: "三角形的边",
    trihexes: "三角形和六边形",
    twigs: "六边形的边",
  },
  summary: ({ pieces, board }, count) =>
    `${allOf(pieces)}，${manyCells(board.length)}${count === null ? "" : `，${manySolutions(count)}`}`,

  // Solve
  solve: "求解",
  pause: "暂停",
  goOn: "继续",
  again: "重试",
  about: ({ pieces, board }) => `在浏览器中找出把 ${allOf(pieces)}放入 ${manyCells(board.length)}的所有方法。`,
  preparing: "正在找出拼块的所有放置…",
  none: "无解",
  searchedAll: "已试过所有可能：无解。",
  found: (number) => manySolutions(number),
  unique: "这是唯一的解：已试过所有可能。",
  complete: "这是全部的解：已试过所有可能。",
  foundSoFar: (number) => (number ? `≥ ${manySolutions(number)}` : "目前还没有解"),
  searching: "目前为止；搜索仍在继续。",
  paused: "目前为止；搜索可以继续。",
  checked: "每个解在计数前都按拼图的条件核对过。",
  numberOf: (number, many, complete) => `${say(number)} / ${say(many)}${complete ? "" : "+"}`,
  previous: "上一个解",
  next: "下一个解",
  whichSolution: "显示第几个解",
  moveApart: "散开",
  solutionLabel: (number) => `第 ${say(number)} 个解`,
  atLeast: (number, complete) => (complete ? say(number) : `≥ ${say(number)}`),
  patterns: "颜色互换算同一个",
  isometries: "不同的解",
  rotations: "镜像分开计数",
  raw: "所有摆法分开计数",
  whatNumbers: "这些数字是什么意思？",
  ordersNote: ({ rotations, isometries }) =>
    isometries === 1
      ? "拼图没有对称：三种计数方式结果相同。"
      : `拼图共有 ${say(isometries)} 种对称，其中 ${say(rotations)} 种是旋转；能由对称互相变换的解在第一行中算作一个。`,
  progress: "已完成的搜索比例",
  progressNote: (fraction, rate, left) =>
    `已完成${fraction < 0.995 ? ` ${say(100 * fraction, fraction < 0.1 ? 1 : 0)}%` : "绝大部分"}，每秒 ${rate > 1e6 ? `${say(rate / 1e4, 0)} 万` : say(Math.round(rate / 1000) * 1000)} 步${left === null ? "" : `，约剩 ${time(left)}`}`,
  piecesLabel: "拼块",
  notAllKept: (number) => `只能查看前 ${manySolutions(number)}；计数包括全部。`,
  fasterThere: "这需要一些时间。在本机上用命令行更快：",

  givenMany: (number) => `显示 ${manySolutions(number)}`,
  given: "这些解是随页面附带的；点击“求解”可在此找出所有的解。",
  givenAlone: "这些解是随页面附带的。",
  inSpace: "立体",
  lookAgain: "重置视角",
  ownColours: "相同的拼块用不同颜色",
  showAll: "全部显示",
  hideAll: "全部隐藏",
  showPiece: (letter, name) => `显示 ${letter === name ? name : `${letter}，${name}`}`,
  seen: (title, { seen, aside, all }) =>
    `${title}：共 ${manyPieces(all)}，显示 ${say(seen)} 个${aside ? `，其中 ${say(aside)} 个放在旁边` : ""}；拖动或用方向键旋转`,
  keys: (several, steps) =>
    `按键：方向键旋转，+ 和 − 缩放，0 到 9 散开${steps ? "，空格播放，逗号和句号单步" : ""}${several ? "，N 和 P 显示下一个和上一个解" : ""}。`,

  // Watching the search
  watch: "观看搜索过程",
  stopWatching: "停止观看",
  watchLabel: (placed) => `搜索已放置 ${manyPieces(placed)}`,
  walkStep: "一步",
  pace: (steps) => `每秒 ${say(steps)} 步`,
  cellItem: ([x, y, z], flat) => `第 ${x + 1} 列第 ${y + 1} 行${flat ? "" : `第 ${z + 1} 层`}的单元格`,
  pieceItem: (name) => `拼块 ${name}`,
  ruleItem: "一条规则",
  walked: ({ kind, item, many, piece, which, order }) =>
    /** @type {Record<string, string>} */ ({
      begin: "空棋盘：还没有放置任何拼块。",
      chosen: `接下来是${item}：${many === 1 ? "只有一种覆盖方式" : `有 ${say(many ?? 0)} 种方式${order === "fewest" ? "，没有比它更少的" : ""}`}。`,
      tried: `第 ${which} 种方式，共 ${many} 种：尝试拼块 ${piece}。`,
      dead: `死路：无法覆盖${item}。`,
      back: "回溯：取走最后一个拼块。",
      found: "找到一个解！",
      end: "已试过所有方式。",
    })[kind],
  walkCounts: ({ tried, dead, found }) =>
    `尝试了 ${manyPieces(tried)}，${some(dead, "条死路")}，${manySolutions(found)}。`,
  tree: "到目前为止的选择",
  level: (item, tried, many) => `${item}：第 ${tried} 种，共 ${many} 种`,
  orders: { fewest: "方式最少者优先", cells: "逐个单元格", pieces: "逐个拼块" },
  orderLabel: "顺序",
  whyOrder: {
    fewest: "总是选择剩余方式最少的单元格或拼块：这样死路出现得早，需要撤回的也少。",
    cells: "总是选择第一个未覆盖的单元格：别处的空缺要轮到它时才会发现。",
    pieces: "逐个取拼块，到处尝试，包括会留下空洞的地方。",
  },
  compare: "比较各种顺序",
  triedHead: "尝试的拼块",
  deadHead: "死路",
  foundHead: "解",

  // Filling as much as possible
  fillMost: "尽量填满",
  backToSolve: "返回",
  leaves: (number) => (number ? `空出 ${manyCells(number)}` : "填满整个棋盘"),
  leavesAtMost: (number, bound) => `最多空出 ${manyCells(number)}${bound ? `，至少 ${say(bound)} 个` : ""}`,
  noPackingYet: "尚未找到装填方案",
  noPacking: "没有任何装填方案",
  noFewer: "不可能更少。",
  noGap: "没有空出的单元格。",
  neverFilled: "无论舍去哪些拼块，规则都无法满足。",
  filledLabel: (placed, gap) => `棋盘上：${manyPieces(placed)}；空出：${manyCells(gap)}。`,
  leftOut: "未放入的拼块",

  // Which packings come apart
  packings: (number) => some(number, "种装填方案"),
  assembled: ({ yes, unknown, decided, many, done, best }) =>
    [
      done ? "" : `目前已拆解 ${say(decided)} / ${say(many)} 种。`,
      (yes > 0 || done) &&
        `${yes ? `${say(yes)} 种可以组装，${yes > 1 ? "最高" : ""}级别${best.cut ? "不超过" : "为"} ${best.level}` : "都不能组装"}。`,
      unknown && `${say(unknown)} 种尚未确定。`,
    ]
      .filter(Boolean)
      .join(""),
  whichAssembled: "哪些可以组装？",
  onlyAssembled: "只显示可以组装的",
  sortBy: "顺序",
  sorts: { level: "级别最高的在前", moves: "步数最多的在前", pieces: "拼块最少的在前", found: "按找到的顺序" },

  // Take apart
  backwards,
  stuck: (letters, turned) =>
    `${turned === "no" ? "用直线移动和四分之一旋转" : "用直线移动"}无法拆开：${listed(letters)} 卡住了。${turned === "unknown" ? "几秒钟不足以确定旋转是否有用。" : ""}`,
  stuckIn: {
    turns: (letters) => `用直线移动和旋转无法拆开：${listed(letters)} 卡住了。`,
    straight: (letters) => `用直线移动无法拆开：${listed(letters)} 卡住了。`,
    out: (letters) => `直接抽出无法拆开：${listed(letters)} 卡住了。`,
    positions: (letters, many = 0) => `尝试 ${say(many)} 个位置后仍未确定：${listed(letters)}。`,
  },
  comesApart: ({ level, cut, steps }, together) =>
    [
      `可以拆开。级别${cut ? "不超过" : "为"} ${level}。`,
      ...together.map((/** @type {string[]} */ letters) => `${listed(letters)} 作为一组连在一起。`),
      steps.length > 0 ? backwards : "",
    ].join(""),
  apartAs: {
    asked: "正在计算…",
    unknown: "几秒钟不足以确定能否拆开；“satpuzzle assemble”可以搜索更久。",
    tooMany: "拼块太多，无法在此拆解；“satpuzzle assemble”可处理更多。",
  },
  takeApart: "拆解",
  tryTurns: "尝试四分之一旋转",
  fold: "折叠",
  folded: (now, last, text) => `第 ${say(now)} 步，共 ${say(last)} 步${text ? `：${text}` : ""}`,
  toStart: "回到开头",
  stepBack: "后退一步",
  stepForth: "前进一步",
  playSteps: "播放",
  speed: "速度",
  times: (speed) => `${speed === 0.5 ? "½" : speed}×`,
  stepped: (now, last, what) => `${now} / ${last}${what ? `：${listed(what.letters)} ${what.text}` : ""}`,
  directions: { right: ["右", "左"], near: ["前", "后"], up: ["上", "下"] },
  moved: (named, far) => `${along(named)}移动 ${say(far)}`,
  movedOut: (named) => `${along(named)}移出`,
  turned: (named) => `绕${along(named)}的直线旋转四分之一圈`,

  // Draw
  board: "棋盘",
  grid: "单元格形状",
  newPuzzle: "新拼图",
  drawOwn: "自己绘制一个",
  newBoard: "新棋盘",
  fill: "填满",
  sizes: ["宽", "深", "高"],
  paint: "涂单元格",
  erase: "擦除单元格",
  maybe: "可以空出的单元格",
  turnDrawing: "旋转",
  mirrorDrawing: "翻转",
  copyLayer: "把这一层复制到上面",
  clear: "清空",
  hue: "所涂单元格的颜色",
  hueRule: "规则：拼块的有色单元格放在同色的单元格上",
  hueNamed: (number) => (number ? `颜色 ${number}` : "无颜色"),
  paintOf: (name) => `拼块 ${name} 的颜色，只影响外观`,
  sides: "边",
  tileAsWord: "一块瓷砖就是一个单元格。它的每条边是一个字母，从上方开始顺时针排列：请写在名称旁边。",
  layer: (z) => `第 ${z + 1} 层`,
  layerUp: "上一层",
  layerDown: "下一层",
  addPiece: "添加拼块",
  addSet: "添加一套…",
  pieceNamed: (name) => `拼块 ${name}`,
  drawThis: (name) => `绘制 ${name}`,
  drawIt: (name) => `在图纸上涂出拼块 ${name}。`,
  cellsOf: (cells, optional) => `${manyCells(cells)}${optional ? `，其中 ${say(optional)} 个可以空出` : ""}`,
  nameOf: (name) => `拼块 ${name} 的名称`,
  nameTaken: (name) => `已有拼块 ${name}。`,
  nameEmpty: "拼块需要名称。",
  duplicate: (name) => `复制拼块 ${name}`,
  remove: (name) => `删除拼块 ${name}`,
  fewer: (name) => `减少 ${name} 的个数`,
  more: (name) => `增加 ${name} 的个数`,
  copies: "个数",
  upTo: "可不用",
  turnOver: "可翻面",
  notConnected: "分成几部分",
  sums: (least, most, required, cells) =>
    least === most && required === cells
      ? `拼块共有 ${manyCells(least)}，棋盘也一样。`
      : `拼块有 ${between(least, most)} 个单元格，棋盘要覆盖 ${between(required, cells)} 个。`,
  sheetLabel: (name, cells) => `${name}，已涂 ${manyCells(cells)}。方向键移动，空格涂色。`,
  cellNamed: (cell, on) => `${cell.join(", ")}${on ? "，已涂" : ""}`,

  // Play
  hint: "提示",
  hintsLabel: "提示的内容",
  hints: { both: "全部", piece: "拼块", place: "位置" },
  hintPiece: (name) => `下一个是拼块 ${name}。`,
  hintPlace: "有一个拼块覆盖标出的单元格。",
  fix: "固定",
  unfix: "解除固定",
  isFixed: (name) => `拼块 ${name} 已固定。`,
  howManyWays: "有几种方式？",
  ways: ({ many, complete }) => `${complete ? "共" : "至少"} ${some(many, "种方式")}。`,
  solveFromHere: "从这里解完",
  whichIsWrong: "哪个拼块放错了？",
  wrongPieces: (names) =>
    names.length === 1 ? `拼块 ${names[0]} 放错了：取回它就能完成。` : `取回 ${listed(names)} 就能完成。`,
  newLevel: "新关卡",
  levels: { easy: "简单", medium: "中等", hard: "困难" },
  levelIs: ({ given, tries }) =>
    `这一关给出 ${manyPieces(given)}，只有一个解。若总从方式最少处着手，尝试 ${some(tries, "次")}就能解出。`,
  booklet: "可打印的题册",
  makingBooklet: (made, all) => `正在生成第 ${made + 1} 关，共 ${all} 关…`,
  printedLevel: (number, level) => `${number} – ${level}`,
  timesPrinted: (many) => `× ${many}`,
  answers: "答案",
  answerLabel: (number) => `第 ${number} 关的答案`,
  noLevel: "几秒钟内没有找到关卡。",
  clearBoard: "清空",
  toDraw: "绘制拼图",
  turnPiece: "旋转（R）",
  flipPiece: "翻面（F）",
  tray: (left) => `剩余 ${manyPieces(left)}`,
  trayEmpty: "所有拼块都在棋盘上",
  tagOf: (symbols, name, left) =>
    `${symbols.length === 1 && symbols[0] !== name && name.length < 8 ? `${symbols[0]} ` : ""}${name}${left ? ` ×${left}` : ""}`,
  take: (name, left) => `拿起拼块 ${name}${left > 1 ? `，剩 ${say(left)} 个` : ""}`,
  playHelp: "把拼块拖到棋盘上，或先点击拼块再点击棋盘。点击棋盘上的拼块可重新拿起。",
  heldByTouch: "点击棋盘上要放的位置；棋盘上方的按钮可旋转拼块。",
  heldHelp: (flat) =>
    flat
      ? "按 R 或滚轮旋转拼块，F 翻面，Esc 放下。"
      : "按 R 或滚轮旋转拼块，方向键和 Page Up、Page Down 移动，Enter 放到棋盘上，Esc 放下。",
  playLabel: (placed, all) => `棋盘，已放 ${say(placed)} 个，共 ${manyPieces(all)}`,
  tellMe: "告诉我能否完成",
  thinking: "正在计算…",
  tooLong: "几秒钟不足以得出结论。",
  unanswered: "没有得到回答。下一步会再次询问。",
  canFinish: "可以完成。",
  cannotFinish: "已经无法完成。",
  noMore: "不必再加拼块：这就是一个解。",
  noHint: "从这里无法完成：请先取回一个拼块。",
  hinted: (name) => `拼块 ${name} 可以放在这里。`,
  solved: (times, all) =>
    !times
      ? "由本页解出。"
      : all !== null && times <= all
        ? `解出了：第 ${say(times)} 个解，共 ${say(all)} 个。`
        : times > 1
          ? `解出了，至今已有 ${say(times)} 种方式。`
          : "解出了。",
  fitsNowhere: (name) => `拼块 ${name} 在这个棋盘上无处可放。`,
  noRoom: "以这种朝向没有位置可放。",
  put: (name) => `拼块 ${name} 已放到棋盘上。`,
  diary: "日记",
  nothingYet: "还没有内容。您在游玩中解出的会列在这里，并附日期。",
  foundOn: (number, all, on) => `第 ${say(number)} 个解${all === null ? "" : `，共 ${say(all)} 个`}，${day(on)}`,
  lastFound: (shown, all) => `共 ${manySolutions(all)}，显示最近 ${say(shown)} 个。`,
  saveDiary: "保存",
  addDiary: "从文件添加",
  diaryTaken: (added) => `已把 ${manySolutions(added)}加入日记。`,
  badDiary: (page) => (page ? `日记第 ${page} 页已损坏。` : "这不是日记。"),
  ghostAt: (cells) => `位于 ${cells.map((/** @type {Vector} */ cell) => cell.join(" ")).join("；")}`,

  // Files and links
  opened: (name) => `已打开 ${name}。`,
  fileTooLarge: "作为拼图或日记，文件太大。",
  unknownFile: "拼图文件的扩展名是 .toml、.json 或 .xmpuzzle。",
  notJson: "这不是 JSON。",
  badToml: (line) => `第 ${line} 行不是拼图文件的有效 TOML。`,
  notBurr: "这不是可以读取的 BurrTools 文件。",
  noProblem: "文件中没有可作为拼图的问题。",
  problem: (number) => `问题 ${number}`,
  chooseProblem: "选择问题",
  variablePiece: "有一个拼块含可变体素。",
  saveToml: "拼图文件（TOML）",
  saveJson: "拼图文件（JSON）",
  savePage: "含此拼图的网页",
  saveStl: "供 3D 打印的拼块（STL）",
  savePicture: "图片",
  print: "打印",
  noPicture: "没有可保存的图片。",
  linkTooLarge: "作为拼图，链接太长。",
  linkBroken: "链接已损坏：部分内容缺失或被改动。",
  linkNote: "链接包含整个拼图和棋盘上的拼块。不会上传任何内容。",
  fragmentNote:
    "本页是您电脑上的文件，因此只能给出链接的末尾部分：请把它接在任一此类页面的网址之后，或交给“satpuzzle studio”。也可以保存含此拼图的网页并发送。",
  qr: "链接的二维码",
  noQr: "链接太长，无法生成二维码。",
  copyLink: "复制",
  copied: "已复制。",
  copyYourself: "请复制选中的文本。",
};
