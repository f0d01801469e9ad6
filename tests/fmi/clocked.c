// The FMU of tests/unit/clocked_fmu.h with the names of the standard, as a shared object.
#include <stdlib.h>

#include "../unit/clocked_fmu.h"

FMI_EXPORTED const char *const fmu_description = description;

static Foreign the_one;

static __attribute__((constructor)) void open_it(void)
{
    only = &the_one;
}

#define IS(name, function)                                                                         \
    extern __typeof__(function) name __attribute__((alias(#function), visibility("default")));
IS(fmi3InstantiateModelExchange, instantiate)
IS(fmi3InstantiateCoSimulation, instantiate_stepped)
IS(fmi3InstantiateScheduledExecution, instantiate_scheduled)
IS(fmi3FreeInstance, free_instance)
IS(fmi3EnterInitializationMode, enter_initialization)
IS(fmi3ExitInitializationMode, exit_initialization)
IS(fmi3EnterEventMode, enter_events)
IS(fmi3EnterContinuousTimeMode, leave_events)
IS(fmi3EnterStepMode, leave_events)
IS(fmi3UpdateDiscreteStates, update)
IS(fmi3SetClock, set_clock)
IS(fmi3GetClock, get_clock)
IS(fmi3GetIntervalDecimal, get_interval)
IS(fmi3GetShiftDecimal, get_shift)
IS(fmi3ActivateModelPartition, activate)
IS(fmi3DoStep, step)
IS(fmi3SetTime, set_time)
IS(fmi3SetString, set_string)
IS(fmi3SetContinuousStates, set_states)
IS(fmi3GetContinuousStates, get_states)
IS(fmi3GetContinuousStateDerivatives, get_states)
IS(fmi3GetEventIndicators, get_states)
IS(fmi3CompletedIntegratorStep, completed)
#define TYPE(name) IS(fmi3Get##name, get_##name) IS(fmi3Set##name, set_##name)
TYPE(Float64)
TYPE(Float32)
TYPE(Int8)
TYPE(UInt8)
TYPE(Int16)
TYPE(UInt16)
TYPE(Int32)
TYPE(UInt32)
TYPE(Int64)
TYPE(UInt64)
TYPE(Boolean)
