// Units as the language writes them [MLS 19.1]: a recursive grammar, but a text nests no deeper
// than it has brackets, and those are counted.
#include "units/unit.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "units/unit_table.h"

SiUnit unit_one(void)
{
    return (SiUnit){.factor = 1};
}

SiUnit unit_second(void)
{
    return (SiUnit){.exponents = {[2] = EXPONENT_ONE}, .factor = 1};
}

// ---- Arithmetic ----------------------------------------------------------------------------

static bool is_temperature(const SiUnit *a)
{
    return a->exponents[4] == EXPONENT_ONE;
}

SiUnit unit_product(const SiUnit *a, const SiUnit *b, int sign)
{
    SiUnit c = {.factor = sign > 0 ? a->factor * b->factor : a->factor / b->factor};
    for (int i = 0; i < N_BASE_UNITS; i++)
        c.exponents[i] = a->exponents[i] + sign * b->exponents[i];
    if (is_temperature(&c)) c.zero = ZERO_ANY;
    return c;
}

bool unit_power(const SiUnit *a, double exponent, SiUnit *out)
{
    enum { MOST = 1000 };
    *out = (SiUnit){.factor = pow(a->factor, exponent)};
    for (int i = 0; i < N_BASE_UNITS; i++) {
        double e = (double)a->exponents[i] * exponent, whole = round(e);
        if (!(fabs(e - whole) < 1e-6) || !(fabs(whole) < (double)MOST * EXPONENT_ONE)) return false;
        out->exponents[i] = (int32_t)whole;
    }
    if (is_temperature(out)) out->zero = ZERO_ANY;
    return isfinite(out->factor) && out->factor > 0;
}

bool unit_same_dimension(const SiUnit *a, const SiUnit *b)
{
    return !memcmp(a->exponents, b->exponents, sizeof a->exponents);
}

bool unit_is_number(const SiUnit *a)
{
    SiUnit one = unit_one();
    return unit_same_dimension(a, &one);
}

bool unit_same(const SiUnit *a, const SiUnit *b)
{
    // Factors are written with some six digits (feet, calories), and are products of few.
    return unit_same_dimension(a, b) && fabs(a->factor - b->factor) <= 1e-6 * fabs(a->factor);
}

bool unit_same_zero(const SiUnit *a, const SiUnit *b)
{
    return a->zero == b->zero || a->zero == ZERO_ANY || b->zero == ZERO_ANY;
}

// ---- Reading -------------------------------------------------------------------------------

typedef struct UnitReader {
    const char *at, *fault;
    int depth; // of brackets
} UnitReader;

static bool is_unit_char(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '%';
}

static bool find_symbol(const char *text, size_t n, SiUnit *out, bool has_prefix)
{
    for (const UnitRow *row = unit_rows; row->symbol; row++) {
        if (strlen(row->symbol) != n || memcmp(row->symbol, text, n)) continue;
        if (has_prefix && !row->takes_prefix) continue;
        *out = (SiUnit){.factor = row->factor, .zero = row->zero};
        for (int i = 0; i < N_BASE_UNITS; i++) out->exponents[i] = row->exponents[i] * EXPONENT_ONE;
        return true;
    }
    return false;
}

// As a symbol, and only where it is none, with a prefix.
bool unit_operand(const char *text, size_t n, SiUnit *out)
{
    if (find_symbol(text, n, out, false)) return true;
    for (const PrefixRow *row = prefix_rows; row->symbol; row++) {
        size_t length = strlen(row->symbol);
        if (length >= n || memcmp(row->symbol, text, length)) continue;
        if (!find_symbol(text + length, n - length, out, true)) continue;
        out->factor *= row->factor;
        return true;
    }
    return false;
}

static bool read_exponent(UnitReader *r, int *exponent)
{
    enum { MOST = 99 };
    const char *p = r->at;
    int sign = 1, value = 0;
    if (*p == '+' || *p == '-') sign = *p++ == '-' ? -1 : 1;
    if (!isdigit((unsigned char)*p)) {
        *exponent = 1;
        if (p == r->at) return true;
        r->fault = "a sign is no exponent without digits behind it";
        return false;
    }
    for (; isdigit((unsigned char)*p); p++)
        if (value <= MOST) value = 10 * value + (*p - '0');
    r->at = p;
    *exponent = sign * value;
    if (value > MOST) r->fault = "its exponent is too large";
    return value <= MOST;
}

static bool read_factor(UnitReader *r, SiUnit *out)
{
    const char *begin = r->at;
    int exponent;
    SiUnit operand;
    while (is_unit_char(*r->at)) r->at++;
    if (r->at == begin) {
        r->fault = *begin ? "a symbol was expected" : "it ends where a symbol was expected";
        return false;
    }
    if (!unit_operand(begin, (size_t)(r->at - begin), &operand)) {
        r->at = begin;
        r->fault = "a symbol is not known";
        return false;
    }
    if (!read_exponent(r, &exponent)) return false;
    if (exponent == 1) {
        *out = operand;
        return true;
    }
    return unit_power(&operand, exponent, out);
}

