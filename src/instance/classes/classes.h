// classes.h -- what the files that make nodes share: layouts, modifiers, built-in classes.
//
// A ClassLayout is a fact of the text alone: which names a class has, own and inherited, and where
// each comes from. It is computed once per class text and holder and shared by all nodes made
// of that class; a Node adds what modifiers say. The slots of a base class are a contiguous
// range of the slots of its heir: a base class is a view, not a copy.
#ifndef INSTANCE_CLASSES_CLASSES_H
#define INSTANCE_CLASSES_CLASSES_H
#include "instance/front.h"

// ---- Modifiers (modify.c) ----------------------------------------------------------------
// Immutable; children sorted by name; merging shares untouched subtrees.
struct Mod {
    Name name; // NULL at the root of a list
    Span span;
    bool is_final, is_each, is_hidden; // hidden: the value is weaker than that of the whole record
    bool is_of_heir;       // by the definition of a short class, which may modify what is protected
    bool is_of_constraint; // of a redeclared element: by the declaration that it replaces
    int16_t level;         // see Binding.levels
    int16_t element_level; // of the modifiers of the redeclaration
    Binding *value;        // NULL without
    const AstElement *element; // redeclaration
    Scope scope;               // where its type is looked up
    const Mod *under;          // redeclaration: what it replaces, weaker than its own modifiers
    const Mod **children;
    uint32_t n_children;
};

enum { LEVEL_OF_CLASS = -1, LEVEL_OF_COMPONENT = 0 }; // of the root of a modifier list

const Mod *mod_of_list(Front *f, const AstModList *list, Scope scope,
                       int16_t level); // NULL if empty
const Mod *mod_of_argument(Front *f, const AstMod *arg, Scope scope, int16_t parent_level);
const Mod *mod_of_redeclaration(Front *f, const AstElement *element, Scope scope);
const Mod *mod_merge(Front *f, const Mod *strong, const Mod *weak); // either may be NULL
const Mod *mod_child(const Mod *mod, Name name);                    // NULL without
const Mod *mod_without_redeclaration(Front *f, const Mod *mod);
// As the modifier of a class that stands in `holder` (NULL: in no component).
const Mod *mod_for_class(Front *f, const Mod *mod, const Component *holder);
const Mod *mod_without_value(Front *f, const Mod *mod);
// As what a constraining type says of whatever is declared instead (7.3.2).
const Mod *mod_of_constraint(Front *f, const Mod *mod);
// As the modifier of one element of an array that stands in no component.
const Mod *mod_of_element(Front *f, const Mod *mod, const ArrayElement *element);
bool mod_has_redeclaration(const Mod *mod); // anywhere inside
// The redeclaration that annotation(__Tarn(choice = ..)) of its declaration chooses; NULL: none, or
// an error was reported. chosen.c
const Mod *mod_of_choice(Front *f, const Slot *slot);

// ---- Layouts (class_layout.c) ------------------------------------------------------------------
typedef struct ModSource {     // a modifier written inside the class for an inherited element
    const AstMod *arg;         // of an extends clause
    const AstElement *element; // or a redeclaration among the elements of an heir
    const Mod *mod;            // or of a base class that is itself a modified class
    uint16_t part;             // where it stands
} ModSource;

typedef struct SlotInfo {
    SlotKind kind;
    Name name;
    const AstElement *element; // NULL: a class in a file of its own
    uint16_t part;
    bool is_protected, is_removed;
    int32_t duplicate_of; // an earlier slot of that name, or -1
    int32_t next_of_name; // a later slot of that name, or -1
    ModSource *sources;   // strongest first
    uint32_t n_sources;
} SlotInfo;

typedef struct Part {          // the class itself (part 0) or a base class
    const ClassLayout *layout; // of the class of this part
    const AstClass *def;
    Scope lexical;            // where lookup of its text continues outward
    bool lexical_is_self;     // ... in the node itself, at lexical.part
    const AstModList *mods;   // of the extends clause; NULL without
    const AstElement *clause; // the extends clause; NULL for the class itself and class extends
    const Mod *base_mod;      // of a base class that is itself a modified class
    uint32_t first_slot;
    uint16_t parent, n_parts; // n_parts: of the class, base classes included
    bool is_protected;
} Part;

