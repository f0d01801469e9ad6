#include "sweep/shard.h"

#include <stdlib.h>
#include <string.h>

// Where engines that start many processes tell each of them its number, and how many there are.
typedef struct RankSource {
    const char *rank, *size;
    int first; // number of the first process
    const char *first_from;
} RankSource;

static const RankSource sources[] = {
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 0, "SLURM_ARRAY_TASK_MIN"},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", 0, NULL},
    {"PMI_RANK", "PMI_SIZE", 0, NULL},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", 0, NULL},
    {"JOB_COMPLETION_INDEX", NULL, 0, NULL}, // indexed jobs of Kubernetes
    {"PARALLEL_SEQ", NULL, 1, NULL},         // GNU parallel
};

static bool read_count(const char *text, long *n)
{
    char *end;
    if (!text || !*text) return false;
    *n = strtol(text, &end, 10);
    return !*end && *n >= 0 && *n < 1000000;
}

static bool wrong(Session *s, const char *word)
{
    diag_error(s->diag, (Span){0, 0}, E_USAGE,
               "--shard %s: I/N is wanted with I from 1 to N, /N with I from the environment, or "
               "none",
               word);
    return false;
}

// The first source that knows a rank, and the size where `size` is not known.
static bool ask_environment(long *rank, long *size, const char **from)
{
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        const RankSource *r = &sources[i];
        long first = r->first, n = *size;
        if (!read_count(getenv(r->rank), rank)) continue;
        if (!n && !(r->size && read_count(getenv(r->size), &n))) continue;
        if (r->first_from) read_count(getenv(r->first_from), &first);
        *rank -= first;
        *size = n;
        *from = r->rank;
        return true;
    }
    return false;
}

bool shard_find(Session *s, const char *word, Shard *out)
{
    long rank = 0, size = 0;
    *out = (Shard){0, 1, NULL};
    if (word && !strcmp(word, "none")) return true;
    if (!word) {
        if (!ask_environment(&rank, &size, &out->from) || size < 2) return out->from = NULL, true;
        word = out->from;
    } else {
        const char *slash = strchr(word, '/');
        if (!slash || !read_count(slash + 1, &size) || !size) return wrong(s, word);
        const char *mine = arena_copy_text(s->arena, word, (size_t)(slash - word));
        bool ok = *mine ? read_count(mine, &rank) : ask_environment(&rank, &size, &out->from);
        if (!ok) return wrong(s, word);
        if (*mine) rank--;
    }
    if (rank < 0 || rank >= size) return wrong(s, word);
    out->index = (uint32_t)rank;
    out->count = (uint32_t)size;
    return true;
}

void shard_runs(const Shard *shard, uint64_t n_runs, uint64_t *first, uint64_t *end)
{
    *first = n_runs * shard->index / shard->count;
    *end = n_runs * (shard->index + 1) / shard->count;
}
