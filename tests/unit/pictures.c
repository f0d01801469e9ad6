// Pictures of results: every finite point lies inside the axes, nothing that can be seen is
// lost, and the document stays small however long the result is.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results/plot_axis.h"
#include "results/plot_svg.h"
#include "results/result_writer.h"
#include "unit/unit.h"

static const ResultVariable variables[] = {
    {.name = "time", .place = KEPT_TIME, .unit = "s"},
    {.name = "x", .place = KEPT_ROW, .index = 0, .unit = "V"},
    {.name = "y", .place = KEPT_ROW, .index = 1, .unit = "m"},
    {.name = "b", .place = KEPT_ROW, .index = 2, .kind = VALUE_BOOLEAN},
    {.name = "z", .place = KEPT_ROW, .index = 3, .unit = "m"},
};

static const ResultTable table = {
    .variables = variables, .n_variables = 5, .row_size = 4, .stop_time = 1};

static uint32_t next_random(uint32_t *state)
{
    return *state = *state * 1664525u + 1013904223u; // [Knuth, vol. 2, 3.3.4]
}

// Noise with one spike, a wave, a switch, and a second noise.
static const Trajectory *long_result(Unit *u, size_t n)
{
    ResultWriter *w = result_writer_open_memory(u->arena, &table);
    uint32_t state = 1;
    for (size_t i = 0; i < n; i++) {
        double t = (double)i / (double)n, noise = next_random(&state) / 4294967296.0;
        double row[] = {noise + (i == n / 3 ? 9 : 0), sin(300 * t), (double)(i / 1000 % 2),
                        noise * cos(9 * t)};
        result_writer_row(w, t, row);
    }
    return result_writer_trajectory(w);
}

static Text draw(Unit *u, const Trajectory *t, const char *const *names, uint32_t n, const char *x,
                 bool log)
{
    const char *labels[] = {"result"};
    PlotRequest request = {.results = &t,
                           .result_labels = labels,
                           .n_results = 1,
                           .variables = names,
                           .n_variables = n,
                           .x = x};
    PlotSpec spec = {.log_y = log, .x_low = NAN, .x_high = NAN};
    plot_arrange(u->arena, &request, &spec);
    Text svg = text_make(u->arena);
    plot_svg(&spec, &svg);
    return svg;
}

typedef struct {
    double left, top, right, bottom;     // of the panel, 2 pixels wider than the axes
    double least_y, greatest_y, longest; // of the curve; longest stroke to the right
    size_t n_points, n_outside;
} Drawn;

static void visit(Drawn *d, double x, double y)
{
    d->n_points++;
    // Coordinates are rounded to tenths.
    bool inside =
        x >= d->left + 1.9 && x <= d->right - 1.9 && y >= d->top + 1.9 && y <= d->bottom - 1.9;
    d->n_outside += !inside;
    if (y < d->least_y) d->least_y = y;
    if (y > d->greatest_y) d->greatest_y = y;
}

// Reads path data of the letters M and l, and h0 for a dot.
static void follow(Drawn *d, const char *p)
{
    double x = 0, y = 0;
    char letter = 'M';
    while (*p && *p != '"') {
        if (*p == 'M' || *p == 'l' || *p == 'h') letter = *p++;
        char *end;
        double dx = strtod(p, &end), dy = letter == 'h' ? 0 : strtod(end, &end);
        p = end;
        x = letter == 'M' ? dx : x + dx;
        y = letter == 'M' ? dy : y + dy;
        if (letter != 'M' && dx > d->longest) d->longest = dx;
        visit(d, x, y);
    }
}

// The first curve of a panel.
static Drawn measure(const Text *svg, int panel)
{
    Drawn d = {.least_y = INFINITY, .greatest_y = -INFINITY};
    char mark[64];
    snprintf(mark, sizeof mark, "<clipPath id=\"panel%d\">", panel);
    const char *p = strstr(text_cstr(svg), mark);
    double width, height;
    if (!p || sscanf(p + strlen(mark), "<rect x=\"%lf\" y=\"%lf\" width=\"%lf\" height=\"%lf\"",
                     &d.left, &d.top, &width, &height) != 4)
        return d;
    d.right = d.left + width;
    d.bottom = d.top + height;
    p = strstr(p, "<path class=\"curve");
    p = p ? strstr(p, " d=\"") : NULL;
    if (p) follow(&d, p + 4);
    return d;
}

static void check_long(Unit *u, const char *x)
{
    const Trajectory *t = long_result(u, 1000000);
    static const char *const names[] = {"x", "y", "b"};
    Text svg = draw(u, t, names, 3, x, false);
    CHECK_TRUE(u, svg.length < 300 * 1024);
    for (int panel = 0; panel < 3; panel++) {
        Drawn d = measure(&svg, panel);
        CHECK_INT(u, d.n_outside, 0);
        CHECK_TRUE(u, d.n_points > 100);
    }
}

