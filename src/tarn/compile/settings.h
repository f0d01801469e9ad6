// settings.h -- --set NAME=VALUE: into the slots of a compiled model, or into a second compilation.
#ifndef TARN_SETTINGS_H
#define TARN_SETTINGS_H
#include "abi/model.h"
#include "flat/flat_model.h"
#include "tarn/api/value_fits.h"
#include "tarn/compile/compile_options.h"

typedef enum {
    SETTINGS_DONE,
    SETTINGS_RECOMPILE, // a value the structure depends on: `structural` says which
    SETTINGS_WRONG,     // reported
    SETTINGS_MISREAD    // the same: no Modelica
} SettingsOutcome;

typedef struct SettingList {
    Setting *items;
    uint32_t count;
} SettingList;

// Writes literal values into the model's vector, before its parameters are computed. Those that
// cannot be set there are listed in `structural`; `is_final_try`: they are reported instead.
SettingsOutcome settings_apply(Session *s, const WordList *sets, const Model *model,
                               bool is_final_try, SettingList *structural);
// After initialization: does every variable that was set start so? False after a report.
bool settings_hold(Session *s, const WordList *sets, const Model *model);
WordList settings_names(Session *s, const WordList *sets);
// Whether these are names of the variable, of what it is an element or a member of, or of an
// element.
bool settings_give(const WordList *names, const char *name);
// One warning that names the parameters which neither the model nor `sets` give a value.
void settings_warn_missing(Session *s, const FlatModel *flat, const WordList *sets);
#endif
