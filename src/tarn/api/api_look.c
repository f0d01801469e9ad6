// tarn.h: looking at classes without running them.
#include "tarn/api/handles.h"
#include "tarn/compile/check_class.h"
#include "tarn/report/explanation.h"

static tarn_result check(const SessionCall *call)
{
    CompileOptions options;
    Session *s = call->session->session;
    const char *name = session_asked(call, &options);
    if (!name) return TARN_WRONG_USE;
    compile_options_to_check(&options);
    options.as_part = true;
    Pipeline p = {.session = s, .options = &options};
    uint32_t before = diag_count(s->diag, SEVERITY_ERROR);
    tarn_result result = session_result(call->session, check_class(&p, name));
    if (!call->session->is_spent) pipeline_close(&p);
    bool is_silent = diag_count(s->diag, SEVERITY_ERROR) == before;
    return result == TARN_OK && !is_silent ? TARN_WRONG_MODEL : result;
}

tarn_result tarn_check(tarn_session *session, const char *class_name,
                       const char *const *modifications)
{
    SessionCall call = {.session = session, .name = class_name, .modifications = modifications};
    return session_guarded(&call, check);
}

static bool write_form(const SessionCall *call, const Pipeline *p, Text *out, const char **why)
{
    switch (call->form) {
    case TARN_FLAT: pipeline_dump(p, STAGE_FLAT, out); return true;
    case TARN_EXPLAIN: explain_text(p->causal, &(ExplainWish){.all = true}, out); return true;
    case TARN_EXPLAIN_JSON: pipeline_explain_json(p, out); return true;
    case TARN_EXPLAIN_PAGE: return explanation_page(p, NULL, NULL, out, why);
    }
    *why = "there is no such form";
    return false;
}

// A model that cannot be sorted is told, too; the call fails all the same.
static bool write_broken(const SessionCall *call, const Pipeline *p, Text *out, const char **why)
{
    SourceTable *sources = p->session->sources;
    switch (call->form) {
    case TARN_EXPLAIN: broken_text(p->broken, sources, p->loaded.model, out); return true;
    case TARN_EXPLAIN_JSON:
        broken_json(p->broken, p->session->diag, p->loaded.model, out);
        return true;
    case TARN_EXPLAIN_PAGE: return explanation_broken_page(p, out, why);
    default: return false;
    }
}

static tarn_result show(const SessionCall *call)
{
    CompileOptions options;
    Session *s = call->session->session;
    const char *name = session_asked(call, &options), *why = NULL;
    if (!name) return TARN_WRONG_USE;
    Pipeline p = {.session = s, .options = &options};
    Stage last = call->form == TARN_FLAT ? STAGE_FLAT : STAGE_CAUSAL;
    tarn_result result = session_result(call->session, pipeline_run(&p, name, last));
    if (call->session->is_spent) return result;
    if (result == TARN_OK || p.broken) {
        Arena *arena = arena_open("text");
        Text text = text_make(arena);
        bool is_told = result == TARN_OK ? write_form(call, &p, &text, &why)
                                         : write_broken(call, &p, &text, &why);
        if (is_told)
            call->take(call->client, text_cstr(&text), text.length);
        else if (why)
            diag_error(s->diag, (Span){0, 0}, E_FILE, "%s", why);
        arena_close(arena);
    }
    pipeline_close(&p);
    return why ? TARN_WRONG_USE : result;
}

tarn_result tarn_show(tarn_session *session, const char *class_name,
                      const char *const *modifications, tarn_form form, tarn_text_fn take,
                      void *client)
{
    SessionCall call = {.session = session,
                        .name = class_name,
                        .modifications = modifications,
                        .form = form,
                        .take = take,
                        .client = client};
    return session_guarded(&call, show);
}
