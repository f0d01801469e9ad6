// The classic format [NetCDF User Guide, "File Format Specifications"]: names and counts of the
// header are padded to four bytes; every column begins where its entry says.
#include "sweep/netcdf.h"

#include <string.h>

enum { TAG_DIMENSION = 10, TAG_VARIABLE = 11, TAG_ATTRIBUTE = 12, TYPE_CHAR = 2, TYPE_DOUBLE = 6 };
static const uint64_t largest_column = 0xfffffffcu;

static void put_u32(Text *t, uint32_t n)
{
    char bytes[4] = {(char)(n >> 24), (char)(n >> 16), (char)(n >> 8), (char)n};
    text_add_bytes(t, bytes, sizeof bytes);
}

static void put_u64(Text *t, uint64_t n)
{
    put_u32(t, (uint32_t)(n >> 32));
    put_u32(t, (uint32_t)n);
}

static void put_double(Text *t, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    put_u64(t, bits);
}

static void put_name(Text *t, const char *name)
{
    size_t n = strlen(name);
    put_u32(t, (uint32_t)n);
    text_add_bytes(t, name, n);
    text_add_bytes(t, "\0\0\0", (4 - n % 4) % 4);
}

static void put_attribute(Text *t, const char *name, const char *value)
{
    put_name(t, name);
    put_u32(t, TYPE_CHAR);
    put_name(t, value);
}

static void put_list(Text *t, uint32_t tag, uint32_t n)
{
    put_u32(t, n ? tag : 0);
    put_u32(t, n);
}

static uint64_t size_of(const Netcdf *n, const NetcdfVariable *v)
{
    uint64_t size = v->text ? 1 : sizeof(double);
    for (int i = 0; i < v->n_dimensions; i++) size *= n->dimensions[v->dimensions[i]].length;
    return (size + 3) / 4 * 4;
}

static void put_variable(Text *t, const Netcdf *n, const NetcdfVariable *v, uint64_t begin)
{
    put_name(t, v->name);
    put_u32(t, (uint32_t)v->n_dimensions);
    for (int i = 0; i < v->n_dimensions; i++) put_u32(t, (uint32_t)v->dimensions[i]);
    put_list(t, TAG_ATTRIBUTE, (v->unit ? 1u : 0u) + (v->description ? 1u : 0u));
    if (v->unit) put_attribute(t, "units", v->unit);
    if (v->description) put_attribute(t, "long_name", v->description);
    put_u32(t, v->text ? TYPE_CHAR : TYPE_DOUBLE);
    put_u32(t, (uint32_t)size_of(n, v));
    put_u64(t, begin);
}

// The header is as long wherever the columns begin.
static void put_header(Text *t, const Netcdf *n, uint64_t begin)
{
    text_add_bytes(t, "CDF\2", 4);
    put_u32(t, 0); // no records
    put_list(t, TAG_DIMENSION, n->n_dimensions);
    for (uint32_t i = 0; i < n->n_dimensions; i++) {
        put_name(t, n->dimensions[i].name);
        put_u32(t, n->dimensions[i].length);
    }
    put_list(t, TAG_ATTRIBUTE, 1);
    put_attribute(t, "title", n->title);
    put_list(t, TAG_VARIABLE, n->n_variables);
    for (uint32_t i = 0; i < n->n_variables; i++) {
        put_variable(t, n, &n->variables[i], begin);
        begin += size_of(n, &n->variables[i]);
    }
}

static void put_texts(Text *t, const Netcdf *n, const NetcdfVariable *v)
{
    uint32_t count = n->dimensions[v->dimensions[0]].length;
    uint32_t width = n->dimensions[v->dimensions[1]].length;
    for (size_t k = 0; k < count; k++) {
        const char *text = v->text(n->client, k);
        size_t length = text ? strlen(text) : 0;
        if (length) text_add_bytes(t, text, length);
        for (size_t i = length; i < width; i++) text_add_char(t, 0);
    }
    text_add_bytes(t, "\0\0\0", (size_t)(size_of(n, v) - (uint64_t)count * width));
}

static void put_numbers(Text *t, const Netcdf *n, const NetcdfVariable *v)
{
    size_t count = (size_t)(size_of(n, v) / sizeof(double));
    for (size_t k = 0; k < count; k++) put_double(t, v->number(n->client, v->of, k));
}

bool netcdf_render(const Netcdf *n, Text *out)
{
    Text trial = text_make(out->arena);
    for (uint32_t i = 0; i < n->n_variables; i++)
        if (size_of(n, &n->variables[i]) > largest_column) return false;
    put_header(&trial, n, 0);
    put_header(out, n, trial.length);
    for (uint32_t i = 0; i < n->n_variables; i++) {
        const NetcdfVariable *v = &n->variables[i];
        if (v->text)
            put_texts(out, n, v);
        else
            put_numbers(out, n, v);
    }
    return true;
}
