#include "program/external/call_process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/coverage.h"
#include "base/memory.h"
#include "base/side_file.h"
#include "program/engine/engine.h"
#include "program/program_bytes.h"

struct CallProcess {
    pid_t id, owner; // 0: there is none; a copy of the owner has none, either
    int socket;
    int32_t n_alone; // calls that came before it
};

// Most models ask for one or two values, which is cheaper without it: the compiler goes on writing
// to memory that it would share [M113].
enum { CALLS_ALONE = 3 };

// ---- In the child: the value as bytes ----------------------------------------------------------

typedef struct WordShape {
    int32_t operand, rank;
    uint8_t is_text;
} WordShape;

typedef struct Request {
    Program *program;
    WordShape *words;
    int64_t n_words;
    double seconds;
} Request;

static void put_bytes(Text *to, const void *bytes, size_t n)
{
    text_add_bytes(to, bytes, n);
}

static void put_element(Text *to, double word, bool is_text)
{
    if (!is_text) {
        put_bytes(to, &word, sizeof word);
        return;
    }
    const char *text = word_string(word);
    uint64_t n = strlen(text);
    put_bytes(to, &n, sizeof n);
    put_bytes(to, text, n);
}

static void put_word(Text *to, double word, const WordShape *shape)
{
    const Array *array = shape->rank ? word_array(word) : NULL;
    put_bytes(to, &shape->rank, sizeof shape->rank);
    if (!array) {
        put_element(to, word, shape->is_text);
        return;
    }
    put_bytes(to, array->dims, (size_t)shape->rank * sizeof *array->dims);
    for (int64_t i = 0; i < array->count; i++) put_element(to, array->data[i], shape->is_text);
}

static void put_failure(Text *to, CallTag tag, const char *sentence)
{
    to->length = 0;
    text_add_char(to, (char)tag);
    text_add(to, sentence);
}

static void note_message(void *client, MessageKind kind, const char *origin, const char *text)
{
    (void)origin;
    if (kind == MESSAGE_FAILURE || kind == MESSAGE_ASSERTION)
        put_failure(client, TAG_MISTAKE, text);
}

