// Where else a loop may begin. First what the model says: unknowns that differ by their subscripts
// alone are of one kind, and as good a guess for one of them is what all have in the mean (the flat
// start of a network, the even profile of a pipe); zero, from where the path of newton_path.c turns
// up whatever drives the equations, as circuit simulators ramp their sources; nominal values; the
// middle between limits. Then points around the guess, spread evenly by multiples of the golden
// ratio [Nie92], ever farther away.
#include "run/loops/restarts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double golden = 0.6180339887498949;
// How far around the guess, in units of the unknowns, in turn.
static const double radius[] = {0.5, 1, 2, 5};

// ---- Unknowns of one kind ----------------------------------------------------------------------

typedef struct Named {
    const char *name;
    int32_t place;
} Named;

static const char *behind_subscripts(const char *at)
{
    while (*at == '[') {
        const char *end = strchr(at, ']');
        if (!end) return at;
        at = end + 1;
    }
    return at;
}

static int compare_kinds(const char *a, const char *b)
{
    for (;;) {
        a = behind_subscripts(a);
        b = behind_subscripts(b);
        if (*a != *b || !*a) return (unsigned char)*a - (unsigned char)*b;
        a++;
        b++;
    }
}

static int by_kind(const void *a, const void *b)
{
    const Named *x = a, *y = b;
    int order = compare_kinds(x->name, y->name);
    return order ? order : x->place - y->place;
}

// False: no two are of one kind, or they are equal already.
static bool level_kinds(const LoopProblem *p, const double *guess, double *x)
{
    if (!p->info->unknown_names) return false;
    Arena *scratch = arena_open("restart");
    Named *sorted = ARENA_RAW(scratch, Named, p->n + 1);
    bool any = false;
    for (int32_t i = 0; i < p->n; i++) sorted[i] = (Named){p->info->unknown_names[i], i};
    qsort(sorted, (size_t)p->n, sizeof *sorted, by_kind);
    for (int32_t i = 0, end; i < p->n; i = end) {
        double sum = 0;
        for (end = i; end < p->n && !compare_kinds(sorted[i].name, sorted[end].name); end++)
            sum += guess[sorted[end].place];
        for (int32_t k = i; k < end; k++) {
            x[sorted[k].place] = sum / (end - i);
            any = any || x[sorted[k].place] != guess[sorted[k].place];
        }
    }
    arena_close(scratch);
    return any;
}

// ---- Points that need no names -----------------------------------------------------------------

static bool take_zero(const LoopProblem *p, const double *guess, double *x)
{
    bool any = false;
    for (int32_t i = 0; i < p->n; i++) {
        x[i] = 0;
        any = any || guess[i] != 0;
    }
    return any;
}

static bool take_nominal(const LoopProblem *p, const double *guess, double *x)
{
    const int32_t *slots = p->info->nominal_slots;
    bool any = false;
    for (int32_t i = 0; i < p->n && slots; i++) {
        bool is_given = slots[i] != NO_SLOT;
        x[i] = is_given ? copysign(p->scale[i], guess[i]) : guess[i];
        any = any || is_given;
    }
    return any;
}

static bool take_middle(const LoopProblem *p, const double *guess, double *x)
{
    bool any = false;
    for (int32_t i = 0; i < p->n; i++) {
        double width = p->high[i] - p->low[i];
        x[i] = isfinite(width) ? p->low[i] + width / 2 : guess[i];
        any = any || isfinite(width);
    }
    return any;
}

static double fraction(double number)
{
    return number - floor(number);
}

// Where the point would lie beyond a limit it lies between the guess and the limit.
static void spread(const LoopProblem *p, const double *guess, int k, double *x)
{
    double far = radius[k % (int)(sizeof radius / sizeof *radius)];
    for (int32_t i = 0; i < p->n; i++) {
        double part = 2 * fraction((k + 1) * fraction((i + 1) * golden)) - 1;
        x[i] = guess[i] + far * part * fmax(fabs(guess[i]), p->scale[i]);
        if (x[i] < p->low[i]) x[i] = guess[i] + fabs(part) * (p->low[i] - guess[i]);
        if (x[i] > p->high[i]) x[i] = guess[i] + fabs(part) * (p->high[i] - guess[i]);
    }
}

Restart restart_at(const LoopProblem *p, const double *guess, int k, double *x)
{
    static const struct {
        const char *name;
        bool (*take)(const LoopProblem *p, const double *guess, double *x);
    } likely[] = {{"equal guesses for unknowns of one kind", level_kinds},
                  {"zero, with all that drives turned up", take_zero},
                  {"nominal values", take_nominal},
                  {"the middle between limits", take_middle}};
    int n_likely = sizeof likely / sizeof *likely;
    if (k < n_likely) return (Restart){likely[k].take(p, guess, x) ? likely[k].name : NULL, true};
    spread(p, guess, k - n_likely, x);
    return (Restart){"a point beside the guess", false};
}
