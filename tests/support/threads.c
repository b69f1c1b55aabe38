/* Reads puzzles by the library of the checker: each by itself, then all of them at once in threads, many times. */
#include "checker.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

enum { TIMES = 20 };
typedef struct {
    const char *folder, *name;
    char said[200];
    int wrong;
} Task;
static _Thread_local jmp_buf back;
static _Thread_local char line_said[200];

static void stop(int status, const char *line) {
    snprintf(line_said, sizeof line_said, "%d %s", status, line);
    longjmp(back, 1);
}

static void look(const Task *task) {
    at_end = stop;
    if (setjmp(back)) return;
    const Json file = parse(read_file(task->folder, task->name, true), task->name);
    const Puzzle puzzle = read_puzzle(&file);
    const Cover cover = cover_of(&puzzle);
    const Group group = group_of(&puzzle, &cover);
    snprintf(line_said, sizeof line_said, "%d items, %d options, %d isometries", cover.items, cover.options, group.isometries);
}

static void *again(void *given) {
    Task *task = given;
    for (int i = 0; i < TIMES; i++) look(task), task->wrong += strcmp(line_said, task->said) != 0;
    return NULL;
}

int main(int arguments, char **argument) {
    Task *task = get((size_t)arguments, sizeof *task);
    pthread_t *thread = get((size_t)arguments, sizeof *thread);
    for (int i = 2; i < arguments; i++) {
        Task *one = &task[i - 2];
        one->folder = argument[1], one->name = argument[i];
        look(one), strcpy(one->said, line_said);
    }
    for (int i = 2; i < arguments; i++) pthread_create(&thread[i - 2], NULL, again, &task[i - 2]);
    for (int i = 2; i < arguments; i++) pthread_join(thread[i - 2], NULL), printf("%s; %d wrong\n", task[i - 2].said, task[i - 2].wrong);
    return 0;
}
