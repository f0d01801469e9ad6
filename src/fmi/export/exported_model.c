#include "fmi/export/exported_model.h"

#include "base/hash.h"
#include "program/program_bytes.h"

static const uint64_t mark = 0x334d464e5241543a; // ":TARNFM3"

static void pass_list(Bytes *b, Arena *out, const char ***texts, uint32_t n)
{
    if (b->is_reading) *texts = ARENA_ARRAY(out, const char *, n + 1);
    for (uint32_t i = 0; i < n && !b->is_short; i++) bytes_pass_text(b, &(*texts)[i], out);
}

static void pass_code(Bytes *b, Arena *out, ExportedModel *m)
{
    if (b->is_reading) m->libraries = ARENA_ARRAY(out, CarriedCode, m->n_libraries + 1);
    for (uint32_t i = 0; i < m->n_libraries && !b->is_short; i++) {
        bytes_pass_text(b, &m->libraries[i].name, out);
        bytes_pass(b, &m->libraries[i].size, sizeof m->libraries[i].size);
        bytes_pass(b, &m->libraries[i].hash, sizeof m->libraries[i].hash);
    }
}

static void pass_count(Bytes *b, uint32_t *n)
{
    int64_t count = *n;
    bytes_pass_count(b, &count);
    *n = (uint32_t)count;
}

// A text that may be missing.
static void pass_name(Bytes *b, Arena *out, const char **text)
{
    uint8_t is_there = *text != NULL;
    bytes_pass(b, &is_there, sizeof is_there);
    if (is_there)
        bytes_pass_text(b, text, out);
    else
        *text = NULL;
}

static void pass_experiment(Bytes *b, Arena *out, ExportedModel *m)
{
    tarn_experiment *e = &m->experiment;
    int64_t intervals = e->intervals;
    double *numbers[] = {&e->start_time, &e->stop_time, &e->tolerance, &e->step, &e->max_step};
    for (int i = 0; i < 5; i++) bytes_pass(b, numbers[i], sizeof *numbers[i]);
    bytes_pass(b, &intervals, sizeof intervals);
    e->intervals = (long)intervals;
    pass_name(b, out, &e->method);
    pass_name(b, out, &m->kind.inline_method);
    bytes_pass(b, &m->kind.is_dae, sizeof m->kind.is_dae);
}

static bool pass_all(ExportedModel *m, Bytes *b, Arena *out)
{
    bytes_pass_text(b, &m->token, out);
    pass_experiment(b, out, m);
    pass_count(b, &m->n_libraries);
    pass_code(b, out, m);
    pass_count(b, &m->n_resources);
    pass_list(b, out, &m->resources, m->n_resources);
    pass_list(b, out, &m->files, m->n_resources);
    if (b->is_reading) m->program = ARENA_NEW(out, Program);
    if (b->is_short || !program_pass(m->program, b, out)) return false;
    uint32_t n = m->program->n_externals;
    if (b->is_reading) m->of_external = ARENA_ARRAY(out, uint32_t, n + 1);
    bytes_pass(b, (void *)(uintptr_t)m->of_external, n * sizeof *m->of_external);
    size_t n_slots = (size_t)m->program->model.n_slots;
    if (b->is_reading) m->tunable = ARENA_ARRAY(out, uint8_t, n_slots + 1);
    bytes_pass(b, m->tunable, n_slots);
    return !b->is_short;
}

void exported_write(ExportedModel *m, Arena *out, Bytes *bytes)
{
    Bytes body = {.arena = out};
    *bytes = (Bytes){.arena = out};
    pass_all(m, &body, out);
    uint64_t head[2] = {mark, hash_bytes((const char *)body.bytes.data, body.bytes.count)};
    bytes_pass(bytes, head, sizeof head);
    bytes_pass(bytes, body.bytes.data, body.bytes.count);
}

const char *exported_read(ExportedModel *m, Arena *out, const void *bytes, size_t size)
{
    uint64_t head[2];
    *m = (ExportedModel){.token = NULL};
    if (size < sizeof head) return "it is cut short";
    memcpy(head, bytes, sizeof head);
    const unsigned char *body = (const unsigned char *)bytes + sizeof head;
    if (head[0] != mark) return "it was not written by this version";
    if (head[1] != hash_bytes((const char *)body, size - sizeof head)) return "it was changed";
    Bytes b = {.is_reading = true, .from = body, .size = size - sizeof head};
    if (!pass_all(m, &b, out)) return "it is not whole";
    Text complaint = text_make(out);
    if (!program_check(m->program, &complaint)) return text_cstr(&complaint);
    if (m->program->model.abi_version != MODEL_ABI_VERSION) return "it is of another version";
    return NULL;
}
