// platform.h -- names of this platform in FMI 2.0 and 3.0.
#ifndef FMI_PLATFORM_H
#define FMI_PLATFORM_H
#if defined(__x86_64__)
#define PLATFORM_2 "linux64"
#define PLATFORM_3 "x86_64-linux"
#elif defined(__aarch64__)
#define PLATFORM_2 "aarch64-linux"
#define PLATFORM_3 "aarch64-linux"
#endif
#endif
