// Instructions of a model as OpenCL C: what a device can do, and what is refused, with its place.
#include <math.h>
#include <string.h>

#include "sweep/lanes/kernel_printer.h"

// ---- Words -----------------------------------------------------------------------------------

int32_t kernel_word(Printer *c, int32_t slot)
{
    if (slot < 0) return -1;
    if (c->word_of[slot] < 0) {
        c->word_of[slot] = (int32_t)c->kernel->n_words;
        c->kernel->slots[c->kernel->n_words++] = slot;
    }
    return c->word_of[slot];
}

static void put_number(const Printer *c, double value)
{
    if (isnan(value))
        text_add(c->out, "((double)NAN)");
    else if (isinf(value))
        text_add(c->out, value > 0 ? "((double)INFINITY)" : "(-(double)INFINITY)");
    else
        text_printf(c->out, signbit(value) ? "(%a)" : "%a", value);
}

// An address means nothing there.
static void put_operand(Printer *c, int32_t operand)
{
    if (operand >= c->n_slots)
        text_printf(c->out, "t%d", operand);
    else if (operand >= 0)
        text_printf(c->out, "w[%d]", kernel_word(c, operand));
    else if (c->p->constant_kinds[-1 - operand] == CONSTANT_NUMBER)
        put_number(c, c->p->constants[-1 - operand]);
    else
        text_add(c->out, "0.0");
}

// ---- What is refused -------------------------------------------------------------------------

static const char *origin_of(const Program *p, const Instruction *i)
{
    int32_t site = -1;
    switch (i->code) {
    case I_ARRAY_NEW:
    case I_ELEMENT:
    case I_STORE:
    case I_BUILTIN: site = i->b; break;
    case I_SIZE:
    case I_KEEP_ARRAY:
    case I_WHOLE_ARRAY: site = i->c; break;
    case I_MAP_PAIR: site = (int32_t)(i->n >> 2); break;
    default: break;
    }
    return site >= 0 && (uint32_t)site < p->n_sites ? p->sites[site].origin : NULL;
}

// The first place in the routine that has one.
static void refuse(Printer *c, const Routine *r, const Instruction *i, const char *what)
{
    const char *origin = origin_of(c->p, i);
    for (uint32_t k = 0; !origin && k < r->count; k++)
        origin = origin_of(c->p, &c->p->code[r->first + k]);
    c->is_refused = true;
    if (i->code == I_EXTERNAL) {
        const ProgramExternal *e = &c->p->externals[i->c];
        diag_error(c->session->diag, e->called_at, E_UNSUPPORTED,
                   "a device cannot call the external function '%s'", e->name);
    } else {
        diag_error(c->session->diag, (Span){0, 0}, E_UNSUPPORTED, "%s%s%s in '%s' on a device",
                   origin ? origin : "", origin ? ": " : "", what, r->name);
    }
}

// ---- Instructions ----------------------------------------------------------------------------

static void put_assignment(Printer *c, const Instruction *i)
{
    text_add(c->out, "    ");
    put_operand(c, i->d);
    text_add(c->out, " = ");
    for (const char *form = instruction_c_form(i->code); *form; form++) {
        if (!strncmp(form, "libm_", 5)) form += 5;
        if (*form == 'A')
            put_operand(c, i->a);
        else if (*form == 'B')
            put_operand(c, i->b);
        else
            text_add_char(c->out, *form);
    }
    text_add(c->out, ";\n");
}

static void put_call(Printer *c, const Instruction *i)
{
    const ProgramFunction *f = &c->p->functions[i->c];
    const int32_t *operands = c->p->operands + i->d;
    text_printf(c->out, "    { double o[%d]; if (f%d(o", f->n_outputs + 1, i->c);
    for (int32_t k = 0; k < f->n_inputs; k++) {
        text_add(c->out, ", ");
        put_operand(c, operands[k]);
    }
    text_add(c->out, ")) return 1;");
    for (int32_t k = 0; k < f->n_outputs; k++) {
        text_add_char(c->out, ' ');
        put_operand(c, operands[f->n_inputs + k]);
        text_printf(c->out, " = o[%d];", k);
    }
    text_add(c->out, " }\n");
}