typedef struct ImportName {
    const AstElement *element;
    Name name;     // NULL: import A.*
    uint32_t item; // of an import list
    QueryState state;
    Found found;
} ImportName;

struct ClassLayout {
    const AstClass *def;
    TypeKind simple;   // Real ... when the class is a simple type, else TYPE_ERROR
    Node *enumeration; // the enumeration it extends; NULL when it is none, or one itself
    bool has_inner, is_external_object, is_failed;
    Map own_elements; // Name -> AstElement: what is seen while the layout is busy
    Map slot_of_name; // Name -> slot + 1; the first slot of a name
    SlotInfo *slots;
    uint32_t n_slots;
    Part *parts;
    uint32_t n_parts;
    Map class_of_element; // memo: own classes asked for while the layout was busy
    Map class_of_text;    // memo: type reference -> node, where no modified node was passed
    ImportName *imports;  // of the class itself: never inherited
    uint32_t n_imports;
    SectionPlace *sections; // lazy; node_sections()
    uint32_t n_sections;
};

FigureList figures_of(Front *f, Node *model);         // figures.c: of its annotations
const ClassLayout *node_layout(Front *f, Node *node); // never NULL; own names only while busy
bool layout_find(const ClassLayout *layout, Name name, uint32_t *slot);
bool texts_equal(Front *f, Span a, Span b);                            // apart from white space
bool modified_equally(Front *f, const SlotInfo *a, const SlotInfo *b); // modified_equally.c
// A connection that goes with the component, or is the connection, that a deselection names.
bool connect_matches(Front *f, const AstEquation *e, const struct AstBreak *b);
const ClassLayout *part_layout(const Node *node, uint16_t part);
Scope part_lexical(const Node *node, uint16_t part);

// ---- Nodes (node.c) ----------------------------------------------------------------------
typedef struct NodeKey NodeKey;

typedef struct RepeatedRedeclaration { // of what was not replaceable any more
    const Mod *strong, *weak;
} RepeatedRedeclaration;

typedef struct Classes { // private state of one run, behind Front.classes
    Map canonical;       // hash of (class, holder) -> chain of nodes without modifiers
    Node *basic[TYPE_ARRAY];
    Node *state_select, *assertion_level;
    ClassLayout *empty;              // of classes whose layout failed
    ClassLayout *simple[TYPE_ARRAY]; // of built-in types
    Map reported;                    // pairs of places already complained about
    Map compared;                    // pairs of classes compared with a constraining type
    Map checked;                     // class texts whose restrictions were checked
    uint32_t depth;                  // of nested queries about classes and sizes
    Map inner_of;                    // outer slot -> what it stands for; slot_inner()
    VEC(Slot *) outers;              // components, to compare their sizes with those of their inner
    VEC(Slot *) created_inners;
    VEC(RepeatedRedeclaration) repeated; // to be judged when all classes are known
    uint32_t n_inners_visited;           // of those created
} Classes;

Classes *classes_open(Front *f);
// Brackets a query that may start further ones. False, after a report, when they nest too deep:
// the stack would not hold them.
bool query_enter(Front *f, Span span);
void query_leave(Front *f);
Node *node_predefined(Front *f, Name name); // Real, StateSelect, ...; NULL
Node *node_top_class(Front *f, Name name);  // NULL when the library has none
// The class without modifiers; one node for each (def, lexical, extended).
Node *node_canonical(Front *f, const AstClass *def, Scope lexical, Node *extended);
// The class that a definition means: short classes are followed. `strong` and `weak` are
// modifiers above and below those written in the definition. NULL failed.
Node *node_of_definition(Front *f, const AstClass *def, Scope lexical, Node *extended,
                         const Mod *strong, const Mod *weak);
