// THE table of integrators. Help texts, option parsing and tests are derived from it.
#include "run/integrators/integrators.h"

#include <ctype.h>
#include <string.h>

#include "run/integrators/tableaus.h"

const IntegratorDesc *const integrators[] = {
#ifndef TARN_PORTABLE // models in sources have no SUNDIALS
    &cvode_desc,
    &ida_desc,
#endif
    &bdf_desc,
    &radau5_desc,
    &radau5_embedded_desc,
    &radau3_desc,
    &radau3_embedded_desc,
    &lobatto4_desc,
    &lobatto4_embedded_desc,
    &sdirk4_desc,
    &am3_desc,
    &trapezoid_desc,
    &bi2_desc,
    &backward_euler_desc,
    &dop853_desc,
    &dopri5_desc,
    &rk4_desc,
    &euler_desc,
};
const int n_integrators = (int)(sizeof integrators / sizeof *integrators);

// Coupled stages control their step by the embeddings over two steps, which need no df/dx.
const InlineMethod inline_methods[] = {
    {"euler", &euler_desc, NULL, 0},
    {"backward-euler", &backward_euler_desc, NULL, 0},
    {"trapezoid", &trapezoid_desc, NULL, 0},
    {"bi2", &bi2_desc, NULL, 0},
    {"bdf", &bdf_desc, NULL, 0},
    {"bdf1", &bdf_desc, NULL, 1},
    {"bdf2", &bdf_desc, NULL, 2},
    {"bdf3", &bdf_desc, NULL, 3},
    {"bdf4", &bdf_desc, NULL, 4},
    {"bdf5", &bdf_desc, NULL, 5},
    {"sdirk4", &sdirk4_desc, NULL, 0},
    {"radau3", &radau3_embedded_desc, &tableau_radau_iia_3, 0},
    {"radau5", &radau5_embedded_desc, &tableau_radau_iia_5, 0},
    {"lobatto4", &lobatto4_embedded_desc, &tableau_lobatto_iiic_4, 0},
};
const int n_inline_methods = (int)(sizeof inline_methods / sizeof *inline_methods);

// ---- Names -----------------------------------------------------------------------------------

// What other tools call these methods, or others of the same family and purpose.
static const struct {
    const char *name, *ours;
} aliases[] = {
    {"dassl", "bdf"},
    {"daspk", "bdf"},
    {"lsodar", "cvode"},
    {"lsode", "cvode"},
    {"lsoda", "cvode"},
    {"cvodes", "cvode"},
    {"idas", "ida"},
    {"radau", "radau5"},
    {"radauiia", "radau5"},
    {"sdirk34hw", "sdirk4"},
    {"rungekutta", "rk4"},
    {"rungekutta4", "rk4"},
    {"rkfix4", "rk4"},
    {"ode4", "rk4"},
    {"dopri45", "dopri5"},
    {"ode45", "dopri5"},
    {"ode89", "dop853"},
    {"dopri8", "dop853"},
    {"rk45", "dopri5"},
    {"forwardeuler", "euler"},
    {"expliciteuler", "euler"},
    {"impliciteuler", "backward-euler"},
    {"impeuler", "backward-euler"},
    {"trapezoidal", "trapezoid"},
    {"imptrapezoid", "trapezoid"},
};

static bool is_between_words(char c)
{
    return c == '-' || c == '_' || c == ' ';
}

// Without regard to capitals, and to what stands between words.
static bool is_same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (is_between_words(*a)) a++;
        while (is_between_words(*b)) b++;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) return false;
        if (!*a) return true;
    }
}

static const char *own_name(const char *name)
{
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (is_same_name(aliases[i].name, name)) return aliases[i].ours;
    return name;
}

const InlineMethod *inline_method_of_name(const char *name)
{
    name = own_name(name);
    for (int i = 0; i < n_inline_methods; i++)
        if (is_same_name(inline_methods[i].name, name)) return &inline_methods[i];
    return NULL;
}

const IntegratorDesc *integrator_of_name(const char *name)
{
    name = own_name(name);
    for (int i = 0; i < n_integrators; i++)
        if (is_same_name(integrators[i]->name, name)) return integrators[i];
    return NULL;
}
