// session_open.h -- a session with everything a compilation needs.
#ifndef TARN_SESSION_OPEN_H
#define TARN_SESSION_OPEN_H
#include "base/session.h"

Session *session_open(void);
void session_close(Session *s); // all of it
#endif
