/* A checker of satpuzzle's certificates, written from docs/certificates.md and docs/grids.md alone.
 *
 *   fail.c      one line, and the end              puzzle.c    values -> board, pieces or tiles, rules
 *   json.c      text -> values                     cover.c     these -> items, options
 *   forms.c     which values a key may have        parts.c     how cells may move, parts separately
 *   files.c     grids that are files               symmetry.c  symmetries of items and options
 *   tiling.c    cells of a grid that is a table    tree.c      walks the tree, counts classes
 *   grid.c      cells, the images of sets of cells main.c      the folder: manifest, list of solutions, comparison
 *   board.c     the board, wrapped round, faces
 *   pieces.c    numbers of copies, colours
 *   rules.c     corners, lines, rules
 *   tiles.c     tiles, edges, exchanges
 *
 * Each file calls only those that are named before it.  Whatever is wrong ends the program with one line and status 1;
 * what it does not know, with status 2.  Memory is given back when it ends. */
#ifndef CHECKER_H
#define CHECKER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* fail.c */
_Noreturn void refuse(const char *why, ...);      /* status 1 */
_Noreturn void unsupported(const char *what, ...); /* status 2 */
void *get(size_t count, size_t size);              /* memory, all zero */
void *enlarged(void *memory, size_t count, size_t size);

/* json.c */
typedef struct Json Json;
struct Json {
    enum { NOTHING, BOOLEAN, NUMBER, TEXT, LIST, TABLE, REAL } type; /* a REAL is no integer, or too large */
    long number; /* of a NUMBER or BOOLEAN */
    char *text;  /* of a TEXT */
    int size;    /* of a LIST or TABLE */
    Json *value; /* its values */
    char **key;  /* of a TABLE */
};
uint8_t *read_bytes(const char *folder, const char *name, size_t *size);
char *read_file(const char *folder, const char *name, bool needed);
Json parse(char *text, const char *name);
const Json *find(const Json *table, const char *key); /* NULL if it is not there */
const Json *need(const Json *table, const char *key, int type);
bool is_text(const Json *value, const char *text);
void only(const Json *table, const char *keys, const char *where); /* refuses keys that are not among these, between commas */

/* forms.c */
typedef struct {
    const char *key;
    bool (*fits)(const Json *value);
    const char *allowed;
} Form;
extern const Form OF_A_PUZZLE[], OF_A_PIECE[], OF_A_TILE[], OF_COUNTS[], OF_A_GRID[], OF_A_CELL[];
enum { MOST_COORDINATE = 262143 };
void check_form(const Json *table, const Form *forms, const char *where);
char *spaced(const char *text);  /* one blank for each space */
char *trimmed(const char *text); /* no spaces at the ends */

/* files.c */
extern const char *const GRIDS[][2]; /* names, and tables of JSON */

/* tiling.c */
typedef struct {
    int x[3];
} Point;
typedef struct { /* a point (x, y, k) is cell or corner k of the unit, x times the first period and y times the second away */
    bool sticks;
    int kinds, *corners, *faces;
    Point **corner, **face; /* of each cell of the unit: its corners in order, the cells that share a face with it */
    int *sticks_at;         /* of each corner of the unit: how many sticks are there, and which, going round it */
    Point **stick;
    int most_at_corner;     /* the largest number of cells that meet in one */
    int order, matrix[12][2][2];
    int over; /* which isometry exchanges left and right on paper, or -1 */
    Point *sent[12]; /* where each isometry takes the cells of the unit; the matrix says how it changes steps */
} Tiling;
enum { MOST_BESIDE = 32 };
const Tiling *tiling_of(const Json *table);
int side_of_line(const Tiling *tiling, const Point *line, Point cell);
Point less(Point a, Point b);
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
typedef struct {
    bool reflected; /* whether it is no motion that is allowed */
    Point landing;  /* where the first point lies before it is translated */
    Point *point;   /* all points, relative to the first */
} Image;
enum { ANY = -1 };
Grid grid_of(const Json *value);
Point exact(const Grid *grid, Point cell);
bool is_cell(const Grid *grid, Point place);
int beside(const Grid *grid, Point place, Point *vector);
bool translates(const Grid *grid, Point vector); /* in exact coordinates */
uint64_t motions(const Grid *grid, bool mirror, int rotate);
bool has_turns(const Grid *grid, int turns);
Image *images(const Grid *grid, const Point *points, int size, uint64_t allowed, bool all, int *found);

