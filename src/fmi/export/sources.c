#include "fmi/export/sources.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "fmi/export/description_parts.h"
#include "fmi/export/external_sources.h"

// ---- The runtime -------------------------------------------------------------------------------

// What gzip has packed; its size stands at the end.
static char *unpack(Arena *out, const SourcesAsked *asked, size_t *size)
{
    const unsigned char *tail = asked->packed + asked->packed_size - 4;
    *size = (size_t)tail[0] | (size_t)tail[1] << 8 | (size_t)tail[2] << 16 | (size_t)tail[3] << 24;
    char *text = arena_alloc(out, *size + 1, 16);
    z_stream s = {.next_in = (Bytef *)(uintptr_t)asked->packed,
                  .avail_in = (uInt)asked->packed_size,
                  .next_out = (Bytef *)text,
                  .avail_out = (uInt)*size};
    bool ok = inflateInit2(&s, 16 + MAX_WBITS) == Z_OK && inflate(&s, Z_FINISH) == Z_STREAM_END;
    inflateEnd(&s);
    text[*size] = '\0';
    return ok ? text : NULL;
}

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && !strcmp(name + n - m, end);
}

// The functions of the other version stay at home.
static bool is_wanted(const SourcesAsked *asked, const char *name)
{
    return !ends_with(name, asked->version == 2 ? "_fmi3.c" : "_fmi2.c");
}

bool sources_add_runtime(ZipWriter *zip, const SourcesAsked *asked, SourceNames *names)
{
    size_t size, length;
    char *at = unpack(zip->arena, asked, &size), *end = at + size;
    bool ok = at != NULL;
    while (ok && at < end) { // "NAME SIZE\n", then so many bytes
        char *blank = strchr(at, ' ');
        char *text = strchr(blank, '\n') + 1;
        *blank = '\0';
        length = strtoul(blank + 1, NULL, 10);
        bool is_license = !strcmp(at, "LICENSE");
        const char *entry = is_license ? "documentation/licenses/license.txt"
                                       : arena_printf(zip->arena, "sources/%s", at);
        if (is_wanted(asked, at)) {
            if (ends_with(at, ".c")) VEC_PUSH(zip->arena, &names->names, at);
            ok = zip_add(zip, entry, text, length);
        }
        at = text + length;
    }
    const char *model = "model.c";
    VEC_PUSH(zip->arena, &names->names, model);
    return ok;
}

// ---- The model ---------------------------------------------------------------------------------

static void add_bytes(Text *t, const unsigned char *bytes, size_t size)
{
    text_add(t, "const unsigned char tarn_model_bytes[] = {");
    for (size_t k = 0; k < size; k++) text_printf(t, "%s%u,", k % 24 ? "" : "\n", bytes[k]);
    text_printf(t, "\n};\nconst unsigned long tarn_model_size = %zu;\n", size);
}

static bool add_build(ZipWriter *zip, const SourcesAsked *asked, const SourceNames *names)
{
    Text t = text_make(zip->arena);
    text_add(&t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription "
                 "fmiVersion=\"3.0\">\n  <BuildConfiguration");
    add_attribute(&t, "modelIdentifier", asked->identifier);
    text_add(&t, ">\n    <SourceFileSet language=\"C11\">\n");
    for (uint32_t i = 0; i < names->names.count; i++)
        text_printf(&t, "      <SourceFile name=\"%s\"/>\n", names->names.data[i]);
    text_add(&t, "      <IncludeDirectory name=\".\"/>\n    </SourceFileSet>\n    <Library "
                 "name=\"m\" external=\"true\"/>\n"
                 "  </BuildConfiguration>\n</fmiBuildDescription>\n");
    return zip_add(zip, "sources/buildDescription.xml", t.data, t.length);
}

bool sources_add_model(ZipWriter *zip, const SourcesAsked *asked, const Program *program,
                       const unsigned char *bytes, size_t size, const SourceNames *names)
{
    Text t = text_make(zip->arena);
    text_printf(&t, "// %s\n#include \"fmi_portable_portable.h\"\n", program->model.name);
    text_add(&t, "extern int (*const tarn_routines[])(void *, double *);\n"
                 "extern int (*const tarn_functions[])(void *, double *);\n"
                 "extern const unsigned char tarn_model_bytes[];\n"
                 "extern const unsigned long tarn_model_size;\n");
    external_table_write(program, &t);
    program_emit_linked_c(program, &t);
    add_bytes(&t, bytes, size);
    return zip_add(zip, "sources/model.c", t.data, t.length) &&
           (asked->version == 2 || add_build(zip, asked, names));
}
