// From F5 to the first sample: in a practice on a terminal, through front end, guardian and voice, into a WAV file; beside
// espeak-ng's own program, started with the same word until its first sample comes out of it, and beside its library, held
// ready in this process and asked outright, which is the least that any voice of it takes.
//
// Usage: speech KIOSK EXAMS WORK. KIOSK has kiosk-speech beside it; WORK is a folder for what is written.
#define _GNU_SOURCE
#include "driver/programs.h"
#include "driver/report.h"
#include "driver/samples.h"
#include <espeak-ng/speak_lib.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const words[] = {
    "archipelago", "believe",  "cemetery", "dictionary", "estuary",  "february", "glacier", "horizon", "island",  "journey",
    "knowledge",   "latitude", "mountain", "necessary",  "orchestra", "peninsula", "rhythm", "separate", "volcano", "weather"};
enum { wordCount = sizeof words / sizeof *words, rounds = 3, headerSize = 44 };

// What kiosk's voice takes for English, and how fast it speaks.
static const char *const voice = "en-us";
enum { wordsAMinute = 150 };

static double firstSample;
static int heard(short *samples, int count, espeak_EVENT *events) {
  (void)events;
  if (samples && count > 0 && isnan(firstSample)) firstSample = now();
  return 0;
}

// Each word by a copy that has never spoken, as kiosk's voice does it.
static void ask_library(struct samples *times) {
  int ends[2];
  if (espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 60, NULL, 0) < 0 || espeak_SetVoiceByName(voice) != EE_OK) return;
  espeak_SetSynthCallback(heard);
  for (int index = 0; index < rounds * wordCount; index++) {
    const char *word = words[index % wordCount];
    if (pipe(ends)) return;
    double asked = now(), took = NAN;
    pid_t copy = fork();
    if (copy == 0) {
      firstSample = NAN;
      espeak_SetParameter(espeakRATE, wordsAMinute, 0);
      espeak_Synth(word, strlen(word) + 1, 0, POS_CHARACTER, 0, espeakCHARS_UTF8, NULL, NULL);
      took = firstSample - asked;
      _exit(write(ends[1], &took, sizeof took) != sizeof took);
    }
    close(ends[1]);
    if (read(ends[0], &took, sizeof took) == sizeof took && !isnan(took)) samples_add(times, took);
    close(ends[0]);
    waitpid(copy, NULL, 0);
  }
}

// From just before execve until more than the head of a WAV file has come.
static void ask_program(struct samples *times) {
  char rate[16];
  snprintf(rate, sizeof rate, "%d", wordsAMinute);
  for (int index = 0; index < rounds * wordCount; index++) {
    int ends[2];
    if (pipe(ends)) return;
    double asked = now();
    pid_t program = fork();
    if (program == 0) {
      dup2(ends[1], 1);
      execlp("espeak-ng", "espeak-ng", "-v", voice, "-s", rate, "--stdout", words[index % wordCount], (char *)NULL);
      _exit(127);
    }
    close(ends[1]);
    char bytes[65536];
    size_t taken = 0;
    for (ssize_t count; (count = read(ends[0], bytes, sizeof bytes)) > 0;) {
      if (taken <= headerSize && taken + (size_t)count > headerSize) samples_add(times, now() - asked);
      taken += (size_t)count;
    }
    close(ends[0]);
    waitpid(program, NULL, 0);
  }
}

// Waits until a file in the folder is changed (or, whole, moved to its place), while the screen is read. NaN: it is not.
static double await(struct session *s, int watch, unsigned what, double seconds) {
  // What came at once with something that was waited for before.
  static unsigned seen;
  double end = now() + seconds;
  if (seen & what) {
    seen = 0;
    return now();
  }
  while (now() < end) {
    struct pollfd watched[] = {{watch, POLLIN, 0}, {s->master, POLLIN, 0}};
    if (poll(watched, 2, 100) < 0) return NAN;
    if (watched[0].revents) {
      double came = now();
      char bytes[4096] __attribute__((aligned(8)));
      ssize_t count = read(watch, bytes, sizeof bytes);
      for (char *at = bytes; at < bytes + count;) {
        struct inotify_event *event = (struct inotify_event *)at;
        seen |= event->mask;
        at += sizeof *event + event->len;
      }
      if (seen & what) {
        seen &= ~what;
        // Each thing said ends with its file being moved.
        if (what == IN_MOVED_TO) seen = 0;
        return came;
      }
    }
    if (watched[1].revents) session_read(s, 0);
  }
  return NAN;
}

