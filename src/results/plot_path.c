// Thinning of curves. Over time: first, last, least and greatest value of each column of
// pixels [JJHM14], then points that lie on a straight line with their neighbours are left out.
// In the plane: points in the same cell as the one before and pieces between two cells that
// were drawn before are left out. If too much remains the curve fills areas; then the cells
// that it touches are drawn, the cells growing until their rows are few enough.
#include "results/plot_path.h"

#include <string.h>

#include "base/map.h"

typedef struct {
    double x, y; // pixels
} Point;

// ---- writing: relative coordinates in tenths or hundredths of a pixel

typedef struct {
    Text *out;
    int32_t parts; // of a pixel
    int32_t x, y;  // where the pen is
    bool pen_is_down;
    bool needs_letter;
    size_t n_points;
} Pen;

static void add_coordinate(Text *t, int32_t value, int32_t parts, bool separate)
{
    char digits[24], *p = digits;
    if (value < 0)
        *p++ = '-';
    else if (separate)
        *p++ = ' ';
    uint32_t size = (uint32_t)(value < 0 ? -value : value);
    uint32_t whole = size / (uint32_t)parts, rest = size % (uint32_t)parts;
    if (whole || !rest) p += number_to_text(p, whole);
    if (rest) {
        *p++ = '.';
        for (uint32_t place = (uint32_t)parts / 10; rest && place; place /= 10) {
            *p++ = (char)('0' + rest / place);
            rest %= place;
        }
    }
    text_add_bytes(t, digits, (size_t)(p - digits));
}

static void pen_lift(Pen *pen)
{
    pen->pen_is_down = false;
}

static void pen_to(Pen *pen, Point p)
{
    int32_t x = (int32_t)lround(p.x * pen->parts), y = (int32_t)lround(p.y * pen->parts);
    if (!pen->pen_is_down) {
        text_add_char(pen->out, 'M');
        add_coordinate(pen->out, x, pen->parts, false);
        add_coordinate(pen->out, y, pen->parts, true);
        pen->pen_is_down = true;
        pen->needs_letter = true;
    } else {
        if (x == pen->x && y == pen->y) return;
        if (pen->needs_letter) text_add_char(pen->out, 'l');
        add_coordinate(pen->out, x - pen->x, pen->parts, !pen->needs_letter);
        add_coordinate(pen->out, y - pen->y, pen->parts, true);
        pen->needs_letter = false;
    }
    pen->x = x;
    pen->y = y;
    pen->n_points++;
}

// A piece without length, so that a single point is seen as a dot (round line ends).
static void pen_dot(Pen *pen)
{
    text_add(pen->out, "h0");
    pen->needs_letter = true;
}

// ---- straight pieces: all points since the anchor stay within TOLERANCE of the line

#define STRAIGHT_TOLERANCE 0.04 // pixels; not visible

typedef struct {
    Pen *pen;
    Point anchor, last;
    double least_slope, greatest_slope;
    int n; // points since the path began: 0, 1 (anchor only), 2 (anchor and last)
} Straight;

static void straight_begin_piece(Straight *s, Point p)
{
    double dx = p.x - s->anchor.x;
    s->last = p;
    s->n = 2;
    s->least_slope = dx > 0 ? (p.y - STRAIGHT_TOLERANCE - s->anchor.y) / dx : -INFINITY;
    s->greatest_slope = dx > 0 ? (p.y + STRAIGHT_TOLERANCE - s->anchor.y) / dx : INFINITY;
}

static bool straight_extends(Straight *s, Point p)
{
    double dx = p.x - s->anchor.x;
    // A jump keeps both its points.
    if (!(p.x > s->last.x) || !(s->last.x > s->anchor.x)) return false;
    double slope = (p.y - s->anchor.y) / dx;
    if (slope < s->least_slope || slope > s->greatest_slope) return false;
    s->least_slope = fmax(s->least_slope, (p.y - STRAIGHT_TOLERANCE - s->anchor.y) / dx);
    s->greatest_slope = fmin(s->greatest_slope, (p.y + STRAIGHT_TOLERANCE - s->anchor.y) / dx);
    s->last = p;
    return true;
}

