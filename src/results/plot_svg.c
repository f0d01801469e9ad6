// Layout and drawing of result pictures.
//
// All sizes are pixels of the viewBox. Colours are classes, so that one document serves both
// themes and can be restyled; the palette is the one of [OI02], which people of all kinds of
// colour vision can tell apart, with lighter tones on dark ground.
#include "results/plot_svg.h"

#include <string.h>

#include "pages/page.h"
#include "results/plot_path.h"

enum { MOST_POINTS = 22000, MOST_EVENT_MARKS = 400 };

static const double font_size = 12, tick_size = 11, title_size = 15;
static const double edge = 16, row_height = 20, panel_gap = 14, axis_height = 24, lane_gap = 8;

static const char *const light_palette[PLOT_PALETTE_SIZE] = {
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#4d4d4d", "#a08c00"};
static const char *const dark_palette[PLOT_PALETTE_SIZE] = {
    "#4fb0f0", "#ff8a4c", "#2cc99b", "#ee9cc8", "#f5bd4a", "#9adcff", "#c9ced6", "#f0e442"};
static const char *const dashes[PLOT_DASH_STYLES] = {NULL, "7 4", "2 3.5", "9 3 2 3"};

typedef struct {
    const PlotPanel *panel;
    Axis y;
    bool lanes; // all curves are Boolean: each has its own strip
    double legend_top, top, bottom;
    double legend_indent; // room for a unit that is too wide for the margin; 0 without
    uint32_t legend_rows;
} PanelLayout;

typedef struct {
    const PlotSpec *spec;
    Text *out;
    Arena *scratch;
    PanelLayout *panels;
    Axis x;
    double width, height, left, right;
    double plane_height; // of the panel when both axes have one scale; 0 else
    size_t points_per_curve;
} Picture;

// ---- text

// An estimate for common sans-serif fonts: fonts differ by a few per cent, so leave air.
static double text_width(const char *s, double size)
{
    double width = 0;
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if ((c & 0xC0) == 0x80) continue; // inside a UTF-8 character
        if (strchr("iljtf.,:;'|![]() ", c))
            width += 0.32;
        else if (strchr("mwMW", c))
            width += 0.86;
        else if (c >= 'A' && c <= 'Z')
            width += 0.68;
        else
            width += 0.57;
    }
    return width * size;
}

// The text, or its begin and end around "…" when it is wider than `room`.
static const char *fitting(Arena *out, const char *s, double size, double room)
{
    if (text_width(s, size) <= room) return s;
    size_t keep = (size_t)fmax(8, room / (0.57 * size)) - 1, n = strlen(s);
    if (keep + 2 >= n) return s;
    size_t head = keep / 3, tail = n - (keep - head);
    while (head && ((unsigned char)s[head] & 0xC0) == 0x80) head--;
    while (tail < n && ((unsigned char)s[tail] & 0xC0) == 0x80) tail++;
    return arena_printf(out, "%.*s…%s", (int)head, s, s + tail);
}

static void add_text(Picture *p, double x, double y, const char *class, const char *s)
{
    text_printf(p->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, x, y);
    page_escape(p->out, s);
    text_add(p->out, "</text>\n");
}

// ---- ranges and axes

static const ResultVariable *abscissa_of(const PlotCurve *c)
{
    return c->x ? c->x : &c->result->table.variables[0];
}

static bool is_over_time(const PlotCurve *c)
{
    return abscissa_of(c)->place == KEPT_TIME && !abscissa_of(c)->negated;
}

// The rows of the part shown, with one more on each side so that lines reach the border.
static PlotRows rows_of(const PlotSpec *spec, const PlotCurve *c)
{
    PlotRows rows = {.result = c->result,
                     .x = abscissa_of(c),
                     .y = c->y,
                     .end = c->result->n_rows,
                     .x_is_time = is_over_time(c),
                     .steps = c->y->kind != VALUE_REAL};
    if (!rows.x_is_time) return rows;
    const double *time = c->result->time;
    if (!isnan(spec->x_low))
        while (rows.first + 1 < rows.end && time[rows.first + 1] < spec->x_low) rows.first++;
    if (!isnan(spec->x_high))
        while (rows.end > rows.first + 1 && time[rows.end - 2] > spec->x_high) rows.end--;
    return rows;
}

