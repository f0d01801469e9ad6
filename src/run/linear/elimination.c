// The search for pivots [Mar57]: of all entries that are not small in their column one
// whose row and column are short. A few short lines are looked at, which is enough [Zla80]. The
// matrix is scaled first, so that "small" does not depend on units.
#include "run/linear/elimination.h"

#include <math.h>
#include <string.h>

#include "base/vec.h"

enum { LINES_SEARCHED = 4, SCALING_SWEEPS = 3 };
static const double least_part = 0.1; // of the largest in its column

typedef struct Entry {
    int32_t line; // row in a column, column in a row
    int32_t place;
} Entry;

typedef struct Line {
    VEC(Entry) entries;
    int32_t before, behind; // in the list of lines with as many entries; -1: none
} Line;

typedef struct Lines { // all rows, or all columns
    Line *of;
    int32_t *first_of_count; // -1: none
} Lines;

typedef struct Recorder {
    Arena *scratch;
    int32_t n;
    Lines rows, columns;
    VEC(double) values; // by place, scaled; fill behind the entries of the matrix
    VEC(PivotStep) steps;
    VEC(int32_t) others, targets; // `targets` as places
    VEC(int32_t) order;           // places as the factors have them
    int32_t *place_in_row;        // by column, of the row at work; -1: none
    int64_t n_operations;
} Recorder;

// ---- Lists of lines by their number of entries ----------------------------------------------

static void unlist(Lines *l, int32_t i)
{
    Line *line = &l->of[i];
    if (line->before >= 0)
        l->of[line->before].behind = line->behind;
    else
        l->first_of_count[line->entries.count] = line->behind;
    if (line->behind >= 0) l->of[line->behind].before = line->before;
}

static void list(Lines *l, int32_t i)
{
    Line *line = &l->of[i];
    int32_t *first = &l->first_of_count[line->entries.count];
    line->before = -1;
    line->behind = *first;
    if (*first >= 0) l->of[*first].before = i;
    *first = i;
}

static void remove_entry(Lines *l, int32_t i, int32_t line)
{
    Line *at = &l->of[i];
    uint32_t k = 0;
    while (at->entries.data[k].line != line) k++;
    unlist(l, i);
    at->entries.data[k] = VEC_POP(&at->entries);
    list(l, i);
}

static void add_entry(Recorder *r, Lines *l, int32_t i, Entry entry)
{
    unlist(l, i);
    VEC_PUSH(r->scratch, &l->of[i].entries, entry);
    list(l, i);
}

static Lines lines_open(Arena *scratch, int32_t n)
{
    Lines l = {.of = ARENA_ARRAY(scratch, Line, n + 1),
               .first_of_count = ARENA_RAW(scratch, int32_t, n + 1)};
    for (int32_t i = 0; i <= n; i++) l.first_of_count[i] = -1;
    return l;
}

// ---- The pivot ----------------------------------------------------------------------------------

typedef struct Pivot {
    int32_t row, column, place;
    int64_t cost; // -1: none yet
} Pivot;

static double largest_of_column(const Recorder *r, int32_t column)
{
    const Line *c = &r->columns.of[column];
    double largest = 0;
    for (uint32_t k = 0; k < c->entries.count; k++)
        largest = fmax(largest, fabs(r->values.data[c->entries.data[k].place]));
    return largest;
}

// Of pivots that cost the same the one that is larger in its column.
static void consider(const Recorder *r, Pivot *best, double *size, Pivot p)
{
    double largest = largest_of_column(r, p.column), own = fabs(r->values.data[p.place]);
    if (own < LEAST_PIVOT || !(own >= least_part * largest)) return;
    p.cost = (int64_t)(r->rows.of[p.row].entries.count - 1) *
             (int64_t)(r->columns.of[p.column].entries.count - 1);
    if (best->cost >= 0 &&
        (p.cost > best->cost || (p.cost == best->cost && own / largest <= *size)))
        return;
    *best = p;
    *size = own / largest;
}