static bool write_exam(const char *path) {
  FILE *file = fopen(path, "w");
  if (!file) return false;
  fputs("{\"format\":\"kiosk-exam/1\",\"id\":\"bench\",\"title\":\"Bench\",\"language\":\"en\",\"questions\":[", file);
  for (int index = 0; index < wordCount; index++) {
    fprintf(file,
            "%s{\"id\":\"w%d\",\"type\":\"spelling\",\"word\":\"%s\",\"definition\":\"Number %d.\","
            "\"sentence\":\"Here is %s, as said.\"}",
            index ? "," : "", index, words[index], index, words[index]);
  }
  fputs("]}\n", file);
  return fclose(file) == 0;
}

static bool ask_kiosk(struct samples *times) {
  char exam[1100], sounds[1100];
  snprintf(exam, sizeof exam, "%s/speech.exam.json", places.work);
  snprintf(sounds, sizeof sounds, "%s/sounds", places.work);
  places.sounds = sounds;
  if (!write_exam(exam) || mkdir(sounds, 0700)) return false;
  static const struct program practice = {
      .name = "kiosk, in a practice", .command = {"{kiosk}", "exam", "{exam}", "--practice", "--candidate", "{who}"},
      .painted = "Spell the word", .typing = "Spell the word"};
  for (int round = 0; round < rounds; round++) {
    struct session s;
    int watch = inotify_init1(IN_CLOEXEC);
    inotify_add_watch(watch, sounds, IN_MODIFY | IN_MOVED_TO);
    bool works = program_start(&practice, &s, "speech", exam) && program_reach_typing(&practice, &s);
    for (int index = 0; works && index < wordCount; index++) {
      // Said by itself as its question comes up; then asked for.
      works = !isnan(await(&s, watch, IN_MOVED_TO, 10));
      session_settle(&s, 30);
      double asked = now();
      session_send(&s, "\033[15~", 5);
      double came = await(&s, watch, IN_MODIFY, 10);
      works = works && !isnan(came) && !isnan(await(&s, watch, IN_MOVED_TO, 10));
      if (works) samples_add(times, came - asked);
      // Once more goes on without an answer.
      session_send(&s, "\r", 1);
      session_settle(&s, 30);
      session_send(&s, "\r", 1);
    }
    if (!works) session_print_screen(&s);
    session_stop(&s);
    close(watch);
    if (!works) return false;
  }
  return true;
}

int main(int count, char **arguments) {
  if (count < 4) return 64;
  places = (struct places){.kiosk = arguments[1], .exams = arguments[2], .work = arguments[3]};
  signal(SIGPIPE, SIG_IGN);
  struct samples program = {0}, library = {0}, kiosk = {0};
  ask_program(&program);
  ask_library(&library);
  bool works = ask_kiosk(&kiosk);
  report_heading("From F5 to the first sample, 20 words", "espeak-ng", "ratio");
  if (!works) {
    report_missing("kiosk", "said nothing");
    return 0;
  }
  double ms = 1000;
  report_ratio("beside its program, started, p50", " ms", 1, ms * samples_median(&program), ms * samples_median(&kiosk));
  report_ratio("the same, p99", " ms", 1, ms * samples_at(&program, 0.99), ms * samples_at(&kiosk, 0.99));
  report_ratio("beside its library, held ready, p50", " ms", NAN, ms * samples_median(&library), ms * samples_median(&kiosk));
  return 0;
}
