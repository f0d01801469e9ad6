#include "tarn/runs/linear_system.h"

#include <math.h>
#include <string.h>

#include "run/linear/eigenvalues.h"

// ---- From a run ----------------------------------------------------------------------------

static bool is_real(const tarn_variable *v, tarn_causality causality)
{
    return v->type == TARN_REAL && v->causality == causality && v->variability > TARN_PARAMETER;
}

static int *variables_of(const tarn_model *m, tarn_causality causality, Arena *out, int *n)
{
    int count = tarn_model_variable_count(m), *found = ARENA_ARRAY(out, int, count + 1);
    *n = 0;
    for (int i = 0; i < count; i++)
        if (is_real(tarn_model_variable(m, i), causality)) found[(*n)++] = i;
    return found;
}

static const char **names_of(const tarn_model *m, const int *variables, int n, Arena *out)
{
    const char **names = ARENA_ARRAY(out, const char *, n + 1);
    for (int i = 0; i < n; i++)
        names[i] = variables[i] < 0 ? arena_printf(out, "state %d", i + 1)
                                    : tarn_model_variable(m, variables[i])->name;
    return names;
}

static int *states_of(const tarn_model *m, Arena *out, int *n)
{
    *n = tarn_model_state_count(m);
    int *states = ARENA_ARRAY(out, int, *n + 1);
    for (int i = 0; i < *n; i++) states[i] = tarn_model_state(m, i);
    return states;
}

// Slow ones first; of a pair the one with the positive imaginary part.
static bool comes_before(const LinearSystem *s, int i, int k)
{
    double a = hypot(s->re[i], s->im[i]), b = hypot(s->re[k], s->im[k]);
    if (fabs(a - b) > 1e-12 * fmax(a, b)) return a < b;
    return s->im[i] > s->im[k];
}

static void sort_eigenvalues(LinearSystem *s)
{
    for (int i = 1; i < s->n_states; i++)
        for (int k = i; k > 0 && comes_before(s, k, k - 1); k--) {
            double re = s->re[k], im = s->im[k];
            s->re[k] = s->re[k - 1], s->im[k] = s->im[k - 1];
            s->re[k - 1] = re, s->im[k - 1] = im;
        }
}

static void find_eigenvalues(LinearSystem *s, Arena *out)
{
    size_t n = (size_t)s->n_states;
    double *a = ARENA_ARRAY(out, double, n *n + 1);
    memcpy(a, s->a, n * n * sizeof *a);
    s->re = ARENA_ARRAY(out, double, n + 1);
    s->im = ARENA_ARRAY(out, double, n + 1);
    if (!eigenvalues(s->n_states, a, s->re, s->im))
        s->re = s->im = NULL;
    else
        sort_eigenvalues(s);
}

bool linear_system_of(tarn_run *run, const tarn_model *m, Arena *out, LinearSystem *s)
{
    *s = (LinearSystem){.model = tarn_model_name(m), .time = tarn_run_time(run)};
    int *states = states_of(m, out, &s->n_states);
    int *inputs = variables_of(m, TARN_INPUT, out, &s->n_inputs);
    int *outputs = variables_of(m, TARN_OUTPUT, out, &s->n_outputs);
    size_t n = (size_t)s->n_states, nu = (size_t)s->n_inputs, ny = (size_t)s->n_outputs;
    s->states = names_of(m, states, s->n_states, out);
    s->inputs = names_of(m, inputs, s->n_inputs, out);
    s->outputs = names_of(m, outputs, s->n_outputs, out);
    s->x = ARENA_ARRAY(out, double, n + 1);
    s->u = ARENA_ARRAY(out, double, nu + 1);
    s->y = ARENA_ARRAY(out, double, ny + 1);
    s->a = ARENA_ARRAY(out, double, n *n + 1);
    s->b = ARENA_ARRAY(out, double, n *nu + 1);
    s->c = ARENA_ARRAY(out, double, ny *n + 1);
    s->d = ARENA_ARRAY(out, double, ny *nu + 1);
    tarn_linearization l = {s->n_inputs, s->n_outputs, inputs, outputs, s->a, s->b, s->c, s->d};
    if (tarn_run_linearize(run, &l) != TARN_OK || tarn_run_states(run, s->x, NULL) != TARN_OK ||
        tarn_run_get_many(run, s->n_inputs, inputs, s->u) != TARN_OK ||
        tarn_run_get_many(run, s->n_outputs, outputs, s->y) != TARN_OK)
        return false;
    find_eigenvalues(s, out);
    return true;
}

