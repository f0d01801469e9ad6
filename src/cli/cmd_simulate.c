#include "cli/simulate_model.h"

ExitStatus cmd_simulate(Cli *cli)
{
    SimulatedModel sim;
    SimulateOutcome outcome =
        simulate_model(&sim, cli->session, cli->options, cli->options->words.data[0], false);
    simulated_model_close(&sim);
    switch (outcome) {
    case SIMULATE_DONE: return STATUS_DONE;
    case SIMULATE_STOPPED: return STATUS_STOPPED;
    case SIMULATE_WRONG_MODEL: return STATUS_WRONG_MODEL;
    case SIMULATE_USAGE: return STATUS_USAGE;
    case SIMULATE_NOT_IMPLEMENTED: break;
    }
    return cli_not_implemented(cli, "simulate");
}
