// spatialDistribution: transport by characteristics, the integrator does not see the distribution.
//
// In the coordinate s = xi - x, which moves with the material, the distribution z(s) stands still:
// the line covers s in [-x, 1 - x]. What flows in is added at one end, what has flowed out is
// dropped at the other, so memory follows the number of points inside. A line is a ring of points
// (s, z), ascending in s; between them z is linear. Two points at the same place are a jump. From
// either end only the piece up to the nearest jump is looked at: the jump leaves in an event, which
// drops the piece outside.
//
// Points closer than `least_distance` are merged, so a line has a bounded number of them however
// slowly it moves.
#include "run/past/transport.h"

#include <math.h>

#include "run/snapshot.h"

enum { FIRST_ROOM = 64 };

static const double least_distance = 1e-6; // of the length
static const double same_value = 1e-9;     // relative: no jump, a loop was solved to less
static const double future = 1e-9;         // of the length: what rounding may ask for beyond now
static const double passed = 1e-12;        // beyond an end by this: outside; relative to x

typedef struct Point {
    double s, z;
} Point;

typedef struct Line {
    Point *ring;
    int64_t first, count, room; // room is a power of two
    double *jumps;              // their places, a ring of the same room
    int64_t first_jump, n_jumps;
    double time, position; // when something was stored last
    double speed;          // between the last two of those
} Line;

struct Transports {
    const Model *model;
    Arena *arena;
    Line *lines;
};

// ---- A ring, seen from either end ----------------------------------------------------------

// Number k as counted from the end.
static Point *point(const Line *l, int end, int64_t k)
{
    int64_t i = end ? l->first + l->count - 1 - k : l->first + k;
    return &l->ring[i & (l->room - 1)];
}

static double *jump(const Line *l, int end, int64_t k)
{
    int64_t i = end ? l->first_jump + l->n_jumps - 1 - k : l->first_jump + k;
    return &l->jumps[i & (l->room - 1)];
}

static void grow(Arena *arena, Line *l)
{
    int64_t room = l->room ? 2 * l->room : FIRST_ROOM;
    Point *ring = ARENA_RAW(arena, Point, room);
    double *jumps = ARENA_RAW(arena, double, room);
    for (int64_t i = 0; i < l->count; i++) ring[i] = *point(l, 0, i);
    for (int64_t i = 0; i < l->n_jumps; i++) jumps[i] = *jump(l, 0, i);
    l->ring = ring;
    l->jumps = jumps;
    l->first = l->first_jump = 0;
    l->room = room;
}

static void push(Arena *arena, Line *l, int end, Point p)
{
    if (l->count == l->room) grow(arena, l);
    bool jumps = l->count && point(l, end, 0)->s == p.s;
    if (!end) l->first--;
    l->count++;
    *point(l, end, 0) = p;
    if (!jumps) return;
    if (!end) l->first_jump--;
    l->n_jumps++;
    *jump(l, end, 0) = p.s;
}

static bool is_jump(const Line *l, int end)
{
    return l->count > 1 && point(l, end, 0)->s == point(l, end, 1)->s;
}

static void pop(Line *l, int end)
{
    if (is_jump(l, end)) {
        if (!end) l->first_jump++;
        l->n_jumps--;
    }
    if (!end) l->first++;
    l->count--;
}

// How far a place is inside, as seen from the end that is at `boundary`.
static double depth(int end, double boundary, double s)
{
    return end ? boundary - s : s - boundary;
}

// ---- Values --------------------------------------------------------------------------------

static double between(const Point *a, const Point *b, double s)
{
    if (a->s == b->s) return a->z;
    double r = (s - a->s) / (b->s - a->s);
    return a->z + fmin(fmax(r, 0), 1) * (b->z - a->z);
}

