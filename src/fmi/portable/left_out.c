// What runs of exported models never ask for, and what a C library need not have.
#include <stdlib.h>
#include <string.h>

#include "results/result_writer.h"
#include "tarn/api/run_handle.h"

// ---- Rows: importers record ------------------------------------------------------------------

DerivativeUse result_derivatives(const char *pattern)
{
    (void)pattern;
    return DERIVATIVES_NONE;
}

const ResultChoice *result_choose(Arena *out, const Model *m, const ResultWish *wish,
                                  const char **why)
{
    (void)m, (void)wish, (void)why;
    return ARENA_NEW(out, ResultChoice);
}

ResultTable *result_table_of_model(Arena *out, const Model *m, const ResultChoice *choice)
{
    (void)m, (void)choice;
    return ARENA_NEW(out, ResultTable);
}

ResultWriter *result_writer_open_memory(Arena *out, const ResultTable *table)
{
    (void)out, (void)table;
    return NULL;
}

void result_writer_expect(ResultWriter *w, size_t rows)
{
    (void)w, (void)rows;
}

bool result_writer_row(ResultWriter *w, double time, const double *row)
{
    (void)w, (void)time, (void)row;
    return true;
}

const char *result_writer_failure(const ResultWriter *w)
{
    (void)w;
    return NULL;
}

size_t result_writer_rows(const ResultWriter *w)
{
    (void)w;
    return 0;
}

const Trajectory *result_writer_trajectory(ResultWriter *w)
{
    (void)w;
    return NULL;
}

bool run_follows_table(const tarn_run *run, const VariableInfo *v)
{
    (void)run, (void)v;
    return false;
}

// ---- Sorting: a heap -------------------------------------------------------------------------

static void swap(char *a, char *b, size_t size)
{
    for (size_t k = 0; k < size; k++) {
        char c = a[k];
        a[k] = b[k];
        b[k] = c;
    }
}

void portable_sort(void *rows, size_t n, size_t size,
                   int (*compare)(const void *a, const void *b, void *client), void *client)
{
    char *at = rows;
    for (size_t begin = n / 2, end = n; end > 1;) {
        if (begin)
            begin--;
        else
            swap(at, at + --end * size, size);
        for (size_t root = begin, child; (child = 2 * root + 1) < end; root = child) {
            if (child + 1 < end && compare(at + child * size, at + (child + 1) * size, client) < 0)
                child++;
            if (compare(at + root * size, at + child * size, client) >= 0) break;
            swap(at + root * size, at + child * size, size);
        }
    }
}
