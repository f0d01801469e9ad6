// Program to C text: for --engine c, and for the sources of exported models.
//
// A routine becomes functions of about CHUNK assignments, which a compiler translates in time
// proportional to their number; where a jump crosses, the chunk grows. A word that only one
// chunk uses is a local variable, any other is w[n]. What is more than arithmetic goes back to
// the engine by the number of the instruction. The text depends on the program alone.
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/map.h"
#include "program/engine/engine.h"
#include "program/external/cache.h"
#include "program/external/compiler.h"

enum { CHUNK = 150 };

typedef struct Printer {
    const Program *p;
    Text *out;
    Arena *scratch;
    const Instruction *code; // of the routine
    int32_t *chunk_of;       // by word: the one chunk that uses it; SHARED: several, or the engine
    uint8_t *is_target;
    int32_t n_slots; // words from here on may be local
    int32_t chunk;   // being written; counts through the whole text
} Printer;

enum { UNSEEN = -1, SHARED = -2 };

// Functions that libm rounds in its own way are called by names of ours: a compiler that knows them
// would round constants in another.
static const char loaded_prelude[] =
    "#include <math.h>\n"
    "#define LIBM(f) double libm_##f(double) __asm__(#f)\n"
    "LIBM(sin); LIBM(cos); LIBM(tan); LIBM(asin); LIBM(acos); LIBM(atan); LIBM(sinh);\n"
    "LIBM(cosh); LIBM(tanh); LIBM(exp); LIBM(log); LIBM(log10);\n"
    "double libm_atan2(double, double) __asm__(\"atan2\");\n"
    "double libm_pow(double, double) __asm__(\"pow\");\n"
    "int (*tarn_special)(void *engine, unsigned instruction, double *frame);\n";

// Where the text is compiled nothing is known but the standard.
static const char linked_prelude[] =
    "#include <math.h>\n"
    "#define libm_sin sin\n#define libm_cos cos\n#define libm_tan tan\n"
    "#define libm_asin asin\n#define libm_acos acos\n#define libm_atan atan\n"
    "#define libm_sinh sinh\n#define libm_cosh cosh\n#define libm_tanh tanh\n"
    "#define libm_exp exp\n#define libm_log log\n#define libm_log10 log10\n"
    "#define libm_atan2 atan2\n#define libm_pow pow\n"
    "int tarn_special(void *engine, unsigned instruction, double *frame);\n";

static const char apart[] =
    "#ifdef __GNUC__\n#define APART __attribute__((noinline))\n#else\n#define APART\n#endif\n";

const char instruction_c_helpers[] =
    "static double power(double x, double y)\n"
    "{\n"
    "    if (y == 2) return x * x;\n"
    "    if (y == 0.5) return sqrt(x) + 0.0;\n"
    "    if (y == floor(y) && fabs(y) <= 64) {\n"
    "        double result = 1, base = x;\n"
    "        for (int n = (int)fabs(y); n; n >>= 1, base *= base)\n"
    "            if (n & 1) result *= base;\n"
    "        return y < 0 ? 1 / result : result;\n"
    "    }\n"
    "    return libm_pow(x, y);\n"
    "}\n"
    "static double integer_modulo(double x, double y)\n"
    "{\n"
    "    double rest = x - trunc(x / y) * y;\n"
    "    return rest + (rest * y < 0 ? y : 0);\n"
    "}\n";

