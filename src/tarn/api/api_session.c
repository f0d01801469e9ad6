// tarn.h: sessions and diagnostics.
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "base/stack.h"
#include "tarn/api/handles.h"
#include "tarn/compile/experiment.h"
#include "tarn/compile/settings.h"

// ---- Opening and closing -----------------------------------------------------------------------

tarn_result tarn_session_open(tarn_session **session, tarn_diagnostic_fn show, void *client)
{
    MemoryGuard guard;
    *session = NULL;
    memory_guard_enter(&guard);
    if (setjmp(guard.place)) return TARN_NO_MEMORY;
    Session *s = session_open();
    library_open(s);
    tarn_session *opened = ARENA_NEW(s->arena, tarn_session);
    opened->session = s;
    opened->listener = (Listener){show, client, 0};
    compile_options_defaults(&opened->options);
    memory_guard_leave(&guard);
    *session = opened;
    return TARN_OK;
}

void tarn_session_close(tarn_session *session)
{
    if (session) session_close(session->session);
}

// ---- Calls under a guard
// -------------------------------------------------------------------------

typedef struct GuardedWork {
    const SessionCall *call;
    tarn_result (*work)(const SessionCall *call);
    tarn_result result;
} GuardedWork;

static tarn_result work_guarded(const SessionCall *call,
                                tarn_result (*work)(const SessionCall *call))
{
    tarn_session *s = call->session;
    MemoryGuard guard;
    memory_guard_enter(&guard);
    if (setjmp(guard.place)) {
        s->is_spent = true;
        listener_tell_no_memory(&s->listener);
        return TARN_NO_MEMORY;
    }
    tarn_result result = work(call);
    listener_tell(&s->listener, s->session->diag, s->session->sources);
    memory_guard_leave(&guard);
    return result;
}

static void work_on_stack(void *work)
{
    GuardedWork *w = work;
    w->result = work_guarded(w->call, w->work);
}

tarn_result session_guarded(const SessionCall *call, tarn_result (*work)(const SessionCall *call))
{
    if (call->session->is_spent) return TARN_NO_MEMORY;
    GuardedWork w = {.call = call, .work = work};
    stack_run(work_on_stack, &w);
    return w.result;
}

static tarn_result add_folder(const SessionCall *call)
{
    Session *s = call->session->session;
    struct stat about;
    if (stat(call->name, &about) || !S_ISDIR(about.st_mode)) {
        diag_error(s->diag, (Span){0, 0}, E_USAGE, "there is no folder '%s'", call->name);
        return TARN_WRONG_USE;
    }
    const char *folder = arena_copy_text(s->arena, call->name, strlen(call->name));
    library_add_folder(s, folder);
    VEC_PUSH(s->arena, &call->session->options.folders, folder);
    return TARN_OK;
}

tarn_result tarn_session_add_folder(tarn_session *session, const char *folder)
{
    return session_guarded(&(SessionCall){.session = session, .name = folder}, add_folder);
}

static tarn_result set_cache(const SessionCall *call)
{
    call->session->options.cache_folder =
        arena_copy_text(call->session->session->arena, call->name, strlen(call->name));
    return TARN_OK;
}

tarn_result tarn_session_set_cache(tarn_session *session, const char *folder)
{
    return session_guarded(&(SessionCall){.session = session, .name = folder}, set_cache);
}

tarn_result tarn_session_be_strict(tarn_session *session)
{
    diag_be_strict(session->session->diag);
    return TARN_OK;
}

static tarn_result load(const SessionCall *call)
{
    Session *s = call->session->session;
    const AstFile *file = call->text ? library_load_text(s, call->name, call->text, call->length)
                                     : library_load_file(s, call->name);
    if (!file) return TARN_WRONG_MODEL;
    call->session->last_file = file;
    const char *name = arena_copy_text(s->arena, call->name, strlen(call->name));
    LoadedText loaded = {name, call->text ? file->source->text : NULL, call->length};
    VEC_PUSH(s->arena, &call->session->loaded, loaded);
    return TARN_OK;
}

