// flattener.h -- what the files of flat/ share while a FlatModel is being built.
#ifndef FLAT_FLATTENER_H
#define FLAT_FLATTENER_H
#include "base/bitset.h"
#include "base/map.h"
#include "base/vec.h"
#include "flat/flat_model.h"

// One connection between two leaves, after matching connectors by name. `element` counts from
// 1 in row-major order; 0 stands for the whole variable.
typedef struct LeafPair {
    VarId a, b;
    int32_t a_element, b_element;
    bool a_outside, b_outside;
    Span span;
    ComponentId component; // whose class contains the connect
} LeafPair;

// A connection between two overdetermined records or types: an optional edge of the graph.
typedef struct GraphEdge {
    ComponentId a, b;
    uint32_t first_pair, n_pairs; // its leaves in `edge_pairs`
    bool in_tree;
    bool is_redundant; // the connection set is the same without it
    Span span;
    ComponentId component;
} GraphEdge;

typedef VEC(Equation) FlatEquationVec;

typedef struct Flattener {
    Session *s;
    ExprTable *exprs;
    const Instance *instance;
    Arena *out, *scratch;
    VEC(FlatVariable) variables;
    Map attributes; // see attributes_shared
    FlatEquationVec equations;
    VEC(LeafPair) pairs;
    VEC(LeafPair) edge_pairs;
    VEC(GraphEdge) edges;
    int32_t *cardinality;           // by ComponentId
    uint8_t *is_root;               // by ComponentId: chosen roots of the overconstrained graph
    uint8_t *is_from_outside;       // by ComponentId: the outside of a part gives it; or NULL
    uint8_t *is_rooted;             // by ComponentId: see Connections.rooted
    int32_t *tree_of;               // by ComponentId: equal for what a path joins; NULL: no graph
    struct ConnectionSets *sets;    // connect.c
    BitSet *removed;                // members of expandable connectors that nobody connects
    struct StateMachines *machines; // state_machines.c; NULL: none
    bool failed;
} Flattener;

// ---- expandable.c: members that connections give to expandable connectors -----------------
// The connections with every end declared: ends that name undeclared members are replaced by
// leaf pairs in f->pairs, connected buses share the union of their members.
void expandable_resolve(Flattener *f, const Connection **plain, uint32_t *n_plain);

// ---- bus_flows.c ---------------------------------------------------------------------------
// The flows of which the outside, too, is a connection set of its own, by variable.
BitSet bus_added_flows(Flattener *f);

// ---- connect.c ---------------------------------------------------------------------------
void connect_collect(Flattener *f, const Connection *connections, uint32_t n); // -> pairs, edges
void connect_make_sets(Flattener *f); // after the graph is known
void connect_emit(Flattener *f);      // equalities, sums to zero

typedef struct SetMember {
    VarId var;
    int32_t element; // 0: whole
    bool outside;
} SetMember;
// The members of the set a leaf belongs to (itself included), in order of declaration; one
// member when it is not connected on that side.
const SetMember *connect_set_of(Flattener *f, VarId var, int32_t element, bool outside,
                                uint32_t *n);
// Nothing is connected to a flow on that side, which makes it zero.
bool connect_lets_nothing_through(const Flattener *f, VarId flow, bool outside);
const Expr *leaf_expr(Flattener *f, VarId var, int32_t element);
const Component *component_at(const Flattener *f, ComponentId id);
bool component_same_index(const Component *a, const Component *b); // elements at the same place

// ---- outside.c ---------------------------------------------------------------------------
// The connector of the class itself that a component is in; NULL: none, or it is no part.
const Component *outside_connector(const Flattener *f, ComponentId id);
// Emits what the outside makes of a flow that the class's own connectors leave open; false: it is
// zero.
bool outside_emit_flow(Flattener *f, VarId flow);
const Expr *outside_stream(Flattener *f, VarId var); // what would flow in; NULL: its own value
void outside_emit_roots(Flattener *f);               // overdetermined values that come from outside

// ---- connect_rules.c ---------------------------------------------------------------------
// Why two matched variables cannot be connected; NULL when they can.
void connect_equal_parameters(Flattener *f, Span span, const Variable *a, const Variable *b);
const char *connect_mismatch(Flattener *f, const Variable *a, const Variable *b);
bool connect_is_half_causal(Flattener *f, const Variable *a, const Variable *b);
bool connect_is_source(const Flattener *f, const SetMember *m);
// Reports two sources of a signal in one set; `spans` are connects that touch the members.
void connect_check_sources(Flattener *f, const SetMember *members, const Span *spans, uint32_t n);

// ---- overconstrained.c -------------------------------------------------------------------
void overconstrained_choose_tree(
    Flattener *f); // fills in_tree, is_root, is_rooted; emits constraints

// ---- stream.c ----------------------------------------------------------------------------
const Expr *stream_in(Flattener *f, const Expr *argument);     // inStream
const Expr *stream_actual(Flattener *f, const Expr *argument); // actualStream
// m_flow * actualStream(h) with the flow of the same connector is continuous where the flow
// reverses: no event [MLS 15.3]. NULL when it is another product.
const Expr *stream_transport(Flattener *f, const Expr *flow, const Expr *actual);
void stream_emit_outside(Flattener *f); // h_outflow of outside connectors

// ---- state_machines.c --------------------------------------------------------------------
void machines_open(Flattener *f); // their variables
const Expr *machine_answer(Flattener *f, Op op, ComponentId at);
// Emits the equations of a set whose sources are outputs of different states; false: it is none.
bool machines_merge_sources(Flattener *f, const SetMember *members, const Span *spans,
                            ComponentId where, uint32_t n);
void machines_emit(Flattener *f, FlatModel *flat); // when all other equations are there

// ---- waiting.c: operators that waited for the connections ---------------------------------
const Expr *waiting_resolve(Flattener *f, const Expr *e); // NULL stays NULL
// Adds to `result`, in f->out.
void waiting_resolve_equations(Flattener *f, const Equation *items, uint32_t n,
                               FlatEquationVec *result);
Statements waiting_resolve_statements(Flattener *f, Statements body);
void waiting_check_assertions(Flattener *f); // those that are false now are errors
#endif
