// zip_reader.h -- archives of others: read without trust.
//
// Sizes, places and names in the archive are believed only where they fit. A name that leads out of
// the folder it is unpacked to is refused, and so is whatever is no plain file.
#ifndef FMI_ZIP_READER_H
#define FMI_ZIP_READER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct ZipFile {
    const char *name;
    uint32_t check, packed, size;
    size_t offset; // of its header
    uint16_t method;
} ZipFile;

typedef struct ZipArchive {
    const unsigned char *bytes;
    size_t size;
    ZipFile *files; // folders are left out
    uint32_t n_files;
} ZipArchive;

// NULL, or why it is no archive that can be used.
const char *zip_read(Arena *out, const char *path, ZipArchive *z);
const ZipFile *zip_find(const ZipArchive *z, const char *name); // NULL: there is none
// The content, with a NUL behind it; NULL with *why.
unsigned char *zip_content(Arena *out, const ZipArchive *z, const ZipFile *f, const char **why);
// All files into a folder that exists. NULL, or what went wrong.
const char *zip_unpack(const ZipArchive *z, const char *folder);
#endif