// The expression of an instruction; A and B stand for its operands.
static const char *const forms[] = {
    [I_MOVE] = "A",
    [I_ADD] = "A + B",
    [I_SUB] = "A - B",
    [I_MUL] = "A * B",
    [I_DIV] = "A / B",
    [I_POW] = "power(A, B)",
    [I_NEG] = "-A",
    [I_SQUARE] = "A * A",
    [I_ABS] = "fabs(A)",
    [I_SIGN] = "A > 0 ? 1 : A < 0 ? -1 : 0",
    [I_SQRT] = "sqrt(A)",
    [I_MIN] = "A < B ? A : B",
    [I_MAX] = "A > B ? A : B",
    [I_FLOOR] = "floor(A) + 0.0",
    [I_CEIL] = "ceil(A) + 0.0",
    [I_TRUNCATE] = "trunc(A) + 0.0",
    [I_MOD] = "A - floor(A / B) * B",
    [I_REM] = "A - trunc(A / B) * B",
    [I_DIV_INT] = "trunc(A / B) + 0.0",
    [I_MOD_INT] = "integer_modulo(A, B)",
    [I_LT] = "A < B",
    [I_LE] = "A <= B",
    [I_GT] = "A > B",
    [I_GE] = "A >= B",
    [I_EQ] = "A == B",
    [I_NE] = "A != B",
    [I_AND] = "A != 0 && B != 0",
    [I_OR] = "A != 0 || B != 0",
    [I_NOT] = "A == 0",
    [I_SIN] = "libm_sin(A)",
    [I_COS] = "libm_cos(A)",
    [I_TAN] = "libm_tan(A)",
    [I_ASIN] = "libm_asin(A)",
    [I_ACOS] = "libm_acos(A)",
    [I_ATAN] = "libm_atan(A)",
    [I_ATAN2] = "libm_atan2(A, B)",
    [I_SINH] = "libm_sinh(A)",
    [I_COSH] = "libm_cosh(A)",
    [I_TANH] = "libm_tanh(A)",
    [I_EXP] = "libm_exp(A)",
    [I_LOG] = "libm_log(A)",
    [I_LOG10] = "libm_log10(A)",
};

const char *instruction_c_form(InstructionCode code)
{
    return forms[code];
}

// ---- Words -----------------------------------------------------------------------------------

static bool is_local(const Printer *c, int32_t word)
{
    return word >= c->n_slots && c->chunk_of[word] >= 0;
}

// Hexadecimal numbers are exact; a compiler reads back the same bits.
static void put_operand(const Printer *c, int32_t operand)
{
    if (operand >= 0) {
        text_printf(c->out, is_local(c, operand) ? "t%d" : "w[%d]", operand);
        return;
    }
    double value = c->p->constants[-1 - operand];
    if (isnan(value))
        text_add(c->out, "NAN");
    else if (isinf(value))
        text_add(c->out, value > 0 ? "INFINITY" : "(-INFINITY)");
    else
        text_printf(c->out, signbit(value) ? "(%a)" : "%a", value);
}

static void put_assignment(const Printer *c, const Instruction *i)
{
    text_add(c->out, "    ");
    put_operand(c, i->d);
    text_add(c->out, " = ");
    for (const char *form = forms[i->code]; *form; form++) {
        if (*form == 'A')
            put_operand(c, i->a);
        else if (*form == 'B')
            put_operand(c, i->b);
        else
            text_add_char(c->out, *form);
    }
    text_add(c->out, ";\n");
}

static void put_special(const Printer *c, const Instruction *i)
{
    text_printf(c->out, "    if ((o = tarn_special(e, %u, w))) return o;\n",
                (unsigned)(i - c->p->code));
}

// The address of a text or an array is that of this process: the text would not be true in another.
static bool is_address(const Printer *c, const Instruction *i)
{
    return i->code == I_MOVE && i->a < 0 && c->p->constant_kinds[-1 - i->a] != CONSTANT_NUMBER;
}

static bool is_special(const Printer *c, const Instruction *i)
{
    return i->code > I_JUMP_IF_ZERO || is_address(c, i);
}