static bool read_expression(UnitReader *r, SiUnit *out);

static bool read_bracket(UnitReader *r, SiUnit *out)
{
    enum { DEEPEST = 20 };
    r->at++;
    if (++r->depth > DEEPEST) {
        r->fault = "it has too many brackets";
        return false;
    }
    if (!read_expression(r, out)) return false;
    r->depth--;
    if (*r->at != ')') {
        r->fault = "a closing bracket is missing";
        return false;
    }
    r->at++;
    return true;
}

static bool read_numerator(UnitReader *r, SiUnit *out)
{
    if (*r->at == '(') return read_bracket(r, out);
    if (*r->at == '1') {
        r->at++;
        *out = unit_one();
        return true;
    }
    if (!read_factor(r, out)) return false;
    while (*r->at == '.') {
        SiUnit more;
        r->at++;
        if (!read_factor(r, &more)) return false;
        *out = unit_product(out, &more, 1);
    }
    return true;
}

static bool read_expression(UnitReader *r, SiUnit *out)
{
    if (!read_numerator(r, out)) return false;
    if (*r->at != '/') return true;
    r->at++;
    SiUnit below;
    if (!(*r->at == '(' ? read_bracket(r, &below) : read_factor(r, &below))) return false;
    *out = unit_product(out, &below, -1);
    return true;
}

bool unit_parse(const char *text, SiUnit *out, const char **fault)
{
    UnitReader r = {.at = text};
    bool ok = read_expression(&r, out);
    if (ok && *r.at) {
        r.fault = *r.at == '/' || *r.at == '.' ? "only one symbol may follow '/', or a bracket"
                                               : "it goes on where it should end";
        ok = false;
    }
    *fault = ok ? NULL : r.fault ? r.fault : "its exponent is too large";
    return ok;
}

// ---- Writing -------------------------------------------------------------------------------

static const char *const base_symbols[N_BASE_UNITS] = {"m", "kg", "s", "A", "K", "mol", "cd"};
static const int print_order[N_BASE_UNITS] = {1, 0, 2, 3, 4, 5, 6}; // kg first: kg.m/s2

static void print_power(int base, int32_t exponent, Text *out)
{
    text_add(out, base_symbols[base]);
    if (exponent == EXPONENT_ONE) return;
    if (exponent % EXPONENT_ONE == 0)
        text_printf(out, "%d", exponent / EXPONENT_ONE);
    else
        text_printf(out, "^%.6g", (double)exponent / EXPONENT_ONE);
}

static int print_side(const SiUnit *a, int sign, Text *out)
{
    int n = 0;
    for (int k = 0; k < N_BASE_UNITS; k++) {
        int32_t exponent = sign * a->exponents[print_order[k]];
        if (exponent <= 0) continue;
        if (n++) text_add_char(out, '.');
        print_power(print_order[k], exponent, out);
    }
    return n;
}

static void print_coherent(const SiUnit *a, Text *out)
{
    if (!print_side(a, 1, out)) text_add_char(out, '1');
    int below = 0;
    for (int i = 0; i < N_BASE_UNITS; i++) below += a->exponents[i] < 0;
    if (!below) return;
    text_add(out, below > 1 ? "/(" : "/");
    print_side(a, -1, out);
    if (below > 1) text_add_char(out, ')');
}

void unit_print(const SiUnit *a, Text *out)
{
    bool has_factor = fabs(a->factor - 1) > 1e-9;
    if (has_factor) text_printf(out, "%.6g", a->factor);
    if (has_factor && unit_is_number(a)) return;
    if (has_factor) text_add_char(out, ' ');
    print_coherent(a, out);
}

// A symbol that says the same in one word; base units need none, and without mass and current there
// are several that mean different things (Hz and Bq, Gy and Sv).
static const char *name_of_unit(const SiUnit *a)
{
    int n = 0;
    for (int i = 0; i < N_BASE_UNITS; i++) n += a->exponents[i] != 0;
    if (n < 2 || !(a->exponents[1] || a->exponents[3])) return NULL;
    for (const UnitRow *row = unit_rows; row->symbol; row++) {
        SiUnit known;
        if (row->factor == 1 && find_symbol(row->symbol, strlen(row->symbol), &known, false) &&
            unit_same(&known, a))
            return row->symbol;
    }
    return NULL;
}

void unit_describe(const SiUnit *a, const char *written, Text *out)
{
    if (!written && a->zero == ZERO_DEG_C) written = "degC";
    if (!written && a->zero == ZERO_DEG_F) written = "degF";
    if (!written) written = name_of_unit(a);
    if (written) text_add(out, written);
    if (a->zero == ZERO_DEG_C || a->zero == ZERO_DEG_F) return;
    size_t end = out->length;
    if (written) text_add(out, " = ");
    size_t base = out->length;
    unit_print(a, out);
    if (written && !strcmp(out->data + base, written)) {
        out->length = end;
        out->data[end] = 0;
    }
}
