#include "fmi/export/export.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <tarn.h>

#include "base/hash.h"
#include "base/side_file.h"
#include "fmi/archive/zip_writer.h"
#include "fmi/export/carried.h"
#include "fmi/export/description.h"
#include "fmi/export/exported_model.h"
#include "fmi/export/sources.h"
#include "fmi/export/terminals.h"
#include "fmi/export/tunable.h"
#include "fmi/platform.h"
#include "run/exchange.h"
#include "run/integrators/integrators.h"
#include "run/simulation.h"
#include "tarn/compile/experiment.h"

typedef struct Export {
    Pipeline *p;
    const ExportOptions *options;
    Arena *arena;
    SimulationOptions run;
    const char *method; // that was asked for; NULL: chosen by the run
    ExportedModel model;
    const double *values; // of the model's vector at the start
    Facts facts;
    const char *identifier;
    ZipWriter zip;
    SourceNames sources;
} Export;

static const Span nowhere = {0, 0};

// ---- Start values
// ----------------------------------------------------------------------------------

// Values that depend on others are known when the model is initialized. One that cannot be, with
// its inputs as they are, is exported all the same: the importer may set what it needs.
static void find_values(Export *x)
{
    Pipeline *p = x->p;
    Model *engine = program_native(p->program, x->arena);
    if (!engine) engine = program_interpret(p->program, x->arena);
    Diag *silent = diag_open(x->arena, p->session->sources);
    Simulation *sim = simulation_open(x->arena, engine, &x->run, silent);
    if (!sim || simulation_initialize(sim) != RUN_DONE)
        diag_warning(
            p->session->diag, nowhere, E_FMU_START,
            "the model cannot be initialized as it is: start values in the description are "
            "those of its declarations");
    x->values = ARENA_COPY(x->arena, double, engine->v, engine->n_slots);
}

// ---- The model as data
// -------------------------------------------------------------------------------

static void fill_model(Export *x)
{
    const SimulationOptions *run = &x->run;
    x->model.program = x->p->program;
    x->model.tunable = tunable_slots(x->p->program, x->arena);
    x->model.experiment = (tarn_experiment){.start_time = run->start_time,
                                            .stop_time = run->stop_time,
                                            .tolerance = run->tolerance,
                                            .intervals = (long)run->intervals,
                                            .step = run->step,
                                            .max_step = run->max_step,
                                            .method = x->method};
    x->model.kind = (RunKind){.inline_method = run->inline_method, .is_dae = run->is_dae};
}

static SourcesAsked sources_asked(const Export *x)
{
    return (SourcesAsked){.version = x->options->version,
                          .identifier = x->identifier,
                          .packed = x->options->sources,
                          .packed_size = x->options->sources_size};
}

// Methods of libraries stay behind.
static bool can_be_source(Export *x)
{
    const IntegratorDesc *method = x->method ? integrator_of_name(x->method) : NULL;
    if (method != &cvode_desc && method != &ida_desc) return true;
    Diagnostic *d = diag_error(x->p->session->diag, nowhere, E_USAGE,
                               "the method '%s' is that of a library, which does not go along with "
                               "--source",
                               method->name);
    diag_label(x->p->session->diag, d, "take '%s', or leave out --method", bdf_desc.name);
    return false;
}

static bool add_sources(Export *x)
{
    SourcesAsked asked = sources_asked(x);
    return !asked.packed || sources_add_runtime(&x->zip, &asked, &x->sources);
}

// Sixteen bytes of a hash, in the form that is usual for such marks.
static const char *token_of(Arena *out, const Bytes *bytes)
{
    uint64_t a = hash_bytes((const char *)bytes->bytes.data, bytes->bytes.count);
    uint64_t b = hash_mix(a, bytes->bytes.count);
    return arena_printf(out, "{%08x-%04x-%04x-%04x-%012llx}", (unsigned)(a >> 32),
                        (unsigned)(a >> 16 & 0xffff), (unsigned)(a & 0xffff), (unsigned)(b >> 48),
                        (unsigned long long)(b & 0xffffffffffffULL));
}

static bool add_model(Export *x)
{
    Bytes bytes;
    x->model.token = "";
    exported_write(&x->model, x->arena, &bytes);
    x->model.token = token_of(x->arena, &bytes);
    exported_write(&x->model, x->arena, &bytes);
    SourcesAsked asked = sources_asked(x);
    return zip_add(&x->zip, "resources/" EXPORTED_FILE, bytes.bytes.data, bytes.bytes.count) &&
           (!asked.packed || sources_add_model(&x->zip, &asked, x->model.program, bytes.bytes.data,
                                               bytes.bytes.count, &x->sources));
}

// ---- The description
// -----------------------------------------------------------------------------------