// Where the formula of a loop is spoiled, the lane ends.
static void put_solve(Printer *c, const Instruction *i)
{
    if (c->p->model.blocks[i->c].is_guard)
        text_add(c->out, "    return 1;\n");
    else
        text_printf(c->out, "    if (solve_%d(SELF)) return 1;\n", i->c);
}

static void put_whole(Printer *c, const Instruction *i)
{
    text_add(c->out, "    if (!(");
    if (!i->n) text_add(c->out, "fabs(");
    put_operand(c, i->a);
    if (i->n) {
        text_add(c->out, " >= 1 && ");
        put_operand(c, i->a);
    }
    text_printf(c->out, i->n ? " <= %u" : ") < 0x1p53", i->n);
    text_add(c->out, ")) return 1;\n    ");
    put_operand(c, i->d);
    text_add(c->out, " = ");
    put_operand(c, i->a);
    text_add(c->out, " + 0.0;\n");
}

// Texts are for messages, which a device does not tell.
static bool is_text(const Instruction *i)
{
    return i->code == I_BUILTIN && i->c >= B_STRING_JOIN && i->c != B_STRING_ORDER;
}

static void put_special(Printer *c, const Routine *r, const Instruction *i)
{
    switch (i->code) {
    case I_SOLVE: put_solve(c, i); return;
    case I_ASSERT: text_add(c->out, "    return 1;\n"); return;
    case I_CALL: put_call(c, i); return;
    case I_WHOLE: put_whole(c, i); return;
    case I_MESSAGE:
    case I_MARK:
    case I_RELEASE:
    case I_KEEP_ALL: return;
    case I_KEEP_STRING:
    case I_KEEP_FOREVER: refuse(c, r, i, "a String variable"); return;
    case I_EXTERNAL: refuse(c, r, i, "an external function"); return;
    case I_DELAYED: refuse(c, r, i, "delay()"); return;
    case I_TRANSPORTED: refuse(c, r, i, "spatialDistribution()"); return;
    default:
        if (is_text(i)) return;
        refuse(c, r, i, i->code == I_BUILTIN && i->c == B_STRING_ORDER ? "Strings" : "arrays");
    }
}

static void put_instruction(Printer *c, const Routine *r, const Instruction *i)
{
    if (i->code < I_JUMP) {
        put_assignment(c, i);
    } else if (i->code == I_JUMP) {
        text_printf(c->out, "    goto L%d;\n", i->c);
    } else if (i->code == I_JUMP_IF_ZERO) {
        text_add(c->out, "    if (");
        put_operand(c, i->a);
        text_printf(c->out, " == 0) goto L%d;\n", i->c);
    } else if (i->code == I_RETURN) {
        text_add(c->out, "    goto END;\n");
    } else {
        put_special(c, r, i);
    }
}

// ---- Routines --------------------------------------------------------------------------------

static void put_variable(Printer *c, uint8_t *is_there, int32_t w)
{
    if (w < c->n_slots || is_there[w]) return;
    is_there[w] = 1;
    text_printf(c->out, "    double t%d = 0;\n", w);
}

static void put_variables(Printer *c, const Routine *r, uint8_t *is_there)
{
    for (uint32_t k = 0; k < r->count; k++) {
        const Instruction *i = &c->p->code[r->first + k];
        InstructionWords w = instruction_words(c->p, i);
        for (uint32_t j = 0; j < w.n_reads; j++) put_variable(c, is_there, w.reads[j]);
        for (uint32_t j = 0; j < w.n_list; j++) put_variable(c, is_there, w.list[j]);
        for (uint32_t j = 0; j < w.n_results; j++) put_variable(c, is_there, w.results[j]);
    }
}