static void straight_add(Straight *s, Point p)
{
    if (s->n && p.x == s->last.x && p.y == s->last.y) return;
    if (s->n == 0) {
        pen_to(s->pen, p);
        s->anchor = s->last = p;
        s->n = 1;
    } else if (s->n == 1) {
        straight_begin_piece(s, p);
    } else if (!straight_extends(s, p)) {
        pen_to(s->pen, s->last);
        s->anchor = s->last;
        straight_begin_piece(s, p);
    }
}

static void straight_end(Straight *s)
{
    if (s->n == 2) pen_to(s->pen, s->last);
    if (s->n == 1) pen_dot(s->pen);
    pen_lift(s->pen);
    s->n = 0;
}

// ---- columns

typedef struct {
    Straight *straight;
    double left, columns_per_pixel;
    int32_t column;
    uint32_t n;                         // points in the column
    Point first, last, least, greatest; // by y
    uint32_t least_at, greatest_at;
} Column;

static void column_flush(Column *c)
{
    if (!c->n) return;
    bool least_first = c->least_at < c->greatest_at;
    straight_add(c->straight, c->first);
    Point inner[2] = {least_first ? c->least : c->greatest, least_first ? c->greatest : c->least};
    uint32_t at[2] = {least_first ? c->least_at : c->greatest_at,
                      least_first ? c->greatest_at : c->least_at};
    for (int i = 0; i < 2; i++)
        if (at[i] > 0 && at[i] + 1 < c->n) straight_add(c->straight, inner[i]);
    if (c->n > 1) straight_add(c->straight, c->last);
    c->n = 0;
}

static void column_add(Column *c, Point p)
{
    int32_t column = (int32_t)((p.x - c->left) * c->columns_per_pixel);
    if (column != c->column) column_flush(c);
    if (!c->n) {
        c->column = column;
        c->first = c->least = c->greatest = p;
        c->least_at = c->greatest_at = 0;
    }
    if (p.y < c->least.y) c->least = p, c->least_at = c->n;
    if (p.y > c->greatest.y) c->greatest = p, c->greatest_at = c->n;
    c->last = p;
    c->n++;
}

static Point point_of(const PlotRows *rows, const Axis *x, const Axis *y, size_t row)
{
    return (Point){axis_pixel(x, trajectory_value(rows->result, rows->x, row)),
                   axis_pixel(y, trajectory_value(rows->result, rows->y, row))};
}

static bool is_placed(Point p)
{
    return !isnan(p.x) && !isnan(p.y);
}

static void add_over_time(Pen *pen, const PlotRows *rows, const Axis *x, const Axis *y,
                          size_t most_points)
{
    Straight straight = {.pen = pen};
    double width = x->pixel_high - x->pixel_low;
    Column column = {.straight = &straight, .left = x->pixel_low};
    column.columns_per_pixel = (double)(most_points / 4) / width;
    bool thin = rows->end - rows->first > most_points;
    Point before = {NAN, NAN};
    for (size_t row = rows->first; row < rows->end; row++) {
        Point p = point_of(rows, x, y, row);
        if (!is_placed(p)) {
            column_flush(&column);
            straight_end(&straight);
        } else {
            Point hold = {p.x, before.y};
            bool step = rows->steps && is_placed(before) && before.y != p.y;
            if (step && thin) column_add(&column, hold);
            if (step && !thin) straight_add(&straight, hold);
            if (thin)
                column_add(&column, p);
            else
                straight_add(&straight, p);
        }
        before = p;
    }
    column_flush(&column);
    straight_end(&straight);
}

// ---- in the plane

static uint64_t cell_of(Point p, double size)
{
    // Pixels lie between -16,000 and 16,000: 16 bits a coordinate.
    return (uint64_t)(uint16_t)(int16_t)floor(p.x / size) << 16 |
           (uint16_t)(int16_t)floor(p.y / size);
}

// False when more than `most_points` remain.
static bool add_in_plane(Pen *pen, const PlotRows *rows, const Axis *x, const Axis *y,
                         size_t most_points, double cell)
{
    Arena *scratch = arena_open("plane");
    Map drawn = map_make(scratch);
    Point before = {NAN, NAN};
    uint64_t cell_before = 0;
    bool fits = true;
    for (size_t row = rows->first; row < rows->end && fits; row++) {
        Point p = point_of(rows, x, y, row);
        if (!is_placed(p)) {
            pen_lift(pen);
            before = p;
            continue;
        }
        uint64_t here = cell_of(p, cell);
        bool first = !is_placed(before);
        if (!first && here == cell_before) continue;
        uint64_t piece = cell_before << 32 | here, known;
        if (!first && map_get(&drawn, piece, &known)) {
            pen_lift(pen);
        } else {
            if (!first && !pen->pen_is_down) pen_to(pen, before);
            pen_to(pen, p);
            if (!first) map_put(&drawn, piece, 1);
        }
        before = p;
        cell_before = here;
        fits = pen->n_points <= most_points;
    }
    arena_close(scratch);
    return fits;
}

