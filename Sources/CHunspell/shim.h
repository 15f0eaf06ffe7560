// hunspell's C interface, for kiosk-helps alone.
#ifndef KIOSK_CHUNSPELL_SHIM_H
#define KIOSK_CHUNSPELL_SHIM_H

#include <hunspell/hunspell.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>

// prctl is variadic, which Swift does not import: no core file, and no reading of what is checked by others of the same user.
static inline int kiosk_helps_harden(void) {
  struct rlimit none = {0, 0};
  if (setrlimit(RLIMIT_CORE, &none) != 0) return -1;
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

#endif
