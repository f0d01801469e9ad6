// description_parts.h -- what both versions of the description write alike; private to them.
#ifndef FMI_DESCRIPTION_PARTS_H
#define FMI_DESCRIPTION_PARTS_H
#include "fmi/export/description.h"
#include "fmi/export/incidence.h"

// An attribute with its name and quotes, a blank in front; nothing for NULL or a number that is not
// finite.
void add_attribute(Text *t, const char *name, const char *value);
void add_number(Text *t, const char *name, double value);
void add_escaped(Text *t, const char *value);
void add_units(Text *t, const Facts *f);
void add_log_categories(Text *t);
void add_experiment(Text *t, const Description *d);
// causality, variability and initial, where they differ from what is assumed without them.
void add_classes(Text *t, const Fact *row, int version);
const char *type_name(Arena *out, int32_t type);
// One value of a kind that is written as a number or word.
void add_value(Text *t, const Fact *row, double value);
// What outputs and derivatives depend on between events, outputs at events, too.
typedef struct Dependencies {
    bool is_known;
    Incidence incidence, at_events;
    int32_t *rows;      // by known: time, states, elements of inputs
    const char *linear; // kind of a factor that stays, unless a parameter is tuned
} Dependencies;
Dependencies dependencies_of(const Facts *f, Arena *out);
// With their kinds; `version` tells how variables are named.
void add_dependencies(Text *t, const Facts *f, const Dependencies *d, const Fact *row, int version);
bool is_initial_unknown(const Fact *row);
void add_items(Text *t, const EnumerationType *type); // its literals, as both versions have them
#endif
