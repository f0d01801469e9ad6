// load FOLDER CLASS -- time to read and parse what one class needs of a library.
//
// The class is instantiated and flattened once, which shows the files it needs; then exactly
// these are read and parsed ROUNDS times, each time into a fresh session. The files are in the
// cache of the system by then, and processor time is measured: our work, not the disk and not
// what else the machine does.
#include <stdio.h>
#include <time.h>

#include "base/session.h"
#include "base/vec.h"
#include "flat/flat_model.h"
#include "instance/instance.h"
#include "syntax/library.h"
#include "syntax/parser.h"

enum { ROUNDS = 9 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static Session open_session(Arena *a)
{
    Session s = {.arena = a, .names = names_open(a), .sources = sources_open(a)};
    s.diag = diag_open(a, s.sources);
    return s;
}

typedef VEC(const char *) PathList;

static bool find_files(Arena *a, const char *folder, const char *class, PathList *paths)
{
    Session s = open_session(a);
    expr_table_open(&s, s.arena);
    library_open(&s);
    library_add_folder(&s, folder);
    double begin = now();
    const Instance *instance = instantiate(&s, class, NULL, 0, a);
    const FlatModel *flat = instance ? flatten(&s, instance, a) : NULL;
    printf("load: %s, loaded, instantiated and flattened in %.1f ms%s\n", class,
           1e3 * (now() - begin), flat ? "" : " (with errors)");
    uint32_t position = 1;
    for (uint32_t i = 0; i < sources_count(s.sources); i++) {
        const SourceFile *f = source_of(s.sources, position);
        VEC_PUSH(a, paths, f->path);
        position = f->first + f->length + 1;
    }
    return flat != NULL;
}

static double read_files(const PathList *paths, uint64_t *bytes)
{
    Arena *a = arena_open("round");
    double begin = now();
    Session s = open_session(a);
    for (uint32_t i = 0; i < paths->count; i++) {
        const char *why;
        SourceFile *f = source_read(s.sources, paths->data[i], &why);
        if (f) parse_file(&s, f);
    }
    double seconds = now() - begin;
    *bytes = sources_bytes_read(s.sources);
    arena_close(a);
    return seconds;
}

int main(int argc, char **argv)
{
    if (argc != 3) return fprintf(stderr, "usage: load FOLDER CLASS\n"), 2;
    Arena *a = arena_open("load");
    PathList paths = {0};
    bool ok = find_files(a, argv[1], argv[2], &paths);
    uint64_t bytes = 0;
    double best = 1e9;
    for (int k = 0; k < ROUNDS; k++) {
        double seconds = read_files(&paths, &bytes);
        if (seconds < best) best = seconds;
    }
    printf("load: %u files, %.3f MB, read and parsed in %.2f ms\n", paths.count,
           1e-6 * (double)bytes, 1e3 * best);
    arena_close(a);
    return ok ? 0 : 1;
}
