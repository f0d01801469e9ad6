#include "cli/simulation.h"

ExitStatus cmd_simulate(Cli *cli)
{
    Simulation sim;
    SimulationOutcome outcome =
        simulation_run(&sim, cli->session, cli->options, cli->options->words.data[0], false);
    simulation_close(&sim);
    switch (outcome) {
    case SIMULATION_DONE: return STATUS_DONE;
    case SIMULATION_STOPPED: return STATUS_STOPPED;
    case SIMULATION_WRONG_MODEL: return STATUS_WRONG_MODEL;
    case SIMULATION_USAGE: return STATUS_USAGE;
    case SIMULATION_NOT_IMPLEMENTED: break;
    }
    return cli_not_implemented(cli, "simulate");
}