static AxisRange x_range(const PlotSpec *spec)
{
    AxisRange range = range_empty();
    for (uint32_t i = 0; i < spec->n_panels; i++) {
        for (uint32_t k = 0; k < spec->panels[i].n_curves; k++) {
            const PlotCurve *c = &spec->panels[i].curves[k];
            size_t n = c->result->n_rows;
            bool ends_suffice = is_over_time(c) && !spec->log_x && n > 1;
            for (size_t row = 0; row < n; row += ends_suffice ? n - 1 : 1)
                range_add(&range, trajectory_value(c->result, abscissa_of(c), row));
        }
    }
    if (!isnan(spec->x_low)) range.low = range.least_positive = spec->x_low;
    if (!isnan(spec->x_high)) range.high = spec->x_high;
    return range;
}

static AxisRange y_range(const PlotSpec *spec, const PlotPanel *panel)
{
    AxisRange range = range_empty();
    for (uint32_t k = 0; k < panel->n_curves; k++) {
        PlotRows rows = rows_of(spec, &panel->curves[k]);
        for (size_t row = rows.first; row < rows.end; row++)
            range_add(&range, trajectory_value(rows.result, rows.y, row));
    }
    bool has_bounds = panel->low != 0 || panel->high != 0;
    if (has_bounds && !isnan(panel->low)) range.low = panel->low;
    if (has_bounds && !isnan(panel->high)) range.high = panel->high;
    return range;
}

static bool all_of_kind(const PlotPanel *panel, bool boolean)
{
    for (uint32_t k = 0; k < panel->n_curves; k++) {
        ValueKind kind = panel->curves[k].y->kind;
        if (boolean ? kind != VALUE_BOOLEAN : kind == VALUE_REAL) return false;
    }
    return panel->n_curves > 0;
}

// Units are shown only where all curves of the axis have the same.
static Axis make_y_axis(const Picture *p, const PlotPanel *panel)
{
    const char *unit = NULL, *display = NULL;
    for (uint32_t k = 0; k < panel->n_curves; k++) {
        const ResultVariable *v = panel->curves[k].y;
        if (k == 0) {
            unit = v->unit;
            display = v->display_unit;
            continue;
        }
        if (!display || !v->display_unit || strcmp(display, v->display_unit)) display = NULL;
        if (!unit || !v->unit || strcmp(unit, v->unit)) unit = NULL;
    }
    Axis a = axis_make(p->scratch, y_range(p->spec, panel), unit, display, p->spec->log_y, true);
    a.integral = all_of_kind(panel, false);
    return a;
}

// A path in the plane is seen undistorted when both axes have the same unit.
static void make_scales_equal(Axis *x, Axis *y, double width, double height)
{
    if (x->log || y->log || x->change.factor != y->change.factor) return;
    double scale = fmax((x->high - x->low) / width, (y->high - y->low) / height);
    double x_middle = (x->low + x->high) / 2, y_middle = (y->low + y->high) / 2;
    if (fmin((x->high - x->low) / width, (y->high - y->low) / height) < 0.1 * scale) return;
    x->low = x_middle - scale * width / 2;
    x->high = x_middle + scale * width / 2;
    y->low = y_middle - scale * height / 2;
    y->high = y_middle + scale * height / 2;
}

static bool same_unit(const ResultVariable *a, const ResultVariable *b)
{
    return a->unit && b->unit && *a->unit && !strcmp(a->unit, b->unit);
}

// ---- layout

static double legend_entry_width(const PlotCurve *c)
{
    return 28 + text_width(c->label ? c->label : c->y->name, font_size) + 18;
}

static uint32_t count_legend_rows(const PanelLayout *l, double room)
{
    uint32_t rows = 1;
    double used = l->legend_indent;
    for (uint32_t k = 0; k < l->panel->n_curves; k++) {
        double width = fmin(legend_entry_width(&l->panel->curves[k]), room);
        if (used > 0 && used + width > room) {
            rows++;
            used = 0;
        }
        used += width;
    }
    return rows;
}

static double panel_height(const Picture *p, const PanelLayout *l)
{
    const PlotSpec *spec = p->spec;
    if (spec->panel_height > 0) return spec->panel_height;
    if (p->plane_height > 0) return p->plane_height;
    if (l->lanes) return 26.0 * l->panel->n_curves + lane_gap;
    return spec->n_panels == 1 ? 340 : spec->n_panels == 2 ? 230 : 170;
}

static double tick_spacing(double height)
{
    return height < 250 ? 36 : 50;
}

static double widest_label(const PanelLayout *l)
{
    double widest = 0;
    for (uint32_t i = 0; i < l->y.n_ticks; i++)
        if (l->y.ticks[i].label) widest = fmax(widest, text_width(l->y.ticks[i].label, tick_size));
    return l->lanes ? text_width("false", tick_size) : widest;
}

