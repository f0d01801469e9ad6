// parse FOLDER... -- speed of lexing and parsing all .mo files below the folders, on one core.
//
// The files are read first; then they are parsed ROUNDS times, each time into a fresh session,
// and the best round counts: the others show what the machine did besides. Processor time,
// page faults included, because other work on the machine is none of our business.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/session.h"
#include "base/vec.h"
#include "syntax/parser.h"

enum { ROUNDS = 7 };

typedef struct {
    const char *path, *text;
    size_t length;
} File;
typedef VEC(File) FileList;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void read_one(Arena *a, FileList *files, const char *path, size_t size)
{
    FILE *in = fopen(path, "rb");
    if (!in) return;
    char *text = arena_alloc(a, size + 1, 1);
    size = fread(text, 1, size, in);
    fclose(in);
    text[size] = '\0';
    VEC_PUSH(a, files, ((File){arena_copy_text(a, path, strlen(path)), text, size}));
}

static void read_all(Arena *a, FileList *files, const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) return;
    size_t n = strlen(path);
    if (S_ISREG(info.st_mode) && n > 3 && !strcmp(path + n - 3, ".mo"))
        read_one(a, files, path, (size_t)info.st_size);
    if (!S_ISDIR(info.st_mode)) return;
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (entry->d_name[0] != '.')
            read_all(a, files, arena_printf(a, "%s/%s", path, entry->d_name));
    if (folder) closedir(folder);
}

typedef struct {
    double seconds;
    size_t tree_bytes, errors;
} Round;

static Round parse_all(const FileList *files, bool show)
{
    Arena *arena = arena_open("session"), *names = arena_open("names"), *text = arena_open("text");
    Session s = {.arena = arena, .names = names_open(names), .sources = sources_open(text)};
    s.diag = diag_open(text, s.sources);
    VEC(const SourceFile *) sources = {0};
    for (uint32_t i = 0; i < files->count; i++) {
        const File *f = &files->data[i];
        VEC_PUSH(text, &sources, source_add(s.sources, f->path, f->text, f->length));
    }
    double begin = now();
    for (uint32_t i = 0; i < sources.count; i++) parse_file(&s, sources.data[i]);
    Round r = {now() - begin, arena_bytes(arena), diag_count(s.diag, SEVERITY_ERROR)};
    if (show && r.errors) {
        Text out = text_make(text);
        diag_render_text(s.diag, 0, false, &out);
        fputs(text_cstr(&out), stderr);
    }
    arena_close(arena);
    arena_close(names);
    arena_close(text);
    return r;
}

int main(int argc, char **argv)
{
    Arena *a = arena_open("files");
    FileList files = {0};
    size_t bytes = 0;
    for (int i = 1; i < argc; i++) read_all(a, &files, argv[i]);
    for (uint32_t i = 0; i < files.count; i++) bytes += files.data[i].length;
    if (!bytes) return fprintf(stderr, "usage: parse FOLDER...  (no .mo files found)\n"), 2;
    Round best = parse_all(&files, true);
    for (int k = 1; k < ROUNDS; k++) {
        Round r = parse_all(&files, false);
        if (r.seconds < best.seconds) best = r;
    }
    printf(
        "parse: %u files, %.2f MB, %.1f ms, %.1f MB/s, %.2f bytes of tree per byte, %zu errors\n",
        files.count, 1e-6 * (double)bytes, 1e3 * best.seconds, 1e-6 * (double)bytes / best.seconds,
        (double)best.tree_bytes / (double)bytes, best.errors);
    arena_close(a);
    return best.errors ? 1 : 0;
}
