// String built-ins: joining, comparing, numbers as text.
#include <stdio.h>
#include <string.h>

#include "expr/number_format.h"
#include "program/engine/engine.h"

enum { LONGEST_NUMBER = 512, LONGEST_PADDING = 100000 };

static double operand(const Engine *e, const Instruction *i, const double *frame, uint32_t k)
{
    return operand_value(e, frame, e->program->operands[i->a + (int32_t)k]);
}

static ModelOutcome join(Engine *e, const Instruction *i, double *frame)
{
    const char *a = word_string(operand(e, i, frame, 0)), *b = word_string(operand(e, i, frame, 1));
    size_t n = strlen(a), m = strlen(b);
    char *text = engine_take(e, n + m + 1);
    if (!text) return engine_out_of_memory(e, i->b);
    memcpy(text, a, n);
    memcpy(text + n, b, m + 1);
    frame[i->d] = string_word(text);
    return MODEL_OK;
}

static ModelOutcome order(Engine *e, const Instruction *i, double *frame)
{
    int c = strcmp(word_string(operand(e, i, frame, 0)), word_string(operand(e, i, frame, 1)));
    frame[i->d] = c < 0 ? -1 : c > 0;
    return MODEL_OK;
}

static ModelOutcome give_padded(Engine *e, const Instruction *i, double *frame, const char *text)
{
    double width = operand(e, i, frame, 1);
    bool left = operand(e, i, frame, 2) != 0;
    size_t n = strlen(text);
    if (!(width <= LONGEST_PADDING))
        return engine_fail(e, i->b, "the length %.15g given to String() is out of range", width);
    size_t fill = width > (double)n ? (size_t)width - n : 0;
    char *out = engine_take(e, n + fill + 1);
    if (!out) return engine_out_of_memory(e, i->b);
    memset(out, ' ', n + fill);
    memcpy(left ? out : out + fill, text, n);
    out[n + fill] = '\0';
    frame[i->d] = string_word(out);
    return MODEL_OK;
}

static ModelOutcome string_of(Engine *e, const Instruction *i, double *frame)
{
    char text[LONGEST_NUMBER];
    double value = operand(e, i, frame, 0);
    if (i->c == B_STRING_OF_BOOLEAN) return give_padded(e, i, frame, value != 0 ? "true" : "false");
    if (i->c == B_STRING_OF_ENUM) {
        const Array *names = word_array(operand(e, i, frame, 3));
        if (!(value >= 1 && value <= (double)names->count))
            return engine_fail(e, i->b, "an enumeration has no literal number %.15g", value);
        return give_padded(e, i, frame, word_string(names->data[(int64_t)value - 1]));
    }
    if (i->c == B_STRING_OF_INTEGER) {
        snprintf(text, sizeof text, "%.0f", value);
        return give_padded(e, i, frame, text);
    }
    double digits = operand(e, i, frame, 3);
    if (!(digits >= 0 && digits <= 100))
        return engine_fail(e, i->b, "String() cannot show %.15g significant digits", digits);
    snprintf(text, sizeof text, "%.*g", (int)digits, value);
    return give_padded(e, i, frame, text);
}

static ModelOutcome format_number(Engine *e, const Instruction *i, double *frame)
{
    double value = operand(e, i, frame, 0);
    const char *format = word_string(operand(e, i, frame, 1));
    bool is_real = i->c == B_STRING_FORMAT_REAL;
    char text[LONGEST_FORMATTED];
    if (!number_format_is_valid(format))
        return engine_fail(e, i->b, "'%s' is not a format for String()", format);
    number_format(format, is_real, value, is_real ? 0 : (int64_t)value, text);
    char *out = engine_take(e, strlen(text) + 1);
    if (!out) return engine_out_of_memory(e, i->b);
    strcpy(out, text);
    frame[i->d] = string_word(out);
    return MODEL_OK;
}

ModelOutcome string_builtin(Engine *e, const Instruction *i, double *frame)
{
    switch ((Builtin)i->c) {
    case B_STRING_JOIN: return join(e, i, frame);
    case B_STRING_ORDER: return order(e, i, frame);
    case B_STRING_FORMAT_REAL:
    case B_STRING_FORMAT_INTEGER: return format_number(e, i, frame);
    default: return string_of(e, i, frame);
    }
}
