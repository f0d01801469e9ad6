// imported.h -- an exported model on this side of its interface: unpacked, its functions by name.
#ifndef TESTS_IMPORTED_H
#define TESTS_IMPORTED_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "fmi/archive/zip_reader.h"
#include "fmi/import/fmu_code.h"
#include "unit/unit.h"

typedef struct Imported {
    const char *text, *name; // of the model
    char folder[64];
    const char *description;
    char resources[100], token[100];
    FmuCode *code;
} Imported;

// 0, which is time: there is no such variable.
static inline unsigned imported_reference(const Imported *f, const char *name)
{
    char wanted[100];
    snprintf(wanted, sizeof wanted, "name=\"%s\" valueReference=\"", name);
    const char *at = strstr(f->description, wanted);
    return at ? (unsigned)strtoul(at + strlen(wanted), NULL, 10) : 0;
}

static inline bool imported_export(Unit *u, Imported *f, const char *version)
{
    char model[100], output[100];
    snprintf(f->folder, sizeof f->folder, "/tmp/tarn-fmu-XXXXXX");
    if (!CHECK_TRUE(u, mkdtemp(f->folder) != NULL)) return false;
    snprintf(model, sizeof model, "%s/model.mo", f->folder);
    snprintf(output, sizeof output, "%s/model.fmu", f->folder);
    FILE *file = fopen(model, "w");
    fputs(f->text, file);
    fclose(file);
    const char *arguments[] = {"fmu", model, "--fmi", version, "--output", output, "--quiet"};
    Environment environment = {0};
    FILE *said = tmpfile(); // warnings, which some of the models are there for
    if (!CHECK_TRUE(u, said != NULL)) return false;
    ExitStatus status = cli_run(7, arguments, &environment, stdout, said);
    rewind(said);
    for (int c; status != STATUS_DONE && (c = fgetc(said)) != EOF;) fputc(c, stderr);
    fclose(said);
    return CHECK_INT(u, status, STATUS_DONE);
}

static inline bool imported_unpack(Unit *u, Imported *f, const char *platform)
{
    ZipArchive z;
    const char *why = zip_read(u->arena, arena_printf(u->arena, "%s/model.fmu", f->folder), &z);
    if (!why) why = zip_unpack(&z, f->folder);
    if (!CHECK_TEXT(u, why ? why : "", "")) return false;
    const ZipFile *d = zip_find(&z, "modelDescription.xml");
    f->description = (const char *)zip_content(u->arena, &z, d, &why);
    snprintf(f->resources, sizeof f->resources, "%s/resources", f->folder);
    const char *path = arena_printf(u->arena, "%s/binaries/%s/%s.so", f->folder, platform, f->name);
    why = fmu_code_load(u->arena, path, &f->code);
    return CHECK_TEXT(u, why ? why : "", "");
}

static inline bool imported_load(Unit *u, Imported *f, int version)
{
    if (!imported_export(u, f, version == 2 ? "2" : "3")) return false;
    if (!imported_unpack(u, f, version == 2 ? "linux64" : "x86_64-linux")) return false;
    const char *mark = version == 2 ? " guid=\"" : " instantiationToken=\"";
    const char *at = strstr(f->description, mark);
    sscanf(at + strlen(mark), "%99[^\"]", f->token);
    return true;
}

static inline void imported_unload(const Imported *f)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", f->folder);
    if (system(command)) return; // the system tidies /tmp
}

// ---- Calls of FMI 3 ----------------------------------------------------------------------------

static inline void *imported_start(Unit *u, const Imported *f, bool is_exchanged, bool uses_events)
{
    const FmuCode *c = f->code;
    void *i =
        is_exchanged
            ? c->fmi3InstantiateModelExchange("x", f->token, f->resources, false, false, NULL, NULL)
            : c->fmi3InstantiateCoSimulation("x", f->token, f->resources, false, false, uses_events,
                                             true, NULL, 0, NULL, NULL, NULL);
    if (!CHECK_TRUE(u, i != NULL)) return NULL;
    CHECK_INT(u, c->fmi3EnterInitializationMode(i, false, 0, 0, true, 2), FMI_OK);
    CHECK_INT(u, c->fmi3ExitInitializationMode(i), FMI_OK);
    return i;
}

static inline double imported_get(const Imported *f, void *i, const char *name)
{
    uint32_t reference = imported_reference(f, name);
    double value = (double)NAN;
    f->code->fmi3GetFloat64(i, &reference, 1, &value, 1);
    return value;
}

static inline bool imported_step(const Imported *f, void *i, double *t, double h, bool *needs_event)
{
    bool is_terminated, is_early;
    return f->code->fmi3DoStep(i, *t, h, true, needs_event, &is_terminated, &is_early, t) == FMI_OK;
}

// ---- A model -----------------------------------------------------------------------------------

// Falls from 1 to 1/2 again and again: x = exp(-k*s) with s the time since the last multiple of
// log(2)/k, and n is how many of these have passed.
#define FALLING                                                                                    \
    "model Falling\n"                                                                              \
    "  type Kind = enumeration(slow, fast);\n"                                                     \
    "  parameter Real k(unit = \"1/s\") = 2;\n"                                                    \
    "  parameter Kind kind = Kind.fast;\n"                                                         \
    "  parameter String word = \"falls\";\n"                                                       \
    "  input Real u(start = 0.25);\n"                                                              \
    "  output Real y = 3*u + x;\n"                                                                 \
    "  Real x(start = 1, fixed = true);\n"                                                         \
    "  Real a[2, 2] = [x, 2*x; 3*x, 4*x];\n"                                                       \
    "  discrete Integer n(start = 0, fixed = true);\n"                                             \
    "  Boolean is_high = x > 0.75;\n"                                                              \
    "equation\n"                                                                                   \
    "  der(x) = -k*x;\n"                                                                           \
    "  when x < 0.5 then\n"                                                                        \
    "    n = pre(n) + 1;\n"                                                                        \
    "    reinit(x, 1);\n"                                                                          \
    "  end when;\n"                                                                                \
    "  annotation(experiment(StopTime = 2, Tolerance = 1e-9));\n"                                  \
    "end Falling;\n"

static inline double falling_value(double k, double t)
{
    double period = log(2) / k;
    return exp(-k * (t - period * floor(t / period)));
}
#endif
