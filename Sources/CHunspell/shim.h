// hunspell's C interface, for kiosk-helps alone.
#ifndef KIOSK_CHUNSPELL_SHIM_H
#define KIOSK_CHUNSPELL_SHIM_H

#include <hunspell/hunspell.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>

// prctl is variadic, which Swift does not import: no core file, and no reading of what is checked by others of the same user.
static inline int kiosk_helps_harden(void) {
  struct rlimit none = {0, 0};
  if (setrlimit(RLIMIT_CORE, &none) != 0) return -1;
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

// Large pieces of memory are mapped, and given back as they are let go of: glibc would otherwise keep what loading took, above
// what hunspell has taken since.
static inline void kiosk_helps_map_large(void) { mallopt(M_MMAP_THRESHOLD, 64 << 10); }

// Gives back what is free.
static inline void kiosk_helps_give_back(void) { malloc_trim(0); }

#endif
