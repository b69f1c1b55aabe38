/* Classes of solutions by Burnside's lemma: docs/certificates.md, "Counts without a list". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

/* Which solutions are counted: what options do, and the bounds of what they do it to. */
typedef struct {
    int items, *low, *high;
    bool *kept;       /* NULL, or which options there are */
    Decision *option; /* each by itself */
} Among;

typedef struct {
    const Cover *cover;
    const Group *group;
    int steps, *at; /* of each item, where it is in a decision that is made, and 1 */
    Size *size;
} Lemma;

static int by_step(const void *a, const void *b) {
    const Decision *one = a, *other = b;
    return one->step != other->step ? one->step - other->step : one->first - other->first;
}

/* Makes one decision of the options of an orbit; false if they do not agree. */
static bool join(const Lemma *lemma, const Among *among, const int *orbit, int size, Decision *decision) {
    int room = 0;
    bool agree = true;
    for (int o = 0; o < size; o++) room += among->option[orbit[o]].items;
    *decision = (Decision){lemma->steps, *orbit, 0, get((size_t)room, sizeof(int)), get((size_t)room, sizeof(int)), get((size_t)room, sizeof(Integer))};
    for (int o = 0; o < size; o++) {
        const Decision *one = &among->option[orbit[o]];
        if (one->step < decision->step) decision->step = one->step;
        for (int i = 0; i < one->items; i++) {
            const int item = one->item[i], colour = one->colour[i];
            if (!lemma->at[item]) decision->item[decision->items] = item, decision->colour[decision->items] = colour, lemma->at[item] = ++decision->items;
            else agree &= decision->colour[lemma->at[item] - 1] == colour && colour != 1;
            decision->weight[lemma->at[item] - 1] += one->weight[i];
        }
    }
    for (int i = 0; i < decision->items; i++) {
        lemma->at[decision->item[i]] = 0;
        agree &= !exceeds(decision->weight[i], among->high[decision->item[i]]);
    }
    return agree;
}

/* The number of solutions that a symmetry maps to themselves. */
static Natural fixed_by(const Lemma *lemma, const Symmetry *symmetry, const Among *among) {
    const int options = lemma->cover->options;
    Counting all = {.items = among->items, .low = among->low, .high = among->high, .steps = lemma->steps, .decision = get((size_t)options, sizeof(Decision))};
    bool *seen = get((size_t)options, sizeof(bool));
    int *orbit = get((size_t)options, sizeof(int));
    for (int o = 0; o < options; o++) {
        int size = 0;
        for (int at = o; !seen[at] && (!among->kept || among->kept[at]); at = symmetry->option[at]) seen[at] = true, orbit[size++] = at;
        if (size && join(lemma, among, orbit, size, &all.decision[all.decisions])) all.decisions++;
    }
    if (all.decisions) qsort(all.decision, (size_t)all.decisions, sizeof(Decision), by_step);
    const Natural number = count_states(&all, lemma->size);
    for (int c = 0; c < all.decisions; c++) free(all.decision[c].item), free(all.decision[c].colour), free(all.decision[c].weight);
    free(all.decision), free(seen), free(orbit);
    return number;
}

/* Conjugate symmetries */

typedef struct {
    uint64_t code;
    int symmetry;
} Coded;

static int by_code(const void *a, const void *b) {
    const Coded *one = a, *other = b;
    return one->code != other->code ? (one->code < other->code ? -1 : 1) : one->symmetry - other->symmetry;
}

static uint64_t code_of(const int *image, int options) {
    uint64_t code = 1469598103934665603u;
    for (int o = 0; o < options; o++) code = (code ^ (uint64_t)image[o]) * 1099511628211u;
    return code;
}