static void put_instruction(const Printer *c, const Instruction *i)
{
    if (is_address(c, i)) {
        put_special(c, i);
    } else if (i->code < I_JUMP) {
        put_assignment(c, i);
    } else if (i->code == I_JUMP) {
        text_printf(c->out, "    goto L%d;\n", i->c);
    } else if (i->code == I_JUMP_IF_ZERO) {
        text_add(c->out, "    if (");
        put_operand(c, i->a);
        text_printf(c->out, " == 0) goto L%d;\n", i->c);
    } else if (i->code == I_RETURN) {
        text_add(c->out, "    return 0;\n");
    } else if (i->code == I_WHOLE && !i->n) {
        text_printf(c->out, "    if (fabs(w[%d]) < 0x1p53) w[%d] = w[%d] + 0.0;\n    else ", i->a,
                    i->d, i->a);
        put_special(c, i);
    } else {
        put_special(c, i);
    }
}

// ---- Chunks ----------------------------------------------------------------------------------

typedef struct Chunk {
    uint32_t first, end;
} Chunk;
typedef VEC(Chunk) ChunkList;

// No jump leads into or out of a chunk: it may end where all jumps so far have arrived.
static ChunkList find_chunks(Printer *c, const Routine *r)
{
    ChunkList chunks = {0};
    uint32_t first = 0, open_until = 0;
    memset(c->is_target, 0, r->count + 1);
    // Backward jumps hold everything from their target on together.
    uint32_t *reach = ARENA_ARRAY(c->scratch, uint32_t, r->count + 1);
    for (uint32_t k = 0; k < r->count; k++) {
        const Instruction *i = &c->code[k];
        if (i->code != I_JUMP && i->code != I_JUMP_IF_ZERO) continue;
        uint32_t target = (uint32_t)i->c, from = target < k ? target : k;
        uint32_t to = target < k ? k + 1 : target + 1;
        if (reach[from] < to) reach[from] = to;
        c->is_target[target] = 1;
    }
    for (uint32_t k = 0; k < r->count; k++) {
        if (reach[k] > open_until) open_until = reach[k];
        bool last = k + 1 == r->count;
        if (!last && (k + 1 - first < CHUNK || open_until > k + 1)) continue;
        Chunk chunk = {first, k + 1};
        VEC_PUSH(c->scratch, &chunks, chunk);
        first = k + 1;
    }
    return chunks;
}

static void note_word(Printer *c, int32_t word, int32_t chunk, bool by_engine)
{
    if (word < c->n_slots) return;
    if (by_engine || (c->chunk_of[word] != UNSEEN && c->chunk_of[word] != chunk))
        c->chunk_of[word] = SHARED;
    else
        c->chunk_of[word] = chunk;
}

static void note_words(Printer *c, const Chunk *chunk, int32_t number, bool clear)
{
    for (uint32_t k = chunk->first; k < chunk->end; k++) {
        InstructionWords w = instruction_words(c->p, &c->code[k]);
        bool by_engine = is_special(c, &c->code[k]);
        for (uint32_t j = 0; j < w.n_reads; j++) note_word(c, w.reads[j], number, by_engine);
        for (uint32_t j = 0; j < w.n_list; j++) note_word(c, w.list[j], number, by_engine);
        for (uint32_t j = 0; j < w.n_results; j++) note_word(c, w.results[j], number, by_engine);
        if (!clear) continue;
        for (uint32_t j = 0; j < w.n_reads; j++)
            if (w.reads[j] >= 0) c->chunk_of[w.reads[j]] = UNSEEN;
        for (uint32_t j = 0; j < w.n_list; j++)
            if (w.list[j] >= 0) c->chunk_of[w.list[j]] = UNSEEN;
        for (uint32_t j = 0; j < w.n_results; j++) c->chunk_of[w.results[j]] = UNSEEN;
    }
}

static void put_local(Printer *c, Map *seen, int32_t word)
{
    if (word < 0 || !is_local(c, word) || map_get_or(seen, (uint64_t)word, 0)) return;
    map_put(seen, (uint64_t)word, 1);
    text_printf(c->out, "    double t%d = 0;\n", word);
}

