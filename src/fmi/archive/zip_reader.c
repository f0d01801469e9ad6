#include "fmi/archive/zip_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/side_file.h"
#include "base/text.h"

enum { STORED = 0, DEFLATED = 8, ENCRYPTED = 1, FILE_KINDS = 0170000, PLAIN_FILE = 0100000 };
enum { MOST_FOLDERS = 16 }; // around a file
enum { END_SIZE = 22, ENTRY_SIZE = 46, HEADER_SIZE = 30, LONGEST_COMMENT = 0xFFFF };

// More than any FMU has; a file that unpacks to more is a trap.
static const size_t most_bytes = (size_t)4 << 30;
static const uint32_t most_files = 100000;

static uint32_t number(const unsigned char *at, int n_bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < n_bytes; i++) value |= (uint32_t)at[i] << (8 * i);
    return value;
}

// ---- The table of contents
// -----------------------------------------------------------------------

static unsigned char *read_all(Arena *out, const char *path, size_t *size, const char **why)
{
    struct stat about;
    int f = open(path, O_RDONLY | O_CLOEXEC);
    *why = NULL;
    if (f < 0 || fstat(f, &about)) {
        *why = strerror(errno);
    } else if (!S_ISREG(about.st_mode) || (size_t)about.st_size > most_bytes) {
        *why = "it is no file, or too large";
    }
    unsigned char *bytes = NULL;
    size_t at = 0;
    if (!*why) {
        *size = (size_t)about.st_size;
        bytes = arena_alloc(out, *size + 1, 16);
        while (at < *size) {
            ssize_t n = read(f, bytes + at, *size - at);
            if (n <= 0) break;
            at += (size_t)n;
        }
        if (at < *size) *why = "it cannot be read to its end";
    }
    if (f >= 0) close(f);
    return *why ? NULL : bytes;
}

static const unsigned char *find_end(const ZipArchive *z)
{
    if (z->size < END_SIZE) return NULL;
    size_t last = z->size - END_SIZE;
    size_t first = last > LONGEST_COMMENT ? last - LONGEST_COMMENT : 0;
    for (size_t at = last + 1; at-- > first;)
        if (number(z->bytes + at, 4) == 0x06054b50) return z->bytes + at;
    return NULL;
}

// Inside the folder: no root, no way up, nothing that others read as a separator.
static bool is_inside(const char *name, size_t n)
{
    if (!n || memchr(name, '\0', n) || memchr(name, '\\', n) || name[0] == '/' ||
        memchr(name, ':', n))
        return false;
    int depth = 0;
    for (size_t at = 0; at < n; depth++) {
        size_t length = strcspn(name + at, "/");
        if (length > n - at) length = n - at;
        bool is_dots = (length == 2 && !strncmp(name + at, "..", 2)) ||
                       (length == 1 && name[at] == '.') || length == 0;
        if (is_dots || length > 255 || depth > MOST_FOLDERS) return false;
        at += length + 1;
    }
    return true;
}

static const char *add_file(Arena *out, ZipArchive *z, const unsigned char *entry, size_t n_name)
{
    const char *name = arena_copy_text(out, (const char *)entry + ENTRY_SIZE, n_name);
    uint32_t mode = number(entry + 38, 4) >> 16;
    bool is_from_unix = entry[5] == 3;
    if (n_name && name[n_name - 1] == '/') return NULL;
    if (!is_inside(name, n_name))
        return arena_printf(out, "'%s' would be unpacked outside of its folder", name);
    if (is_from_unix && (mode & FILE_KINDS) && (mode & FILE_KINDS) != PLAIN_FILE)
        return arena_printf(out, "'%s' is no plain file", name);
    if (number(entry + 8, 2) & ENCRYPTED) return arena_printf(out, "'%s' is encrypted", name);
    z->files[z->n_files++] = (ZipFile){.name = name,
                                       .method = (uint16_t)number(entry + 10, 2),
                                       .check = number(entry + 16, 4),
                                       .packed = number(entry + 20, 4),
                                       .size = number(entry + 24, 4),
                                       .offset = number(entry + 42, 4)};
    return NULL;
}

