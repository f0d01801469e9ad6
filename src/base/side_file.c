#include "base/side_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"

bool side_file_is_output(const char *path)
{
    return !strcmp(path, "-");
}

static bool open_directly(SideFile *f)
{
    f->side = NULL;
    f->file = open(f->target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return f->file >= 0;
}

bool lock_soon(int file)
{
    enum { TRIES = 100 };
    const struct timespec moment = {0, 20000000};
    for (int k = 0; k < TRIES; k++) {
        if (!flock(file, LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK) return true;
        nanosleep(&moment, NULL);
    }
    return false;
}

// Two runs must not write into the same file. Who got the lock of a file that was renamed meanwhile
// has that of a finished one, and looks again.
static bool lock_side(SideFile *f)
{
    enum { MOST_TRIES = 100 };
    for (int k = 0; k < MOST_TRIES; k++) {
        struct stat mine, there;
        f->file = open(f->side, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (f->file < 0) return false;
        if (!lock_soon(f->file)) break;
        if (fstat(f->file, &mine) == 0 && stat(f->side, &there) == 0 &&
            mine.st_ino == there.st_ino && mine.st_dev == there.st_dev)
            return true;
        close(f->file);
    }
    if (f->file >= 0) close(f->file);
    f->file = -1;
    errno = EBUSY;
    return false;
}

static bool open_beside(SideFile *f, const struct stat *older)
{
    if (older && access(f->target, W_OK) != 0) return false;
    if (!lock_side(f)) return false;
    bool ok = ftruncate(f->file, 0) == 0;
    if (ok && older) (void)!fchmod(f->file, older->st_mode & 0777); // a wish: it may be another's
    int error = errno;
    if (!ok) side_file_drop(f);
    errno = error;
    return ok;
}

bool side_file_open(SideFile *f, Arena *a, const char *path)
{
    if (side_file_is_output(path)) {
        *f = (SideFile){dup(STDOUT_FILENO), path, NULL};
        return f->file >= 0;
    }
    struct stat about;
    char followed[PATH_MAX];
    bool is_link = lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
    bool is_there = stat(path, &about) == 0;
    *f = (SideFile){-1, path, NULL};
    if (is_link && is_there && realpath(path, followed)) path = followed;
    f->target = arena_copy_text(a, path, strlen(path));
    if ((is_there && !S_ISREG(about.st_mode)) || (is_link && !is_there)) return open_directly(f);
    f->side = arena_printf(a, "%s%s", path, SIDE_FILE_ENDING);
    return open_beside(f, is_there ? &about : NULL);
}

bool side_file_finish(SideFile *f, bool is_lasting)
{
    bool ok = !f->side || !is_lasting || fsync(f->file) == 0;
    int error = errno;
    if (close(f->file) != 0 && ok) {
        ok = false;
        error = errno;
    }
    f->file = -1;
    if (ok && f->side && rename(f->side, f->target) != 0) {
        ok = false;
        error = errno;
    }
    errno = error;
    return ok;
}

void side_file_leave(SideFile *f)
{
    if (f->file >= 0) close(f->file);
    f->file = -1;
}

void side_file_drop(SideFile *f)
{
    int error = errno;
    if (f->side && f->file >= 0) unlink(f->side);
    side_file_leave(f);
    errno = error;
}

char *read_whole(Arena *a, int file, size_t *size)
{
    struct stat about;
    if (fstat(file, &about)) return NULL;
    char *bytes = ARENA_RAW(a, char, (size_t)about.st_size + 1);
    for (*size = 0; *size < (size_t)about.st_size;) {
        ssize_t n = read(file, bytes + *size, (size_t)about.st_size - *size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return NULL;
        if (n == 0) break;
        *size += (size_t)n;
    }
    bytes[*size] = '\0';
    return bytes;
}

bool write_all(int file, const void *bytes, size_t n)
{
    for (const char *p = bytes; n;) {
        ssize_t done = write(file, p, n);
        if (done < 0 && errno == EINTR) continue;
        if (done == 0) errno = ENOSPC;
        if (done <= 0) return false;
        p += done;
        n -= (size_t)done;
    }
    return true;
}

bool side_file_write(Arena *scratch, const char *path, const void *bytes, size_t n)
{
    SideFile f;
    if (!side_file_open(&f, scratch, path)) return false;
    if (!write_all(f.file, bytes, n)) {
        side_file_drop(&f);
        return false;
    }
    if (side_file_finish(&f, false)) return true;
    int error = errno;
    if (f.side) unlink(f.side);
    errno = error;
    return false;
}
