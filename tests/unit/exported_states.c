// States of exported models, kept by an importer and read by other instances.
#include <math.h>
#include <string.h>

#include "unit/imported.h"

static const char text[] = FALLING;

static uint8_t *bytes_of(const Imported *f, void *instance, size_t *size)
{
    void *state = NULL;
    *size = 0;
    f->code->fmi3GetFMUState(instance, &state);
    f->code->fmi3SerializedFMUStateSize(instance, state, size);
    uint8_t *bytes = malloc(*size + 1);
    f->code->fmi3SerializeFMUState(instance, state, bytes, *size);
    f->code->fmi3FreeFMUState(instance, &state);
    return bytes;
}

// The whole state; no addresses are in it.
static bool have_same_bytes(const Imported *f, void *one, void *other)
{
    size_t n, m;
    uint8_t *a = bytes_of(f, one, &n), *b = bytes_of(f, other, &m);
    bool are_same = n && n == m && !memcmp(a, b, n);
    free(a);
    free(b);
    return are_same;
}

// Saved at 0.7, read by another instance, gone on with to 1.8: the same bits.
static void keep_states(Unit *u, const char *model)
{
    Imported f = {.text = model, .name = "Falling"};
    if (!imported_load(u, &f, 3)) return;
    const FmuCode *c = f.code;
    void *i = imported_start(u, &f, false, false), *other = imported_start(u, &f, false, false),
         *state = NULL, *read = NULL;
    double t = 0, again;
    bool needs_event;
    size_t size = 0;
    CHECK_TRUE(u, strstr(f.description, "canSerializeFMUState") != NULL);
    uint8_t *bytes;
    CHECK_TRUE(u, imported_step(&f, i, &t, 0.7, &needs_event));
    CHECK_INT(u, c->fmi3GetFMUState(i, &state), FMI_OK);
    CHECK_INT(u, c->fmi3SerializedFMUStateSize(i, state, &size), FMI_OK);
    bytes = malloc(size);
    CHECK_INT(u, c->fmi3SerializeFMUState(i, state, bytes, size), FMI_OK);
    CHECK_TRUE(u, imported_step(&f, i, &t, 1.1, &needs_event));
    double x = imported_get(&f, i, "x"), y;
    CHECK_INT(u, c->fmi3DeserializeFMUState(other, bytes, size, &read), FMI_OK);
    CHECK_INT(u, c->fmi3SetFMUState(other, read), FMI_OK);
    again = 0.7;
    CHECK_TRUE(u, imported_step(&f, other, &again, 1.1, &needs_event));
    y = imported_get(&f, other, "x");
    CHECK_TRUE(u, memcmp(&x, &y, sizeof x) == 0);
    CHECK_TRUE(u, have_same_bytes(&f, i, other));
    CHECK_INT(u, c->fmi3SetFMUState(i, state), FMI_OK);
    again = 0.7;
    CHECK_TRUE(u, imported_step(&f, i, &again, 1.1, &needs_event));
    y = imported_get(&f, i, "x");
    CHECK_TRUE(u, memcmp(&x, &y, sizeof x) == 0);
    bytes[0] ^= 1;
    CHECK_INT(u, c->fmi3DeserializeFMUState(other, bytes, size, &read), FMI_ERROR);
    CHECK_INT(u, c->fmi3DeserializeFMUState(other, bytes, size / 2, &read), FMI_ERROR);
    free(bytes);
    c->fmi3FreeFMUState(i, &state);
    c->fmi3FreeFMUState(other, &read);
    c->fmi3FreeInstance(i);
    c->fmi3FreeInstance(other);
    imported_unload(&f);
}

static void states_are_kept(Unit *u)
{
    keep_states(u, text);
}

static uint32_t next_random(uint32_t *seed)
{
    return *seed = *seed * 1664525u + 1013904223u;
}

static void write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    fwrite(bytes, 1, size, file);
    fclose(file);
}

// One byte changed, or the end missing: neither a state nor the data of a model.
static void changed_bytes_are_refused(Unit *u)
{
    Imported f = {.text = text, .name = "Falling"};
    if (!imported_load(u, &f, 3)) return;
    const char *path = arena_printf(u->arena, "%s/model.tarn", f.resources);
    char *model = malloc(1 << 20);
    FILE *file = fopen(path, "rb");
    size_t n_model = fread(model, 1, 1 << 20, file), size = 0;
    fclose(file);
    void *i = imported_start(u, &f, false, false), *state = NULL, *read = NULL;
    CHECK_INT(u, f.code->fmi3GetFMUState(i, &state), FMI_OK);
    CHECK_INT(u, f.code->fmi3SerializedFMUStateSize(i, state, &size), FMI_OK);
    uint8_t *bytes = malloc(size);
    CHECK_INT(u, f.code->fmi3SerializeFMUState(i, state, bytes, size), FMI_OK);
    uint32_t seed = 1;
    for (int k = 0; k < 100; k++) {
        size_t at = next_random(&seed) % size, in_model = next_random(&seed) % n_model;
        uint8_t change = (uint8_t)(1u << next_random(&seed) % 8);
        bytes[at] ^= change;
        model[in_model] ^= (char)change;
        CHECK_INT(u, f.code->fmi3DeserializeFMUState(i, bytes, size, &read), FMI_ERROR);
        bytes[at] ^= change;
        CHECK_INT(u, f.code->fmi3DeserializeFMUState(i, bytes, at, &read), FMI_ERROR);
        write_bytes(path, model, k % 2 ? n_model : in_model);
        CHECK_TRUE(u, !f.code->fmi3InstantiateModelExchange("x", f.token, f.resources, false, false,
                                                            NULL, NULL));
        model[in_model] ^= (char)change;
    }
    free(bytes);
    free(model);
    f.code->fmi3FreeFMUState(i, &state);
    f.code->fmi3FreeInstance(i);
    imported_unload(&f);
}