// ---- Text ----------------------------------------------------------------------------------

static void put_point(Text *t, const char *title, const char **names, const double *values, int n)
{
    for (int i = 0; i < n; i++)
        text_printf(t, "%s%s = %.9g\n", i ? "        " : title, names[i], values[i]);
}

static void put_matrix(Text *t, const char *name, const double *a, int rows, int columns)
{
    if (!rows || !columns) return;
    text_printf(t, "%s\n", name);
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < columns; k++)
            text_printf(t, " %14.7g", a[(size_t)i * (size_t)columns + (size_t)k]);
        text_add_char(t, '\n');
    }
}

// What rounding leaves of no damping at all.
static const double undamped = 1e-12;

// Of a pair one line; in Hz and as a part of critical damping.
static void put_eigenvalues(Text *t, const LinearSystem *s)
{
    if (!s->re || !s->n_states) return;
    text_add(t, "eigenvalues of A\n");
    for (int i = 0; i < s->n_states; i++) {
        double size = hypot(s->re[i], s->im[i]), damping = -s->re[i] / size;
        if (fabs(damping) < undamped) damping = 0;
        if (s->im[i] < 0) continue;
        if (s->im[i] > 0)
            text_printf(t, " %14.7g +- %.7g i   frequency %.5g Hz, damping %.5g\n", s->re[i],
                        s->im[i], size / (2 * M_PI), damping);
        else if (s->re[i] != 0)
            text_printf(t, " %14.7g   time constant %.5g s%s\n", s->re[i], fabs(1 / s->re[i]),
                        s->re[i] > 0 ? ", unstable" : "");
        else
            text_printf(t, " %14.7g   an integrator\n", s->re[i]);
    }
}

void linear_system_text(const LinearSystem *s, Text *t)
{
    text_printf(t, "%s at %.9g s: der(x) = A x + B u, y = C x + D u\n", s->model, s->time);
    put_point(t, "x:      ", s->states, s->x, s->n_states);
    put_point(t, "u:      ", s->inputs, s->u, s->n_inputs);
    put_point(t, "y:      ", s->outputs, s->y, s->n_outputs);
    put_matrix(t, "A", s->a, s->n_states, s->n_states);
    put_matrix(t, "B", s->b, s->n_states, s->n_inputs);
    put_matrix(t, "C", s->c, s->n_outputs, s->n_states);
    put_matrix(t, "D", s->d, s->n_outputs, s->n_inputs);
    put_eigenvalues(t, s);
}

// ---- JSON ----------------------------------------------------------------------------------

static void json_number(Text *t, double x)
{
    if (isfinite(x))
        text_number(t, x);
    else
        text_add(t, "null");
}

static void json_names(Text *t, const char *key, const char **names, int n)
{
    text_printf(t, ",\"%s\":[", key);
    for (int i = 0; i < n; i++) {
        if (i) text_add_char(t, ',');
        text_json_string(t, names[i], strlen(names[i]));
    }
    text_add_char(t, ']');
}

static void json_numbers(Text *t, const double *x, int n)
{
    text_add_char(t, '[');
    for (int i = 0; i < n; i++) {
        if (i) text_add_char(t, ',');
        json_number(t, x[i]);
    }
    text_add_char(t, ']');
}

static void json_matrix(Text *t, const char *key, const double *a, int rows, int columns)
{
    text_printf(t, ",\"%s\":[", key);
    for (int i = 0; i < rows; i++) {
        if (i) text_add_char(t, ',');
        json_numbers(t, a + (size_t)i * (size_t)columns, columns);
    }
    text_add_char(t, ']');
}

static void json_point(Text *t, const char *key, const double *x, int n)
{
    text_printf(t, ",\"%s\":", key);
    json_numbers(t, x, n);
}