static void million_points_over_time(Unit *u)
{
    check_long(u, NULL);
}

static void million_points_in_the_plane(Unit *u)
{
    check_long(u, "z");
}

// The spike is one row of a million; the axis ends 5 per cent above it.
static void extremes_survive(Unit *u)
{
    const Trajectory *t = long_result(u, 1000000);
    static const char *const names[] = {"x"};
    Text svg = draw(u, t, names, 1, NULL, false);
    Drawn d = measure(&svg, 0);
    double height = d.bottom - d.top - 4, greatest = 0, least = 1;
    for (size_t i = 0; i < t->n_rows; i++) {
        greatest = fmax(greatest, t->columns[0][i]);
        least = fmin(least, t->columns[0][i]);
    }
    double high = greatest + 0.05 * (greatest - least), low = 0; // a positive range begins at zero
    if (least >= 0.25 * (greatest - least)) low = least - 0.05 * (greatest - least);
    CHECK_REAL(u, d.least_y, d.top + 2 + height * (high - greatest) / (high - low), 0.15);
    CHECK_REAL(u, d.greatest_y, d.top + 2 + height * (high - least) / (high - low), 0.15);
}

static const Trajectory *few_rows(Unit *u, const double *times, const double *values, size_t n)
{
    ResultWriter *w = result_writer_open_memory(u->arena, &table);
    for (size_t i = 0; i < n; i++)
        result_writer_row(w, times[i], (double[]){values[i], values[i], values[i] > 0, 0});
    return result_writer_trajectory(w);
}

static const char *path_of(Unit *u, const Text *svg)
{
    const char *p = strstr(text_cstr(svg), "<g clip-path");
    p = p ? strstr(p, " d=\"") : NULL;
    return p ? arena_copy_text(u->arena, p + 4, strcspn(p + 4, "\"")) : "";
}

// 0 V to 0.5 s, then 1 V: two level strokes and one that is exactly vertical.
static void jumps_are_vertical(Unit *u)
{
    const double times[] = {0, 0.25, 0.5, 0.5, 0.75, 1}, values[] = {0, 0, 0, 1, 1, 1};
    static const char *const names[] = {"x"};
    Text svg = draw(u, few_rows(u, times, values, 6), names, 1, NULL, false);
    CHECK_TEXT(u, path_of(u, &svg), "M50 364.55l364 0 0-309.1 364 0");
    CHECK_TRUE(u, strstr(svg.data, "class=\"event\" d=\"M414.0 380.0v-5\"") != NULL);
}

static void gaps_are_left_open(Unit *u)
{
    const double times[] = {0, 0.2, 0.4, 0.6, 1}, values[] = {1, 2, NAN, 1, INFINITY};
    static const char *const names[] = {"x"};
    Text svg = draw(u, few_rows(u, times, values, 5), names, 1, NULL, false);
    const char *path = path_of(u, &svg);
    CHECK_TRUE(u, strchr(path, 'M') != strrchr(path, 'M'));
    CHECK_TRUE(u, strstr(path, "h0") != NULL); // a lonely point is a dot
    CHECK_TRUE(u, !strstr(path, "nan") && !strstr(path, "inf"));
}

// Nothing to draw, one point, a constant, huge and tiny numbers: a picture without nonsense.
static void odd_ranges_have_axes(Unit *u)
{
    const double times[] = {0, 1};
    const double pairs[][2] = {{NAN, NAN},    {0, 0},
                               {5, 5},        {1e300, -1e300},
                               {1e-300, 0},   {1e9, 1e9 + 1e-3},
                               {-3, -3},      {1.7976931348623157e308, 0},
                               {4.9e-324, 0}, {1, 1 + 1e-15}};
    static const char *const names[] = {"x"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        for (int log = 0; log < 2; log++) {
            Text svg = draw(u, few_rows(u, times, pairs[i], 2), names, 1, NULL, log);
            bool sound = !strstr(svg.data, "nan") && !strstr(svg.data, "inf\"") &&
                         !strstr(svg.data, "-nan") && svg.length < 20000;
            if (!sound) unit_text(u, __FILE__, __LINE__, "odd range", svg.data, "");
            CHECK_INT(u, measure(&svg, 0).n_outside, 0);
        }
    }
}

static double random_part(uint32_t *state)
{
    return next_random(state) / 4294967296.0;
}

