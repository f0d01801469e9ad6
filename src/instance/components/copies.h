// copies.h -- elements of a component array that are alike: one is made, the others are its copies.
//
// Elements that no modifier tells apart differ in nothing but numbers: those of their components
// and variables. The first is visited and lowered as every component; the others take what it has,
// by adding to the numbers inside it. Their nodes and slots are made when somebody asks for them,
// and answer as if all had been visited. Whatever cannot be taken over is done as usual.
#ifndef INSTANCE_COMPONENTS_COPIES_H
#define INSTANCE_COMPONENTS_COPIES_H
#include "instance/classes/classes.h"

typedef struct CopyMark { // where everything stood before an element was visited
    uint32_t components, variables, reports, particular;
    Room room;
} CopyMark;

bool are_alike(Front *f, Slot *slot); // the elements of an array: no modifier tells them apart
CopyMark copies_mark(const Front *f);
// The elements of `slot` behind the one of that number, which was visited since `mark`, as copies
// of it. False: nothing was done, they must be visited.
bool copies_make(Front *f, Slot *slot, uint32_t number, const CopyMark *mark);
static inline bool is_copy(const Front *f, ComponentId c)
{
    return f->copy_set.data[c.i] != 0;
}
Component *copied_component(const Front *f, ComponentId copy); // what it is a copy of
// In a copy: what `part` is in the original.
Component *copy_inside(const Front *f, ComponentId copy, ComponentId part);
Variable *copied_variable(const Front *f, const Variable *copy);
Slot *slot_of_text(Front *f, const Variable *v); // with the text that all copies share
void slot_take_answers(Front *f, Slot *slot);    // in a copy: what is known of the slot it is like
Slot *slot_of_copy(Front *f, const Component *copy);

// The following answer false where the usual way must be taken.
// Binding and attributes of a copy, whose original is complete.
bool variable_copy(Front *f, Variable *copy);
// The equations of a copy, whose original has been lowered.
bool sections_copy(Front *f, const Component *copy);
// Behind what was done for one variable or component since the mark: may copies take it over?
void variable_done(Front *f, const Variable *v, const CopyMark *mark);
typedef struct SectionMark {
    CopyMark mark;
    uint32_t equations, initial_equations, connections, others;
} SectionMark;
SectionMark sections_mark(const Front *f);
void sections_done(Front *f, const Component *c, const SectionMark *mark);
void copies_take_values(Front *f); // that were found meanwhile
#endif