// Words that are only read are zero, as in a fresh frame.
static void put_locals(Printer *c, const Chunk *chunk)
{
    Map seen = map_make(c->scratch);
    for (uint32_t k = chunk->first; k < chunk->end; k++) {
        InstructionWords w = instruction_words(c->p, &c->code[k]);
        for (uint32_t j = 0; j < w.n_reads; j++) put_local(c, &seen, w.reads[j]);
        for (uint32_t j = 0; j < w.n_results; j++) put_local(c, &seen, w.results[j]);
    }
}

static void put_chunk(Printer *c, const Chunk *chunk, int32_t number)
{
    text_printf(c->out, "APART static int c%d(void *e, double *w)\n{\n", number);
    text_add(c->out, "    int o = 0;\n");
    put_locals(c, chunk);
    for (uint32_t k = chunk->first; k < chunk->end; k++) {
        if (c->is_target[k]) text_printf(c->out, "L%u:;\n", k);
        put_instruction(c, &c->code[k]);
    }
    text_add(c->out, "    (void)e, (void)w;\n    return o;\n}\n");
}

static void put_routine(Printer *c, const Routine *r, int32_t n_slots, const char *prefix,
                        uint32_t number)
{
    c->code = c->p->code + r->first;
    c->n_slots = n_slots;
    ChunkList chunks = find_chunks(c, r);
    int32_t first = c->chunk;
    for (uint32_t k = 0; k < chunks.count; k++)
        note_words(c, &chunks.data[k], first + (int32_t)k, false);
    for (uint32_t k = 0; k < chunks.count; k++) put_chunk(c, &chunks.data[k], c->chunk++);
    for (uint32_t k = 0; k < chunks.count; k++) note_words(c, &chunks.data[k], 0, true);
    text_printf(c->out, "// %s\nstatic int %s%u(void *e, double *w)\n{\n    int o;\n", r->name,
                prefix, number);
    for (int32_t k = first; k < c->chunk; k++)
        text_printf(c->out, "    if ((o = c%d(e, w))) return o;\n", k);
    text_add(c->out, "    return 0;\n}\n");
}

static void put_table(const Printer *c, const char *name, const char *prefix, uint32_t n)
{
    text_printf(c->out, "int (*const %s[])(void *, double *) = {", name);
    for (uint32_t i = 0; i < n; i++) text_printf(c->out, "%s%u, ", prefix, i);
    text_add(c->out, "0};\n");
}

static void put_program(const Program *p, Text *out)
{
    Printer c = {.p = p, .out = out, .scratch = arena_open("C text")};
    size_t words = (size_t)p->n_words, longest = 1;
    for (uint32_t i = 0; i < p->n_functions; i++) {
        if ((size_t)p->functions[i].n_words > words) words = (size_t)p->functions[i].n_words;
        if (p->functions[i].body.count > longest) longest = p->functions[i].body.count;
    }
    for (uint32_t i = 0; i < p->n_routines; i++)
        if (p->routines[i].count > longest) longest = p->routines[i].count;
    c.chunk_of = ARENA_RAW(c.scratch, int32_t, words + 1);
    for (size_t k = 0; k <= words; k++) c.chunk_of[k] = UNSEEN;
    c.is_target = ARENA_RAW(c.scratch, uint8_t, longest + 1);
    text_add(out, apart);
    text_add(out, instruction_c_helpers);
    for (uint32_t i = 0; i < p->n_routines; i++)
        put_routine(&c, &p->routines[i], p->model.n_slots, "r", i);
    for (uint32_t i = 0; i < p->n_functions; i++) {
        const ProgramFunction *f = &p->functions[i];
        put_routine(&c, &f->body, f->n_inputs + f->n_outputs, "f", i);
    }
    put_table(&c, "tarn_routines", "r", p->n_routines);
    put_table(&c, "tarn_functions", "f", p->n_functions);
    arena_close(c.scratch);
}

