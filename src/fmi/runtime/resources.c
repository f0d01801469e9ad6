#include "fmi/runtime/resources.h"

#include <string.h>

#include "program/engine/engine.h"

static int digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

const char *resources_path(Arena *out, const char *place)
{
    if (!strncmp(place, "file:", 5)) {
        place += 5;
        if (!strncmp(place, "//", 2)) {
            place += 2;
            place += strcspn(place, "/");
        }
    }
    char *path = arena_copy_text(out, place, strlen(place)), *to = path;
    for (const char *c = path; *c; c++) {
        bool is_coded = *c == '%' && digit(c[1]) >= 0 && digit(c[2]) >= 0;
        *to++ = is_coded ? (char)(16 * digit(c[1]) + digit(c[2])) : *c;
        if (is_coded) c += 2;
    }
    while (to > path + 1 && to[-1] == '/') to--;
    *to = '\0';
    return path;
}

static void replace_text(double *word, const char *text, const char *path)
{
    if (!strcmp(word_string(*word), text)) *word = string_word(path);
}

static void replace_in_constant(Program *p, uint32_t i, const char *text, const char *path)
{
    if (p->constant_kinds[i] == CONSTANT_TEXT) replace_text(&p->constants[i], text, path);
    if (p->constant_kinds[i] != CONSTANT_TEXTS) return;
    Array *a = word_array(p->constants[i]);
    for (int64_t k = 0; k < a->count; k++) replace_text(&a->data[k], text, path);
}

void resources_find(ExportedModel *m, Arena *out, const char *folder)
{
    Program *p = m->program;
    for (uint32_t k = 0; k < m->n_resources; k++) {
        const char *path = arena_printf(out, "%s/%s", folder, m->files[k]);
        for (uint32_t i = 0; i < p->n_constants; i++)
            replace_in_constant(p, i, m->resources[k], path);
        for (int32_t i = 0; i < p->model.n_text_slots; i++)
            replace_text(&p->start[p->model.text_slots[i]], m->resources[k], path);
    }
}