// The place in the piece before the nearest jump that is next to `s`, and its segment: the first
// one from the end that reaches it.
static int64_t segment_at(const Line *l, int end, double *s)
{
    if (l->n_jumps && depth(end, *s, *jump(l, end, 0)) < 0) *s = *jump(l, end, 0);
    int64_t low = 0, high = l->count - 2;
    while (low < high) {
        int64_t k = low + (high - low) / 2;
        if (depth(end, *s, point(l, end, k + 1)->s) >= 0)
            high = k;
        else
            low = k + 1;
    }
    return low;
}

static double value_at(const Line *l, int end, double s)
{
    if (l->count == 1) return point(l, end, 0)->z;
    int64_t k = segment_at(l, end, &s);
    return between(point(l, end, k), point(l, end, k + 1), s);
}

static double slope_at(const Line *l, int end, double s)
{
    if (l->count == 1) return 0;
    double inside = s;
    int64_t k = segment_at(l, end, &inside);
    const Point *a = point(l, end, k), *b = point(l, end, k + 1);
    bool is_inside = (s - a->s) * (s - b->s) <= 0;
    return is_inside && a->s != b->s ? (b->z - a->z) / (b->s - a->s) : 0;
}

double transports_value(const Transports *t, int32_t row, int32_t which, double position,
                        bool is_event)
{
    const Line *l = &t->lines[row];
    int end = which & 1;
    double s = end - position;
    // d/dx z(end - x)
    if (which >= 2) return -slope_at(l, end, s);
    double needs_future = -depth(end, s, point(l, !end, 0)->s);
    if (!is_event && needs_future > future) return NAN;
    return value_at(l, end, s);
}

// ---- Storing -------------------------------------------------------------------------------

static bool is_same(double a, double b)
{
    return fabs(a - b) <= same_value * fmax(fabs(a), fabs(b));
}

// One point beyond the boundary stays: the value there lies between two.
static void drop_outside(Line *l, int end, double boundary, double margin)
{
    while (l->count > 1 && depth(end, boundary, point(l, end, 1)->s) < -margin) pop(l, end);
}

// Material that left here before the flow turned is gone: the line begins at the boundary.
static void cut(Line *l, int end, double boundary)
{
    drop_outside(l, end, boundary, 0);
    Point *p = point(l, end, 0);
    if (depth(end, boundary, p->s) >= 0) return;
    // Moved to where the next one is, it would look like a jump.
    if (l->count > 1 && point(l, end, 1)->s == boundary)
        pop(l, end);
    else
        *p = (Point){boundary, value_at(l, end, boundary)};
}

static void add_jump(Arena *arena, Line *l, int end, double boundary, double z)
{
    while (l->count > 1 && depth(end, boundary, point(l, end, 1)->s) < least_distance) pop(l, end);
    point(l, end, 0)->s = boundary;
    push(arena, l, end, (Point){boundary, z});
}

static bool flow_in(Arena *arena, Line *l, int end, double boundary, double z)
{
    cut(l, end, boundary);
    Point *p = point(l, end, 0);
    if (p->s == boundary) {
        bool jumps = !is_same(p->z, z);
        if (!jumps || is_jump(l, end))
            p->z = z;
        else
            add_jump(arena, l, end, boundary, z);
        return jumps;
    }
    bool is_crowded = l->count > 1 && !is_jump(l, end) &&
                      depth(end, boundary, point(l, end, 1)->s) < least_distance;
    if (is_crowded)
        *p = (Point){boundary, z};
    else
        push(arena, l, end, (Point){boundary, z});
    return false;
}

static double margin_at(double x)
{
    return passed * fmax(1, fabs(x));
}

void transports_forget(Transports *t, const TransportSample *now)
{
    for (int32_t i = 0; i < t->model->n_transports; i++) {
        int out = now[i].is_positive ? 1 : 0;
        drop_outside(&t->lines[i], out, out - now[i].position, margin_at(now[i].position));
    }
}