void program_emit_c(const Program *p, Text *out)
{
    text_add(out, loaded_prelude);
    put_program(p, out);
}

void program_emit_linked_c(const Program *p, Text *out)
{
    text_add(out, linked_prelude);
    put_program(p, out);
}

// ---- The engine --------------------------------------------------------------------------------

typedef int (*CompiledRoutine)(void *engine, double *frame);

typedef struct CompiledCode { // Engine.code
    void *handle;
    const CompiledRoutine *routines, *functions;
} CompiledCode;

static ModelOutcome call_routine(void *self, int32_t routine)
{
    Engine *e = self;
    const CompiledCode *compiled = e->code;
    size_t mark = e->stack_used;
    ModelOutcome o = (ModelOutcome)compiled->routines[routine](e, e->words);
    e->stack_used = mark;
    return o;
}

static ModelOutcome run_function(Engine *e, int32_t function, double *frame)
{
    const CompiledCode *compiled = e->code;
    return (ModelOutcome)compiled->functions[function](e, frame);
}

static void unload(void *code)
{
    CompiledCode *compiled = code;
    if (compiled->handle) dlclose(compiled->handle);
    compiled->handle = NULL;
}

static void close_compiled(void *self)
{
    Engine *e = self;
    engine_close(self);
    unload(e->code);
}

static ModelOutcome special_by_number(Engine *e, unsigned instruction, double *frame)
{
    return engine_special(e, &e->program->code[instruction], frame);
}

static bool load_compiled(const char *path, CompiledCode *compiled)
{
    compiled->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!compiled->handle) return false;
    compiled->routines = dlsym(compiled->handle, "tarn_routines");
    compiled->functions = dlsym(compiled->handle, "tarn_functions");
    ModelOutcome (**special)(Engine *, unsigned, double *) =
        dlsym(compiled->handle, "tarn_special");
    if (!compiled->routines || !compiled->functions || !special) return false;
    *special = special_by_number;
    return true;
}

Model *program_compiled(Session *s, const Program *p, Arena *out)
{
    WorkFolder *work = work_folder_open(out, WORK_FOLDER_PARENT);
    if (!work) {
        diag_error(s->diag, (Span){0, 0}, E_FILE, "cannot write into '%s': %s", WORK_FOLDER_PARENT,
                   strerror(errno));
        return NULL;
    }
    CompiledCode *compiled = ARENA_NEW(out, CompiledCode);
    arena_own(out, unload, compiled);
    const char *source = arena_printf(out, "%s/model.c", work->path);
    // The loader knows what it has by its path: one for each program that is there.
    const char *object = arena_printf(out, "%s/model-%zx.so", work->path, (size_t)compiled);
    const char *log = arena_printf(out, "%s/log", work->path);
    Text text = text_make(out);
    program_emit_c(p, &text);
    // -O1 without contraction: the same bits as the other engines.
    const char *const words[] = {
        "cc",   "-shared", "-fPIC", "-O1", "-fno-math-errno", "-ffp-contract=off", "-w", "-o",
        object, source,    "-lm",   NULL};
    CompileOutcome outcome =
        write_text_file(source, &text) ? compiler_run(words, log) : COMPILER_FAILED;
    bool ok = outcome == COMPILED && load_compiled(object, compiled);
    if (outcome == NO_COMPILER)
        diag_error(s->diag, (Span){0, 0}, E_NO_COMPILER,
                   "--engine c needs a C compiler, and there is no 'cc'");
    else if (!ok)
        diag_error(s->diag, (Span){0, 0}, E_INTERNAL, "the C text of the model cannot be used: %s",
                   first_lines_of(out, log));
    work_folder_remove(work);
    if (!ok) return NULL;
    Engine *e = engine_open(p, out);
    e->code = compiled;
    e->run_function = run_function;
    e->model.examine = engine_examine;
    e->model.call = call_routine;
    e->model.close = close_compiled;
    return &e->model;
}