static Pivot find_pivot(const Recorder *r)
{
    Pivot best = {.cost = -1};
    double size = 0;
    int searched = 0;
    for (int32_t count = 1; count <= r->n; count++) {
        for (int32_t j = r->columns.first_of_count[count]; j >= 0; j = r->columns.of[j].behind) {
            const Line *c = &r->columns.of[j];
            for (uint32_t k = 0; k < c->entries.count; k++)
                consider(r, &best, &size,
                         (Pivot){c->entries.data[k].line, j, c->entries.data[k].place, 0});
            if (++searched >= LINES_SEARCHED && best.cost >= 0) return best;
        }
        for (int32_t i = r->rows.first_of_count[count]; i >= 0; i = r->rows.of[i].behind) {
            const Line *row = &r->rows.of[i];
            for (uint32_t k = 0; k < row->entries.count; k++)
                consider(r, &best, &size,
                         (Pivot){i, row->entries.data[k].line, row->entries.data[k].place, 0});
            if (++searched >= LINES_SEARCHED && best.cost >= 0) return best;
        }
        if (best.cost >= 0 && best.cost <= (int64_t)count * count) return best;
    }
    return best;
}

// ---- One step -----------------------------------------------------------------------------------

// row -= factor * pivot row; what is new gets a place.
static void eliminate_row(Recorder *r, const PivotStep *step, Entry below, const Entry *right)
{
    Line *row = &r->rows.of[below.line];
    double factor = r->values.data[below.place];
    for (uint32_t k = 0; k < row->entries.count; k++)
        r->place_in_row[row->entries.data[k].line] = row->entries.data[k].place;
    for (int32_t k = 0; k < step->n_right; k++) {
        int32_t place = r->place_in_row[right[k].line];
        if (place < 0) {
            place = (int32_t)r->values.count;
            VEC_PUSH(r->scratch, &r->values, 0.0);
            add_entry(r, &r->rows, below.line, (Entry){right[k].line, place});
            add_entry(r, &r->columns, right[k].line, (Entry){below.line, place});
        }
        r->values.data[place] -= factor * r->values.data[right[k].place];
        VEC_PUSH(r->scratch, &r->targets, place);
    }
    for (uint32_t k = 0; k < row->entries.count; k++)
        r->place_in_row[row->entries.data[k].line] = -1;
    r->n_operations += step->n_right + 1;
}

static void take_out(Recorder *r, const Pivot *p)
{
    const Line *row = &r->rows.of[p->row], *column = &r->columns.of[p->column];
    for (uint32_t k = 0; k < row->entries.count; k++)
        if (row->entries.data[k].line != p->column)
            remove_entry(&r->columns, row->entries.data[k].line, p->row);
    for (uint32_t k = 0; k < column->entries.count; k++)
        if (column->entries.data[k].line != p->row)
            remove_entry(&r->rows, column->entries.data[k].line, p->column);
    unlist(&r->rows, p->row);
    unlist(&r->columns, p->column);
}

static void append(Recorder *r, const Line *line, int32_t except)
{
    for (uint32_t k = 0; k < line->entries.count; k++) {
        Entry e = line->entries.data[k];
        if (e.line == except) continue;
        VEC_PUSH(r->scratch, &r->others, e.line);
        VEC_PUSH(r->scratch, &r->order, e.place);
    }
}

static int32_t without(Arena *scratch, const Line *line, int32_t except, Entry **out)
{
    int32_t n = 0;
    *out = ARENA_RAW(scratch, Entry, line->entries.count + 1);
    for (uint32_t k = 0; k < line->entries.count; k++)
        if (line->entries.data[k].line != except) (*out)[n++] = line->entries.data[k];
    return n;
}