static bool read_interface(Export *x, unsigned *interface)
{
    static const char *const words[] = {"inputs", "outputs", "parameters", "states", "all"};
    const char *c = x->options->interface ? x->options->interface : "all";
    *interface = 0;
    while (*c) {
        size_t n = strcspn(c, ",");
        int k = 0;
        while (k < 5 && !(strlen(words[k]) == n && !strncmp(words[k], c, n))) k++;
        if (k == 5) {
            diag_error(x->p->session->diag, nowhere, E_USAGE,
                       "--interface: '%.*s' is none of inputs, outputs, parameters, states, all",
                       (int)n, c);
            return false;
        }
        *interface |= 1u << k;
        c += n + (c[n] == ',');
    }
    return true;
}

static bool collect(Export *x)
{
    const Model *m = &x->p->program->model;
    FactOptions options = {.tunable = x->model.tunable,
                           .keeps_arrays = x->options->version == 3,
                           .has_clocks = x->options->version == 3,
                           .variables = x->options->variables,
                           .n_indicators =
                               x->options->version == 3 ? exchange_indicator_count(m) : 0};
    if (!read_interface(x, &options.interface)) return false;
    const char *why = facts_collect(&x->facts, x->p->program, x->values, &options, x->arena);
    if (why) diag_error(x->p->session->diag, nowhere, E_USAGE, "--variables: %s", why);
    return !why;
}

static bool add_description(Export *x)
{
    const Model *m = &x->p->program->model;
    double span = x->run.stop_time - x->run.start_time;
    Description d = {.facts = &x->facts,
                     .model_name = m->name,
                     .identifier = x->identifier,
                     .token = x->model.token,
                     .tool = "Tarn " TARN_VERSION,
                     .start_time = x->run.start_time,
                     .stop_time = x->run.stop_time,
                     .tolerance = x->run.tolerance,
                     .step = x->run.intervals > 0 ? span / (double)x->run.intervals : NAN,
                     .n_indicators = exchange_indicator_count(m),
                     .may_save = program_has_no_foreign_memory(x->p->program),
                     .fixed_step = m->inlined ? x->run.step : NAN,
                     .sources = x->options->sources ? &x->sources : NULL};
    Text text = text_make(x->arena);
    if (x->options->version == 2)
        description_write_2(&d, &text);
    else
        description_write_3(&d, &text);
    return zip_add(&x->zip, "modelDescription.xml", text.data, text.length);
}

static bool add_terminals(Export *x)
{
    Text text = text_make(x->arena);
    if (x->options->version == 2 || !terminals_write(&text, x->p->instance, &x->facts)) return true;
    return zip_add(&x->zip, "terminalsAndIcons/terminalsAndIcons.xml", text.data, text.length);
}

// ---- The archive
// -----------------------------------------------------------------------------------------

// Part of the names of files, and in C of those of functions.
static const char *identifier_of(Arena *out, const char *name)
{
    char *copy = arena_printf(out, "%s%s", isdigit((unsigned char)*name) ? "M" : "", name);
    for (char *c = copy; *c; c++)
        if (!isalnum((unsigned char)*c)) *c = '_';
    return copy;
}

static bool add_runtime(Export *x)
{
    const char *platform = x->options->version == 2 ? PLATFORM_2 : PLATFORM_3;
    const char *name = arena_printf(x->arena, "binaries/%s/%s.so", platform, x->identifier);
    return zip_add_packed(&x->zip, name, x->options->runtime, x->options->runtime_size);
}

static bool write_archive(Export *x, ExportResult *result)
{
    zip_finish(&x->zip);
    *result = (ExportResult){x->zip.bytes.count, x->facts.rows.count};
    if (side_file_write(x->arena, x->options->output, x->zip.bytes.data, x->zip.bytes.count))
        return true;
    diag_error(x->p->session->diag, nowhere, E_FILE, "'%s' cannot be written: %s",
               x->options->output, strerror(errno));
    return false;
}

static bool export_all(Export *x, const RunOptions *run, ExportResult *result)
{
    Pipeline *p = x->p;
    if (!experiment_run(p->session, p->options, run, p->flat, &x->run)) return false;
    x->method = run->method;
    if (x->options->sources && !can_be_source(x)) return false;
    fill_model(x);
    x->zip = zip_open(x->arena);
    x->identifier = identifier_of(x->arena, p->program->model.name);
    SourceNames *sources = x->options->sources ? &x->sources : NULL;
    if (!carry_code(p, &x->model, &x->zip, sources) || !carry_files(p, &x->model, &x->zip))
        return false;
    if (x->options->reference && !carry_result(p, x->options->reference, &x->zip)) return false;
    find_values(x);
    if (!collect(x)) return false;
    bool fits =
        add_sources(x) && add_model(x) && add_description(x) && add_terminals(x) && add_runtime(x);
    if (!fits)
        diag_error(p->session->diag, nowhere, E_FILE, "'%s' does not fit into an archive",
                   p->program->model.name);
    return fits && write_archive(x, result);
}

bool fmu_export(Pipeline *p, const RunOptions *run, const ExportOptions *options,
                ExportResult *result)
{
    Export x = {.p = p, .options = options, .arena = arena_open("export")};
    bool ok = export_all(&x, run, result);
    arena_close(x.arena);
    return ok;
}
