#include "sweep/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/side_file.h"

// The head of the file, and of every record; numbers, `why` and the check sum follow.
typedef struct Head {
    char magic[8];
    uint64_t identity;
    uint32_t n_numbers, spare;
} Head;
typedef struct RecordHead {
    uint32_t run, n_why;
} RecordHead;

static const char magic[8] = {'t', 'a', 'r', 'n', 'r', 'u', 'n', 's'};

RunTable run_table_make(Arena *a, uint32_t n_runs, uint32_t n_numbers)
{
    return (RunTable){.n_runs = n_runs,
                      .n_numbers = n_numbers,
                      .is_done = ARENA_ARRAY(a, unsigned char, n_runs),
                      .numbers = ARENA_ARRAY(a, double, (size_t)n_runs *n_numbers),
                      .why = ARENA_ARRAY(a, const char *, n_runs)};
}

static bool fail(Session *s, const char *path, const char *what)
{
    diag_error(s->diag, (Span){0, 0}, E_FILE, "%s '%s': %s", what, path, strerror(errno));
    return false;
}

// ---- Reading -------------------------------------------------------------------------------

typedef struct Reading {
    const unsigned char *bytes;
    size_t size, at;
} Reading;

static size_t record_size(const Journal *j, uint32_t n_why)
{
    return sizeof(RecordHead) + j->n_numbers * sizeof(double) + n_why + sizeof(uint64_t);
}

// The next whole record; false: there is none.
static bool next_record(const Journal *j, Reading *r, RecordHead *head)
{
    uint64_t sum;
    if (r->size - r->at < sizeof *head) return false;
    memcpy(head, r->bytes + r->at, sizeof *head);
    size_t size = record_size(j, head->n_why);
    if (r->size - r->at < size) return false;
    memcpy(&sum, r->bytes + r->at + size - sizeof sum, sizeof sum);
    return sum == hash_bytes((const char *)r->bytes + r->at, size - sizeof sum);
}

static bool take_record(Session *s, const Journal *j, const Reading *r, const RecordHead *head,
                        RunTable *t)
{
    if (head->run >= t->n_runs) return false;
    const unsigned char *at = r->bytes + r->at + sizeof *head;
    size_t n = j->n_numbers * sizeof(double);
    if (!t->is_done[head->run]) {
        t->n_done++;
        t->n_failed += head->n_why > 0;
    }
    t->is_done[head->run] = 1;
    memcpy(&t->numbers[(size_t)head->run * j->n_numbers], at, n);
    t->why[head->run] =
        head->n_why ? arena_copy_text(s->arena, (const char *)at + n, head->n_why) : NULL;
    return true;
}

static bool is_ours(const Journal *j, const Reading *r)
{
    Head head;
    if (r->size < sizeof head) return false;
    memcpy(&head, r->bytes, sizeof head);
    return !memcmp(head.magic, magic, sizeof magic) && head.identity == j->identity &&
           head.n_numbers == j->n_numbers;
}

// Up to which byte the file has whole records, which go into the table where there is one.
static bool scan(Session *s, const Journal *j, int file, RunTable *table, size_t *whole)
{
    Arena *a = arena_open("journal");
    Reading r = {0};
    r.bytes = (const unsigned char *)read_whole(a, file, &r.size);
    RecordHead head;
    bool ok = r.bytes != NULL;
    *whole = 0;
    if (!ok) fail(s, j->path, "cannot read");
    if (ok && r.size >= sizeof(Head) && !is_ours(j, &r)) {
        diag_error(s->diag, (Span){0, 0}, E_USAGE,
                   "'%s' has runs of another sweep: of another model, with other values or for "
                   "something else to keep; remove it to begin anew",
                   j->path);
        ok = false;
    }
    if (ok && r.size >= sizeof(Head))
        for (r.at = sizeof(Head); next_record(j, &r, &head); r.at += record_size(j, head.n_why))
            if (table && !take_record(s, j, &r, &head, table)) break;
    *whole = ok && r.size >= sizeof(Head) ? r.at : 0;
    arena_close(a);
    return ok;
}

bool journal_read(Session *s, const Journal *j, RunTable *table)
{
    size_t whole;
    int file = open(j->path, O_RDONLY | O_CLOEXEC);
    if (file < 0 && errno == ENOENT) return true;
    if (file < 0) return fail(s, j->path, "cannot read");
    bool ok = scan(s, j, file, table, &whole);
    close(file);
    return ok;
}

// ---- Writing -------------------------------------------------------------------------------

static bool begin(Journal *j)
{
    Head head = {.identity = j->identity, .n_numbers = j->n_numbers};
    memcpy(head.magic, magic, sizeof magic);
    return !ftruncate(j->file, 0) && write_all(j->file, &head, sizeof head);
}

bool journal_open(Session *s, Journal *j, bool keeps)
{
    size_t whole = 0;
    j->file = open(j->path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (j->file < 0) return fail(s, j->path, "cannot write");
    if (!lock_soon(j->file)) {
        diag_error(s->diag, (Span){0, 0}, E_FILE, "'%s': another process makes these runs",
                   j->path);
        return journal_close(j), false;
    }
    if (keeps && !scan(s, j, j->file, NULL, &whole)) return journal_close(j), false;
    bool ok = whole ? !ftruncate(j->file, (off_t)whole) : begin(j);
    if (!ok) fail(s, j->path, "cannot write");
    if (!ok && !whole) unlink(j->path);
    if (!ok) journal_close(j);
    return ok;
}

void journal_encode(const Journal *j, const RunRecord *r, Arena *a, unsigned char **bytes,
                    size_t *size)
{
    RecordHead head = {r->run, r->n_why};
    size_t n = j->n_numbers * sizeof(double);
    *size = record_size(j, r->n_why);
    *bytes = ARENA_ARRAY(a, unsigned char, *size);
    memcpy(*bytes, &head, sizeof head);
    memcpy(*bytes + sizeof head, r->numbers, n);
    if (r->n_why) memcpy(*bytes + sizeof head + n, r->why, r->n_why);
    uint64_t sum = hash_bytes((const char *)*bytes, *size - sizeof sum);
    memcpy(*bytes + *size - sizeof sum, &sum, sizeof sum);
}

bool journal_write(Journal *j, const void *bytes, size_t size)
{
    return write_all(j->file, bytes, size);
}

bool journal_has_runs(const Journal *j)
{
    struct stat about;
    return fstat(j->file, &about) || (size_t)about.st_size >= sizeof(Head) + record_size(j, 0);
}

void journal_close(Journal *j)
{
    if (j->file >= 0) close(j->file);
    j->file = -1;
}
