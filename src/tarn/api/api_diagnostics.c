// tarn.h: versions, results and diagnostics.
#include "tarn/api/run_handle.h"

const char *tarn_version(void)
{
    return TARN_VERSION;
}

const char *tarn_result_text(tarn_result result)
{
    switch (result) {
    case TARN_OK: return "done";
    case TARN_WRONG_MODEL: return "the model is wrong";
    case TARN_WRONG_USE: return "the call is not possible";
    case TARN_STOPPED: return "the simulation stopped early";
    case TARN_CANCELLED: return "cancelled";
    case TARN_NO_MEMORY: return "out of memory";
    }
    return "unknown result";
}

// ---- Diagnostics -----------------------------------------------------------------------------

static void tell_one(const Listener *l, const Diag *diag, SourceTable *sources, const Diagnostic *r)
{
    Arena *scratch = arena_open("diagnostic");
    Text text = text_make(scratch);
    diag_render_record(diag, r, false, &text);
    Place begin = source_place(sources, r->span.begin), end = source_place(sources, r->span.end);
    l->show(l->client, &(tarn_diagnostic){
                           .severity = (tarn_severity)r->severity,
                           .code = diag_code_text(r->code),
                           .message = r->message,
                           .label = r->label,
                           .file = begin.file ? begin.file->path : NULL,
                           .line = begin.line,
                           .column = begin.column,
                           .end_line = end.line,
                           .end_column = end.column,
                           .replacement = r->replacement,
                           .text = text_cstr(&text),
                       });
    arena_close(scratch);
}

void listener_tell(Listener *l, const Diag *diag, SourceTable *sources)
{
    uint32_t n = diag_total(diag);
    while (l->n_told < n) {
        const Diagnostic *r = diag_at(diag, l->n_told++);
        if (l->show) tell_one(l, diag, sources, r);
    }
}

void listener_tell_no_memory(const Listener *l)
{
    if (l->show)
        l->show(l->client, &(tarn_diagnostic){.severity = TARN_ERROR,
                                              .code = diag_code_text(E_NO_MEMORY),
                                              .message = "out of memory",
                                              .text = "error[E0006]: out of memory\n"});
}