/* Of each symmetry, the first that is conjugate to it by these symmetries, or does the same to these options. */
static int *first_conjugates(const Lemma *lemma, const Among *among, const int *symmetry, int size) {
    const int options = lemma->cover->options;
    int *first = get((size_t)size, sizeof(int)), *image = get((size_t)options, sizeof(int)), kept = 0;
    int *option = get((size_t)options, sizeof(int)), *number = get((size_t)options, sizeof(int));
    for (int o = 0; o < options; o++)
        if (!among->kept || among->kept[o]) number[o] = kept, option[kept++] = o;
    int **does = get((size_t)size, sizeof *does);
    Coded *coded = get((size_t)size, sizeof *coded);
    for (int s = 0; s < size; s++) {
        does[s] = get((size_t)kept, sizeof(int));
        for (int o = 0; o < kept; o++) does[s][o] = number[lemma->group->each[symmetry[s]].option[option[o]]];
        coded[s] = (Coded){code_of(does[s], kept), s}, first[s] = -1;
    }
    qsort(coded, (size_t)size, sizeof *coded, by_code);
    for (int s = 0; s < size; s++)
        for (int by = 0; by < size && (first[s] < 0 || first[s] == s); by++) {
            for (int o = 0; o < kept; o++) image[does[by][o]] = does[by][does[s][o]];
            const uint64_t code = code_of(image, kept);
            int low = 0, high = size;
            while (low < high) {
                const int middle = (low + high) / 2;
                if (coded[middle].code < code) low = middle + 1;
                else high = middle;
            }
            for (; low < size && coded[low].code == code; low++)
                if (!memcmp(does[coded[low].symmetry], image, (size_t)kept * sizeof(int))) first[coded[low].symmetry] = s;
        }
    for (int s = 0; s < size; s++) free(does[s]);
    free(does), free(coded), free(image), free(option), free(number);
    return first;
}

static const Lemma *sorted; /* to sort symmetries by the images of items */
static int by_images(const void *a, const void *b) {
    const Symmetry *one = &sorted->group->each[*(const int *)a], *other = &sorted->group->each[*(const int *)b];
    for (int i = 0; i < sorted->cover->items; i++)
        if (one->item[i] != other->item[i]) return one->item[i] - other->item[i];
    return 0;
}

/* How many symmetries there are, and how many solutions they fix together. */
typedef struct {
    uint64_t size;
    Natural fixed;
} Sum;

static const Natural ONE = {.size = 1, .limb = (uint64_t[]){1}};

/* To the number of all solutions belong the symmetries that leave each as it is; a partial one may only seem to, where few options are left. */
static bool is_of(const Lemma *lemma, const Symmetry *one, int kind) {
    int o = 0;
    while (kind == RAW && o < lemma->cover->options && one->option[o] == o) o++;
    return kind == RAW ? one->total && o == lemma->cover->options : kind == ROTATIONS ? one->rotation : kind == ISOMETRIES ? one->isometry : true;
}

/* Sums of the symmetries of each kind; of all, or of those that are total. */
static void sum_up(const Lemma *lemma, const Among *among, bool all, Sum sums[2][UP_TO]) {
    const Group *group = lemma->group;
    int size = 0, *symmetry = get((size_t)group->size, sizeof(int));
    for (int s = 0; s < group->size; s++)
        if (all || group->each[s].total) symmetry[size++] = s;
    sorted = lemma;
    if (size) qsort(symmetry, (size_t)size, sizeof(int), by_images);
    const int *first = first_conjugates(lemma, among, symmetry, size);
    Natural *fixed = get((size_t)size, sizeof *fixed);
    for (int s = 0; s < size; s++) {
        const Symmetry *one = &group->each[symmetry[s]];
        if (first[s] == s) fixed[s] = fixed_by(lemma, one, among);
        for (int k = 0; k < UP_TO; k++)
            for (int total = 0; total <= one->total; total++)
                if (is_of(lemma, one, k)) sums[total][k].size++, add_product(&sums[total][k].fixed, fixed[first[s]], ONE);
    }
}

static Natural mean(Sum sum) {
    if (divide(&sum.fixed, sum.size)) refuse("classes of no whole number");
    return sum.fixed;
}