// Two rounds: the left margin depends on the labels, the number of legend rows on the margin.
static void lay_out(Picture *p)
{
    const PlotSpec *spec = p->spec;
    double widest = 0;
    p->width = spec->width > 0 ? spec->width : 800;
    p->right = p->width - edge - 6;
    for (uint32_t i = 0; i < spec->n_panels; i++) {
        PanelLayout *l = &p->panels[i];
        axis_place(p->scratch, &l->y, panel_height(p, l), 0, tick_spacing(panel_height(p, l)));
        widest = fmax(widest, widest_label(l));
    }
    p->left = edge + fmax(widest, 26) + 8;
    double y = edge + (spec->title ? title_size + 12 : 0);
    for (uint32_t i = 0; i < spec->n_panels; i++) {
        PanelLayout *l = &p->panels[i];
        double unit = text_width(axis_unit_text(p->scratch, &l->y), tick_size);
        l->legend_indent = l->lanes || unit <= p->left - 12 ? 0 : unit + 18;
        l->legend_rows = count_legend_rows(l, p->right - p->left);
        l->legend_top = y;
        l->top = y + l->legend_rows * row_height + 4;
        l->bottom = l->top + panel_height(p, l);
        y = l->bottom + panel_gap;
    }
    p->height = y - panel_gap + axis_height + font_size + edge;
}

static void place_y_axis(Picture *p, PanelLayout *l)
{
    axis_place(p->scratch, &l->y, l->bottom, l->top, tick_spacing(l->bottom - l->top));
}

static void make_axes(Picture *p)
{
    const PlotSpec *spec = p->spec;
    const PlotCurve *first = spec->n_panels ? spec->panels[0].curves : NULL;
    const ResultVariable *x = first ? abscissa_of(first) : NULL;
    bool plane = first && !is_over_time(first);
    p->x = axis_make(p->scratch, x_range(spec), x ? x->unit : NULL, x ? x->display_unit : NULL,
                     spec->log_x, plane);
    for (uint32_t i = 0; i < spec->n_panels; i++) {
        PanelLayout *l = &p->panels[i];
        l->panel = &spec->panels[i];
        l->lanes = all_of_kind(l->panel, true);
        l->y = make_y_axis(p, l->panel);
    }
    lay_out(p);
    if (plane && spec->n_panels == 1 && spec->panels[0].n_curves && same_unit(x, first->y)) {
        PanelLayout *l = &p->panels[0];
        double wanted = (p->right - p->left) * (l->y.high - l->y.low) / (p->x.high - p->x.low);
        p->plane_height = fmin(fmax(wanted, 240), 0.8 * p->width);
        lay_out(p);
        make_scales_equal(&p->x, &l->y, p->right - p->left, l->bottom - l->top);
        lay_out(p);
    }
    axis_place(p->scratch, &p->x, p->left, p->right, 90);
    for (uint32_t i = 0; i < spec->n_panels; i++) place_y_axis(p, &p->panels[i]);
}

// ---- style

static void add_colors(Text *t, bool dark)
{
    const char *const *palette = dark ? dark_palette : light_palette;
    text_printf(t, ".tarn-plot .bg{fill:%s}", dark ? "#14181d" : "#ffffff");
    text_printf(t, ".tarn-plot text{fill:%s}", dark ? "#e4e8ed" : "#1f2630");
    text_printf(t, ".tarn-plot .tick,.tarn-plot .unit{fill:%s}", dark ? "#a3adb8" : "#57606b");
    text_printf(t, ".tarn-plot .grid{stroke:%s}", dark ? "#2b323b" : "#e5e8ec");
    text_printf(t, ".tarn-plot .axis{stroke:%s}", dark ? "#77818d" : "#8a939e");
    text_printf(t, ".tarn-plot .event{stroke:%s}", dark ? "#8b96a3" : "#7a8591");
    for (int i = 0; i < PLOT_PALETTE_SIZE; i++)
        text_printf(t, ".tarn-plot .c%d{stroke:%s}", i, palette[i]);
}

static void add_style(Picture *p)
{
    Text *t = p->out;
    text_printf(t,
                "<style>.tarn-plot{max-width:100%%;height:auto;font:%gpx system-ui,"
                "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}",
                font_size);
    text_printf(t, ".tarn-plot .title{font-size:%gpx;font-weight:600}", title_size);
    text_printf(t,
                ".tarn-plot .tick,.tarn-plot .unit{font-size:%gpx;"
                "font-variant-numeric:tabular-nums}",
                tick_size);
    text_add(t, ".tarn-plot .end{text-anchor:end}.tarn-plot .middle{text-anchor:middle}"
                ".tarn-plot .grid,.tarn-plot .axis,.tarn-plot .event{fill:none;stroke-width:1}"
                ".tarn-plot .curve{fill:none;stroke-width:1.75;stroke-linejoin:round;"
                "stroke-linecap:round}");
    add_colors(t, p->spec->theme == THEME_DARK);
    if (p->spec->theme == THEME_AUTO) {
        text_add(t, "@media (prefers-color-scheme:dark){");
        add_colors(t, true);
        text_add_char(t, '}');
    }
    text_add(t, "</style>\n");
}

