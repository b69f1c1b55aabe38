/* check FOLDER: checks a certificate, prints what it proves. */
#include "checker.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int piece_named(const Puzzle *puzzle, const char *name) {
    int p = 0;
    while (p < puzzle->pieces && strcmp(puzzle->piece[p].name, name)) p++;
    if (p == puzzle->pieces) refuse("solutions.ndjson: no piece \"%s\"", name);
    return p;
}

static int read_placed(const Puzzle *puzzle, const Cover *cover, const Json *placed, bool *filled) {
    const Json *cells = need(placed, "cells", LIST, "solutions.ndjson"), *colours = find(placed, "colours");
    int p = piece_named(puzzle, need(placed, "piece", TEXT, "solutions.ndjson")->text), size = cells->size;
    const Piece *piece = &puzzle->piece[p];
    bool painted = false;
    only(placed, puzzle->sides ? "piece,cells,sides" : "piece,cells,colours", "solutions.ndjson");
    for (int k = 0; k < piece->size; k++) painted |= piece->colour[k] != 0;
    if (painted != (colours != NULL) || (colours && (colours->type != LIST || colours->size != size))) refuse("solutions.ndjson: colours");
    if (size != piece->size) refuse("solutions.ndjson: a piece with another number of cells");
    Option one = {.piece = p, .size = size, .colours = puzzle->sides ? puzzle->sides : size, .cell = get((size_t)size, sizeof(int)), .colour = get((size_t)size + 6, sizeof(int))};
    for (int k = 0; k < size; k++) {
        Point at = {{0, 0, 0}};
        const Json *triple = &cells->value[k];
        if (triple->type != LIST || triple->size != 3) refuse("solutions.ndjson: a cell is three integers");
        for (int x = 0; x < 3; x++) {
            if (triple->value[x].type != NUMBER || llabs(triple->value[x].number) > 1000000) refuse("solutions.ndjson: a cell is three integers");
            at.x[x] = (int)triple->value[x].number;
        }
        if (colours && colours->value[k].type != NUMBER) refuse("solutions.ndjson: colours");
        const Point *found = bsearch(&at, puzzle->cell, (size_t)puzzle->cells, sizeof at, by_point);
        if (!found) refuse("solutions.ndjson: a cell that is not on the board");
        one.cell[k] = (int)(found - puzzle->cell), one.colour[k] = colours ? (int)colours->value[k].number : piece->chain ? FIRST_NUMBER + k : 0;
        filled[one.cell[k]] = true;
    }
    if (puzzle->sides) {
        const char *sides = need(placed, "sides", TEXT, "solutions.ndjson")->text;
        if ((int)strlen(sides) != puzzle->sides) refuse("solutions.ndjson: sides");
        for (int i = 0; i < puzzle->sides; i++) one.colour[i] = (unsigned char)sides[i];
    }
    int option = option_of(cover, &one);
    if (option < 0) refuse("solutions.ndjson: a placement that \"%s\" does not have", piece->name);
    return option;
}

static void read_solution(const Puzzle *puzzle, Proof *proof, const Json *line) {
    if (line->type != LIST) refuse("solutions.ndjson: a line that is no list");
    int *chosen = get((size_t)(line->size + puzzle->cells), sizeof(int)), size = 0;
    int empties = proof->cover->placed.empties;
    bool *filled = get((size_t)puzzle->cells, sizeof(bool));
    for (int i = 0; i < line->size; i++) chosen[size++] = read_placed(puzzle, proof->cover, &line->value[i], filled);
    for (int c = 0; empties >= 0 && c < puzzle->cells; c++) {
        Option one = {.piece = empties, .size = 1, .colours = 1, .cell = (int[]){c}, .colour = (int[]){0}};
        if (!filled[c] && (chosen[size] = option_of(proof->cover, &one)) >= 0) size++;
    }
    list_solution(proof, chosen, size);
}

/* What a manifest claims. */
typedef struct {
    const Json *counts, *symmetry, *restrictions;
    Integer nodes;
    bool listed;
} Claims;

/* Says what a folder without a manifest has. */
static _Noreturn void no_manifest(const char *folder) {
    DIR *files = opendir(folder);
    if (!files) refuse("%s: %s", folder, strerror(errno));
    for (struct dirent *one; (one = readdir(files));) {
        size_t length = strlen(one->d_name);
        if (length < 5 || strcmp(one->d_name + length - 5, ".json")) continue;
        const char *text = read_file(folder, one->d_name, true);
        if (strstr(text, "\"satpuzzle tiling\"")) unsupported("certificates of tilings, only trees");
        if (strstr(text, "\"satpuzzle strips\"")) unsupported("certificates of strips, only trees");
    }
    refuse("%s: no manifest.json", folder);
}

