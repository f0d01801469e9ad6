#include "fmi/archive/zip_writer.h"

#include <string.h>
#include <zlib.h>

enum { STORED = 0, DEFLATED = 8, VERSION = 20, UTF8_NAMES = 1 << 11 };
enum { FIRST_DATE = 0x21 }; // 1980-01-01: an archive does not tell when it was made
static const size_t most = 0xFFFFFFF0u;

ZipWriter zip_open(Arena *out)
{
    return (ZipWriter){.arena = out};
}

static void add(ZipWriter *z, const void *bytes, size_t n)
{
    VEC_RESERVE(z->arena, &z->bytes, n);
    if (n) memcpy(z->bytes.data + z->bytes.count, bytes, n);
    z->bytes.count += (uint32_t)n;
}

// Numbers are written with the lowest byte first.
static void number(ZipWriter *z, uint64_t value, int n_bytes)
{
    unsigned char bytes[8];
    for (int i = 0; i < n_bytes; i++) bytes[i] = (unsigned char)(value >> (8 * i));
    add(z, bytes, (size_t)n_bytes);
}

// What both headers of a file say.
static void describe(ZipWriter *z, const ZipEntry *e)
{
    number(z, VERSION, 2);
    number(z, UTF8_NAMES, 2);
    number(z, e->method, 2);
    number(z, 0, 2);
    number(z, FIRST_DATE, 2);
    number(z, e->check, 4);
    number(z, e->packed, 4);
    number(z, e->size, 4);
    number(z, strlen(e->name), 2);
    number(z, 0, 2);
}

static bool add_entry(ZipWriter *z, ZipEntry e, const void *bytes)
{
    if (z->bytes.count + (size_t)e.packed + 1000 > most) return false;
    e.offset = z->bytes.count;
    number(z, 0x04034b50, 4);
    describe(z, &e);
    add(z, e.name, strlen(e.name));
    add(z, bytes, e.packed);
    VEC_PUSH(z->arena, &z->entries, e);
    return true;
}

bool zip_add(ZipWriter *z, const char *name, const void *bytes, size_t size)
{
    if (size > most / 2) return false;
    ZipEntry e = {.name = name, .size = (uint32_t)size, .packed = (uint32_t)size};
    e.check = (uint32_t)crc32(0, bytes, (uInt)size);
    z_stream s = {.zalloc = Z_NULL};
    if (deflateInit2(&s, 1, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) return false;
    uLong room = deflateBound(&s, (uLong)size);
    unsigned char *packed = arena_alloc(z->arena, room + 1, 16);
    s.next_in = (Bytef *)(uintptr_t)bytes;
    s.avail_in = (uInt)size;
    s.next_out = packed;
    s.avail_out = (uInt)room;
    bool is_packed = deflate(&s, Z_FINISH) == Z_STREAM_END && s.total_out < size;
    if (is_packed) e.packed = (uint32_t)s.total_out;
    e.method = is_packed ? DEFLATED : STORED;
    deflateEnd(&s);
    bool ok = add_entry(z, e, is_packed ? packed : bytes);
    arena_release(z->arena, packed, room + 1);
    return ok;
}

// Ten bytes in front, without a name; check and size behind.
bool zip_add_packed(ZipWriter *z, const char *name, const unsigned char *gzip, size_t size)
{
    enum { HEAD = 10, TAIL = 8 };
    uint32_t tail[2];
    if (size < HEAD + TAIL || gzip[0] != 0x1f || gzip[1] != 0x8b || gzip[3] != 0) return false;
    for (int k = 0; k < 2; k++) {
        const unsigned char *t = gzip + size - TAIL + 4 * k;
        tail[k] =
            (uint32_t)t[0] | (uint32_t)t[1] << 8 | (uint32_t)t[2] << 16 | (uint32_t)t[3] << 24;
    }
    ZipEntry e = {.name = name,
                  .method = DEFLATED,
                  .check = tail[0],
                  .size = tail[1],
                  .packed = (uint32_t)(size - HEAD - TAIL)};
    return add_entry(z, e, gzip + HEAD);
}

void zip_finish(ZipWriter *z)
{
    uint32_t begin = z->bytes.count;
    for (uint32_t i = 0; i < z->entries.count; i++) {
        const ZipEntry *e = &z->entries.data[i];
        number(z, 0x02014b50, 4);
        number(z, 3 << 8 | VERSION, 2); // made where files have modes
        describe(z, e);
        number(z, 0, 2); // no comment
        number(z, 0, 2);
        number(z, 0, 2);
        number(z, (uint64_t)0100644 << 16, 4);
        number(z, e->offset, 4);
        add(z, e->name, strlen(e->name));
    }
    uint32_t end = z->bytes.count;
    number(z, 0x06054b50, 4);
    number(z, 0, 4);
    number(z, z->entries.count, 2);
    number(z, z->entries.count, 2);
    number(z, end - begin, 4);
    number(z, begin, 4);
    number(z, 0, 2);
}