static void eliminate(Recorder *r, const Pivot *p)
{
    Entry *right, *below;
    PivotStep step = {.row = p->row, .column = p->column};
    step.n_right = without(r->scratch, &r->rows.of[p->row], p->column, &right);
    step.n_below = without(r->scratch, &r->columns.of[p->column], p->row, &below);
    VEC_PUSH(r->scratch, &r->order, p->place);
    append(r, &r->rows.of[p->row], p->column);
    append(r, &r->columns.of[p->column], p->row);
    take_out(r, p);
    for (int32_t k = 0; k < step.n_below; k++) {
        r->values.data[below[k].place] /= r->values.data[p->place];
        eliminate_row(r, &step, below[k], right);
    }
    VEC_PUSH(r->scratch, &r->steps, step);
}

// ---- Scaling ------------------------------------------------------------------------------------

// The power of two next below 1/sqrt(x).
static double scale_for(double x)
{
    int exponent;
    if (!(x > 0) || !isfinite(x)) return 1;
    frexp(x, &exponent);
    return ldexp(1, -exponent / 2);
}

typedef struct Scales {
    double *row, *column;
} Scales;

static Scales find_scales(Arena *scratch, Elimination *e, const SparsePattern *p, const double *a)
{
    Scales s = {ARENA_RAW(scratch, double, e->n + 1), ARENA_RAW(scratch, double, e->n + 1)};
    double *of_row = ARENA_RAW(scratch, double, e->n + 1);
    double *of_column = ARENA_RAW(scratch, double, e->n + 1);
    for (int32_t i = 0; i < e->n; i++) s.row[i] = s.column[i] = 1;
    for (int sweep = 0; sweep < SCALING_SWEEPS; sweep++) {
        memset(of_row, 0, (size_t)e->n * sizeof *of_row);
        memset(of_column, 0, (size_t)e->n * sizeof *of_column);
        for (int32_t j = 0; j < e->n; j++)
            for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++) {
                int32_t i = p->row_index[k];
                double size = fabs(a[k]) * s.row[i] * s.column[j];
                of_row[i] = fmax(of_row[i], size);
                of_column[j] = fmax(of_column[j], size);
            }
        for (int32_t i = 0; i < e->n; i++) {
            s.row[i] *= scale_for(of_row[i]);
            s.column[i] *= scale_for(of_column[i]);
        }
    }
    for (int32_t j = 0; j < e->n; j++)
        for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++)
            e->scale[k] = s.row[p->row_index[k]] * s.column[j];
    return s;
}

// ---- The whole ----------------------------------------------------------------------------------

static Recorder recorder_open(Arena *scratch, const Elimination *e, const SparsePattern *p,
                              const double *a)
{
    int32_t n = p->n;
    Recorder r = {.scratch = scratch, .n = n};
    r.rows = lines_open(scratch, n);
    r.columns = lines_open(scratch, n);
    r.place_in_row = ARENA_RAW(scratch, int32_t, n + 1);
    for (int32_t i = 0; i <= n; i++) r.place_in_row[i] = -1;
    for (int32_t j = 0; j < n; j++)
        for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++) {
            VEC_PUSH(scratch, &r.values, a[k] * e->scale[k]);
            VEC_PUSH(scratch, &r.rows.of[p->row_index[k]].entries, ((Entry){j, k}));
            VEC_PUSH(scratch, &r.columns.of[j].entries, ((Entry){p->row_index[k], k}));
        }
    for (int32_t i = n - 1; i >= 0; i--) {
        list(&r.rows, i);
        list(&r.columns, i);
    }
    return r;
}

