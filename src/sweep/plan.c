#include "sweep/plan.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/number.h"
#include "base/text.h"
#include "sweep/draw.h"
#include "sweep/rows_file.h"
#include "sweep/words.h"

static const Span nowhere = {0, 0};
enum { MOST_VALUES = 10000000 }; // of an axis
static const uint64_t most_runs = UINT32_MAX;

static bool wrong(Session *s, const char *vary, const char *why)
{
    diag_error(s->diag, nowhere, E_USAGE, "--vary %s: %s", vary, why);
    return false;
}

// ---- One axis ------------------------------------------------------------------------------

static void take_numbers(Session *s, Axis *axis, uint32_t n)
{
    axis->n = n;
    axis->numbers = ARENA_ARRAY(s->arena, double, n);
    axis->texts = ARENA_ARRAY(s->arena, const char *, n);
}

// Texts of numbers are made when they are asked for.
static bool take_range(Session *s, const char *vary, Axis *axis, const double *v, int n)
{
    double first = v[0], step = n == 3 ? v[1] : 1, last = v[n - 1];
    int64_t count = step != 0 ? number_range_count(first, step, last) : 0;
    if (count < 1) return wrong(s, vary, "this range has no value (begin:step:end)");
    if (count > MOST_VALUES) return wrong(s, vary, "this range has more than ten million values");
    take_numbers(s, axis, (uint32_t)count);
    for (int64_t i = 0; i < count; i++) axis->numbers[i] = first + (double)i * step;
    return true;
}

static bool take_division(Session *s, const char *vary, Axis *axis, const double *v, bool is_log)
{
    double a = v[0], b = v[1], n = v[2];
    if (!(n >= 2 && n <= MOST_VALUES && n == floor(n)))
        return wrong(s, vary, "the third number is how many values there are, at least 2");
    if (is_log && !(a > 0 && b > 0)) return wrong(s, vary, "logarithms want positive numbers");
    take_numbers(s, axis, (uint32_t)n);
    for (uint32_t i = 0; i < axis->n; i++) {
        double part = i / (n - 1);
        axis->numbers[i] = is_log ? exp(log(a) + part * (log(b) - log(a))) : a + part * (b - a);
    }
    axis->numbers[0] = a;
    axis->numbers[axis->n - 1] = b;
    return true;
}

typedef struct SpreadRow {
    const char *name;
    Spread spread;
    uint32_t n;
    const char *meaning;
} SpreadRow;

static const SpreadRow spreads[] = {
    {"uniform", SPREAD_UNIFORM, 2, "uniform(least, most)"},
    {"loguniform", SPREAD_LOG_UNIFORM, 2, "loguniform(least, most), both positive"},
    {"normal", SPREAD_NORMAL, 2, "normal(mean, deviation)"},
    {"lognormal", SPREAD_LOG_NORMAL, 2, "lognormal(mean, deviation) of the logarithm"},
    {"triangular", SPREAD_TRIANGULAR, 3, "triangular(least, likeliest, most)"},
};

static bool spread_fits(const SpreadRow *row, const double *v)
{
    switch (row->spread) {
    case SPREAD_UNIFORM: return v[0] <= v[1];
    case SPREAD_LOG_UNIFORM: return v[0] > 0 && v[0] <= v[1];
    case SPREAD_TRIANGULAR: return v[0] <= v[1] && v[1] <= v[2] && v[0] < v[2];
    default: return v[1] >= 0;
    }
}

static bool take_spread(Session *s, const char *vary, Axis *axis, const SpreadRow *row,
                        const double *v, uint32_t n)
{
    if (n != row->n || !spread_fits(row, v)) return wrong(s, vary, row->meaning);
    axis->spread = row->spread;
    axis->a = v[0];
    axis->b = v[1];
    axis->c = n == 3 ? v[2] : NAN;
    return true;
}

// name(v1, v2, ...) of numbers: false where it is something else.
static bool read_call(Session *s, const char *text, const char **name, double *v, uint32_t *n)
{
    const char *open = strchr(text, '('), *end = text + strlen(text);
    if (!open || end[-1] != ')') return false;
    *name = arena_copy_text(s->arena, text, (size_t)(open - text));
    WordList parts = words_split(s->arena, open + 1, (size_t)(end - open - 2), ',');
    if (parts.count > 3) return false;
    for (uint32_t i = 0; i < parts.count; i++)
        if (!word_number(parts.data[i], &v[i])) return false;
    *n = parts.count;
    return true;
}

