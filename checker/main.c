/* check FOLDER: checks a certificate, prints what it proves. */
#include "checker.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char MANIFEST[] = "manifest.json";

/* Checks the certificates of strips in a folder; returns how many there are. */
static int check_all_strips(const char *folder) {
    int found = 0;
    DIR *files = opendir(folder);
    if (!files) refuse("%s: %s", folder, strerror(errno));
    for (struct dirent *one; (one = readdir(files));) {
        size_t length = strlen(one->d_name);
        if (length < 5 || strcmp(one->d_name + length - 5, ".json")) continue;
        char *text = read_file(folder, one->d_name, true);
        if (strstr(text, "\"satpuzzle tiling\"")) unsupported("certificates of tilings, only of puzzles and strips");
        if (strstr(text, "\"satpuzzle strips\"")) check_strips(text, one->d_name), found++;
    }
    closedir(files);
    return found;
}

/* Whether it is about a frontier, not a tree. */
static bool is_frontier(const Json *manifest) {
    const Json *version = need(manifest, "satpuzzle certificate", NUMBER, MANIFEST), *form = find(manifest, "form");
    if (!form && find(manifest, "encoding")) unsupported("the form lrat, only trees and frontiers");
    const bool frontier = is_text(need(manifest, "form", TEXT, MANIFEST), "frontier");
    if (!frontier && !is_text(form, "tree")) unsupported("the form %s, only trees and frontiers", form->text);
    if (version->number != (frontier ? 1 : 4)) unsupported("version %lld of the form %s, only %d", version->number, form->text, frontier ? 1 : 4);
    only(manifest, frontier ? "satpuzzle certificate,form,puzzle,counts,symmetry,order,states,widest,files" : "satpuzzle certificate,form,puzzle,counts,symmetry,nodes,listed,restrictions,files", MANIFEST);
    need(manifest, "puzzle", TEXT, MANIFEST), need(manifest, "files", TABLE, MANIFEST);
    return frontier;
}

static Json read_json_puzzle(const char *folder) {
    char *text = read_file(folder, "puzzle.json", false);
    if (text) return parse(text, "puzzle.json");
    if (read_file(folder, "cover.dlx", false)) unsupported("a bare cover, only puzzles");
    if (!read_file(folder, "puzzle.toml", false)) refuse("%s: no puzzle.json", folder);
    unsupported("a puzzle that is not in JSON; make a certificate of one that is:"
                " satpuzzle convert PUZZLE puzzle.json && satpuzzle certify puzzle.json -o %s", folder);
}

/* The counts that are shown, NULL for what is not known. */
typedef char *Shown[UP_TO];

static void by_tree(const char *folder, const Json *manifest, const Puzzle *puzzle, const Cover *cover, const Group *group, Shown shown) {
    const Relation relation = relation_of(cover);
    Proof proof = {.cover = cover, .relation = &relation, .group = group, .nodes = need(manifest, "nodes", NUMBER, MANIFEST)->number, .listed = need(manifest, "listed", BOOLEAN, MANIFEST)->number};
    restrict_by(&proof, need(manifest, "restrictions", LIST, MANIFEST));
    read_list(folder, puzzle, &proof);
    size_t bytes;
    uint8_t *packed = read_bytes(folder, "tree.xz", &bytes);
    if (!packed) refuse("tree.xz: the file is missing");
    const Counts counts = walk(&proof, packed, bytes);
    const Integer counted[UP_TO] = {counts.raw, counts.rotations, counts.isometries, counts.patterns};
    for (int i = 0; i < UP_TO; i++) shown[i] = written(natural((uint64_t)counted[i]));
}

