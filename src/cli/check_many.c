// Many classes are checked by processes that share nothing but a counter: each takes the next
// class, checks it in its copy of the session, and sends the verdict through a pipe. A process that
// ends on the way (a class too large for the memory, a fault of ours) costs that class alone.
#include "cli/check_many.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/side_file.h"

enum { MOST_JOBS = 64, NO_CLASS = UINT32_MAX };

// ---- Which classes -------------------------------------------------------------------------

static bool has_members(const AstClass *c)
{
    return (c->kind == AST_PACKAGE || c->kind == AST_OPERATOR) && c->form != AST_CLASS_SHORT;
}

static void add_class(Session *s, const LibraryClass *c, const char *name, ClassList *out)
{
    VEC_PUSH(s->arena, &out->names, name);
    VEC_PUSH(s->arena, &out->classes, c->ast);
}

// Depth first, in the order of the package.
static bool add_tree(Session *s, const LibraryClass *top, const char *name, ClassList *out)
{
    VEC(const LibraryClass *) waiting = {0};
    VEC(const char *) names = {0};
    bool ok = true;
    VEC_PUSH(s->arena, &waiting, top);
    VEC_PUSH(s->arena, &names, name);
    while (waiting.count) {
        const LibraryClass *c = VEC_POP(&waiting);
        const char *full = VEC_POP(&names);
        add_class(s, c, full, out);
        if (!has_members(c->ast)) continue;
        uint32_t n;
        Name *members = library_member_names(s, c, s->arena, &n);
        while (n-- > 0) {
            const LibraryClass *member = library_member(s, c, members[n]);
            ok &= member != NULL; // its file was reported
            if (!member) continue;
            VEC_PUSH(s->arena, &waiting, member);
            VEC_PUSH(s->arena, &names, arena_printf(s->arena, "%s.%s", full, members[n]->text));
        }
    }
    return ok;
}

static const LibraryClass *package_of(Session *s, const CompileOptions *o, const char *what,
                                      const char **name)
{
    if (o->class_name) return NULL;
    *name = load_package_name(s, o, what);
    const LibraryClass *c = *name ? library_find(s, *name) : NULL;
    return c && has_members(c->ast) ? c : NULL;
}

bool check_is_package(Session *s, const CompileOptions *o, const char *what)
{
    const char *name;
    return package_of(s, o, what, &name) != NULL;
}

bool check_list_classes(Session *s, const CompileOptions *o, const char *what, ClassList *out)
{
    const char *name;
    const LibraryClass *package = package_of(s, o, what, &name);
    if (package) return add_tree(s, package, name, out) && !diag_count(s->diag, SEVERITY_ERROR);
    Loaded loaded;
    if (diag_count(s->diag, SEVERITY_ERROR) || !load_what(s, o, what, &loaded)) return false;
    const LibraryClass *c = library_find(s, loaded.model);
    if (c) add_class(s, c, loaded.model, out);
    return c != NULL;
}

// ---- Verdicts ------------------------------------------------------------------------------

typedef struct Verdict { // as it goes through the pipe, its texts behind it
    uint32_t class;
    uint32_t errors, warnings;
    uint32_t status; // ExitStatus
    bool is_incomplete;
    int64_t equations, unknowns;
    double milliseconds;
    uint64_t length; // of its diagnostics
} Verdict;

typedef struct Answer {
    Verdict verdict;
    const char *text; // NULL: not there yet
} Answer;

typedef struct Checker {
    Cli *cli;
    const CompileOptions *options;
    const ClassList *list;
    Answer *answers;
    uint32_t n_shown, n_refused, n_incomplete;
    _Atomic uint32_t *next; // the class to be taken next; shared by all processes
    ExitStatus worst;
} Checker;

static Verdict check_at(Checker *c, uint32_t i, Text *text)
{
    Session *s = c->cli->session;
    Diag *diag = s->diag;
    uint32_t errors = diag_count(diag, SEVERITY_ERROR),
             warnings = diag_count(diag, SEVERITY_WARNING), first = diag_total(diag);
    double begin = milliseconds_now();
    Pipeline p = {.session = s, .options = c->options};
    PipelineOutcome outcome = check_class(&p, c->list->names.data[i]);
    Verdict v = {.class = i,
                 .errors = diag_count(diag, SEVERITY_ERROR) - errors,
                 .warnings = diag_count(diag, SEVERITY_WARNING) - warnings,
                 .status = (uint32_t)cli_status(outcome),
                 .is_incomplete = outcome == PIPELINE_DONE && !p.flat,
                 .milliseconds = milliseconds_now() - begin};
    pipeline_sizes(&p, &v.equations, &v.unknowns);
    if (c->cli->options->json)
        diag_render_json(diag, first, text);
    else
        diag_render_text(diag, first, c->cli->color, text);
    v.length = text->length;
    pipeline_close(&p);
    return v;
}

