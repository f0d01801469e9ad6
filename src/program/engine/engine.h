// engine.h -- what interpreter and native code share at run time: arrays, strings, calls.
#ifndef PROGRAM_ENGINE_ENGINE_H
#define PROGRAM_ENGINE_ENGINE_H
#include "program/program.h"

enum { MOST_DIMENSIONS = 8, MOST_CALLS = 2000 };

typedef struct Array { // row major; in the engine's stack, or a constant of the program
    int32_t rank;
    int32_t dims[MOST_DIMENSIONS];
    int64_t count;
    double *data;
} Array;

typedef struct Engine Engine;
typedef struct Remembered Remembered; // remembered.c
typedef struct Diary Diary;           // diary.c
typedef struct Examination {          // what was found
    const char *operation, *function; // that has made something of nothing; NULL: none
    const char *of;                   // what that was
    const char *pole;                 // the last operation that was asked at one; NULL: none
    const char *doubted, *doubted_of; // the first comparison whose outcome is none; NULL: none
    int32_t running;                  // function
    int32_t at, doubted_at;           // instruction of a routine of the model; -1
} Examination;
enum { MOST_TOLD = 16 }; // arguments of a call that it keeps

struct Engine {
    const Program *program;
    Model model;
    double *words; // the model's vector
    ModelMode mode;
    const ModelHost *host;
    // Frames, arrays and strings of calls under way. What a routine took is given back when
    // it returns: nothing in the model's vector points there.
    unsigned char *stack;
    size_t stack_used, stack_size;
    size_t floor; // what variables of the function under way keep lies below; no release goes lower
    int depth;    // of nested calls
    bool is_fenced; // arrays handed to foreign code end before memory that nobody may touch
    Arena *arena;   // of the strings that live as long as the model
    ModelOutcome (*run_function)(Engine *e, int32_t function, double *frame);
    void *code;               // of the native engine
    Remembered *remembered;   // by function
    double **kept;            // by function without arguments: its results; NULL: none so far
    int32_t *passes;          // by function that is: calls to be made without a look at its rows
    Diary *diary;             // of calls that objects remember; NULL: none is kept
    Examination *examination; // examine.c, while it is under way; else NULL
    bool is_ended;            // its external objects are
};

Engine *engine_open(const Program *p, Arena *out);
void engine_close(void *self); // ends external objects, once; all memory is the arena's

static inline size_t engine_rounded(size_t bytes) // as much as is taken for so many
{
    return (bytes + 15) & ~(size_t)15;
}

static inline size_t engine_frame_bytes(const ProgramFunction *f)
{
    return engine_rounded((size_t)(f->n_words + 1) * sizeof(double));
}

// NULL when the stack is full; the caller then gives up with engine_fail.
void *engine_take(Engine *e, size_t bytes);
Array *engine_array(Engine *e, int32_t rank, const int32_t *dims); // not cleared
void engine_release(Engine *e, double mark); // to the mark or the floor; negative: not at all
// Reports and returns MODEL_RETRY: a smaller step may help. `site` may be -1.
ModelOutcome engine_fail(Engine *e, int32_t site, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
ModelOutcome engine_out_of_memory(Engine *e, int32_t site);
// The same for a value that is no Integer, or no literal of its enumeration.
ModelOutcome engine_not_whole(Engine *e, const Instruction *i, int32_t site, double value);

static inline Array *word_array(double word)
{
    Array *a;
    __builtin_memcpy(&a, &word, sizeof a);
    return a;
}

static inline double array_word(const Array *a)
{
    double word = 0; // an address may be shorter
    __builtin_memcpy(&word, &a, sizeof a);
    return word;
}

static inline const char *word_string(double word)
{
    const char *s;
    __builtin_memcpy(&s, &word, sizeof s);
    return s ? s : "";
}

static inline double string_word(const char *s)
{
    double word = 0;
    __builtin_memcpy(&word, &s, sizeof s);
    return word;
}

static inline double operand_value(const Engine *e, const double *frame, int32_t operand)
{
    return operand >= 0 ? frame[operand] : e->program->constants[-1 - operand];
}

// ---- remembered.c: of functions that are ------------------------------------------------------
void remembered_open(Engine *e);
// The row for these arguments, which are its first words; the results follow, where they are known.
double *engine_recall(Engine *e, int32_t function, const double *inputs, bool *is_known);
// Results of the first call of a function without arguments, in the words `to` of the frame.
void engine_keep(Engine *e, int32_t function, const int32_t *to, const double *frame);
// That row becomes one of these arguments and results.
void engine_remember(Engine *e, int32_t function, double *row, const double *inputs,
                     const double *results);

ModelOutcome engine_call(Engine *e, const Instruction *i, double *frame); // I_CALL
// One instruction with shape X on a frame; returns excepted.
ModelOutcome engine_special(Engine *e, const Instruction *i, double *frame);
// Runs code on a frame by interpretation; also used by native code for what it does not emit.
ModelOutcome engine_run(Engine *e, const Routine *r, double *frame);
ModelOutcome engine_interpret_function(Engine *e, int32_t function, double *frame);

// examine.c: for Model.examine, where the program has its code.
ModelOutcome engine_examine(void *self, const int32_t *routines, int32_t n, int32_t *slot);

// arrays.c, array_builtins.c, strings.c: parts of engine_special.
ModelOutcome array_instruction(Engine *e, const Instruction *i, double *frame);
ModelOutcome array_builtin(Engine *e, const Instruction *i, double *frame);
ModelOutcome string_builtin(Engine *e, const Instruction *i, double *frame);
ModelOutcome external_call(Engine *e, const Instruction *i, double *frame); // external_call.c
ModelOutcome external_call_with(Engine *e, int32_t external, const int32_t *operands, double *frame,
                                int32_t site);
void diary_note(Engine *e, int32_t external, const int32_t *operands, const double *frame);
#endif