static bool read_range(Session *s, const char *text, double *v, int *n)
{
    WordList parts = words_split(s->arena, text, strlen(text), ':');
    if (parts.count < 2 || parts.count > 3) return false;
    for (uint32_t i = 0; i < parts.count; i++)
        if (!word_number(parts.data[i], &v[i])) return false;
    *n = (int)parts.count;
    return true;
}

static bool take_list(Session *s, const char *vary, Axis *axis, const char *text)
{
    size_t length = strlen(text);
    if (text[0] == '{' && text[length - 1] == '}') text++, length -= 2;
    WordList parts = words_split(s->arena, text, length, ',');
    take_numbers(s, axis, parts.count);
    for (uint32_t i = 0; i < parts.count; i++) {
        if (!parts.data[i][0]) return wrong(s, vary, "a value is missing");
        axis->texts[i] = parts.data[i];
        if (!word_number(parts.data[i], &axis->numbers[i])) axis->numbers[i] = NAN;
    }
    return true;
}

static bool read_axis(Session *s, const char *vary, Axis *axis)
{
    double v[3] = {0};
    uint32_t n_numbers = 0;
    int n = 0;
    const char *name, *equals = strchr(vary, '=');
    if (!equals || equals == vary || !equals[1])
        return wrong(s, vary, "NAME=VALUES is wanted, as R=1:10:100, R=1,2,5 or R=uniform(1,2)");
    axis->name = word_trimmed(s->arena, vary, (size_t)(equals - vary));
    const char *text = word_trimmed(s->arena, equals + 1, strlen(equals + 1));
    if (!*text) return wrong(s, vary, "a value is missing");
    if (read_range(s, text, v, &n)) return take_range(s, vary, axis, v, n);
    if (!read_call(s, text, &name, v, &n_numbers)) return take_list(s, vary, axis, text);
    if (n_numbers == 3 && (!strcmp(name, "lin") || !strcmp(name, "log")))
        return take_division(s, vary, axis, v, name[1] == 'o');
    for (size_t i = 0; i < sizeof spreads / sizeof *spreads; i++)
        if (!strcmp(spreads[i].name, name))
            return take_spread(s, vary, axis, &spreads[i], v, n_numbers);
    return take_list(s, vary, axis, text);
}

// ---- All of them ---------------------------------------------------------------------------

static bool is_named_twice(Session *s, const Plan *p)
{
    for (uint32_t i = 0; i < p->n_axes; i++)
        for (uint32_t k = 0; k < i; k++)
            if (!strcmp(p->axes[i].name, p->axes[k].name)) {
                diag_error(s->diag, nowhere, E_USAGE, "'%s' varies twice", p->axes[i].name);
                return true;
            }
    return false;
}

static bool grow(Session *s, uint64_t *n, uint64_t by)
{
    if (by && *n > most_runs / by) {
        diag_error(s->diag, nowhere, E_USAGE, "more than %llu runs: cut the sweep into parts",
                   (unsigned long long)most_runs);
        return false;
    }
    *n *= by;
    return true;
}

static void prepare_draw(Session *s, Plan *p, uint32_t i)
{
    Axis *axis = &p->axes[i];
    axis->shift = draw_bits(p->seed, i);
    if (p->sampling == SAMPLING_LATIN)
        axis->order = draw_order(s->arena, axis->shift, p->n_samples);
}

// From the last axis to the first: how many runs lie between two values.
static bool count_runs(Session *s, Plan *p, uint32_t n_columns)
{
    p->n_runs = p->n_samples;
    for (uint32_t i = p->n_axes; i-- > n_columns;) {
        if (p->axes[i].spread != SPREAD_NONE) continue;
        p->axes[i].stride = p->n_runs;
        if (!grow(s, &p->n_runs, p->axes[i].n)) return false;
    }
    for (uint32_t i = 0; i < n_columns; i++) p->axes[i].stride = p->n_runs;
    return !n_columns || grow(s, &p->n_runs, p->axes[0].n);
}

static bool check_samples(Session *s, const SweepOptions *o, uint32_t n_drawn)
{
    if (n_drawn && !o->samples)
        diag_error(s->diag, nowhere, E_USAGE, "--samples N says how many values are drawn");
    else if (!n_drawn && o->samples)
        diag_error(s->diag, nowhere, E_USAGE,
                   "--samples: nothing is drawn; --vary 'NAME=uniform(a,b)' is");
    else if (o->samples > MOST_VALUES)
        diag_error(s->diag, nowhere, E_USAGE, "--samples: at most ten million");
    else
        return true;
    return false;
}

