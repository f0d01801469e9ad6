// Checking and showing programs.
#include "program/program.h"

#include <string.h>

typedef enum { SHAPE_U, SHAPE_B, SHAPE_N, SHAPE_J, SHAPE_C, SHAPE_X } Shape;

static const struct {
    const char *text;
    Shape shape;
} rows[] = {
#define INSTRUCTION(symbol, text, shape) [symbol] = {text, SHAPE_##shape},
#include "program/instructions.def"
#undef INSTRUCTION
};

const char *instruction_text(InstructionCode code)
{
    return rows[code].text;
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

static void check_instruction(Check *c, uint32_t at, const Instruction *i)
{
    if (i->code >= N_INSTRUCTIONS) {
        complain(c, at, "unknown code");
        return;
    }
    Shape shape = rows[i->code].shape;
    if (shape == SHAPE_U || shape == SHAPE_B) {
        if (i->d < 0 || i->d >= c->n_words) complain(c, at, "the destination is no word");
        check_operand(c, at, i->a);
        if (shape == SHAPE_B) check_operand(c, at, i->b);
    }
    if (shape == SHAPE_J && (i->c < 0 || (uint32_t)i->c >= c->routine->count))
        complain(c, at, "a jump leaves the routine");
    if (i->code == I_CALL && (uint32_t)i->c >= c->p->n_functions)
        complain(c, at, "a call of no function");
    if (i->code == I_SOLVE && i->c >= c->p->model.n_blocks) complain(c, at, "no such block");
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
        if (!p->functions[i].external)
            check_routine(&c, &p->functions[i].body, p->functions[i].n_words);
    return c.ok;
}

// ---- Showing -------------------------------------------------------------------------------

static void show_operand(const Program *p, int32_t operand, Text *out)
{
    if (operand >= 0)
        text_printf(out, "w%d", operand);
    else
        text_number(out, p->constants[-1 - operand]);
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
                    f->n_outputs, f->n_words, f->external ? ", external" : "");
        if (!f->external) show_routine(p, &f->body, out);
    }
}