Node *node_modified(Front *f, Node *cls, const Mod *mod); // cls itself when there is nothing to add
Node *node_inside(Front *f, Node *cls, const Mod *mod, Component *component, Slot *slot);
Slot *node_slot(Front *f, Node *node, uint32_t i);
static inline Scope slot_first_scope(const Slot *slot) // of the original declaration
{
    return (Scope){slot->holder, slot->part, NULL};
}
Slot *node_slot_in_force(Front *f, Node *node, uint32_t i); // duplicates lead to the first
const Mod *node_attribute(Front *f, Node *node, Name name); // of a simple type
void check_modified_names(Front *f, Node *node,
                          const Mod *mod); // every argument of mod names an element
bool is_attribute_name(TypeKind kind, const char *name);

// The class of an extends clause: must not be replaceable. NULL after a report.
Node *lookup_base(Front *f, Scope scope, const AstExpr *ref);

// ---- Restrictions (restrictions.c); all report ----------------------------------------------
bool check_base_class(Front *f, const AstClass *def, const Node *base, Span span);
void check_class_text(Front *f, const AstClass *def);
void check_external_object(Front *f, const AstClass *def); // one that extends ExternalObject
void check_short_class(Front *f, const AstClass *def, Node *target);
void check_formal(Front *f, const Slot *slot);          // a component of a function
void check_nested_texts(Front *f, const AstClass *def); // with the classes written inside

// ---- Constraining types (constraint.c), rings of parameters (parameter_rings.c) ---------------
void check_class_constraint(Front *f, const Slot *slot, Node *node);
void check_component_constraint(Front *f, const Slot *slot, Node *type);
void check_parameter_rings(Front *f);
void evaluate_final_parameters(Front *f);        // (final_parameters.c)
bool node_is_package_like(Front *f, Node *node); // could be a package: classes and constants only

// ---- Components (component.c, dimension.c, binding.c, inner_outer.c) -----------------------
Binding *slot_own_binding(Front *f,
                          Slot *slot); // the value in force of the slot itself; NULL without
// ---- Settings (set_values.c)
// The modifier of the model, NULL for none: an element of an array is remembered in `f`.
const Mod *setting_read(Front *f, const Setting *setting, Node *model);
// Values of settings speak of the parameters of the instance, not of those of its class.
void settings_enter(Front *f, Node *inside);
Binding *slot_setting(Front *f, const Slot *slot); // of an element; NULL without
Binding *slot_attribute_setting(Front *f, const Slot *slot, Name attribute); // the same
void settings_check_used(Front *f); // reports those of attributes that nothing asked for
const Expr *slot_with_set_elements(Front *f, Slot *slot, const Expr *value); // either may be NULL
const Expr *setting_value(Front *f, const Binding *b, const Type *guide);

// The slot of a record whose value gives that of `slot`, when it has none of its own; NULL.
Slot *slot_whole(Front *f, Slot *slot);
// Whether a list {a, b, ...} written as the value of an array of records has as many items;
// reported if not. Asked before the elements are made.
bool slot_list_fits(Front *f, Slot *slot);
// The type of what gives the slot its value, for sizes; NULL when there is none.
const Type *slot_type_of_value(Front *f, Slot *slot);
Span slot_binding_span(Front *f, Slot *slot);
// Its own, or that of the record around it which gives it; NULL without.
Binding *slot_binding_in_force(Front *f, Slot *slot);
// An attribute of a variable: a scalar for all elements, or an array of its dimensions; NULL
// without.
const Expr *slot_attribute_value(Front *f, Slot *slot, const char *attribute, const Type *elem);
// The unit where it is one literal text: no type or size is asked for. NULL without.
Name slot_unit(Front *f, Slot *slot);
const Expr *expr_filled(Front *f, const Expr *scalar,
                        const Type *type);             // an array of that type's dimensions
void variable_complete(Front *f, Variable *v);         // binding and attributes
void check_repeated_redeclarations(Front *f);          // do they say the same?
void check_outer_sizes(Front *f);                      // against those of the inner components
uint32_t component_depth(const Component *c);          // 1 for the root
Slot *node_own_slot(const Front *f, const Node *node); // the slot a node is the inside of; NULL
#endif
