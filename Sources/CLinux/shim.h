#include <dirent.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>

// A directory entry's name: `d_name` comes to Swift as a tuple of 256 elements, which cannot be read safely past the
// bytes the kernel filled.
static inline const char *kiosk_entry_name(const struct dirent *entry) { return entry->d_name; }

// errno in English whatever the locale: glibc hides the declaration unless _GNU_SOURCE is set, which a module cannot do.
extern const char *strerrordesc_np(int);
static inline const char *kiosk_error_words(int code) { return strerrordesc_np(code); }