static void by_frontier(const Json *manifest, const Cover *cover, const Group *group, Shown shown) {
    const Json *list = need(manifest, "order", LIST, MANIFEST);
    int *order = get((size_t)list->size, sizeof(int));
    bool *met = get((size_t)cover->items, sizeof(bool));
    for (int s = 0; s < list->size; s++) {
        const Json *item = &list->value[s];
        if (item->type != NUMBER || item->number < 0 || item->number >= cover->items || met[item->number]) refuse("manifest.json: \"order\" has an item twice, or one that is none");
        met[order[s] = (int)item->number] = true;
    }
    for (int o = 0; o < cover->options; o++) {
        int i = 0;
        while (i < cover->option[o].items && !met[cover->option[o].item[i]]) i++;
        if (i == cover->option[o].items) refuse("manifest.json: an option covers no item of \"order\"");
    }
    Size size = {.most_states = need(manifest, "states", NUMBER, MANIFEST)->number, .most_widest = need(manifest, "widest", NUMBER, MANIFEST)->number};
    const Classes classes = classes_of(cover, group, order, list->size, &size);
    if (size.states != size.most_states || size.widest != size.most_widest) refuse("manifest.json: \"states\" and \"widest\" are not %lld and %lld", size.states, size.widest);
    for (int i = 0; i < UP_TO; i++) shown[i] = classes.known[i] ? written(classes.number[i]) : NULL;
}

static bool is_number(const Json *value, const char *shown) {
    if (!shown) return value->type == NOTHING;
    return value->type == NUMBER && value->number >= 0 ? !strcmp(written(natural((uint64_t)value->number)), shown) : value->digits && !strcmp(value->digits, shown);
}

static void compare(const char *file, const Json *claimed, const char *key, const char *shown, bool needed) {
    const Json *found = claimed ? find(claimed, key) : NULL;
    if ((!found && needed) || (found && !is_number(found, shown))) refuse("%s: \"%s\" is not %s", file, key, shown ? shown : "null");
}

static void say(int status, const char *line) {
    puts(line);
    exit(status);
}

int main(int arguments, char **argument) {
    static const char *const name[] = {"raw", "rotations", "isometries", "patterns"};
    at_end = say;
    if (arguments != 2) unsupported("these arguments: it is called as check FOLDER");
    const char *folder = argument[1];
    char *text = read_file(folder, MANIFEST, false);
    if (!text) {
        const int strips = check_all_strips(folder);
        if (!strips) refuse("%s: no manifest.json", folder);
        printf("VERIFIED: the numbers of tilings of strips of every length, %d width%s\n", strips, strips > 1 ? "s" : "");
        return 0;
    }
    const Json manifest = parse(text, MANIFEST);
    const bool frontier = is_frontier(&manifest);
    const Json *claimed = need(&manifest, "counts", TABLE, MANIFEST), *symmetry = need(&manifest, "symmetry", TABLE, MANIFEST);
    const Json file = read_json_puzzle(folder);
    const Puzzle puzzle = read_puzzle(&file);
    const Cover cover = cover_of(&puzzle);
    const Group group = group_of(&puzzle, &cover);
    const Integer orders[UP_TO] = {0, group.rotations, group.isometries, group.size};
    const int names = puzzle.interchangeable ? UP_TO : PATTERNS;
    Shown shown;
    if (frontier) by_frontier(&manifest, &cover, &group, shown);
    else by_tree(folder, &manifest, &puzzle, &cover, &group, shown);
    only(claimed, puzzle.interchangeable ? "raw,rotations,isometries,patterns" : "raw,rotations,isometries", MANIFEST);
    only(symmetry, puzzle.interchangeable ? "rotations,isometries,patterns" : "rotations,isometries", MANIFEST);
    for (int i = 0; i < names; i++) {
        compare(MANIFEST, claimed, name[i], shown[i], true);
        if (shown[i]) compare("puzzle.json", find(&file, "counts"), name[i], shown[i], false);
        if (i) compare(MANIFEST, symmetry, name[i], written(natural((uint64_t)orders[i])), true);
    }
    printf("VERIFIED:");
    for (int i = 0; i < names; i++)
        if (shown[i]) printf(" %s %s,", name[i], shown[i]);
    if (frontier) printf(" by a frontier of %lld states\n", find(&manifest, "states")->number);
    else printf(" by a tree of %lld nodes%s\n", find(&manifest, "nodes")->number, find(&manifest, "listed")->number ? ", with a complete list" : "");
    return 0;
}