// ---- areas

typedef struct {
    uint8_t *touched;
    int32_t columns, rows;
    double left, top, size; // pixels
} Raster;

static Raster raster_make(Arena *out, const Axis *x, const Axis *y, double size)
{
    Raster r = {.left = x->pixel_low, .top = y->pixel_high, .size = size};
    r.columns = (int32_t)((x->pixel_high - x->pixel_low) / size) + 1;
    r.rows = (int32_t)((y->pixel_low - y->pixel_high) / size) + 1;
    r.touched = ARENA_ARRAY(out, uint8_t, (size_t)r.columns * (size_t)r.rows);
    return r;
}

static void raster_line(Raster *r, Point a, Point b)
{
    double dx = (b.x - a.x) / r->size, dy = (b.y - a.y) / r->size;
    int32_t steps = (int32_t)fmax(fabs(dx), fabs(dy)) + 1;
    double column = (a.x - r->left) / r->size, row = (a.y - r->top) / r->size;
    for (int32_t i = 0; i <= steps; i++) {
        int32_t at_column = (int32_t)floor(column + dx * i / steps);
        int32_t at_row = (int32_t)floor(row + dy * i / steps);
        if (at_column < 0 || at_row < 0 || at_column >= r->columns || at_row >= r->rows) continue;
        r->touched[at_row * r->columns + at_column] = 1;
    }
}

static void raster_curve(Raster *r, const PlotRows *rows, const Axis *x, const Axis *y)
{
    Point before = {NAN, NAN};
    for (size_t row = rows->first; row < rows->end; row++) {
        Point p = point_of(rows, x, y, row);
        if (is_placed(p)) raster_line(r, is_placed(before) ? before : p, p);
        before = p;
    }
}

// One stroke for each run of touched cells.
static void raster_draw(const Raster *r, Pen *pen)
{
    for (int32_t row = 0; row < r->rows; row++) {
        const uint8_t *touched = r->touched + row * r->columns;
        double y = r->top + (row + 0.5) * r->size;
        for (int32_t i = 0; i < r->columns; i++) {
            if (!touched[i]) continue;
            int32_t begin = i;
            while (i + 1 < r->columns && touched[i + 1]) i++;
            pen_lift(pen);
            pen_to(pen, (Point){r->left + begin * r->size, y});
            pen_to(pen, (Point){r->left + (i + 1) * r->size, y});
        }
    }
}

static void cut_back(Text *t, size_t length)
{
    t->length = length;
    if (t->data) t->data[length] = '\0';
}

static double add_plane_curve(Text *t, Pen pen, const PlotRows *rows, const Axis *x, const Axis *y,
                              size_t most_points)
{
    size_t length = t->length;
    Pen attempt = pen;
    if (add_in_plane(&attempt, rows, x, y, most_points, 0.5)) {
        if (attempt.n_points == 1) pen_dot(&attempt);
        return 0;
    }
    for (double size = 1; size < 100; size *= 1.5) {
        cut_back(t, length);
        attempt = pen;
        Arena *scratch = arena_open("raster");
        Raster r = raster_make(scratch, x, y, size);
        raster_curve(&r, rows, x, y);
        raster_draw(&r, &attempt);
        arena_close(scratch);
        if (attempt.n_points <= 2 * most_points) return size + 0.2; // no gaps between rows
    }
    return 0;
}

double path_add_curve(Text *t, const PlotRows *rows, const Axis *x, const Axis *y,
                      size_t most_points)
{
    // Few points are written finer, for enlargements.
    size_t n = rows->end - rows->first;
    Pen pen = {.out = t, .parts = n > 3000 ? 10 : 100};
    if (!rows->x_is_time) return add_plane_curve(t, pen, rows, x, y, most_points);
    add_over_time(&pen, rows, x, y, most_points);
    return 0;
}