/* All solutions. */
static Among among_all(const Cover *cover, const int *order, int steps) {
    Among all = {cover->items, cover->low, cover->high, NULL, get((size_t)cover->options, sizeof(Decision))};
    bool *coloured = get((size_t)cover->items, sizeof(bool));
    int *place = get((size_t)cover->items, sizeof(int));
    for (int i = 0; i < cover->items; i++) place[i] = steps;
    for (int s = 0; s < steps; s++) place[order[s]] = s;
    for (int o = 0; o < cover->options; o++)
        for (int i = 0; i < cover->option[o].items; i++) coloured[cover->option[o].item[i]] |= cover->option[o].tint[i] && cover->high[cover->option[o].item[i]] != 1;
    for (int o = 0; o < cover->options; o++) {
        const Option *one = &cover->option[o];
        Decision *to = &all.option[o];
        *to = (Decision){steps, o, one->items, one->item, get((size_t)one->items, sizeof(int)), one->weight};
        for (int i = 0; i < one->items; i++) {
            to->colour[i] = coloured[one->item[i]] ? one->tint[i] + 1 : 0;
            if (place[one->item[i]] < to->step) to->step = place[one->item[i]];
        }
    }
    return all;
}

/* What options, in order, do to an item, or their images do; numbers along chains are colours here. */
typedef struct {
    int item, low, high, size, room, *option, *colour; /* `item`: of which it is the first list, or -1 */
    Integer *weight;
} List;

static void append(List *list, int option, int colour, Integer weight) {
    if (list->size == list->room) {
        list->room = 2 * list->room + 8;
        list->option = enlarged(list->option, (size_t)list->room, sizeof(int)), list->colour = enlarged(list->colour, (size_t)list->room, sizeof(int));
        list->weight = enlarged(list->weight, (size_t)list->room, sizeof(Integer));
    }
    list->option[list->size] = option, list->colour[list->size] = colour, list->weight[list->size++] = weight;
}

static int by_list(const void *a, const void *b) {
    const List *one = a, *other = b;
    if (one->size != other->size) return one->size - other->size;
    for (int i = 0; i < one->size; i++) {
        if (one->option[i] != other->option[i]) return one->option[i] - other->option[i];
        if (one->colour[i] != other->colour[i]) return one->colour[i] - other->colour[i];
        if (one->weight[i] != other->weight[i]) return one->weight[i] < other->weight[i] ? -1 : 1;
    }
    return 0;
}

/* Names colours, from 2 on, in the order in which they come. */
static void name_colours(List *list, int *name) {
    int names = 1;
    for (int i = 0; i < list->size; i++)
        if (list->colour[i] > 1 && !name[list->colour[i]]) name[list->colour[i]] = ++names;
    for (int i = 0; i < list->size; i++) {
        const int colour = list->colour[i];
        if (colour > 1) list->colour[i] = name[colour];
    }
}

/* The lists of a partial symmetry, in order, each once; `kept` are the options that have images. */
static List *lists_of(const Cover *cover, const Among *all, const Symmetry *symmetry, bool *kept, int *home, int *size) {
    List *list = get(2 * (size_t)cover->items, sizeof *list);
    int most = 1;
    for (int i = 0; i < 2 * cover->items; i++) list[i].item = i % 2 ? -1 : i / 2, list[i].low = cover->low[i / 2], list[i].high = cover->high[i / 2];
    for (int o = 0; o < cover->options; o++) {
        kept[o] = symmetry->option[o] >= 0;
        for (int image = 0; kept[o] && image < 2; image++) {
            const Decision *one = &all->option[image ? symmetry->option[o] : o];
            const Option *option = &cover->option[image ? symmetry->option[o] : o];
            for (int i = 0; i < one->items; i++) {
                const bool numbered = i < option->size && cover->placed.chain[option->piece];
                const int colour = numbered ? option->colour[i] - FIRST_NUMBER + 2 : one->colour[i];
                append(&list[2 * one->item[i] + image], o, colour, one->weight[i]);
                if (colour > most) most = colour;
            }
        }
    }
    for (int i = 0; i < 2 * cover->items; i++) {
        int *name = get((size_t)most + 1, sizeof(int));
        name_colours(&list[i], name);
        free(name);
    }
    qsort(list, 2 * (size_t)cover->items, sizeof *list, by_list);
    *size = 0;
    for (int i = 0; i < 2 * cover->items; i++) {
        List *last = &list[*size ? *size - 1 : 0];
        if (i && !by_list(last, &list[i])) {
            if (list[i].low > last->low) last->low = list[i].low;
            if (list[i].high < last->high) last->high = list[i].high;
            if (list[i].item >= 0) home[last->item = list[i].item] = *size - 1;
        } else {
            if (list[i].item >= 0) home[list[i].item] = *size;
            list[(*size)++] = list[i];
        }
    }
    return list;
}

