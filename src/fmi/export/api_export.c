// tarn.h: models that leave as FMUs.
#include "fmi/export/export.h"
#include "fmi/export/runtime.h"
#include "tarn/api/handles.h"

static tarn_result export_model(const SessionCall *call)
{
    CompileOptions options;
    RunOptions run;
    ExportResult written;
    Session *s = call->session->session;
    const char *name = session_asked(call, &options);
    if (!name) return TARN_WRONG_USE;
    if (!fmu_runtime || (call->version != 2 && call->version != 3)) {
        diag_error(s->diag, (Span){0, 0}, E_USAGE, "%s",
                   fmu_runtime ? "FMI has the versions 2 and 3"
                               : "this library was built without the runtime of exported models");
        return TARN_WRONG_USE;
    }
    run_options_defaults(&run);
    ExportOptions export = {.version = call->version,
                            .output = call->path,
                            .runtime = fmu_runtime,
                            .runtime_size = (size_t)(fmu_runtime_end - fmu_runtime)};
    Pipeline p = {.session = s, .options = &options};
    tarn_result result = session_result(call->session, pipeline_compile(&p, name));
    if (call->session->is_spent) return result;
    if (result == TARN_OK && !fmu_export(&p, &run, &export, &written)) result = TARN_WRONG_MODEL;
    pipeline_close(&p);
    return result;
}

tarn_result tarn_export_fmu(tarn_session *session, const char *class_name,
                            const char *const *modifications, int version, const char *path)
{
    SessionCall call = {.session = session,
                        .name = class_name,
                        .modifications = modifications,
                        .version = version,
                        .path = path};
    return session_guarded(&call, export_model);
}