// The object is the exponent: x = exp(-exponent*t). It is made again where the state is read.
#define CODE                                                                                       \
    " annotation(Include = \"#include <stdlib.h>\n"                                                \
    "static void *keep(double k) { double *p = malloc(sizeof k); *p = k; return p; }\n"            \
    "static void drop(void *p) { free(p); }\n"                                                     \
    "static double told(void *p, double x) { return *(double *)p*x; }\n"                           \
    "static double count(void *p) { return *(double *)p += 1; }\");\n"
#define OBJECT                                                                                     \
    "model Falling\n"                                                                              \
    "  class Kept\n"                                                                               \
    "    extends ExternalObject;\n"                                                                \
    "    function constructor\n"                                                                   \
    "      input Real k;\n"                                                                        \
    "      output Kept o;\n"                                                                       \
    "    external \"C\" o = keep(k)" CODE "    end constructor;\n"                                 \
    "    function destructor\n"                                                                    \
    "      input Kept o;\n"                                                                        \
    "    external \"C\" drop(o)" CODE "    end destructor;\n"                                      \
    "  end Kept;\n"                                                                                \
    "  function told\n"                                                                            \
    "    input Kept o;\n"                                                                          \
    "    input Real x;\n"                                                                          \
    "    output Real y;\n"                                                                         \
    "  external \"C\" y = told(o, x)" CODE "  end told;\n"                                         \
    "  impure function count\n"                                                                    \
    "    input Kept o;\n"                                                                          \
    "    output Real y;\n"                                                                         \
    "  external \"C\" y = count(o)" CODE "  end count;\n"                                          \
    "  Kept o = Kept(2);\n"                                                                        \
    "  Real x(start = 1, fixed = true);\n"                                                         \
    "  discrete Real n(start = 0, fixed = true);\n"                                                \
    "equation\n"                                                                                   \
    "  der(x) = -told(o, x);\n"

static void objects_are_made_again(Unit *u)
{
    keep_states(u, OBJECT "  when x < 0.5 then\n    n = 1;\n  end when;\nend Falling;\n");
    // What an impure function remembers cannot be saved, nor can an object that is told something
    // at events.
    Imported g = {.text =
                      "model Falling\n"
                      "  impure function count\n"
                      "    output Real y;\n"
                      "  external \"C\" annotation(Include = \"static double count(void) { static "
                      "double n; return n += 1; }\");\n"
                      "  end count;\n"
                      "  discrete Real n(start = 0, fixed = true);\n"
                      "equation\n"
                      "  when sample(0, 0.1) then\n"
                      "    n = count();\n"
                      "  end when;\n"
                      "end Falling;\n",
                  .name = "Falling"};
    if (!imported_load(u, &g, 3)) return;
    CHECK_TRUE(u, strstr(g.description, "canSerializeFMUState") == NULL);
    imported_unload(&g);
    Imported f = {.text =
                      OBJECT "  when x < 0.5 then\n    n = count(o);\n  end when;\nend Falling;\n",
                  .name = "Falling"};
    if (!imported_load(u, &f, 3)) return;
    CHECK_TRUE(u, strstr(f.description, "canSerializeFMUState") == NULL);
    imported_unload(&f);
}

// An event that waits is part of the state.
static void waits_in_other_instances(Unit *u)
{
    Imported f = {.text = text, .name = "Falling"};
    if (!imported_load(u, &f, 3)) return;
    void *i = imported_start(u, &f, false, true), *other = imported_start(u, &f, false, true),
         *state = NULL;
    bool needs_event;
    double t = 0, again;
    while (t < 0.3 && imported_step(&f, i, &t, 2 - t, &needs_event)) continue;
    CHECK_REAL(u, t, log(2) / 2, 1e-8);
    CHECK_INT(u, f.code->fmi3GetFMUState(i, &state), FMI_OK);
    CHECK_INT(u, f.code->fmi3SetFMUState(other, state), FMI_OK);
    again = t;
    CHECK_REAL(u, imported_get(&f, other, "x"), 0.5, 1e-7);
    CHECK_TRUE(u, imported_step(&f, i, &t, 0.1, &needs_event));
    CHECK_TRUE(u, imported_step(&f, other, &again, 0.1, &needs_event));
    double x = imported_get(&f, i, "x"), y = imported_get(&f, other, "x");
    CHECK_REAL(u, x, exp(-0.2), 1e-7);
    CHECK_TRUE(u, memcmp(&x, &y, sizeof x) == 0);
    f.code->fmi3FreeFMUState(i, &state);
    f.code->fmi3FreeInstance(i);
    f.code->fmi3FreeInstance(other);
    imported_unload(&f);
}

UNIT_SUITE(exported_states, TEST(states_are_kept), TEST(objects_are_made_again),
           TEST(changed_bytes_are_refused), TEST(waits_in_other_instances));