/* The solutions that partial symmetries map to solutions; false if these are not said to be the same for all. */
static bool are_known(const Cover *cover, const Group *group, const Among *all, Among *found) {
    List *list = NULL;
    bool *kept = get((size_t)cover->options, sizeof(bool)), *others = get((size_t)cover->options, sizeof(bool));
    int size = 0, items = cover->items, *home = get((size_t)items, sizeof(int)); /* of each item, its first list */
    *found = (Among){0};
    for (int s = 0; s < group->size; s++) {
        int many;
        if (group->each[s].total) continue;
        List *these = lists_of(cover, all, &group->each[s], list ? others : kept, home, &many);
        if (list && (many != size || memcmp(kept, others, (size_t)cover->options))) return false;
        for (int i = 0; list && i < size; i++)
            if (by_list(&list[i], &these[i]) || list[i].low != these[i].low || list[i].high != these[i].high) return false;
        list = these, size = many;
    }
    if (!list) return true;
    int *which = get((size_t)(items + size), sizeof(int)); /* list of each item: first those of items, then all others */
    memcpy(which, home, (size_t)items * sizeof(int));
    for (int i = 0; i < size; i++)
        if (list[i].item < 0) which[items++] = i;
    *found = (Among){items, get((size_t)items, sizeof(int)), get((size_t)items, sizeof(int)), kept, get((size_t)cover->options, sizeof(Decision))};
    for (int o = 0; o < cover->options; o++) found->option[o] = (Decision){all->option[o].step, o, 0, NULL, NULL, NULL};
    for (int i = 0; i < items; i++) {
        const List *from = &list[which[i]];
        found->low[i] = from->low, found->high[i] = from->high;
        for (int k = 0; k < from->size; k++) {
            Decision *to = &found->option[from->option[k]];
            const size_t more = (size_t)to->items + 1;
            to->item = enlarged(to->item, more, sizeof(int)), to->colour = enlarged(to->colour, more, sizeof(int)), to->weight = enlarged(to->weight, more, sizeof(Integer));
            to->item[to->items] = i, to->colour[to->items] = from->high == 1 ? 0 : from->colour[k], to->weight[to->items++] = from->weight[k];
        }
    }
    return true;
}

/* Counts solutions and their classes, as far as these can be known. */
Classes classes_of(const Cover *cover, const Group *group, const int *order, int steps, Size *size) {
    const Among all = among_all(cover, order, steps);
    Among kept;
    const bool known = are_known(cover, group, &all, &kept);
    Lemma lemma = {cover, group, steps, get((size_t)(cover->items + kept.items), sizeof(int)), size};
    Sum sums[2][UP_TO] = {{{0}}}, in_kept[2][UP_TO] = {{{0}}};
    Classes found = {.known = {false}};
    sum_up(&lemma, &all, false, sums);
    if (known && kept.kept) sum_up(&lemma, &kept, true, in_kept);
    for (int k = 0; k < UP_TO; k++) {
        int partial = 0;
        for (int s = 0; s < group->size; s++) partial += !group->each[s].total && is_of(&lemma, &group->each[s], k);
        found.known[k] = known || !partial;
        if (!found.known[k]) continue;
        if (partial) take(&sums[1][k].fixed, in_kept[1][k].fixed);
        found.number[k] = mean(sums[1][k]);
        if (partial) add_product(&found.number[k], mean(in_kept[0][k]), ONE);
    }
    return found;
}
