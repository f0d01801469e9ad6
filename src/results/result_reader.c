// Opening result files and choosing the format by content.
#include "results/result_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "results/reader_state.h"

static const ReaderFormat *const formats[] = {&mat_reader, &csv_reader}; // CSV takes the rest

bool reader_fail(ResultFile *f, const char *format, ...)
{
    if (f->failure) return false;
    Text t = text_make(f->arena);
    text_printf(&t, "cannot read '%s': ", f->path);
    va_list args;
    va_start(args, format);
    text_vprintf(&t, format, args);
    va_end(args);
    f->failure = t.data;
    return false;
}

bool reader_bytes(ResultFile *f, uint64_t position, void *to, size_t n, size_t *got)
{
    *got = 0;
    while (*got < n) {
        ssize_t k = pread(f->file, (char *)to + *got, n - *got, (off_t)(position + *got));
        if (k < 0 && errno == EINTR) continue;
        if (k < 0) return reader_fail(f, "%s", strerror(errno));
        if (k == 0) break;
        *got += (size_t)k;
    }
    return true;
}

static bool open_contents(ResultFile *f)
{
    struct stat about;
    if (f->file < 0 || fstat(f->file, &about)) return reader_fail(f, "%s", strerror(errno));
    if (!S_ISREG(about.st_mode)) return reader_fail(f, "it is not a regular file");
    f->size = (uint64_t)about.st_size;
    char head[128];
    size_t n;
    if (!reader_bytes(f, 0, head, sizeof head, &n)) return false;
    if (!n) return reader_fail(f, "the file is empty");
    size_t length = strlen(f->path); // any text may be taken for CSV
    if (length > 3 && !strcmp(f->path + length - 3, ".mo"))
        return reader_fail(f, "it is a model; its result is what `tarn simulate` writes");
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (!formats[i]->recognizes(head, n)) continue;
        f->format = formats[i];
        return f->format->open(f);
    }
    return reader_fail(f, "it is neither CSV nor MAT level 4");
}

// Standard input is read to its end first: the formats look at places in a file.
static int open_copy_of_input(void)
{
    FILE *copy = tmpfile();
    if (!copy) return -1;
    char block[1 << 16];
    size_t n;
    while ((n = fread(block, 1, sizeof block, stdin)) > 0)
        if (fwrite(block, 1, n, copy) != n) break;
    int file = fflush(copy) == 0 && !ferror(copy) && !ferror(stdin) ? dup(fileno(copy)) : -1;
    fclose(copy);
    return file;
}

ResultFile *result_file_open(Arena *out, const char *path, const char **why)
{
    ResultFile *f = ARENA_NEW(out, ResultFile);
    *f = (ResultFile){
        .arena = out,
        .path = arena_copy_text(out, path, strlen(path)),
        .file = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : open_copy_of_input(),
        .table = {.start_time = NAN, .stop_time = NAN, .tolerance = NAN},
    };
    if (open_contents(f)) return f;
    *why = f->failure;
    result_file_close(f);
    return NULL;
}

const ResultTable *result_file_table(const ResultFile *f)
{
    return &f->table;
}

const char *result_file_time_name(const ResultFile *f)
{
    return f->time_name ? f->time_name : "time";
}

const Trajectory *result_file_load(ResultFile *f, Arena *out, const ResultVariable *const *wanted,
                                   uint32_t n_wanted, const char **why)
{
    bool *columns = ARENA_ARRAY(out, bool, f->table.row_size + 1);
    for (uint32_t i = 0; i < f->table.row_size && !wanted; i++) columns[i] = true;
    for (uint32_t i = 0; i < n_wanted && wanted; i++)
        if (wanted[i]->place == KEPT_ROW) columns[wanted[i]->index] = true;
    Trajectory *t = ARENA_NEW(out, Trajectory);
    t->table = f->table;
    bool done = f->format->load(f, out, columns, t);
    const char *wrong = done ? trajectory_check(out, t) : NULL;
    if (wrong) reader_fail(f, "%s", wrong);
    *why = f->failure;
    return f->failure ? NULL : t;
}

void result_file_close(ResultFile *f)
{
    if (f && f->file >= 0) close(f->file);
    if (f) f->file = -1;
}
