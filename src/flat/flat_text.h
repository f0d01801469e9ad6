// flat_text.h -- what the two texts of a flat model share: Modelica, and Base Modelica.
#ifndef FLAT_FLAT_TEXT_H
#define FLAT_FLAT_TEXT_H
#include "flat/class_text.h"

enum { N_ATTRIBUTES = 10 };
typedef struct AttributeRow {
    const char *name;
    const Expr *value; // NULL: not said
} AttributeRow;
void flat_attribute_rows(const Attributes *a, AttributeRow rows[N_ATTRIBUTES]);

typedef struct AnnotationRow {
    const char *text;
    bool is_said;
} AnnotationRow;
void flat_print_annotation(const AnnotationRow *rows, size_t n, Text *out);
void flat_print_description(const char *description, Text *out);
void flat_print_algorithms(const char *head, const Algorithm *items, uint32_t n,
                           const ExprNames *names, Text *out);
void flat_print_experiment(const Experiment *e, Text *out);
// One equation between records for the bindings of all variables of one; 0: they are not.
uint32_t flat_print_record_binding(ExprTable *exprs, const Equation *items, uint32_t n,
                                   const ExprNames *names, Text *out);
#endif