// Places become those of the factors.
static void keep(Arena *out, const Recorder *r, Elimination *e)
{
    int32_t n_places = (int32_t)r->values.count;
    int32_t *factor_of = ARENA_RAW(r->scratch, int32_t, n_places + 1);
    for (uint32_t i = 0; i < r->order.count; i++) factor_of[r->order.data[i]] = (int32_t)i;
    e->n_factors = n_places;
    e->steps = ARENA_COPY(out, PivotStep, r->steps.data, e->n);
    e->targets = ARENA_RAW(out, int32_t, r->targets.count + 1);
    for (uint32_t i = 0; i < r->targets.count; i++) e->targets[i] = factor_of[r->targets.data[i]];
    for (int32_t k = 0; k < e->n_entries; k++) e->place[k] = factor_of[k];
    e->n_filled = n_places - e->n_entries;
    e->filled = ARENA_COPY(out, int32_t, factor_of + e->n_entries, e->n_filled);
}

// Multipliers lie by columns; whoever solves wants them by rows: a value is read often and stored
// once.
static void keep_solve(Arena *out, const Recorder *r, const Scales *scales, Elimination *e)
{
    int32_t n = e->n, n_left = 0, *step_of_row = ARENA_RAW(r->scratch, int32_t, n + 1);
    int32_t *step_of_column = ARENA_RAW(r->scratch, int32_t, n + 1);
    int32_t *next_left =
        ARENA_ARRAY(r->scratch, int32_t, n + 1); // by step: its first, then the next
    for (int32_t k = 0; k < n; k++) {
        step_of_row[e->steps[k].row] = k;
        step_of_column[e->steps[k].column] = k;
    }
    e->solve = ARENA_ARRAY(out, SolveStep, n + 1);
    e->right = ARENA_RAW(out, int32_t, r->others.count + 1);
    e->left = ARENA_RAW(out, LeftEntry, r->others.count + 1);
    const int32_t *other = r->others.data;
    int32_t *right = e->right, at = 0;
    for (int32_t k = 0; k < n; k++) {
        PivotStep p = e->steps[k];
        SolveStep *s = &e->solve[k];
        *s = (SolveStep){scales->row[p.row],
                         scales->column[p.column],
                         p.row,
                         p.column,
                         s->n_left,
                         p.n_right,
                         at};
        for (int32_t i = 0; i < p.n_right; i++) *right++ = step_of_column[*other++];
        for (int32_t i = 0; i < p.n_below; i++) e->solve[step_of_row[*other++]].n_left++;
        at += 1 + p.n_right + p.n_below;
    }
    for (int32_t k = 0; k < n; n_left += e->solve[k++].n_left) next_left[k] = n_left;
    other = r->others.data;
    for (int32_t k = 0; k < n; k++) {
        int32_t factor = e->solve[k].pivot + 1 + e->steps[k].n_right;
        other += e->steps[k].n_right;
        for (int32_t i = 0; i < e->steps[k].n_below; i++)
            e->left[next_left[step_of_row[*other++]]++] = (LeftEntry){factor + i, k};
    }
}

RecordOutcome elimination_record(Arena *out, const SparsePattern *pattern, const double *values,
                                 int64_t most, Elimination *e)
{
    Arena *scratch = arena_open("elimination");
    int32_t n = pattern->n, n_entries = pattern->column_start[n];
    RecordOutcome outcome = RECORDED;
    *e = (Elimination){.n = n,
                       .n_entries = n_entries,
                       .place = ARENA_RAW(out, int32_t, n_entries + 1),
                       .scale = ARENA_RAW(out, double, n_entries + 1)};
    Scales scales = find_scales(scratch, e, pattern, values);
    Recorder r = recorder_open(scratch, e, pattern, values);
    while (outcome == RECORDED && (int32_t)r.steps.count < n) {
        Pivot p = find_pivot(&r);
        if (p.cost < 0)
            outcome = RECORD_SINGULAR;
        else if (r.n_operations + p.cost > most)
            outcome = RECORD_TOO_LONG;
        else
            eliminate(&r, &p);
    }
    if (outcome == RECORDED) {
        keep(out, &r, e);
        keep_solve(out, &r, &scales, e);
    }
    arena_close(scratch);
    return outcome;
}