// ---- drawing

static void add_grid(Picture *p, const PanelLayout *l)
{
    Text *t = p->out;
    text_add(t, "<path class=\"grid\" d=\"");
    for (uint32_t i = 0; i < p->x.n_ticks; i++)
        text_printf(t, "M%.1f %.1fV%.1f", p->x.ticks[i].pixel, l->top, l->bottom);
    for (uint32_t i = 0; i < l->y.n_ticks && !l->lanes; i++)
        text_printf(t, "M%.1f %.1fH%.1f", p->left, l->y.ticks[i].pixel, p->right);
    text_add(t, "\"/>\n");
    text_printf(t, "<path class=\"axis\" d=\"M%.1f %.1fH%.1f\"/>\n", p->left, l->bottom, p->right);
}

static void add_y_labels(Picture *p, const PanelLayout *l)
{
    for (uint32_t i = 0; i < l->y.n_ticks && !l->lanes; i++)
        if (l->y.ticks[i].label)
            add_text(p, p->left - 8, l->y.ticks[i].pixel + 4, "tick end", l->y.ticks[i].label);
    const char *unit = axis_unit_text(p->scratch, &l->y);
    if (!*unit || l->lanes) return;
    if (l->legend_indent)
        add_text(p, p->left, l->legend_top + 13, "unit", unit);
    else
        add_text(p, p->left - 8, l->legend_top + 13, "unit end", unit);
}

static void add_line_class(Picture *p, const PlotCurve *c, const char *class)
{
    const char *dash = dashes[c->dash % PLOT_DASH_STYLES];
    text_printf(p->out, "<path class=\"%s c%u\"", class, c->color % PLOT_PALETTE_SIZE);
    if (dash) text_printf(p->out, " stroke-dasharray=\"%s\"", dash);
}

static void add_legend(Picture *p, const PanelLayout *l)
{
    double room = p->right - p->left, x = l->legend_indent, y = l->legend_top + 13;
    for (uint32_t k = 0; k < l->panel->n_curves; k++) {
        const PlotCurve *c = &l->panel->curves[k];
        double width = fmin(legend_entry_width(c), room);
        if (x > 0 && x + width > room) {
            x = 0;
            y += row_height;
        }
        add_line_class(p, c, "curve");
        text_printf(p->out, " d=\"M%.1f %.1fh20\"/>\n", p->left + x, y - 4);
        const char *label = c->label ? c->label : c->y->name;
        add_text(p, p->left + x + 27, y, "name", fitting(p->scratch, label, font_size, width - 34));
        x += width;
    }
}

// A strip for each Boolean, the first on top; false is its lower border.
static Axis lane_axis(const PanelLayout *l, uint32_t number)
{
    double height = (l->bottom - l->top) / l->panel->n_curves;
    double top = l->top + number * height + lane_gap / 2;
    Axis lane = {.low = 0, .high = 1, .change = {1, 0, NULL}};
    lane.pixel_low = top + height - lane_gap;
    lane.pixel_high = top;
    return lane;
}

static void add_lane_labels(Picture *p, const PanelLayout *l)
{
    for (uint32_t k = 0; k < l->panel->n_curves && l->lanes; k++) {
        Axis lane = lane_axis(l, k);
        bool tall = lane.pixel_low - lane.pixel_high > 2.2 * tick_size;
        add_text(p, p->left - 8, lane.pixel_low + (tall ? 4 : 1), "tick end", tall ? "false" : "0");
        add_text(p, p->left - 8, lane.pixel_high + (tall ? 4 : 7), "tick end", tall ? "true" : "1");
    }
}

