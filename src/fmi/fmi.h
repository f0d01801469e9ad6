// fmi.h -- the interface of FMI 2.0 and 3.0 as C sees it; the standards explain it.
#ifndef FMI_FMI_H
#define FMI_FMI_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
#define FMI_EXPORTED __declspec(dllexport)
#else
#define FMI_EXPORTED __attribute__((visibility("default")))
#endif

typedef enum { FMI_OK, FMI_WARNING, FMI_DISCARD, FMI_ERROR, FMI_FATAL, FMI_PENDING } FmiStatus;
enum { FMI2_MODEL_EXCHANGE, FMI2_CO_SIMULATION }; // type of an instance
enum { FMI2_STEP_STATUS, FMI2_PENDING_STATUS, FMI2_LAST_TIME, FMI2_TERMINATED }; // kinds of status

enum { FMI3_INTERVAL_NOT_YET_KNOWN, FMI3_INTERVAL_UNCHANGED, FMI3_INTERVAL_CHANGED };

typedef struct Fmi2Callbacks {
    void (*log)(void *environment, const char *instance, FmiStatus status, const char *category,
                const char *message, ...);
    void *(*allocate)(size_t n, size_t size);
    void (*release)(void *memory);
    void (*step_finished)(void *environment, FmiStatus status);
    void *environment;
} Fmi2Callbacks;

typedef struct Fmi2EventInfo {
    int needs_update, is_terminated, has_new_nominals, has_new_states, has_next;
    double next;
} Fmi2EventInfo;

typedef void Fmi3Log(void *environment, FmiStatus status, const char *category,
                     const char *message);
typedef void Fmi3Update(void *environment, double time, bool can_set, bool can_get,
                        bool is_step_finished, bool can_return_early, bool *returns_early,
                        double *return_time);
typedef void Fmi3Tick(void *environment);
#endif
