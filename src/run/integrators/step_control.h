// step_control.h -- from an error estimate to the next step, and the first step of all.
#ifndef RUN_STEP_CONTROL_H
#define RUN_STEP_CONTROL_H
#include "run/integrators/integrator.h"

typedef enum {
    CONTROL_FEHLBERG,             // h * error^(-1/order) [CK06, H8.3], with a margin
    CONTROL_PREDICTIVE,           // Gustafsson's, from two errors and two steps [HW96, IV.8]
    CONTROL_PROPORTIONAL_INTEGRAL // Gustafsson's for explicit methods [HW96, IV.2]
} ControlKind;

typedef struct StepControl {
    ControlKind kind;
    int order;                        // the estimate behaves like h^order
    double error_before, step_before; // of the last accepted step; 0: none
    double root_before;               // of that error, in the order
    bool just_rejected;
} StepControl;

void control_restart(StepControl *c);
// The next step after one that was accepted (error at most 1), and after a rejection.
double control_accepted(StepControl *c, double h, double error);
double control_rejected(StepControl *c, double h, double error);

// A method of order p whose estimate is of order q below p works at this tolerance, so that the
// error itself, not the larger estimate, is about as large as was asked for [HW96, IV.8].
double tolerance_for_estimate(double tolerance, int method_order, int estimate_order);

// From the size of x and f [HNW93, II.4], well above the rounding of t; `order` of the method.
double first_step(const InitialValueProblem *p, double t, const double *x, const double *dx,
                  int order);
// The rule is cautious: behind events that are alike its step may be a hundred times too short, and
// growing out of it takes more steps than the way to the next event. What it should have been
// multiplied by is learned from one restart to the next.
typedef struct FirstStep {
    double by_rule; // behind the last restart; 0: the step was given, or is made
    double stretch;
} FirstStep;
#define FIRST_STEP_BY_RULE ((FirstStep){0, 1})
double first_step_begin(FirstStep *s, double by_rule);
// The first step was accepted with this error, whose estimate behaves like h^order.
void first_step_learn(FirstStep *s, double h, double error, int order);
// min(wanted, the longest allowed, what is left), with no sliver before the limit; *ends when the
// limit is reached.
double limited_step(const InitialValueProblem *p, double t, double wanted, double limit,
                    bool *ends);
bool step_vanishes(double t, double h);
#endif
