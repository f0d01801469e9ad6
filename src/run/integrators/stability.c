// The border is found by marching over a grid of cells: where the sign of |F| - 1 changes along
// an edge the border passes, at the place linear interpolation gives [CK06, figures 8.5, 8.19].
#include "run/integrators/stability.h"

#include <math.h>

enum { CELLS = 240, COARSE = 80, DAMPING_POINTS = 400 };

// A method that grows nowhere near 1 in any of these windows has an unbounded border.
static const double least_half = 6, most_half = 30;

static double level(const Formula *f, double x, double y)
{
    double g = formula_growth(f, CMPLX(x, y));
    return isfinite(g) ? fmin(g, 1e6) - 1 : 1e6;
}

double stability_window(const Formula *formulas, int n)
{
    double half = least_half;
    for (int k = 0; k < n; k++)
        for (int i = 0; i <= COARSE; i++) {
            double before = level(&formulas[k], most_half * (2.0 * i / COARSE - 1), 0);
            for (int j = 1; j <= COARSE; j++) {
                double x = most_half * (2.0 * i / COARSE - 1), y = most_half * j / COARSE;
                double here = level(&formulas[k], x, y);
                if ((here < 0) != (before < 0) && fabs(x) > 1e-9)
                    half = fmax(half, fmax(fabs(x), y));
                before = here;
            }
        }
    return fmin(most_half, 1.15 * half);
}

static void add_point(PointList *list, double x, double y)
{
    list->x[list->count] = x;
    list->y[list->count++] = y;
}

// Crossings of the four edges of a cell in turn; two of them make a piece of the border.
static void march_cell(PointList *list, double x, double y, double d, const double *corner)
{
    static const int from_x[] = {0, 1, 1, 0}, from_y[] = {0, 0, 1, 1};
    double at_x[4], at_y[4];
    int found = 0;
    for (int e = 0; e < 4; e++) {
        int next = (e + 1) % 4;
        double a = corner[e], b = corner[next];
        if ((a < 0) == (b < 0)) continue;
        double s = a / (a - b);
        at_x[found] = x + d * (from_x[e] + s * (from_x[next] - from_x[e]));
        at_y[found++] = y + d * (from_y[e] + s * (from_y[next] - from_y[e]));
    }
    for (int k = 0; k + 1 < found; k += 2) {
        add_point(list, at_x[k], at_y[k]);
        add_point(list, at_x[k + 1], at_y[k + 1]);
        add_point(list, NAN, NAN);
    }
}

PointList stability_border(Arena *out, const Formula *f, double half)
{
    size_t most = (size_t)6 * CELLS * CELLS;
    Arena *work = arena_open("stability border");
    PointList all = {ARENA_RAW(work, double, most), ARENA_RAW(work, double, most), 0};
    double d = 2 * half / CELLS;
    double *rows[2] = {ARENA_RAW(work, double, CELLS + 1), ARENA_RAW(work, double, CELLS + 1)};
    for (int j = 0; j <= CELLS; j++) {
        // A hair off the axes: on them neutral methods are exactly 1.
        double y = -half + j * d + 1e-9;
        for (int i = 0; i <= CELLS; i++) rows[1][i] = level(f, -half + i * d + 1e-9, y);
        for (int i = 0; j && i < CELLS; i++) {
            double corner[] = {rows[0][i], rows[0][i + 1], rows[1][i + 1], rows[1][i]};
            march_cell(&all, -half + i * d, y - d, d, corner);
        }
        double *swap = rows[0];
        rows[0] = rows[1], rows[1] = swap;
    }
    PointList kept = {ARENA_COPY(out, double, all.x, all.count),
                      ARENA_COPY(out, double, all.y, all.count), all.count};
    arena_close(work);
    return kept;
}

PointList stability_damping(Arena *out, const Formula *f, double half)
{
    PointList list = {ARENA_RAW(out, double, DAMPING_POINTS + 1),
                      ARENA_RAW(out, double, DAMPING_POINTS + 1), 0};
    for (int i = 0; i <= DAMPING_POINTS; i++) {
        double x = -half + half * i / DAMPING_POINTS;
        double damping = f ? log(fmax(formula_growth(f, x), 1e-12)) : x;
        add_point(&list, x, isfinite(damping) ? damping : NAN);
    }
    return list;
}

// On one ray, distances from 1e-3 to 1e6. Domains of multistep methods are stars around the
// negative axis, so that a stable ray means a stable sector.
static bool is_stable_ray(const Formula *f, double degrees)
{
    double angle = M_PI * (1 - degrees / 180);
    for (int r = 0; r <= 180; r++) {
        double size = pow(10, -3 + r / 20.);
        if (formula_growth(f, size * cexp(I * angle)) > 1 + 1e-9) return false;
    }
    return true;
}

int stability_angle(const Formula *formulas, int n)
{
    int least = 90;
    for (int k = 0; k < n; k++)
        while (least > 0 && !is_stable_ray(&formulas[k], least)) least--;
    return least;
}
