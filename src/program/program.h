// program.h -- CausalSystem to Program: instructions over one vector of words; no Expr is left.
//
// Everything is a 64-bit word: Reals, Integers and Booleans as doubles, strings, arrays and
// external objects as addresses. A routine of the model works on the model's own vector: its
// variables, then its temporaries. A function works on a frame of its own: inputs, outputs,
// locals, temporaries. An operand that is negative names constant -1 - operand. There is one
// kind of register, so that interpreter, native code and C text stay small and agree.
// Records do not exist here: they were taken apart into their fields.
#ifndef PROGRAM_PROGRAM_H
#define PROGRAM_PROGRAM_H
#include <stdbool.h>
#include <stdint.h>

#include "abi/model.h"
#include "base/arena.h"
#include "base/session.h"
#include "base/text.h"
#include "base/vec.h"

typedef enum {
#define INSTRUCTION(symbol, text, shape) symbol,
#include "program/instructions.def"
#undef INSTRUCTION
    N_INSTRUCTIONS
} InstructionCode;

typedef enum {
#define BUILTIN(symbol, text) symbol,
#include "program/engine/builtins.def"
#undef BUILTIN
    N_BUILTINS
} Builtin;

typedef struct Instruction {
    uint16_t code;
    uint16_t is_whole; // of Integers: I_BUILTIN, whose every sum and product is exact, or it fails;
                       // I_WHOLE behind a division
    uint32_t n;        // number of operands of call-like instructions
    int32_t d, a, b, c; // destination, operands, number of something; see instructions.def
} Instruction;

typedef struct Routine { // straight-line code with forward jumps; loops only in functions
    const char *name;
    uint32_t first, count; // in Program.code; jump targets count from `first`
    bool is_seldom;        // called once or a few times in a run: may be left to the interpreter
    bool is_rare;          // many runs hardly ever call it: may wait until it was called often
} Routine;

typedef enum {
    EXTERNAL_REAL,
    EXTERNAL_INTEGER, // enumerations, too
    EXTERNAL_BOOLEAN, // an Integer in C; anything but 0 is true
    EXTERNAL_STRING,
    EXTERNAL_OBJECT,
    EXTERNAL_RECORD // a struct, by its address
} ExternalType;

typedef struct ExternalMember { // of a struct
    ExternalType type;
    const struct ExternalStruct *inside; // EXTERNAL_RECORD
} ExternalMember;

typedef struct ExternalStruct { // members in the order of the record; its words are theirs in turn
    const ExternalMember *members;
    uint32_t n_members;
} ExternalStruct;

typedef struct ExternalArgument {
    ExternalType type;
    bool is_array, is_output;
    uint32_t first, n_words;         // among the operands
    const ExternalStruct *structure; // EXTERNAL_RECORD
} ExternalArgument;

typedef struct ExternalBinding ExternalBinding; // external.h

// How to call a C or Fortran function. The operands of I_EXTERNAL are the words of the
// arguments, then that of the result.
typedef struct ProgramExternal {
    const char *name; // of the Modelica function
    Span span;
    Span called_at; // what of the model leads to it
    const char *symbol, *language;
    const char *const *libraries;
    uint32_t n_libraries;
    const char *const *includes;
    uint32_t n_includes;
    const char *include_directory, *library_directory, *source_directory;
    const ExternalArgument *arguments;
    uint32_t n_arguments;
    bool has_result;
    bool is_impure; // declared so: it may remember
    ExternalArgument result;
    ExternalBinding *binding; // NULL until program_bind_externals
} ProgramExternal;

typedef struct ProgramFunction {
    const char *name;
    Routine body;
    int32_t n_inputs, n_outputs; // words, after records were taken apart
    int32_t n_variables;         // words of inputs, outputs and locals; temporaries follow
    int32_t n_words;             // of a frame
    bool returns_addresses;      // arrays or strings are among the outputs
    bool is_remembered; // numbers to numbers, pure and long: the engine keeps some of its values
    const bool *kept_arrays; // of a function without inputs whose results the engine keeps, by
                             // output: it is an array, else a number; NULL: of another function
} ProgramFunction;
enum { REMEMBERED_WORDS = 40 }; // inputs and outputs of such a function, at most

typedef struct ArrayShape {
    int32_t rank;
    const int32_t *dims;
} ArrayShape;
typedef struct Site {
    const char *origin, *what;
} Site; // for messages: place, variable or text

typedef enum {
    CONSTANT_NUMBER,
    CONSTANT_TEXT,
    CONSTANT_ARRAY, // of numbers
    CONSTANT_TEXTS  // an array of texts
} ConstantKind;