// A walk of any size around any value, from any time on.
static const Trajectory *random_result(Unit *u, uint32_t *state)
{
    size_t n = 2 + next_random(state) % 300;
    double times[302], values[302];
    double size = pow(10, 24 * random_part(state) - 12), middle = 0;
    if (next_random(state) % 3) middle = pow(10, 12 * random_part(state) - 6);
    double t = next_random(state) % 2 ? 0 : 1e3 * random_part(state);
    double step = pow(10, 8 * random_part(state) - 4), x = 0;
    for (size_t i = 0; i < n; i++) {
        times[i] = t;
        values[i] = middle + size * (x += random_part(state) - 0.5);
        if (next_random(state) % 10) t += step; // else an event
    }
    return few_rows(u, times, values, n);
}

// Labels of the abscissa, each with its width estimated at 6.4 pixels a character of 11.
static void check_labels(Unit *u, const Text *svg)
{
    static const char mark[] = "<text class=\"tick middle\" x=\"";
    double behind = -INFINITY;
    for (const char *p = svg->data; (p = strstr(p, mark));) {
        char *end;
        double middle = strtod(p + strlen(mark), &end);
        const char *text = strchr(end, '>') + 1, *close = strchr(text, '<');
        size_t n = 0;
        for (const char *c = text; c < close; c++) n += ((unsigned char)*c & 0xC0) != 0x80;
        CHECK_TRUE(u, middle - 3.2 * (double)n > behind);
        behind = middle + 3.2 * (double)n;
        p = close;
    }
}

static void random_pictures_are_sound(Unit *u)
{
    static const char *const names[] = {"x", "y"};
    uint32_t state = 7;
    for (int i = 0; i < 300; i++) {
        const Trajectory *t = random_result(u, &state);
        Text svg = draw(u, t, names, 2, i % 5 == 4 ? "z" : NULL, i % 3 == 2);
        CHECK_INT(u, measure(&svg, 0).n_outside, 0);
        CHECK_INT(u, measure(&svg, 1).n_outside, 0);
        CHECK_TRUE(u, i % 3 == 2 || measure(&svg, 1).n_points > 1);
        CHECK_TRUE(u, !strstr(svg.data, "nan") && svg.length < 40000);
        check_labels(u, &svg);
    }
}

static const char *ticks_of(Unit *u, double low, double high, const char *unit, const char *display,
                            bool log)
{
    AxisRange range = range_empty();
    range_add(&range, low);
    range_add(&range, high);
    Axis a = axis_make(u->arena, range, unit, display, log, false);
    axis_place(u->arena, &a, 0, 500, 100);
    Text t = text_make(u->arena);
    for (uint32_t i = 0; i < a.n_ticks; i++)
        if (a.ticks[i].label) text_printf(&t, "%s ", a.ticks[i].label);
    text_printf(&t, "[%s]", axis_unit_text(u->arena, &a));
    return text_cstr(&t);
}

static void ticks_are_readable(Unit *u)
{
    CHECK_TEXT(u, ticks_of(u, 0, 1, NULL, NULL, false), "0.0 0.2 0.4 0.6 0.8 1.0 []");
    CHECK_TEXT(u, ticks_of(u, -3, 7, "m", NULL, false), "−2 0 2 4 6 [m]");
    CHECK_TEXT(u, ticks_of(u, 0, 0.0021, "A", NULL, false), "0.0 0.5 1.0 1.5 2.0 [mA]");
    CHECK_TEXT(u, ticks_of(u, 0, 25000, "W", NULL, false), "0 5 10 15 20 25 [kW]");
    CHECK_TEXT(u, ticks_of(u, 0, 25000, "kg.m2/s", NULL, false), "0 5 10 15 20 25 [10³ kg·m²/s]");
    CHECK_TEXT(u, ticks_of(u, 0, 86400, "s", NULL, false), "0 5 10 15 20 [h]");
    CHECK_TEXT(u, ticks_of(u, 0, 3.14159265358979, "rad", "deg", false), "0 50 100 150 [°]");
    CHECK_TEXT(u, ticks_of(u, 273.15, 373.15, "K", "degC", false), "0 20 40 60 80 100 [°C]");
    CHECK_TEXT(u, ticks_of(u, 101325, 101325.004, "Pa", NULL, false),
               "0 1 2 3 4 [10⁻³ Pa + 101325]");
    CHECK_TEXT(u, ticks_of(u, 1e-6, 1e3, "Ohm", NULL, true), "10⁻⁶ 10⁻⁴ 0.01 1 100 [Ω]");
}

UNIT_SUITE(pictures, TEST(million_points_over_time), TEST(million_points_in_the_plane),
           TEST(extremes_survive), TEST(jumps_are_vertical), TEST(gaps_are_left_open),
           TEST(odd_ranges_have_axes), TEST(random_pictures_are_sound), TEST(ticks_are_readable));
