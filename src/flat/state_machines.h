// state_machines.h -- what the two files about state machines share.
#ifndef FLAT_STATE_MACHINES_H
#define FLAT_STATE_MACHINES_H
#include "flat/flattener.h"

typedef struct State {
    const Component *component;
    int32_t machine, number; // number: from 1, the initial state
    int32_t parent;          // state around it; -1
    VarId active, reset;
    VarId reset_next; // to be reset when it becomes active
    bool is_final;
} State;

typedef struct Machine {
    int32_t initial, parent; // states; -1
    int32_t n_states;
    VEC(const Transition *) transitions; // lowest priority first
    VarId *conditions;
    VarId current, next, delayed, fired, reset, ticks, entry; // current: activeState
    Span span;
} Machine;

struct StateMachines {
    int32_t *state_of; // by ComponentId: the state it is, or -1
    VEC(State) states;
    VEC(Machine) machines;
    int32_t at_work; // machine whose conditions are resolved; -1
};

int32_t state_around(const Flattener *f, const Component *c); // c itself, too; -1
VarId machine_variable(Flattener *f, const Component *at, const char *what, const Type *type,
                       const Expr *start);
const Expr *machine_ref(Flattener *f, VarId v);
void machine_set(Flattener *f, Span span, ComponentId component, const Expr *left,
                 const Expr *value);

// ---- state_contents.c: equations and algorithms of the states ------------------------------
void states_rewrite_equations(Flattener *f, uint32_t first, uint32_t end);
// With the state they belong to; those of the machines themselves, from `first` to `end`, with
// none.
void states_mark_equations(Flattener *f, uint32_t first, uint32_t end);
void states_keep_algorithms(Flattener *f, Algorithm *sections, uint32_t n);
void states_show_meant(Flattener *f);
#endif
