// The version and the commit it was built from, which the makefile knows where there is git.
#include "cli/cli.h"

#ifdef TARN_COMMIT
#define COMMIT " (commit " TARN_COMMIT ")"
#else
#define COMMIT ""
#endif

const char *cli_version(void)
{
    return TARN_VERSION COMMIT;
}
