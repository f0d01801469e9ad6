// tarn devices: what --device of a sweep can name.
#include "cli/cli.h"
#include "sweep/lanes/opencl.h"

ExitStatus cmd_devices(Cli *cli)
{
    const char *why;
    DeviceList list = opencl_devices(cli->session, &why);
    fprintf(cli->out, "cpu        this processor\n");
    for (uint32_t i = 0; i < list.count; i++) {
        const DeviceInfo *d = &list.data[i];
        fprintf(cli->out, "opencl:%-3u %s, %s, driver %s, %u units, %.1f GB%s\n", i, d->name,
                d->vendor, d->driver, d->units, (double)d->memory / 1e9,
                d->has_doubles ? "" : ", no double precision");
    }
    if (!list.count) fprintf(cli->out, "opencl     none: %s\n", why);
    return STATUS_DONE;
}
