// What a session's processes used, by the kernel's count.
#pragma once
#include "session.h"

// Processor time in milliseconds, all processes and threads together.
double usage_cpu(const struct session *s);
// Proportional set size in megabytes, all processes together; negative where the kernel does not show it to this user.
double usage_memory(const struct session *s);
// How often one process went to sleep by itself so far, all its threads together.
long usage_sleeps(pid_t pid);
