// handles.h -- what is behind the sessions of tarn.h; private to api_*.c.
#ifndef TARN_HANDLES_H
#define TARN_HANDLES_H
#include "tarn/api/run_handle.h"
#include "tarn/compile/pipeline.h"
#include "tarn/runs/input_table.h"

typedef struct LoadedText {  // for sessions that shall know the same
    const char *name, *text; // NULL: of a file
    size_t length;
} LoadedText;

struct tarn_session {
    Session *session;
    Listener listener;
    CompileOptions options;
    const AstFile *last_file; // that was loaded
    VEC(LoadedText) loaded;
    bool is_spent; // memory ran out
};

typedef struct SessionCall {
    tarn_session *session;
    const char *name, *text; // of a class or a file
    size_t length;
    const char *const *modifications;
    tarn_model **model;
    const char *path;
    int version; // of FMI
    tarn_form form;
    tarn_text_fn take;
    void *client;
    const tarn_fmu_run *run;
    tarn_trajectory **trajectory;
    tarn_sweep *sweep;
    void (*take_device)(void *client, const tarn_device *device);
} SessionCall;

// Does the work under a guard, on a stack with room, and tells what was reported.
tarn_result session_guarded(const SessionCall *call, tarn_result (*work)(const SessionCall *call));
// The class that the call names, and the options with its modifications. NULL after a report.
const char *session_asked(const SessionCall *call, CompileOptions *options);
tarn_result session_result(tarn_session *session, PipelineOutcome outcome);
// Another session that finds the same classes, for another thread.
Session *session_like(const tarn_session *session);

// A copy of everything, which needs the original no more.
tarn_trajectory *trajectory_of(const Trajectory *rows);
#endif