// ---- Showing -------------------------------------------------------------------------------

static void show_json(Checker *c, const Verdict *v, const char *text)
{
    Text t = text_make(c->cli->session->arena);
    const char *name = c->list->names.data[v->class];
    text_add(&t, v->class ? ",\n  {\"class\": " : "[\n  {\"class\": ");
    text_json_string(&t, name, strlen(name));
    text_printf(
        &t,
        ", \"kind\": \"%s\", \"accepted\": %s, \"whole\": %s, \"errors\": %u, \"warnings\": "
        "%u, \"equations\": %lld, \"unknowns\": %lld, \"milliseconds\": %.3f, "
        "\"diagnostics\": ",
        ast_kind_word(c->list->classes.data[v->class]->kind),
        v->status == STATUS_DONE ? "true" : "false", v->is_incomplete ? "false" : "true", v->errors,
        v->warnings, (long long)v->equations, (long long)v->unknowns, v->milliseconds);
    size_t n = strlen(text);
    while (n && text[n - 1] == '\n') n--;
    text_add_bytes(&t, text, n);
    text_add(&t, "}");
    cli_print(c->cli, &t);
}

static void show_line(Checker *c, const Verdict *v, const char *text)
{
    const char *name = c->list->names.data[v->class];
    const Options *o = c->cli->options;
    bool is_done = v->status == STATUS_DONE;
    if (!o->quiet || !is_done) {
        fprintf(c->cli->out, "%-8s %s", is_done ? "accepted" : "refused", name);
        if (is_done && v->is_incomplete) fputs(" (names and types)", c->cli->out);
        fputc('\n', c->cli->out);
    }
    if (is_done && (o->quiet || !v->warnings)) return;
    fflush(c->cli->out);
    fputs(text, c->cli->err);
}

static void show_next(Checker *c)
{
    for (; c->n_shown < c->list->names.count && c->answers[c->n_shown].text; c->n_shown++) {
        const Answer *a = &c->answers[c->n_shown];
        c->n_refused += a->verdict.status != STATUS_DONE;
        c->n_incomplete += a->verdict.is_incomplete;
        if ((ExitStatus)a->verdict.status > c->worst) c->worst = (ExitStatus)a->verdict.status;
        if (c->cli->options->json)
            show_json(c, &a->verdict, a->text);
        else
            show_line(c, &a->verdict, a->text);
    }
}

// ---- Processes -----------------------------------------------------------------------------

typedef struct Worker {
    pid_t process; // 0: there is none
    int from;
    uint32_t class; // at work on; NO_CLASS: none
} Worker;

static void send(int to, const void *bytes, size_t n)
{
    if (!write_all(to, bytes, n)) _exit(STATUS_STOPPED); // nobody listens
}

// First the number of the class, so that it is known whose work was lost; then the verdict.
static _Noreturn void work(Checker *c, int to)
{
    for (uint32_t i; (i = atomic_fetch_add(c->next, 1)) < c->list->names.count;) {
        Arena *a = arena_open("verdict");
        Text text = text_make(a);
        send(to, &i, sizeof i);
        Verdict v = check_at(c, i, &text);
        send(to, &v, sizeof v);
        send(to, text_cstr(&text), text.length);
        arena_close(a);
        if (v.status == STATUS_STOPPED) break;
    }
    exit(STATUS_DONE);
}

static bool start_worker(Checker *c, Worker *w)
{
    int ends[2];
    if (pipe(ends)) return false;
    fflush(NULL);
    *w = (Worker){fork(), ends[0], NO_CLASS};
    if (w->process == 0) {
        close(ends[0]);
        work(c, ends[1]);
    }
    close(ends[1]);
    if (w->process > 0) return true;
    close(ends[0]);
    w->process = 0;
    return false;
}

