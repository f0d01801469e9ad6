// shard.h -- the part of a sweep that this process does.
#ifndef SWEEP_SHARD_H
#define SWEEP_SHARD_H
#include "base/session.h"

typedef struct Shard {
    uint32_t index, count; // index from 0
    const char *from;      // variable of the environment that said so; NULL: none did
} Shard;

// `word` is "I/N", "/N" (I from the environment), "none", or NULL: rank and size as Slurm, MPI and
// their like tell them. False after an error was reported.
bool shard_find(Session *s, const char *word, Shard *out);
// The runs from *first up to *end.
void shard_runs(const Shard *shard, uint64_t n_runs, uint64_t *first, uint64_t *end);
#endif
