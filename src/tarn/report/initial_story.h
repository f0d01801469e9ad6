// initial_story.h -- how the start of a model was looked for: its conditions, its loops with their
// guesses, what was tried, and what stands in the way where nothing helped. For `explain
// --initial`.
#ifndef TARN_INITIAL_STORY_H
#define TARN_INITIAL_STORY_H
#include "tarn/runs/simulate_model.h"

typedef struct StoryGuess { // an unknown that a loop iterates on
    const char *name;
    double guess, value; // where it begins; where it is now
    const char *at;      // file:line:column of the start value; NULL: nobody has written one
} StoryGuess;

typedef struct StoryLoop {
    int32_t block; // in Model.blocks
    const char *kind, *solver;
    int32_t n, n_before_tearing, n_discrete;
    StoryGuess *guesses; // n
} StoryLoop;

typedef struct StoryCondition {
    const char *text, *at;
    bool is_surplus;
    double left, right; // of a surplus one
} StoryCondition;

typedef struct InitialStory {
    const Model *model;
    const StartTrace *trace;
    const char *name;
    int32_t n_equations, n_blocks, n_written, n_fixed;
    VEC(StoryCondition) completed; // by start values that nobody has fixed
    VEC(StoryCondition) surplus;
    VEC(StoryLoop) loops;
} InitialStory;

// Of a run with RunOptions.only_starts and CompileOptions.keeps_stages.
InitialStory initial_story(const SimulatedModel *sim, Arena *out);
void initial_story_text(const InitialStory *story, Text *out); // initial_text.c
void initial_story_json(const InitialStory *story, Text *out); // initial_json.c
#endif