/* board.c, pieces.c */
typedef struct {
    char *name;
    char *sides; /* of a tile, as it is written; then `cell` has its cell and the neighbours */
    int size, low, high, rotate;
    Point *cell; /* in exact coordinates */
    int *colour;
    uint64_t motions;
} Piece;
typedef struct {
    int word, low, high;
    bool none, *pieces;
} Rule;
typedef struct {
    Point at;
    int number;
} Entry;
typedef struct {
    Grid grid;
    int cells, pieces, frames, most_empty;
    Point *cell, *exact, *frame; /* cells are sorted; `exact` has the same order, `frame` is in exact coordinates */
    bool *optional, separate;
    int *colour;
    Piece *piece;
    const Json *pairs;
    int rules, periods;
    Rule *rule;
    Point period[2]; /* in exact coordinates */
    int sides, border, outsiders; /* of tiles; 0 if there are none, no border, or the colour of the border, or one of its rules */
    bool fixed, own_edges;
    char *interchangeable;
    int (*side)[6]; /* the neighbours of each cell; those outside have numbers after the cells */
    Point (*way)[6], *outside;
    Entry *index; /* of cells and of neighbours outside, in order */
    int indexed;
} Puzzle;
enum { SAME = 1000, SAME_EACH, DIFFERENT_EACH };
enum { MANY = 1 << 30 }; /* as often as one likes */
void read_board(Puzzle *puzzle, const Json *file);
void read_periods(Puzzle *puzzle, const Json *wrap);
void index_places(Puzzle *puzzle);
Point *points_of(const Json *list, int *size);
int *colours_of(const Json *table, int size);
void differ(const Grid *grid, Point *points, int size, const char *what); /* sorts the points */
int cell_at(const Puzzle *puzzle, Point place); /* exact coordinates; -1 if it is none of the board */
Point wrapped(const Puzzle *puzzle, Point place, int scale); /* the same for points that differ by periods times the scale */
bool goes(const Puzzle *puzzle, int colour, int cell);
int place_at(const Puzzle *puzzle, Point place); /* the same, with the neighbours outside */
int neighbours(const Puzzle *puzzle, int cell, int *beside, Point *vector);
int whole(const Json *table, const char *key, int otherwise);
bool truth(const Json *table, const char *key, bool otherwise);
void read_copies(const Puzzle *puzzle, Piece *piece, const Json *table);

/* puzzle.c */
Puzzle read_puzzle(const Json *file);

/* cover.c */
enum { EDGE = 100, BORDER };
typedef struct { /* what an item of a rule is about */
    int word, low, high, size, *cell, tint;
    bool halves, *pieces; /* `halves`: it is about this side and the other cells */
} About;
typedef struct {
    int piece, size, colours; /* its cells come first among its items, then the piece, then further items */
    int *cell, *colour;       /* the colours are those of its cells, or of the sides of a tile */
    int items, *item, *tint;
    bool out; /* a rule leaves it out */
} Option;
typedef struct {
    Option *list; /* in order */
    int size, room;
} Options;
typedef struct {
    int items, options, cells, pieces, words;
    int *low, *high;
    bool *coloured;
    int empties; /* the piece that stands for a cell that stays empty, or -1 */
    Option *option;
    Options placed; /* the options and the placements that rules leave out: images of pieces are found among these */
    int abouts; /* items of rules come last */
    About *about;
    uint64_t **covers;   /* for each item the options that cover it */
    uint64_t **excludes; /* for each option those that it excludes by itself */
} Cover;
Cover cover_of(const Puzzle *puzzle);
int option_of(const Cover *cover, Option *wanted); /* sorts its cells; -1 if there is none */
bool is_placed(const Cover *cover, Option *wanted);
static inline bool has(const uint64_t *set, int i) { return set[i / 64] >> (i % 64) & 1; }
static inline void add(uint64_t *set, int i) { set[i / 64] |= (uint64_t)1 << (i % 64); }

/* rules.c */
void read_rules(Puzzle *puzzle, const Json *file);
bool rules_allow(const Puzzle *puzzle, int piece, const int *cell, int size);
About *items_of_rules(const Puzzle *puzzle, const Cover *cover, int *size);
int image_of_item(const Cover *cover, int item, const int *cell, const int *piece);

/* tiles.c */
void read_tiles(Puzzle *puzzle, const Json *file);
bool tile_on(const Puzzle *puzzle, const Piece *tile, const Image *image, int cell, int *colour);
bool tile_moved(const Puzzle *puzzle, int cell, const int *colour, const int *to, const int *tint, int *moved);
About *edges_of(const Puzzle *puzzle, const Cover *cover, int *size);
int image_of_edge(const Puzzle *puzzle, const Cover *cover, int item, const int *to, const int *tint);
int **exchanges(const Puzzle *puzzle, int *size);

/* symmetry.c */
typedef struct {
    bool rotation, isometry, total;
    bool *mirrored; /* NULL if the board is moved as a whole; else the cells of parts whose isometry is no rotation */
    int *cell, *piece, *item, *option; /* images, -1 if there is none */
} Symmetry;
typedef struct {
    int size, isometries, rotations;
    bool uneven; /* rotations may fix different numbers of the solutions of a class */
    Symmetry *each;
} Group;
Group group_of(const Puzzle *puzzle, const Cover *cover);

/* parts.c */
void add_permutation(Group *group, int *cell, int places, bool rotation);
void permute_cells(const Puzzle *puzzle, Group *group);
bool permute_parts(const Puzzle *puzzle, const Cover *cover, Group *group);

/* tree.c */
typedef struct {
    int length, *path, item;
    bool used, branched;
    uint64_t *dead;
} Restriction;
typedef struct {
    long raw, rotations, isometries, patterns;
} Counts;
typedef struct {
    const Cover *cover;
    const Group *group;
    int restrictions;
    Restriction *restriction;
    bool listed;
    long nodes;
} Proof;
void restrict_by(Proof *proof, const Json *list);
void list_solution(Proof *proof, int *chosen, int size);
Counts walk(Proof *proof, const uint8_t *packed, size_t bytes);
#endif