static const char *read_table(Arena *out, ZipArchive *z)
{
    const unsigned char *end = find_end(z);
    if (!end) return "it is no zip archive";
    uint32_t n = number(end + 10, 2);
    size_t at = number(end + 16, 4), limit = (size_t)(end - z->bytes);
    if (n > most_files) return "it has too many files";
    z->files = ARENA_ARRAY(out, ZipFile, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (at > limit || limit - at < ENTRY_SIZE) return "its table of contents is cut short";
        const unsigned char *entry = z->bytes + at;
        if (number(entry, 4) != 0x02014b50) return "its table of contents is broken";
        size_t n_name = number(entry + 28, 2);
        size_t length = ENTRY_SIZE + n_name + number(entry + 30, 2) + number(entry + 32, 2);
        if (limit - at < length) return "its table of contents is cut short";
        const char *why = add_file(out, z, entry, n_name);
        if (why) return why;
        at += length;
    }
    return NULL;
}

const char *zip_read(Arena *out, const char *path, ZipArchive *z)
{
    const char *why;
    *z = (ZipArchive){.bytes = NULL};
    z->bytes = read_all(out, path, &z->size, &why);
    return why ? why : read_table(out, z);
}

const ZipFile *zip_find(const ZipArchive *z, const char *name)
{
    for (uint32_t i = 0; i < z->n_files; i++)
        if (!strcmp(z->files[i].name, name)) return &z->files[i];
    return NULL;
}

// ---- Contents
// --------------------------------------------------------------------------------------

static bool inflate_into(const unsigned char *from, size_t packed, unsigned char *to, size_t size)
{
    z_stream s = {.zalloc = Z_NULL};
    if (inflateInit2(&s, -MAX_WBITS) != Z_OK) return false;
    s.next_in = (Bytef *)(uintptr_t)from;
    s.avail_in = (uInt)packed;
    s.next_out = to;
    s.avail_out = (uInt)size;
    int outcome = inflate(&s, Z_FINISH);
    bool ok = outcome == Z_STREAM_END && s.total_out == size;
    inflateEnd(&s);
    return ok;
}

unsigned char *zip_content(Arena *out, const ZipArchive *z, const ZipFile *f, const char **why)
{
    *why = "it is cut short";
    if (f->offset > z->size || z->size - f->offset < HEADER_SIZE) return NULL;
    const unsigned char *header = z->bytes + f->offset;
    size_t skip = HEADER_SIZE + number(header + 26, 2) + number(header + 28, 2);
    if (number(header, 4) != 0x04034b50 || z->size - f->offset < skip ||
        z->size - f->offset - skip < f->packed)
        return NULL;
    // A byte packs a thousand others at most.
    *why = "its size cannot be right";
    if ((uint64_t)f->size > 1100 * ((uint64_t)f->packed + 1)) return NULL;
    unsigned char *bytes = arena_alloc(out, (size_t)f->size + 1, 16);
    bytes[f->size] = '\0';
    *why = "it cannot be unpacked";
    if (f->method == STORED && f->size == f->packed)
        memcpy(bytes, header + skip, f->size);
    else if (f->method != DEFLATED || !inflate_into(header + skip, f->packed, bytes, f->size))
        return NULL;
    *why = "it was changed: its check sum is wrong";
    return (uint32_t)crc32(0, bytes, f->size) == f->check ? bytes : NULL;
}

static bool make_folders(Arena *scratch, const char *folder, const char *name)
{
    char *path = arena_printf(scratch, "%s/%s", folder, name);
    for (char *c = path + strlen(folder) + 1; *c; c++) {
        if (*c != '/') continue;
        *c = '\0';
        if (mkdir(path, 0700) && errno != EEXIST) return false;
        *c = '/';
    }
    return true;
}

static const char *unpack_file(Arena *scratch, const ZipArchive *z, const ZipFile *f,
                               const char *folder)
{
    const char *why;
    const unsigned char *bytes = zip_content(scratch, z, f, &why);
    if (!bytes) return why;
    if (!make_folders(scratch, folder, f->name)) return strerror(errno);
    const char *path = arena_printf(scratch, "%s/%s", folder, f->name);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0700);
    if (file < 0) return strerror(errno);
    bool ok = write_all(file, bytes, f->size);
    return close(file) || !ok ? "it cannot be written" : NULL;
}

const char *zip_unpack(const ZipArchive *z, const char *folder)
{
    size_t total = 0;
    for (uint32_t i = 0; i < z->n_files; i++) {
        Arena *scratch = arena_open("unpacking");
        total += z->files[i].size;
        const char *why = total > most_bytes ? "it unpacks to too much"
                                             : unpack_file(scratch, z, &z->files[i], folder);
        arena_close(scratch);
        if (why) return why;
    }
    return NULL;
}