bool transports_store(Transports *t, double time, const TransportSample *now)
{
    bool any = false;
    for (int32_t i = 0; i < t->model->n_transports; i++) {
        Line *l = &t->lines[i];
        int in = now[i].is_positive ? 0 : 1;
        double x = now[i].position;
        any |= flow_in(t->arena, l, in, in - x, now[i].inflow);
        if (time > l->time) l->speed = fabs(x - l->position) / (time - l->time);
        l->time = time;
        l->position = x;
    }
    return any;
}

// ---- Opening -------------------------------------------------------------------------------

Transports *transports_open(Arena *out, const Model *model)
{
    Transports *t = ARENA_NEW(out, Transports);
    t->model = model;
    t->arena = out;
    t->lines = ARENA_ARRAY(out, Line, model->n_transports + 1);
    for (int32_t i = 0; i < model->n_transports; i++) {
        grow(out, &t->lines[i]);
        push(out, &t->lines[i], 1, (Point){0, 0});
    }
    return t;
}

static const char *points_complaint(const double *points, int32_t n)
{
    if (points[0] != 0) return "'initialPoints' must begin with 0";
    if (points[n - 1] != 1) return "'initialPoints' must end with 1";
    for (int32_t k = 1; k < n; k++)
        if (!(points[k] >= points[k - 1])) return "'initialPoints' must not decrease";
    return NULL;
}

const char *transports_begin(Transports *t, int32_t *row)
{
    const Model *m = t->model;
    for (int32_t i = 0; i < m->n_transports; i++) {
        const TransportInfo *info = &m->transports[i];
        const double *points = m->v + info->points_slot, *values = points + info->n_points;
        Line *l = &t->lines[i];
        *row = i;
        const char *complaint = points_complaint(points, info->n_points);
        if (complaint) return complaint;
        l->count = l->n_jumps = 0;
        l->time = m->v[SLOT_TIME];
        l->position = m->v[info->position_slot];
        for (int32_t k = 0; k < info->n_points; k++) {
            Point p = {points[k] - l->position, values[k]};
            bool is_third = is_jump(l, 1) && point(l, 1, 0)->s == p.s;
            if (is_third)
                point(l, 1, 0)->z = p.z; // the values in the middle of a jump have no place
            else
                push(t->arena, l, 1, p);
        }
    }
    return NULL;
}

// ---- Events --------------------------------------------------------------------------------

void transports_crossings(const Transports *t, double *g)
{
    for (int32_t i = 0; i < t->model->n_transports; i++) {
        const Line *l = &t->lines[i];
        double x = t->model->v[t->model->transports[i].position_slot];
        for (int end = 0; end < 2; end++)
            g[2 * i + end] = l->n_jumps ? depth(end, end - x, *jump(l, end, 0)) + margin_at(x) : 1;
    }
}

double transports_longest_step(const Transports *t)
{
    double step = INFINITY;
    for (int32_t i = 0; i < t->model->n_transports; i++)
        if (t->lines[i].speed > 0) step = fmin(step, 0.5 / t->lines[i].speed);
    return step;
}

static void pass_line(Line *l, Arena *arena, Bytes *s)
{
    int64_t count = l->count, n_jumps = l->n_jumps;
    bytes_pass_count(s, &count);
    bytes_pass_count(s, &n_jumps);
    while (l->room < count || l->room < n_jumps) grow(arena, l);
    l->count = count;
    l->n_jumps = n_jumps;
    for (int64_t i = 0; i < count; i++) bytes_pass(s, point(l, 0, i), sizeof(Point));
    for (int64_t i = 0; i < n_jumps; i++) bytes_pass(s, jump(l, 0, i), sizeof(double));
    bytes_pass(s, &l->time, sizeof l->time);
    bytes_pass(s, &l->position, sizeof l->position);
    bytes_pass(s, &l->speed, sizeof l->speed);
}

void transports_pass(Transports *t, Bytes *s)
{
    for (int32_t i = 0; i < t->model->n_transports; i++) pass_line(&t->lines[i], t->arena, s);
}