static Claims read_manifest(const char *folder) {
    char *text = read_file(folder, "manifest.json", false);
    if (!text) no_manifest(folder);
    Json manifest = parse(text, "manifest.json");
    const Json *version = need(&manifest, "satpuzzle certificate", NUMBER, "manifest.json"), *form = find(&manifest, "form");
    if (!form && find(&manifest, "encoding")) unsupported("the form lrat, only trees");
    if (!is_text(need(&manifest, "form", TEXT, "manifest.json"), "tree")) unsupported("the form %s, only trees", form->text);
    if (version->number != 4) unsupported("version %lld of the form tree, only 4", version->number);
    only(&manifest, "satpuzzle certificate,form,puzzle,counts,symmetry,nodes,listed,restrictions,files", "manifest.json");
    Claims claims = {.counts = need(&manifest, "counts", TABLE, "manifest.json"), .symmetry = need(&manifest, "symmetry", TABLE, "manifest.json"), .restrictions = need(&manifest, "restrictions", LIST, "manifest.json")};
    need(&manifest, "puzzle", TEXT, "manifest.json"), need(&manifest, "files", TABLE, "manifest.json");
    claims.nodes = need(&manifest, "nodes", NUMBER, "manifest.json")->number, claims.listed = need(&manifest, "listed", BOOLEAN, "manifest.json")->number;
    return claims;
}

static Json read_json_puzzle(const char *folder) {
    char *text = read_file(folder, "puzzle.json", false);
    if (text) return parse(text, "puzzle.json");
    if (read_file(folder, "cover.dlx", false)) unsupported("a bare cover, only puzzles");
    if (!read_file(folder, "puzzle.toml", false)) refuse("%s: no puzzle.json", folder);
    unsupported("a puzzle that is not in JSON; make a certificate of one that is:"
                " satpuzzle convert PUZZLE puzzle.json && satpuzzle certify puzzle.json -o %s", folder);
}

static void read_list(const char *folder, const Puzzle *puzzle, Proof *proof) {
    char *lines = read_file(folder, "solutions.ndjson", proof->listed);
    if (lines && !proof->listed) refuse("solutions.ndjson: there should be no list");
    for (char *line = lines, *end; line && *line; line = end) {
        if (!(end = strchr(line, '\n'))) refuse("solutions.ndjson: the last line has no end");
        *end++ = 0;
        Json solution = parse(line, "solutions.ndjson");
        read_solution(puzzle, proof, &solution);
    }
}

static void compare(const char *file, const Json *claimed, const char *key, Integer proved, bool needed) {
    const Json *found = claimed ? find(claimed, key) : NULL;
    if ((!found && needed) || (found && (found->type != NUMBER || found->number != proved))) refuse("%s: \"%s\" is not %lld", file, key, proved);
}

static void say(int status, const char *line) {
    puts(line);
    exit(status);
}

int main(int arguments, char **argument) {
    at_end = say;
    if (arguments != 2) unsupported("these arguments: it is called as check FOLDER");
    const char *folder = argument[1];
    Claims claims = read_manifest(folder);
    Json file = read_json_puzzle(folder);
    Puzzle puzzle = read_puzzle(&file);
    Cover cover = cover_of(&puzzle);
    Group group = group_of(&puzzle, &cover);
    Relation relation = relation_of(&cover);
    Proof proof = {.cover = &cover, .relation = &relation, .group = &group, .nodes = claims.nodes, .listed = claims.listed};
    restrict_by(&proof, claims.restrictions);
    read_list(folder, &puzzle, &proof);
    size_t bytes;
    uint8_t *packed = read_bytes(folder, "tree.xz", &bytes);
    if (!packed) refuse("tree.xz: the file is missing");
    Counts counts = walk(&proof, packed, bytes);
    only(claims.counts, puzzle.interchangeable ? "raw,rotations,isometries,patterns" : "raw,rotations,isometries", "manifest.json");
    only(claims.symmetry, puzzle.interchangeable ? "rotations,isometries,patterns" : "rotations,isometries", "manifest.json");
    const struct {
        const char *name;
        Integer counted, order;
    } up_to[] = {{"raw", counts.raw, 0}, {"rotations", counts.rotations, group.rotations}, {"isometries", counts.isometries, group.isometries}, {"patterns", counts.patterns, group.size}};
    int names = puzzle.interchangeable ? 4 : 3;
    for (int i = 0; i < names; i++) {
        compare("manifest.json", claims.counts, up_to[i].name, up_to[i].counted, true);
        compare("puzzle.json", find(&file, "counts"), up_to[i].name, up_to[i].counted, false);
        if (i) compare("manifest.json", claims.symmetry, up_to[i].name, up_to[i].order, true);
    }
    printf("VERIFIED:");
    for (int i = 0; i < names; i++) printf(" %s %lld,", up_to[i].name, up_to[i].counted);
    printf(" by a tree of %lld nodes%s\n", proof.nodes, proof.listed ? ", with a complete list" : "");
    return 0;
}
