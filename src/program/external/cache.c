#include "program/external/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/side_file.h"
#include "base/text.h"
#include "program/external/compiler.h"

// ---- Whom to believe ---------------------------------------------------------------------------

static bool make_folders(Arena *a, const char *path)
{
    char *copy = arena_copy_text(a, path, strlen(path));
    for (char *p = copy + 1; *p; p++) {
        if (*p != '/') continue;
        *p = '\0';
        mkdir(copy, 0777);
        *p = '/';
    }
    return mkdir(copy, 0700) == 0 || errno == EEXIST;
}

const char *cache_folder_refusal(Arena *out, const char *folder)
{
    struct stat about;
    if (!make_folders(out, folder) || stat(folder, &about) != 0) return strerror(errno);
    if (!S_ISDIR(about.st_mode)) return "it is no folder";
    if (about.st_uid != geteuid()) return "it belongs to another user";
    if (about.st_mode & 022 && chmod(folder, 0700) != 0) return "others can write into it";
    return access(folder, R_OK | W_OK | X_OK) == 0 ? NULL : strerror(errno);
}

// ---- Seals -------------------------------------------------------------------------------------

typedef struct Seal {
    char word[8];
    uint64_t length, hash;
} Seal;

static Seal seal_of(const char *bytes, size_t n)
{
    Seal seal = {.length = n, .hash = hash_bytes(bytes, n)};
    memcpy(seal.word, "tarnseal", sizeof seal.word);
    return seal;
}

// Of a whole file but its last `left` bytes; false when it cannot be read.
static bool compute_seal(const char *path, size_t left, Seal *computed, Seal *found)
{
    Arena *scratch = arena_open("seal");
    size_t n;
    const char *bytes = read_whole_file(scratch, path, &n);
    bool ok = bytes && n >= left;
    if (ok) *computed = seal_of(bytes, n - left);
    if (ok) memcpy(found, bytes + n - left, left);
    arena_close(scratch);
    return ok;
}

bool cache_seal(const char *path)
{
    Seal seal, none;
    if (!compute_seal(path, 0, &seal, &none)) return false;
    int file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    bool ok = file >= 0 && write_all(file, &seal, sizeof seal) && fchmod(file, 0700) == 0;
    return file >= 0 && close(file) == 0 && ok;
}

bool cache_is_sound(const char *path)
{
    Seal computed, found;
    struct stat about;
    if (lstat(path, &about) != 0) return false;
    if (!S_ISREG(about.st_mode) || about.st_uid != geteuid() || about.st_mode & 022) return false;
    return compute_seal(path, sizeof found, &computed, &found) &&
           memcmp(&computed, &found, sizeof found) == 0;
}

// ---- Folders to work in ------------------------------------------------------------------------

// Entries as the system tells them: no memory is needed to give something back.
static void each_entry(int folder, void *client,
                       void (*visit)(void *client, int folder, const char *name))
{
    _Alignas(8) char buffer[4096];
    for (long n; (n = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0;)
        for (long at = 0; at < n;) {
            const struct dirent64 *e = (const struct dirent64 *)(buffer + at);
            if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
                visit(client, folder, e->d_name);
            at += e->d_reclen;
        }
}

enum { MOST_DEPTH = 20 }; // more than unpacked archives have

static void remove_entry(void *client, int folder, const char *name)
{
    int depth = *(int *)client + 1;
    if (unlinkat(folder, name, 0) == 0 || depth > MOST_DEPTH) return;
    int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inner < 0) return;
    each_entry(inner, &depth, remove_entry);
    close(inner);
    unlinkat(folder, name, AT_REMOVEDIR);
}

void work_folder_remove(WorkFolder *w)
{
    enum { MOST_TRIES = 3 }; // a call may fail once
    for (int k = 0; w && w->is_there && k < MOST_TRIES; k++) {
        int depth = 0, folder = open(w->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (folder >= 0) {
            each_entry(folder, &depth, remove_entry);
            close(folder);
        }
        w->is_there = rmdir(w->path) != 0;
    }
}

static void remove_owned(void *w)
{
    work_folder_remove(w);
}

enum { LONGEST_COMPILATION = 600 }; // seconds

// Of a process that is no more: it was killed.
static void remove_stale(void *client, int folder, const char *name)
{
    static const char begin[] = "tarn-work-";
    (void)client;
    if (strncmp(name, begin, sizeof begin - 1) != 0) return;
    long process = strtol(name + sizeof begin - 1, NULL, 10);
    struct stat about;
    if (process <= 0 || kill((pid_t)process, 0) == 0 || errno != ESRCH) return;
    if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0) return;
    if (time(NULL) - about.st_mtime < LONGEST_COMPILATION) return; // of another container, perhaps
    int depth = 0;
    if (S_ISDIR(about.st_mode) && about.st_uid == geteuid()) remove_entry(&depth, folder, name);
}

WorkFolder *work_folder_open(Arena *out, const char *parent)
{
    WorkFolder *w = ARENA_NEW(out, WorkFolder);
    arena_own(out, remove_owned, w);
    int around = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (around >= 0) {
        each_entry(around, NULL, remove_stale);
        close(around);
    }
    for (int k = 0; k < MOST_WORK_FOLDERS; k++) {
        w->path = arena_printf(out, WORK_FOLDER, parent, (long)gettid(), k);
        w->is_there = mkdir(w->path, 0700) == 0;
        if (w->is_there || errno != EEXIST) break;
    }
    return w->is_there ? w : NULL;
}