// Its messages are nobody's, and it leaves no memory image behind.
static void become_quiet(void)
{
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) signal(numbers[k], SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody is left to take the value
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

// From now on; what was used before does not count.
static void limit_time(double seconds)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    struct rlimit longest;
    getrlimit(RLIMIT_CPU, &longest);
    rlim_t most = (rlim_t)ceil(seconds);
    longest.rlim_cur = most + (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
    if (longest.rlim_cur > longest.rlim_max) longest.rlim_cur = longest.rlim_max;
    setrlimit(RLIMIT_CPU, &longest);
    alarm(3 * (unsigned)most); // one that waits for something uses no processor time
}

static void compute_value(const Request *r, Session *s, ExternalLibraries *libraries, Text *to)
{
    if (!externals_load(s, r->program, s->arena, libraries)) {
        put_failure(to, TAG_FAILURE, diag_at(s->diag, diag_total(s->diag) - 1)->message);
        return;
    }
    Model *m = program_interpret(r->program, s->arena);
    Engine *e = m->self;
    ModelHost host = {.client = to, .message = note_message};
    e->is_fenced = true;
    e->host = &host;
    put_failure(to, TAG_FAILURE, "it gave no value");
    if (engine_run(e, &r->program->routines[0], e->words) != MODEL_OK) return;
    to->length = 0;
    text_add_char(to, TAG_VALUE);
    for (int64_t k = 0; k < r->n_words; k++)
        put_word(to, operand_value(e, e->words, r->words[k].operand), &r->words[k]);
}

static Request request_of(const CallProgram *c, double seconds, Arena *scratch)
{
    Request r = {c->program, ARENA_ARRAY(scratch, WordShape, c->n_words + 1), c->n_words, seconds};
    for (uint32_t k = 0; k < c->n_words; k++)
        r.words[k] = (WordShape){c->words[k], (int32_t)type_rank(c->types[k]),
                                 type_elem(c->types[k])->kind == TYPE_STRING};
    return r;
}

// ---- One call in a process of its own ----------------------------------------------------------

enum { CHILD_DONE = 67 }; // not 0: foreign code may end the program with that

// Whoever finds no memory must not go on in what is the parent's part.
static _Noreturn void run_child(Session *s, const Request *r, ExternalLibraries *libraries,
                                int file)
{
    MemoryGuard guard;
    memory_guard_enter(&guard);
    if (setjmp(guard.place)) _exit(1);
    Text answer = text_make(s->arena);
    become_quiet();
    limit_time(r->seconds);
    compute_value(r, s, libraries, &answer);
    bool ok = write_all(file, answer.data, answer.length);
    coverage_write();
    _exit(ok ? CHILD_DONE : 1);
}

static pid_t await_end(pid_t child, int *status)
{
    pid_t ended;
    while ((ended = waitpid(child, status, 0)) < 0 && errno == EINTR) {
    }
    return ended;
}

static const char *what_happened(Arena *out, int status, double seconds)
{
    if (WIFEXITED(status)) return "its code ended the program";
    int number = WTERMSIG(status);
    if (number == SIGXCPU || number == SIGALRM || number == SIGKILL)
        return arena_printf(out, "it did not come back within %g s", seconds);
    return arena_printf(out, "its code crashed: %s", strsignal(number));
}

static void read_file(int file, Arena *scratch, CallAnswer *a)
{
    size_t n = (size_t)lseek(file, 0, SEEK_END);
    char *bytes = ARENA_ARRAY(scratch, char, n + 1);
    if (pread(file, bytes, n, 0) == (ssize_t)n && n) a->bytes = bytes, a->n = n;
}

static CallAnswer call_alone(Session *s, const Request *r, ExternalLibraries *libraries,
                             Arena *scratch)
{
    CallAnswer a = {.reason = "no process could be started to call it in"};
    int file = memfd_create("value", MFD_CLOEXEC);
    pid_t child = file < 0 ? -1 : fork();
    if (child == 0) run_child(s, r, libraries, file);
    int status = 0;
    pid_t ended = child > 0 ? await_end(child, &status) : -1;
    if (ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == CHILD_DONE) {
        read_file(file, scratch, &a);
    } else if (ended > 0) {
        a.reason = what_happened(s->arena, status, r->seconds);
        a.is_mistake = true;
    }
    if (file >= 0) close(file);
    return a;
}

// ---- The process that stays: a message is its length and that many bytes -----------------------

static bool send_message(int socket, const void *bytes, size_t n)
{
    uint64_t length = n;
    struct iovec parts[2] = {{&length, sizeof length}, {(void *)(uintptr_t)bytes, n}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    while (parts[0].iov_len || parts[1].iov_len) {
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        for (int k = 0; k < 2; k++) {
            size_t part = (size_t)sent < parts[k].iov_len ? (size_t)sent : parts[k].iov_len;
            parts[k].iov_base = (char *)parts[k].iov_base + part;
            parts[k].iov_len -= part;
            sent -= (ssize_t)part;
        }
    }
    return true;
}

static bool receive(int socket, void *to, size_t n)
{
    for (size_t at = 0; at < n;) {
        ssize_t got = recv(socket, (char *)to + at, n - at, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += (size_t)got;
    }
    return true;
}

static char *receive_message(int socket, Arena *out, size_t *n)
{
    uint64_t length;
    if (!receive(socket, &length, sizeof length)) return NULL;
    char *bytes = ARENA_ARRAY(out, char, length + 1);
    *n = length;
    return receive(socket, bytes, length) ? bytes : NULL;
}

static void pass_names(Bytes *b, ExternalLibrary *library, Arena *arena)
{
    int64_t n = library->names.count;
    bytes_pass_count(b, &n);
    for (int64_t i = 0; i < n; i++) {
        const char *name = b->is_reading ? NULL : library->names.data[i];
        bytes_pass_text(b, &name, arena);
        if (b->is_reading) VEC_PUSH(arena, &library->names, name);
    }
}

static void pass_request(Bytes *b, Request *r, ExternalLibrary *library, Arena *arena)
{
    program_pass(r->program, b, arena);
    bytes_pass(b, &r->seconds, sizeof r->seconds);
    bytes_pass_count(b, &r->n_words);
    if (b->is_reading) r->words = ARENA_ARRAY(arena, WordShape, r->n_words + 1);
    bytes_pass(b, r->words, (size_t)r->n_words * sizeof *r->words);
    uint8_t is_built = library->path != NULL;
    bytes_pass(b, &is_built, sizeof is_built);
    if (is_built) bytes_pass_text(b, &library->path, arena);
    pass_names(b, library, arena);
}

static void serve_call(Session *s, const char *bytes, size_t n, Text *answer)
{
    Bytes b = {.is_reading = true, .from = (const unsigned char *)bytes, .size = n};
    Request r = {.program = ARENA_NEW(s->arena, Program)};
    ExternalLibrary library = {0};
    pass_request(&b, &r, &library, s->arena);
    if (b.is_short || r.program->n_externals != 1) _exit(1);
    library.like = &r.program->externals[0];
    ExternalLibraries libraries = {.of_external = ARENA_ARRAY(s->arena, uint32_t, 1)};
    VEC_PUSH(s->arena, &libraries.all, library);
    limit_time(r.seconds);
    compute_value(&r, s, &libraries, answer);
    alarm(0);
}

static _Noreturn void serve(const Session *from, int socket)
{
    MemoryGuard guard;
    memory_guard_enter(&guard);
    if (setjmp(guard.place)) _exit(1);
    become_quiet();
    for (bool ok = true; ok;) {
        Session s = *from;
        s.arena = arena_open("call at compile time");
        s.diag = diag_open(s.arena, s.sources);
        size_t n;
        const char *request = receive_message(socket, s.arena, &n);
        if (!request) break;
        Text answer = text_make(s.arena);
        serve_call(&s, request, n, &answer);
        ok = send_message(socket, answer.data, answer.length);
        arena_close(s.arena);
    }
    coverage_write();
    _exit(0);
}

static int end_process(CallProcess *p)
{
    int status = 0;
    if (p->id > 0 && p->owner == getpid()) {
        close(p->socket);
        await_end(p->id, &status);
    }
    p->id = 0;
    return status;
}

static void close_process(void *thing)
{
    end_process(thing);
}

CallProcess *call_process_open(Arena *out)
{
    CallProcess *p = ARENA_NEW(out, CallProcess);
    arena_own(out, close_process, p);
    return p;
}

static bool start_process(CallProcess *p, const Session *s)
{
    if (p->id > 0 && p->owner == getpid()) return true;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) return false;
    *p = (CallProcess){fork(), getpid(), ends[0], p->n_alone};
    if (p->id == 0) {
        close(ends[0]);
        serve(s, ends[1]);
    }
    close(ends[1]);
    if (p->id < 0) close(ends[0]);
    return p->id > 0;
}

// False: it has to be called alone, since that process has ended.
static bool call_shared(CallProcess *p, Session *s, Request *r, ExternalLibraries *libraries,
                        Arena *scratch, CallAnswer *a)
{
    if (!start_process(p, s)) return false;
    Bytes b = {.arena = scratch};
    pass_request(&b, r, &libraries->all.data[0], scratch);
    if (send_message(p->socket, b.bytes.data, b.bytes.count))
        a->bytes = receive_message(p->socket, scratch, &a->n);
    if (a->bytes && a->n) return true;
    a->bytes = NULL;
    int status = end_process(p), number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (number != SIGXCPU && number != SIGALRM) return false;
    a->reason = what_happened(s->arena, status, r->seconds);
    a->is_mistake = true;
    return true;
}

CallAnswer call_process_ask(CallProcess *p, Session *s, const CallProgram *c,
                            ExternalLibraries *libraries, double seconds, bool shares,
                            Arena *scratch)
{
    Request r = request_of(c, seconds, scratch);
    CallAnswer a = {0};
    shares = shares && c->program->n_externals == 1 && !libraries->all.data[0].temporary;
    if (shares && p->n_alone++ >= CALLS_ALONE && call_shared(p, s, &r, libraries, scratch, &a))
        return a;
    return call_alone(s, &r, libraries, scratch);
}