bool plan_make(Session *s, const SweepOptions *o, Plan *out)
{
    RowsFile rows = {0};
    if (o->rows && !rows_file_read(s, o->rows, &rows)) return false;
    *out = (Plan){.axes = ARENA_ARRAY(s->arena, Axis, rows.n_columns + o->vary.count + 1),
                  .n_axes = rows.n_columns + o->vary.count,
                  .n_samples = o->samples ? (uint32_t)o->samples : 1,
                  .sampling = (Sampling)o->sampling,
                  .seed = (uint64_t)o->seed};
    for (uint32_t i = 0; i < rows.n_columns; i++)
        out->axes[i] = (Axis){.name = rows.names[i],
                              .texts = rows.texts[i],
                              .numbers = rows.numbers[i],
                              .n = rows.n_rows};
    uint32_t n_drawn = 0;
    for (uint32_t i = 0; i < o->vary.count; i++) {
        Axis *axis = &out->axes[rows.n_columns + i];
        if (!read_axis(s, o->vary.data[i], axis)) return false;
        n_drawn += axis->spread != SPREAD_NONE;
    }
    if (!out->n_axes) {
        diag_error(s->diag, nowhere, E_USAGE,
                   "nothing varies: --vary NAME=VALUES, or --rows FILE.csv");
        return false;
    }
    if (is_named_twice(s, out) || !check_samples(s, o, n_drawn)) return false;
    for (uint32_t i = 0; i < out->n_axes; i++)
        if (out->axes[i].spread != SPREAD_NONE) prepare_draw(s, out, i);
    return count_runs(s, out, rows.n_columns);
}

// ---- Values --------------------------------------------------------------------------------

static double draw(const Plan *p, uint32_t i, uint32_t sample)
{
    const Axis *axis = &p->axes[i];
    double inside = draw_uniform(axis->shift, (uint64_t)sample + 1), whole;
    switch (p->sampling) {
    case SAMPLING_LATIN: return (axis->order[sample] + inside) / p->n_samples;
    case SAMPLING_HALTON:
        inside =
            modf(draw_mirrored(draw_prime(i), (uint64_t)sample + 1) + draw_uniform(axis->shift, 0),
                 &whole);
        return fmin(fmax(inside, 0x1p-53), 1 - 0x1p-53);
    default: return inside;
    }
}

static double spread_value(const Axis *x, double u)
{
    double middle;
    switch (x->spread) {
    case SPREAD_LOG_UNIFORM: return exp(log(x->a) + u * (log(x->b) - log(x->a)));
    case SPREAD_NORMAL: return x->a + x->b * draw_normal(u);
    case SPREAD_LOG_NORMAL: return exp(x->a + x->b * draw_normal(u));
    case SPREAD_TRIANGULAR:
        middle = (x->b - x->a) / (x->c - x->a);
        return u < middle ? x->a + sqrt(u * (x->c - x->a) * (x->b - x->a))
                          : x->c - sqrt((1 - u) * (x->c - x->a) * (x->c - x->b));
    default: return x->a + u * (x->b - x->a);
    }
}

double plan_number(const Plan *p, uint64_t run, uint32_t i)
{
    const Axis *axis = &p->axes[i];
    if (axis->spread == SPREAD_NONE) return axis->numbers[run / axis->stride % axis->n];
    return spread_value(axis, draw(p, i, (uint32_t)(run % p->n_samples)));
}

const char *plan_text(const Plan *p, uint64_t run, uint32_t i, Arena *a)
{
    const Axis *axis = &p->axes[i];
    if (axis->spread == SPREAD_NONE && axis->texts[run / axis->stride % axis->n])
        return axis->texts[run / axis->stride % axis->n];
    Text t = text_make(a);
    text_number(&t, plan_number(p, run, i));
    return text_cstr(&t);
}

static uint64_t hash_number(uint64_t h, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return hash_mix(h, bits);
}

static uint64_t hash_text(uint64_t h, const char *text)
{
    return hash_mix(h, text ? hash_bytes(text, strlen(text)) : 1);
}

uint64_t plan_hash(const Plan *p)
{
    uint64_t h = hash_mix(p->n_runs, p->seed ^ (uint64_t)p->sampling << 32);
    for (uint32_t i = 0; i < p->n_axes; i++) {
        const Axis *x = &p->axes[i];
        h = hash_mix(hash_text(h, x->name), (uint64_t)x->spread << 32 ^ x->n);
        if (x->spread != SPREAD_NONE)
            h = hash_number(hash_number(hash_number(h, x->a), x->b), x->c);
        for (uint32_t k = 0; k < x->n; k++)
            h = hash_number(hash_text(h, x->texts[k]), x->numbers[k]);
    }
    return h;
}