static void put_body(Printer *c, const Routine *r, int32_t n_words, uint8_t *is_there)
{
    Arena *scratch = arena_open("routine of a kernel");
    uint8_t *is_target = ARENA_ARRAY(scratch, uint8_t, r->count + 1);
    if (!is_there) is_there = ARENA_ARRAY(scratch, uint8_t, n_words + 1);
    put_variables(c, r, is_there);
    for (uint32_t k = 0; k < r->count; k++) {
        const Instruction *i = &c->p->code[r->first + k];
        if (i->code == I_JUMP || i->code == I_JUMP_IF_ZERO) is_target[i->c] = 1;
    }
    for (uint32_t k = 0; k < r->count && !c->is_refused; k++) {
        if (is_target[k]) text_printf(c->out, "L%u:;\n", k);
        put_instruction(c, r, &c->p->code[r->first + k]);
    }
    text_add(c->out, "END:;\n");
    arena_close(scratch);
}

void kernel_put_routine(Printer *c, const char *name, int32_t routine)
{
    text_printf(c->out, "static int r_%s(LANE)\n{\n", name);
    c->n_slots = c->p->model.n_slots;
    if (routine != NO_ROUTINE) put_body(c, &c->p->routines[routine], c->p->n_words, NULL);
    text_add(c->out, "    return 0;\n}\n");
}

static void put_function_head(Printer *c, uint32_t number, const char *end)
{
    const ProgramFunction *f = &c->p->functions[number];
    text_printf(c->out, "static int f%u(double *o", number);
    for (int32_t k = 0; k < f->n_inputs; k++) text_printf(c->out, ", double t%d", k);
    text_printf(c->out, ")%s", end);
}

static void put_function(Printer *c, uint32_t number)
{
    const ProgramFunction *f = &c->p->functions[number];
    Arena *scratch = arena_open("function of a kernel");
    uint8_t *is_there = ARENA_ARRAY(scratch, uint8_t, f->n_words + 1);
    put_function_head(c, number, "\n{\n");
    c->n_slots = 0;
    for (int32_t k = 0; k < f->n_inputs; k++) is_there[k] = 1;
    for (int32_t k = 0; k < f->n_outputs; k++) put_variable(c, is_there, f->n_inputs + k);
    put_body(c, &f->body, f->n_words, is_there);
    for (int32_t k = 0; k < f->n_outputs; k++)
        text_printf(c->out, "    o[%d] = t%d;\n", k, f->n_inputs + k);
    text_add(c->out, "    return 0;\n}\n");
    arena_close(scratch);
}

// ---- Who is called ---------------------------------------------------------------------------

static void find_in(Printer *c, const Routine *r);

void kernel_find_routine(Printer *c, int32_t routine)
{
    if (routine == NO_ROUTINE || c->has_routine[routine]) return;
    c->has_routine[routine] = 1;
    find_in(c, &c->p->routines[routine]);
}

static void find_block(Printer *c, int32_t block)
{
    const BlockInfo *b = &c->p->model.blocks[block];
    if (c->has_block[block]) return;
    c->has_block[block] = 1;
    kernel_find_routine(c, b->residual);
    kernel_find_routine(c, b->jacobian);
    if (b->n_discrete) kernel_find_routine(c, b->update_discrete);
}

enum { FUNCTION_UNSEEN, FUNCTION_OPEN, FUNCTION_DONE };

// A function that is met inside of itself is a recursion, which devices do not have.
static void find_function(Printer *c, const Routine *caller, const Instruction *i)
{
    uint8_t *mark = &c->has_function[i->c];
    if (*mark == FUNCTION_OPEN && !c->is_refused) refuse(c, caller, i, "a recursion");
    if (*mark != FUNCTION_UNSEEN) return;
    *mark = FUNCTION_OPEN;
    find_in(c, &c->p->functions[i->c].body);
    *mark = FUNCTION_DONE;
}

static void find_in(Printer *c, const Routine *r)
{
    for (uint32_t k = 0; k < r->count; k++) {
        const Instruction *i = &c->p->code[r->first + k];
        if (i->code == I_SOLVE && !c->p->model.blocks[i->c].is_guard) find_block(c, i->c);
        if (i->code == I_CALL) find_function(c, r, i);
    }
}

void kernel_put_functions(Printer *c)
{
    for (uint32_t i = 0; i < c->p->n_functions; i++)
        if (c->has_function[i]) put_function_head(c, i, ";\n");
    for (uint32_t i = 0; i < c->p->n_functions && !c->is_refused; i++)
        if (c->has_function[i]) put_function(c, i);
}
