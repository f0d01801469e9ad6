#include "fmi/import/fmu_code.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/coverage.h"
#include "base/text.h"

static void unload(void *thing)
{
    FmuCode *code = thing;
    if (code->handle) dlclose(code->handle);
    code->handle = NULL;
}

static void find(void *handle, const char *name, void *to)
{
    void *found = dlsym(handle, name);
    if (!found) dlerror();
    memcpy(to, &found, sizeof found);
}

static bool load(const char *path, FmuCode *code)
{
    code->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!code->handle) return false;
#define FMI_FUNCTION(result, name, arguments) find(code->handle, #name, &code->name);
#include "fmi/fmi2_functions.def"
#include "fmi/fmi3_functions.def"
#undef FMI_FUNCTION
    return true;
}

// ---- Tried out
// ---------------------------------------------------------------------------------

enum { LOADED = 67 };         // not 0: constructors may end the process with that
enum { LONGEST_LOAD_S = 10 }; // what takes longer is not judged

// What the loader says when it gives up goes to the standard error.
static void load_and_leave(const char *path, int said)
{
    FmuCode code = {0};
    struct rlimit none = {0, 0};
    static const int faults[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGALRM};
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) signal(faults[k], SIG_DFL);
    setrlimit(RLIMIT_CORE, &none);
    dup2(said, STDERR_FILENO);
    alarm(LONGEST_LOAD_S);
    load(path, &code);
    unload(&code);
    coverage_write();
    _exit(LOADED);
}

// One line, of what may be many.
static const char *first_line(Arena *out, int from)
{
    char line[300];
    ssize_t n = read(from, line, sizeof line - 1);
    line[n > 0 ? n : 0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    return *line ? arena_printf(out, ": %s", line) : "";
}

const char *fmu_code_damage(Arena *out, const char *path)
{
    int ends[2], status = 0;
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) return NULL;
    pid_t child = fork(), ended = child;
    if (child == 0) load_and_leave(path, ends[1]);
    while (child > 0 && (ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) {
    }
    const char *said = first_line(out, ends[0]), *what = NULL;
    close(ends[0]);
    close(ends[1]);
    bool is_known = child > 0 && ended == child;
    if (is_known && WIFEXITED(status) && WEXITSTATUS(status) != LOADED)
        what = arena_printf(out, "its code ends the process that loads it%s", said);
    if (is_known && WIFSIGNALED(status) && WTERMSIG(status) != SIGALRM)
        what = arena_printf(out, "its code crashes when it is loaded: %s",
                            strsignal(WTERMSIG(status)));
    return what;
}

// ---- Loaded
// ---------------------------------------------------------------------------------

const char *fmu_code_load(Arena *out, const char *path, FmuCode **loaded)
{
    FmuCode *code = ARENA_NEW(out, FmuCode);
    const char *damage = fmu_code_damage(out, path);
    if (damage) return damage;
    arena_own(out, unload, code);
    *loaded = code;
    if (load(path, code)) return NULL;
    const char *why = dlerror();
    return arena_copy_text(out, why, strlen(why));
}
