// terminals.h -- terminalsAndIcons.xml of FMI 3: the connectors of the model and their variables.
#ifndef FMI_TERMINALS_H
#define FMI_TERMINALS_H
#include "base/text.h"
#include "fmi/export/facts.h"
#include "instance/instance.h"

// False: no connector has a variable that is told.
bool terminals_write(Text *t, const Instance *model, const Facts *facts);
#endif
