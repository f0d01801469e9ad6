#include "cli/profile_json.h"

#include <string.h>

static void add_name(Text *out, const char *name)
{
    text_json_string(out, name, strlen(name));
}

static void add_part(Text *out, const char *words, const TimeSpent *spent)
{
    text_printf(out, "%s[\"%s\",%lld,%.9g]", out->data[out->length - 1] == '[' ? "" : ",", words,
                (long long)spent->calls, spent->seconds);
}

static void add_blocks(const SimulatedModel *sim, Text *out)
{
    const Model *m = sim->model;
    text_add(out, "\"blocks\":[");
    for (int32_t i = 0; i < m->n_blocks; i++) {
        const TimeSpent *spent = &sim->profile->blocks[i];
        text_printf(out, "%s{\"solves\":%lld,\"seconds\":%.9g,\"unknowns\":[", i ? "," : "",
                    (long long)spent->calls, spent->seconds);
        for (int32_t k = 0; k < m->blocks[i].n; k++) {
            if (k) text_add_char(out, ',');
            add_name(out, m->blocks[i].unknown_names[k]);
        }
        text_add(out, "]}");
    }
    text_add(out, "],");
}

static void add_limits(const SimulatedModel *sim, Text *out)
{
    bool is_first = true;
    text_add(out, "\"limits\":[");
    for (int32_t i = 0; i < sim->model->n_states; i++) {
        if (!sim->profile->steps_limited[i]) continue;
        text_add(out, is_first ? "[" : ",[");
        add_name(out, sim->model->states[i].name);
        text_printf(out, ",%lld]", (long long)sim->profile->steps_limited[i]);
        is_first = false;
    }
    text_add_char(out, ']');
}

void profile_json(const SimulatedModel *sim, SimulateOutcome outcome, Text *out)
{
    const Profile *p = sim->profile;
    const SimulationCounts *c = &sim->counts;
    double seconds = 1e-3 * (sim->pipeline.milliseconds[PHASE_INITIALIZE] +
                             sim->pipeline.milliseconds[PHASE_SIMULATE]);
    text_printf(
        out, "{\"status\":\"%s\",\"method\":", outcome == SIMULATE_DONE ? "done" : "stopped early");
    add_name(out, sim->method ? sim->method : "none");
    text_printf(out,
                ",\"stop_time\":%.9g,\"seconds\":%.9g,\"steps\":%lld,\"rejected\":%lld,"
                "\"evaluations\":%lld,\"jacobians\":%lld,\"events\":%lld,\"parts\":[",
                sim->reached, seconds, (long long)c->steps, (long long)c->rejected,
                (long long)c->rhs_evaluations, (long long)c->jacobian_evaluations,
                (long long)(c->state_events + c->time_events));
    add_part(out, "derivatives", &p->derivatives);
    add_part(out, "jacobian", &p->jacobian);
    add_part(out, "outputs", &p->outputs);
    add_part(out, "events", &p->events);
    add_part(out, "initial", &p->initial);
    text_add(out, "],");
    add_blocks(sim, out);
    add_limits(sim, out);
    text_add_char(out, '}');
}
