// Checking and showing programs.
#include "program/program.h"

#include <string.h>

#include "program/engine/engine.h"

typedef enum { SHAPE_U, SHAPE_B, SHAPE_N, SHAPE_J, SHAPE_C, SHAPE_X } Shape;

static const struct {
    const char *text;
    Shape shape;
} rows[] = {
#define INSTRUCTION(symbol, text, shape) [symbol] = {text, SHAPE_##shape},
#include "program/instructions.def"
#undef INSTRUCTION
};

// ORDER of the rows, which the engines rely on: arithmetic, then jumps, then all others.
#define INSTRUCTION(symbol, text, shape)                                                           \
    _Static_assert((SHAPE_##shape <= SHAPE_N) == (symbol < I_JUMP), "arithmetic stands first");    \
    _Static_assert((SHAPE_##shape == SHAPE_J) == (symbol >= I_JUMP && symbol <= I_JUMP_IF_ZERO),   \
                   "jumps stand behind it");
#include "program/instructions.def"
#undef INSTRUCTION
_Static_assert(I_NE - I_LT == 5, "relations stand together");

const char *instruction_text(InstructionCode code)
{
    return rows[code].text;
}

// ---- Reads and writes ------------------------------------------------------------------------

static const char *special_words(const Instruction *i)
{
    switch ((InstructionCode)i->code) {
    case I_JUMP_IF_ZERO: return "a";
    case I_DELAYED:
    case I_TRANSPORTED:
    case I_WHOLE:
    case I_WHOLE_ARRAY: return "aD";
    case I_ASSERT:
    case I_MESSAGE: return "b";
    case I_CALL: return "F";
    case I_EXTERNAL: return "M";
    case I_ARRAY:
    case I_ARRAY_NEW: return "LD";
    case I_ELEMENT: return "aLD";
    case I_STORE: return "daL";
    case I_SIZE: return "abD";
    case I_MAP: return "aD";
    case I_MAP_PAIR: return "abD";
    case I_BUILTIN: return "MD";
    case I_MARK: return "D";
    case I_RELEASE: return "a";
    case I_KEEP_ARRAY: return "dabD";
    case I_KEEP_STRING: return "abD";
    case I_KEEP_FOREVER: return "daD";
    default: return "";
    }
}

bool instruction_has_two(const Instruction *i)
{
    return rows[i->code].shape == SHAPE_B;
}

const char *instruction_letters(const Instruction *i)
{
    Shape shape = rows[i->code].shape;
    return shape == SHAPE_U ? "aD" : shape == SHAPE_B ? "abD" : special_words(i);
}

InstructionWords instruction_words(const Program *p, const Instruction *i)
{
    Shape shape = rows[i->code].shape;
    if (shape <= SHAPE_B) // most of them
        return (InstructionWords){.reads = {i->a, i->b},
                                  .n_reads = 1 + (uint32_t)shape,
                                  .results = &i->d,
                                  .n_results = 1};
    InstructionWords w = {0};
    for (const char *letters = instruction_letters(i); *letters; letters++) switch (*letters) {
        case 'a': w.reads[w.n_reads++] = i->a; break;
        case 'b': w.reads[w.n_reads++] = i->b; break;
        case 'd': w.reads[w.n_reads++] = i->d; break;
        case 'L': w.list = p->operands + i->c, w.n_list = i->n; break;
        case 'M': w.list = p->operands + i->a, w.n_list = i->n; break;
        case 'F':
            w.list = p->operands + i->d;
            w.n_list = (uint32_t)p->functions[i->c].n_inputs;
            w.results = w.list + w.n_list;
            w.n_results = i->n - w.n_list;
            break;
        default: w.results = &i->d, w.n_results = 1; break;
        }
    return w;
}

// ---- Checking ------------------------------------------------------------------------------

typedef struct Check {
    const Program *p;
    const Routine *routine;
    int32_t n_words;
    Text *complaint;
    bool ok;
} Check;

static void complain(Check *c, uint32_t at, const char *what)
{
    text_printf(c->complaint, "%s, instruction %u: %s\n", c->routine->name, at, what);
    c->ok = false;
}

static void check_operand(Check *c, uint32_t at, int32_t operand)
{
    if (operand >= c->n_words) complain(c, at, "an operand lies beyond the frame");
    if (operand < 0 && (uint32_t)(-1 - operand) >= c->p->n_constants)
        complain(c, at, "an operand names a constant that does not exist");
}

static bool check_numbers(Check *c, uint32_t at, const Instruction *i)
{
    const Program *p = c->p;
    const char *wrong = NULL;
    if (i->code >= N_INSTRUCTIONS)
        wrong = "unknown code";
    else if (rows[i->code].shape == SHAPE_J && (i->c < 0 || (uint32_t)i->c >= c->routine->count))
        wrong = "a jump leaves the routine";
    else if (i->code == I_CALL && (uint32_t)i->c >= p->n_functions)
        wrong = "a call of no function";
    else if (i->code == I_CALL &&
             i->n != (uint32_t)(p->functions[i->c].n_inputs + p->functions[i->c].n_outputs))
        wrong = "a call with another number of operands than the function has";
    else if (i->code == I_SOLVE && i->c >= p->model.n_blocks)
        wrong = "no such block";
    else if (i->code == I_BUILTIN && (uint32_t)i->c >= N_BUILTINS)
        wrong = "no such built-in";
    else if (i->code == I_ARRAY && (uint32_t)i->a >= p->n_shapes)
        wrong = "no such shape";
    if (wrong) complain(c, at, wrong);
    return !wrong;
}

static void check_instruction(Check *c, uint32_t at, const Instruction *i)
{
    if (!check_numbers(c, at, i)) return;
    InstructionWords w = instruction_words(c->p, i);
    if (w.list && w.list + w.n_list + (i->code == I_CALL ? w.n_results : 0) >
                      c->p->operands + c->p->n_operands) {
        complain(c, at, "its operands lie beyond the table");
        return;
    }
    for (uint32_t k = 0; k < w.n_reads; k++) check_operand(c, at, w.reads[k]);
    for (uint32_t k = 0; k < w.n_list; k++) check_operand(c, at, w.list[k]);
    for (uint32_t k = 0; k < w.n_results; k++)
        if (w.results[k] < 0 || w.results[k] >= c->n_words)
            complain(c, at, "the destination is no word");
}

static void check_routine(Check *c, const Routine *r, int32_t n_words)
{
    c->routine = r;
    c->n_words = n_words;
    if (!r->count || c->p->code[r->first + r->count - 1].code != I_RETURN)
        complain(c, r->count, "the end is not a return");
    for (uint32_t k = 0; k < r->count; k++) check_instruction(c, k, &c->p->code[r->first + k]);
}

bool program_check(const Program *p, Text *complaint)
{
    Check c = {.p = p, .complaint = complaint, .ok = true};
    for (uint32_t i = 0; i < p->n_routines; i++) check_routine(&c, &p->routines[i], p->n_words);
    for (uint32_t i = 0; i < p->n_functions; i++)
        check_routine(&c, &p->functions[i].body, p->functions[i].n_words);
    return c.ok;
}

// ---- Showing -------------------------------------------------------------------------------

static void show_operand(const Program *p, int32_t operand, Text *out)
{
    if (operand >= 0) {
        text_printf(out, "w%d", operand);
        return;
    }
    double value = p->constants[-1 - operand];
    switch ((ConstantKind)p->constant_kinds[-1 - operand]) {
    case CONSTANT_NUMBER: text_number(out, value); break;
    case CONSTANT_TEXT: text_printf(out, "\"%s\"", word_string(value)); break;
    case CONSTANT_ARRAY:
    case CONSTANT_TEXTS:
        text_printf(out, "array of %lld", (long long)word_array(value)->count);
        break;
    }
}

static void show_operands(const Program *p, int32_t first, uint32_t n, Text *out)
{
    for (uint32_t k = 0; k < n; k++) {
        text_add(out, k ? ", " : " ");
        show_operand(p, p->operands[first + (int32_t)k], out);
    }
}

static void show_instruction(const Program *p, uint32_t at, const Instruction *i, Text *out)
{
    Shape shape = rows[i->code].shape;
    text_printf(out, "  %4u  ", at);
    if (shape == SHAPE_U || shape == SHAPE_B) {
        text_printf(out, "w%d <- %s ", i->d, rows[i->code].text);
        show_operand(p, i->a, out);
        if (shape == SHAPE_B) {
            text_add(out, ", ");
            show_operand(p, i->b, out);
        }
    } else if (shape == SHAPE_J) {
        text_printf(out, "%s ", rows[i->code].text);
        if (i->code == I_JUMP_IF_ZERO) show_operand(p, i->a, out);
        text_printf(out, " to %d", i->c);
    } else if (i->code == I_CALL) {
        text_printf(out, "call %s", p->functions[i->c].name);
        show_operands(p, i->d, i->n, out);
    } else {
        text_printf(out, "%s d %d a %d b %d c %d n %u", rows[i->code].text, i->d, i->a, i->b, i->c,
                    i->n);
    }
    text_add_char(out, '\n');
}

static void show_routine(const Program *p, const Routine *r, Text *out)
{
    for (uint32_t k = 0; k < r->count; k++) show_instruction(p, k, &p->code[r->first + k], out);
}

void program_dump(const Program *p, Text *out)
{
    const Model *m = &p->model;
    text_printf(out, "program %s: %d words, %u instructions\n", m->name, p->n_words, p->n_code);
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        text_printf(out, "  w%-5d %s%s%s\n", v->slot, v->sign < 0 ? "-" : "", v->name,
                    v->is_alias ? " (alias)" : "");
    }
    for (uint32_t i = 0; i < p->n_routines; i++) {
        text_printf(out, "routine %u %s\n", i, p->routines[i].name);
        show_routine(p, &p->routines[i], out);
    }
    for (uint32_t i = 0; i < p->n_functions; i++) {
        const ProgramFunction *f = &p->functions[i];
        text_printf(out, "function %s: %d in, %d out, %d words%s\n", f->name, f->n_inputs,
                    f->n_outputs, f->n_words, f->is_remembered ? ", remembered" : "");
        show_routine(p, &f->body, out);
    }
}