static bool read_all(int from, void *bytes, size_t n)
{
    for (char *p = bytes; n;) {
        ssize_t got = read(from, p, n);
        if (got <= 0) return false;
        p += got;
        n -= (size_t)got;
    }
    return true;
}

static bool read_verdict(Checker *c, Worker *w)
{
    Verdict v;
    if (w->class == NO_CLASS) return read_all(w->from, &w->class, sizeof w->class);
    if (!read_all(w->from, &v, sizeof v)) return false;
    char *text = ARENA_ARRAY(c->cli->session->arena, char, v.length + 1);
    if (!read_all(w->from, text, v.length)) return false;
    c->answers[v.class] = (Answer){v, text};
    w->class = NO_CLASS;
    return true;
}

static void end_worker(Checker *c, Worker *w)
{
    int status = 0;
    close(w->from);
    waitpid(w->process, &status, 0);
    w->process = 0;
    if (w->class == NO_CLASS) return;
    Arena *a = c->cli->session->arena;
    const char *why = WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it left";
    c->answers[w->class] = (Answer){
        {.class = w->class, .errors = 1, .status = STATUS_STOPPED},
        c->cli->options->json ? "[]"
                              : arena_printf(a, "the process that checked it ended: %s\n", why)};
}

static void listen(Checker *c, Worker *workers, uint32_t n)
{
    struct pollfd ends[MOST_JOBS];
    for (uint32_t i = 0; i < n; i++)
        ends[i] = (struct pollfd){workers[i].process ? workers[i].from : -1, POLLIN, 0};
    if (poll(ends, n, -1) < 0) return;
    for (uint32_t i = 0; i < n; i++) {
        if (!ends[i].revents || read_verdict(c, &workers[i])) continue;
        end_worker(c, &workers[i]);
        if (atomic_load(c->next) < c->list->names.count) start_worker(c, &workers[i]);
    }
}

static bool is_any_at_work(const Worker *workers, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (workers[i].process) return true;
    return false;
}

static void check_here(Checker *c)
{
    for (uint32_t i; (i = atomic_fetch_add(c->next, 1)) < c->list->names.count; show_next(c)) {
        Text text = text_make(c->cli->session->arena);
        Verdict v = check_at(c, i, &text);
        c->answers[i] = (Answer){v, text_cstr(&text)};
    }
    c->cli->n_shown = diag_total(c->cli->session->diag);
}

static void check_beside(Checker *c, uint32_t n)
{
    Worker workers[MOST_JOBS] = {{0}};
    for (uint32_t i = 0; i < n; i++) start_worker(c, &workers[i]);
    while (is_any_at_work(workers, n)) {
        listen(c, workers, n);
        show_next(c);
    }
    check_here(c); // where no process could be started
}

static uint32_t jobs_of(const Cli *cli, const ClassList *list)
{
    long n = cli->options->jobs ? (long)cli->options->jobs : sysconf(_SC_NPROCESSORS_ONLN);
    if (n > MOST_JOBS) n = MOST_JOBS;
    if (n > (long)list->names.count) n = (long)list->names.count;
    return n < 1 ? 1 : (uint32_t)n;
}

ExitStatus check_all(Cli *cli, const CompileOptions *o, const ClassList *list)
{
    Arena *a = cli->session->arena;
    double begin = milliseconds_now();
    _Atomic uint32_t *next =
        mmap(NULL, sizeof *next, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    _Atomic uint32_t own = 0;
    uint32_t jobs = jobs_of(cli, list);
    bool is_shared = next != MAP_FAILED;
    Checker c = {.cli = cli,
                 .options = o,
                 .list = list,
                 .answers = ARENA_ARRAY(a, Answer, list->names.count + 1),
                 .next = is_shared ? next : &own};
    if (jobs > 1 && is_shared)
        check_beside(&c, jobs);
    else
        check_here(&c);
    if (is_shared) munmap((void *)next, sizeof *next);
    if (cli->options->json)
        fputs("\n]\n", cli->out);
    else
        fprintf(cli->out, "%u classes: %u accepted (%u by names and types), %u refused, %.1f s\n",
                c.n_shown, c.n_shown - c.n_refused, c.n_incomplete, c.n_refused,
                (milliseconds_now() - begin) / 1e3);
    return c.worst;
}
