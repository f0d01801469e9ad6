// fmu_file.h -- an FMU on the disk: its archive, its description, and its code once it is wanted.
#ifndef FMI_FMU_FILE_H
#define FMI_FMU_FILE_H
#include "base/session.h"
#include "fmi/archive/zip_reader.h"
#include "fmi/import/fmu_code.h"
#include "fmi/import/fmu_description.h"

typedef struct FmuFile {
    const char *path;
    ZipArchive archive;
    FmuDescription description;
    const char *folder; // where it was unpacked; NULL: it was not
    FmuCode *code;
} FmuFile;

bool fmu_is_path(const char *what); // ends with .fmu
// Reads archive and description; nothing of it is run. False after an error was reported; faults
// that can be lived with are warnings.
bool fmu_file_open(Session *s, Arena *out, const char *path, FmuFile *f);
// Faults of the description from number `from` on, as warnings.
void fmu_file_warn(Session *s, const FmuFile *f, uint32_t from, uint32_t most);
// The binary of this platform in the archive; NULL: it has none.
const char *fmu_file_binary(Arena *out, const FmuFile *f, const char *identifier);
// Unpacks it into a folder of its own, which goes with the arena, and loads its code.
bool fmu_file_load(Session *s, Arena *out, FmuFile *f, const char *identifier);
const char *fmu_file_resources(Arena *out, const FmuFile *f);
#endif