static void add_curves(Picture *p, const PanelLayout *l, uint32_t number)
{
    Text *t = p->out;
    text_printf(t,
                "<clipPath id=\"panel%u\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                "height=\"%.1f\"/></clipPath>\n<g clip-path=\"url(#panel%u)\">\n",
                number, p->left - 2, l->top - 2, p->right - p->left + 4, l->bottom - l->top + 4,
                number);
    for (uint32_t k = 0; k < l->panel->n_curves; k++) {
        const PlotCurve *c = &l->panel->curves[k];
        PlotRows rows = rows_of(p->spec, c);
        Axis lane = l->lanes ? lane_axis(l, k) : l->y;
        Text path = text_make(p->scratch);
        double stroke = path_add_curve(&path, &rows, &p->x, &lane, p->points_per_curve);
        add_line_class(p, c, "curve");
        if (stroke > 0) text_printf(t, " style=\"stroke-width:%.3g;stroke-linecap:butt\"", stroke);
        text_printf(t, " d=\"%s\"><title>", text_cstr(&path));
        page_escape(t, c->label ? c->label : c->y->name);
        if (c->y->description && *c->y->description) {
            text_add(t, ": ");
            page_escape(t, c->y->description);
        }
        text_add(t, "</title></path>\n");
    }
    text_add(t, "</g>\n");
}

// A short stroke on the abscissa for each instant with two values; one for each pixel at most.
static void add_events(Picture *p, const PanelLayout *l)
{
    if (!l->panel->n_curves || !is_over_time(&l->panel->curves[0])) return;
    PlotRows rows = rows_of(p->spec, &l->panel->curves[0]);
    const double *time = rows.result->time;
    double before = -INFINITY, least = (p->right - p->left) / MOST_EVENT_MARKS;
    Text marks = text_make(p->scratch);
    for (size_t i = rows.first + 1; i < rows.end; i++) {
        if (time[i] != time[i - 1]) continue;
        double x = axis_pixel(&p->x, time[i]);
        if (isnan(x) || x < p->left - 0.5 || x > p->right + 0.5 || x - before < least) continue;
        text_printf(&marks, "M%.1f %.1fv-5", x, l->bottom);
        before = x;
    }
    if (marks.length)
        text_printf(p->out, "<path class=\"event\" d=\"%s\"><title>events</title></path>\n",
                    marks.data);
}

static void add_x_labels(Picture *p)
{
    const PlotSpec *spec = p->spec;
    double y = p->panels[spec->n_panels - 1].bottom;
    for (uint32_t i = 0; i < p->x.n_ticks; i++)
        if (p->x.ticks[i].label)
            add_text(p, p->x.ticks[i].pixel, y + 17, "tick middle", p->x.ticks[i].label);
    const PlotCurve *first = spec->panels[0].curves;
    const char *unit = axis_unit_text(p->scratch, &p->x);
    const char *name = abscissa_of(first)->name;
    const char *label = *unit ? arena_printf(p->scratch, "%s (%s)", name, unit) : name;
    add_text(p, (p->left + p->right) / 2, y + axis_height + 13, "middle", label);
}

static void draw(Picture *p)
{
    Text *t = p->out;
    const PlotSpec *spec = p->spec;
    text_printf(t,
                "<svg class=\"tarn-plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f "
                "%.0f\" width=\"%.0f\" height=\"%.0f\" role=\"img\">\n",
                p->width, p->height, p->width, p->height);
    add_style(p);
    if (spec->title) {
        text_add(t, "<title>");
        page_escape(t, spec->title);
        text_add(t, "</title>\n");
    }
    text_printf(t, "<rect class=\"bg\" width=\"%.0f\" height=\"%.0f\"/>\n", p->width, p->height);
    if (spec->title)
        add_text(p, p->left, edge + title_size - 3, "title",
                 fitting(p->scratch, spec->title, title_size, p->right - p->left));
    for (uint32_t i = 0; i < spec->n_panels; i++) {
        const PanelLayout *l = &p->panels[i];
        add_grid(p, l);
        add_y_labels(p, l);
        add_lane_labels(p, l);
        add_legend(p, l);
        add_events(p, l);
        add_curves(p, l, i);
    }
    if (spec->n_panels) add_x_labels(p);
    text_add(t, "</svg>\n");
}

void plot_svg(const PlotSpec *spec, Text *out)
{
    Arena *scratch = arena_open("plot");
    Picture p = {.spec = spec, .out = out, .scratch = scratch};
    p.panels = ARENA_ARRAY(scratch, PanelLayout, spec->n_panels + 1);
    uint32_t n_curves = 1;
    for (uint32_t i = 0; i < spec->n_panels; i++) n_curves += spec->panels[i].n_curves;
    make_axes(&p);
    size_t wanted = 4 * (size_t)(p.right - p.left), most = MOST_POINTS / n_curves;
    p.points_per_curve = most < wanted ? most : wanted;
    if (p.points_per_curve < 200) p.points_per_curve = 200;
    draw(&p);
    arena_close(scratch);
}
