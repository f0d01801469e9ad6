// zip_writer.h -- an archive in memory, file by file; the same files give the same bytes.
#ifndef FMI_ZIP_WRITER_H
#define FMI_ZIP_WRITER_H
#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

typedef struct ZipEntry {
    const char *name;
    uint32_t check, packed, size, offset;
    uint16_t method;
} ZipEntry;

typedef struct ZipWriter {
    Arena *arena;
    VEC(unsigned char) bytes;
    VEC(ZipEntry) entries;
} ZipWriter;

ZipWriter zip_open(Arena *out);
// False: it does not fit into an archive.
bool zip_add(ZipWriter *z, const char *name, const void *bytes, size_t size);
// A file that `gzip -n` has packed, as it is.
bool zip_add_packed(ZipWriter *z, const char *name, const unsigned char *gzip, size_t size);
void zip_finish(ZipWriter *z); // then `bytes` is the archive
#endif
