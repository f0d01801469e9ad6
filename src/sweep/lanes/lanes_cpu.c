// Lanes one by one, on any processor.
#include "sweep/lanes/lane_c.h"

int lane_simulate(LANE_SIMULATE)
{
    return lane_group_is_possible() ? lane_simulate_fused(t, grid, run, numbers, why, room, scratch)
                                    : simulate_alone(t, grid, run, numbers, why, room, scratch);
}