Session *session_like(const tarn_session *session)
{
    Session *s = session_open();
    library_open(s);
    for (uint32_t i = 0; i < session->options.folders.count; i++)
        library_add_folder(s, session->options.folders.data[i]);
    for (uint32_t i = 0; i < session->loaded.count; i++) {
        const LoadedText *l = &session->loaded.data[i];
        if (l->text)
            library_load_text(s, l->name, l->text, l->length);
        else
            library_load_file(s, l->name);
    }
    return s;
}

tarn_result tarn_session_load_file(tarn_session *session, const char *path)
{
    return session_guarded(&(SessionCall){.session = session, .name = path}, load);
}

tarn_result tarn_session_load_text(tarn_session *session, const char *name, const char *text,
                                   size_t length)
{
    return session_guarded(
        &(SessionCall){.session = session, .name = name, .text = text, .length = length}, load);
}

// ---- Compiling ---------------------------------------------------------------------------------

static tarn_experiment experiment_of(const CompileOptions *options, const FlatModel *flat)
{
    RunOptions run;
    run_options_defaults(&run);
    return (tarn_experiment){.tolerance = experiment_tolerance(&run, &flat->experiment),
                             .step = options->step,
                             .max_step = NAN,
                             .records = 1};
}

static tarn_model *model_of_pipeline(Pipeline *p)
{
    tarn_experiment experiment = experiment_of(p->options, p->flat);
    double start = flat_start_time(p->flat), stop = flat_stop_time(p->flat);
    tarn_model *m = model_of_program(p->arenas[STAGE_PROGRAM], p->program, &experiment);
    m->interval = p->flat->experiment.interval;
    m->experiment = tarn_model_experiment_between(m, start, stop);
    pipeline_release_stages(p);
    return m;
}

const char *session_asked(const SessionCall *call, CompileOptions *options)
{
    tarn_session *s = call->session;
    Arena *arena = s->session->arena;
    *options = s->options;
    for (const char *const *m = call->modifications; m && *m; m++)
        VEC_PUSH(arena, &options->sets, arena_copy_text(arena, *m, strlen(*m)));
    if (call->name) return call->name;
    if (s->last_file) return load_last_model(s->session, s->last_file);
    diag_error(s->session->diag, (Span){0, 0}, E_USAGE, "nothing was loaded to compile");
    return NULL;
}

tarn_result session_result(tarn_session *session, PipelineOutcome outcome)
{
    switch (outcome) {
    case PIPELINE_DONE: return TARN_OK;
    case PIPELINE_WRONG_MODEL: return TARN_WRONG_MODEL;
    case PIPELINE_TOO_LARGE: session->is_spent = true; return TARN_NO_MEMORY;
    case PIPELINE_USAGE: break;
    }
    return TARN_WRONG_USE;
}

static tarn_result compile(const SessionCall *call)
{
    tarn_session *s = call->session;
    CompileOptions options;
    const char *name = session_asked(call, &options);
    if (!name) return TARN_WRONG_USE;
    Pipeline p = {.session = s->session, .options = &options};
    tarn_result result = session_result(s, pipeline_compile(&p, name));
    if (result == TARN_OK) {
        settings_warn_missing(s->session, p.flat, &options.sets);
        *call->model = model_of_pipeline(&p);
    } else if (!s->is_spent) {
        pipeline_close(&p);
    }
    return result;
}

tarn_result tarn_compile(tarn_session *session, const char *class_name,
                         const char *const *modifications, tarn_model **model)
{
    *model = NULL;
    tarn_model *compiled = NULL;
    SessionCall call = {
        .session = session, .name = class_name, .modifications = modifications, .model = &compiled};
    tarn_result result = session_guarded(&call, compile);
    if (result == TARN_OK) *model = compiled;
    return result;
}