typedef struct Program { // the value of this stage
    Instruction *code;
    uint32_t n_code;
    int32_t *operands;
    uint32_t n_operands;
    double *constants;
    uint8_t *constant_kinds; // ConstantKind: some hold the address of what they are
    uint32_t n_constants;
    Routine *routines;
    uint32_t n_routines;
    ProgramFunction *functions;
    uint32_t n_functions;
    ProgramExternal *externals;
    uint32_t n_externals;
    ArrayShape *shapes;
    uint32_t n_shapes;
    Site *sites;
    uint32_t n_sites;
    Model model;     // tables and routine numbers; call, v, mode, host are the engine's
    int32_t n_words; // of the model's vector: n_slots and temporaries
    double *start;   // n_words: constants and the values of free parameters; the rest is zero
} Program;

// What an instruction reads and writes: up to three single operands and a list of them.
typedef struct InstructionWords {
    int32_t reads[3];
    uint32_t n_reads;
    const int32_t *list; // read, too
    uint32_t n_list;
    const int32_t *results; // written: one word, or several of a call
    uint32_t n_results;
} InstructionWords;
// `i` must outlive the answer.
InstructionWords instruction_words(const Program *p, const Instruction *i);

// The same as letters: a, b, d a word read; L a list from c, M a list from a, F the operands of a
// call; D the word d is written.
const char *instruction_letters(const Instruction *i);

bool instruction_has_two(const Instruction *i); // of shape B

bool program_check(const Program *p, Text *complaint);
// No external function or object remembers anything: objects that are made anew from the same
// arguments are the same.
bool program_has_no_foreign_memory(const Program *p);
typedef struct ForeignMemory {
    const bool *is_kept; // by external function: an object remembers what it is told at events
    bool exists;
    bool is_lost; // some of it cannot be told again
} ForeignMemory;
ForeignMemory program_foreign_memory(const Program *p, Arena *out);
// The engine keeps those calls from now on, and has them told again (Model.pass_told). `is_kept`
// must live as long as the model.
void program_keep_diary(Model *model, const bool *is_kept);
bool program_parameters_are_foreign(const Program *p); // computed by external functions, some
void program_dump(const Program *p, Text *out);
const char *instruction_text(InstructionCode code);

// The file behind modelica://Package/path; NULL when there is none.
typedef struct ResourceFinder {
    void *client;
    const char *(*find)(void *client, const char *uri, Arena *out);
} ResourceFinder;

// ---- The door to foreign code ---------------------------------------------------------------
typedef struct ExternalPolicy {
    const char *cache_folder;        // for compiled code; NULL: a temporary one
    const ResourceFinder *resources; // of texts that name resources; may be NULL
    bool is_forbidden;               // no foreign code is run, whoever needs it
    double longest_call;             // at compile time, seconds of processor time; 0: the usual
} ExternalPolicy;

// Finds, compiles and loads the code of external functions. False after an error was reported.
bool program_bind_externals(Session *s, Program *p, const ExternalPolicy *policy, Arena *out);
// Calls external functions whose value is needed while a model is compiled, each in a process of
// its own: what happens there has no consequences here. Lives in the session's memory.
const ExternalDoor *program_external_door(Session *s, const ExternalPolicy *policy);

// row_routines.c: `rows` of its model, for a result that has these slots alone; none where that
// would save little.
void program_make_rows(Program *p, const int32_t *slots, int32_t n_slots, Arena *out);

// ---- Engines: each fills in call, v, strings, mode, host, close of a copy of p->model -----
// NULL when the engine is not available here (no executable memory, no C compiler).
Model *program_interpret(const Program *p, Arena *out); // interpret.c: the oracle
Model *program_native(const Program *p, Arena *out);    // emit_native.c
// The same; `plain`: with the instructions alone that every processor of the kind has.
Model *program_native_for(const Program *p, Arena *out, bool plain);
// native_wide.c: four runs at a time. Words hold four numbers, side by side; routines do with each
// what those of program_native do with one, or return WIDE_DIVERGES where the runs would part, or
// something is left to others; what they have written by then counts for nothing. Loops are solved
// by the host. NULL: the processor cannot.
enum { WIDE = 4, WIDE_DIVERGES = 3 };
typedef struct WideEngine WideEngine;
WideEngine *program_native_wide(const Program *p, const ModelHost *host, Arena *out);
double *wide_words(const WideEngine *w);
int wide_call(WideEngine *w, int32_t routine); // 0: well; NO_ROUTINE is
// emit_c.c: compiled by the system's compiler; NULL after an error was reported.
Model *program_compiled(Session *s, const Program *p, Arena *out);
void program_emit_c(const Program *p, Text *out);
// The same to be linked with the engine: it has tarn_routines, tarn_functions, and calls
// tarn_special for what is more than arithmetic.
void program_emit_linked_c(const Program *p, Text *out);
// What it assigns, of an instruction in front of I_JUMP; A and B stand for its operands.
const char *instruction_c_form(InstructionCode code);
extern const char instruction_c_helpers[]; // functions that these forms call; need libm_pow
// As it was opened; its external objects are ended.
void program_restart(Model *model);
#endif