void linear_system_json(const LinearSystem *s, Text *t)
{
    text_add(t, "{\"model\":");
    text_json_string(t, s->model, strlen(s->model));
    text_add(t, ",\"time\":");
    json_number(t, s->time);
    json_names(t, "states", s->states, s->n_states);
    json_names(t, "inputs", s->inputs, s->n_inputs);
    json_names(t, "outputs", s->outputs, s->n_outputs);
    json_point(t, "x", s->x, s->n_states);
    json_point(t, "u", s->u, s->n_inputs);
    json_point(t, "y", s->y, s->n_outputs);
    json_matrix(t, "A", s->a, s->n_states, s->n_states);
    json_matrix(t, "B", s->b, s->n_states, s->n_inputs);
    json_matrix(t, "C", s->c, s->n_outputs, s->n_states);
    json_matrix(t, "D", s->d, s->n_outputs, s->n_inputs);
    if (s->re) {
        json_point(t, "eigenvalues_real", s->re, s->n_states);
        json_point(t, "eigenvalues_imaginary", s->im, s->n_states);
    }
    text_add(t, "}\n");
}

// ---- CSV -----------------------------------------------------------------------------------

static void csv_name(Text *t, const char *name)
{
    text_printf(t, "\"%s\"", name);
}

static void csv_row(Text *t, const double *row, int n)
{
    for (int i = 0; i < n; i++) {
        text_add_char(t, ',');
        text_number(t, row[i]);
    }
}

void linear_system_csv(const LinearSystem *s, Text *t)
{
    size_t n = (size_t)s->n_states, nu = (size_t)s->n_inputs;
    text_add(t, "\"\"");
    for (int i = 0; i < s->n_states; i++) text_add_char(t, ','), csv_name(t, s->states[i]);
    for (int i = 0; i < s->n_inputs; i++) text_add_char(t, ','), csv_name(t, s->inputs[i]);
    text_add_char(t, '\n');
    for (size_t i = 0; i < n + (size_t)s->n_outputs; i++) {
        if (i < n)
            text_printf(t, "\"der(%s)\"", s->states[i]);
        else
            csv_name(t, s->outputs[i - n]);
        csv_row(t, i < n ? s->a + i * n : s->c + (i - n) * n, s->n_states);
        csv_row(t, i < n ? s->b + i * nu : s->d + (i - n) * nu, s->n_inputs);
        text_add_char(t, '\n');
    }
}

// ---- MAT, level 4 --------------------------------------------------------------------------

static void mat_header(Text *t, int32_t type, int32_t rows, int32_t columns, const char *name)
{
    const uint16_t probe = 1;
    bool is_big_endian = !*(const unsigned char *)&probe;
    int32_t header[5] = {type + (is_big_endian ? 1000 : 0), rows, columns, 0,
                         (int32_t)strlen(name) + 1};
    text_add_bytes(t, (const char *)header, sizeof header);
    text_add_bytes(t, name, strlen(name) + 1);
}

// Columns one after the other.
static void mat_matrix(Text *t, const char *name, const double *a, int rows, int columns)
{
    mat_header(t, 0, rows, columns, name);
    for (int k = 0; k < columns; k++)
        for (int i = 0; i < rows; i++)
            text_add_bytes(t, (const char *)&a[(size_t)i * (size_t)columns + (size_t)k], sizeof *a);
}

// A row of letters for each, filled up with blanks.
static void mat_names(Text *t, const char *name, const char **names, int n)
{
    size_t longest = 0;
    for (int i = 0; i < n; i++)
        if (strlen(names[i]) > longest) longest = strlen(names[i]);
    mat_header(t, 51, n, (int32_t)longest, name);
    for (size_t k = 0; k < longest; k++)
        for (int i = 0; i < n; i++) text_add_char(t, k < strlen(names[i]) ? names[i][k] : ' ');
}

void linear_system_mat(const LinearSystem *s, Text *t)
{
    mat_matrix(t, "A", s->a, s->n_states, s->n_states);
    mat_matrix(t, "B", s->b, s->n_states, s->n_inputs);
    mat_matrix(t, "C", s->c, s->n_outputs, s->n_states);
    mat_matrix(t, "D", s->d, s->n_outputs, s->n_inputs);
    mat_names(t, "xName", s->states, s->n_states);
    mat_names(t, "uName", s->inputs, s->n_inputs);
    mat_names(t, "yName", s->outputs, s->n_outputs);
}
