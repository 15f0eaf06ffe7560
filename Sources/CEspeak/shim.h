// espeak-ng's voice and pcaudiolib's ALSA and PulseAudio, for kiosk-speech alone.
#ifndef KIOSK_CESPEAK_SHIM_H
#define KIOSK_CESPEAK_SHIM_H

#include <espeak-ng/espeak_ng.h>
#include <espeak-ng/speak_lib.h>
#include <pcaudiolib/audio.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

// prctl is variadic, which Swift does not import: no core file, and no reading of the words by others of the same user.
static inline int kiosk_voice_harden(void) {
  struct rlimit none = {0, 0};
  if (setrlimit(RLIMIT_CORE, &none) != 0) return -1;
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

// fork is marked unavailable in Swift, for programs with threads; espeak-ng in its synchronous mode starts none. The copy
// ends with the one it was made of.
static inline pid_t kiosk_voice_fork(void) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent) _exit(1);
  }
  return child;
}

// The enumeration's members are not imported as one type with the function's parameter.
static inline int kiosk_voice_open(struct audio_object *object, unsigned rate) {
  return audio_object_open(object, AUDIO_OBJECT_FORMAT_S16LE, rate, 1);
}

#endif
