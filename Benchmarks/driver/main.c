// Drives kiosk, its twin and its peers on ptys and prints what each costs. Programs take turns within every measure, so
// that whatever else the machine does meets all alike; figures are medians over all turns.
#define _GNU_SOURCE
#include "length.h"
#include "measure.h"
#include "report.h"
#include <getopt.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { maxPrograms = 12 };

struct entry {
  const struct program *program;
  const char *data, *exam;
  bool works;
  struct samples paint;
  struct typing typing;
};

static int rounds = 40, sessions = 3, keys = 500, crowdSize = 200, crowdSeconds = 10, steps = 10000;
static const char *shortExam, *longExam, *only = "paint,keys,crowd,length,idle";

static bool wanted(const char *part) { return strstr(only, part) != NULL; }

static void measureAll(struct entry *entries, int count) {
  for (int round = 0; wanted("paint") && round < rounds; round++) {
    for (int i = 0; i < count; i++) {
      struct entry *e = &entries[i];
      if (e->works) e->works = measure_first_paint(e->program, e->data, e->exam, &e->paint);
    }
  }
  for (int round = 0; wanted("keys") && round < sessions; round++) {
    for (int i = 0; i < count; i++) {
      struct entry *e = &entries[i];
      if (e->works && e->program != &kioskLobby) {
        e->works = measure_typing(e->program, e->data, e->exam, keys, &e->typing);
      }
    }
  }
}

static void reportMain(struct entry *twinEntry, struct entry *lobby, struct entry *test) {
  report_heading("Kiosk beside its twin", "twin", "ratio");
  report_ratio("exec → first paint", " ms", 2.5, samples_median(&twinEntry->paint), samples_median(&lobby->paint));
  struct typing *a = &twinEntry->typing, *b = &test->typing;
  report_ratio("key → last byte, p50", " µs", 1.4, samples_at(&a->latency, 0.5), samples_at(&b->latency, 0.5));
  report_ratio("key → last byte, p99", " µs", 1.4, samples_at(&a->latency, 0.99), samples_at(&b->latency, 0.99));
  report_limit("bytes a keystroke", " B", 88, samples_median(&a->bytes), samples_median(&b->bytes));
  report_ratio("CPU for 1,000 keys, all processes", " ms", 2, samples_median(&a->cpu), samples_median(&b->cpu));
  report_limit("memory (PSS), all processes, in a test", " MB", 9, samples_median(&a->memory), samples_median(&b->memory));
  if (b->silent > 0) printf("keys of kiosk without any repaint: %ld\n", b->silent);
}

static void reportPeers(struct entry *entries, int count) {
  static const char *const names[] = {"paint ms", "× twin", "p50 µs", "p99 µs", "bytes/key", "CPU ms/1k", "PSS MB"};
  report_names("The same work elsewhere", 7, names);
  double base = samples_median(&entries[0].paint);
  for (int i = 0; i < count; i++) {
    struct entry *e = &entries[i];
    if (!program_installed(e->program)) {
      report_missing(e->program->name, "not installed");
      continue;
    }
    double figures[] = {samples_median(&e->paint), samples_median(&e->paint) / base,
                        samples_at(&e->typing.latency, 0.5), samples_at(&e->typing.latency, 0.99),
                        samples_median(&e->typing.bytes), samples_median(&e->typing.cpu), samples_median(&e->typing.memory)};
    report_figures(e->program->name, 7, figures);
  }
}

static void reportCrowd(void) {
  struct crowd twins = {0}, kiosks = {0}, apart = {0};
  bool ready = true;
  for (int round = 0; ready && round < 2; round++) {
    char folder[32];
    snprintf(folder, sizeof folder, "crowd-of-%d", round);
    measure_crowd(&twin, NULL, crowdSize, crowdSeconds, NULL, &twins);
    ready = measure_crowd(&kioskTest, shortExam, crowdSize, crowdSeconds, folder, &kiosks) &&
            measure_crowd(&kioskTest, shortExam, crowdSize, crowdSeconds, NULL, &apart);
  }
  char title[64];
  snprintf(title, sizeof title, "%d at once, a key every 200 ms each", crowdSize);
  report_heading(title, "twin", "ratio");
  double p50 = samples_at(&twins.latency, 0.5), p99 = samples_at(&twins.latency, 0.99);
  double cpu = samples_median(&twins.cpu), memory = samples_median(&twins.memory);
  if (!ready) {
    printf("twins alone: p50 %.0f µs, p99 %.0f µs, %.2f MB each\n", p50, p99, memory);
    report_missing("kiosk", "did not reach the question");
    return;
  }
  report_ratio("key → last byte, p50", " µs", NAN, p50, samples_at(&kiosks.latency, 0.5));
  report_ratio("key → last byte, p99", " µs", 2, p99, samples_at(&kiosks.latency, 0.99));
  report_ratio("CPU a second, all together", " ms", 1.5, cpu, samples_median(&kiosks.cpu));
  report_limit("memory (PSS) each", " MB", 2.5, memory, samples_median(&kiosks.memory));
  printf("keys answered too late or not at all: twins %ld, kiosks %ld\n", twins.silent, kiosks.silent + apart.silent);
  // Nobody shares a sync then: the disk is written to once a second for each.
  report_ratio("p99, a data folder each", " µs", NAN, p99, samples_at(&apart.latency, 0.99));
  report_ratio("CPU a second, a data folder each", " ms", NAN, cpu, samples_median(&apart.cpu));
}

static void reportIdle(const struct program *p, const char *data, const char *exam, double goal) {
  struct session s;
  if (!program_start(p, &s, data, exam)) return;
  if (program_reach_typing(p, &s)) {
    double perSecond[maxProcesses];
    measure_idle(&s, 5, perSecond);
    for (int i = 0; i < s.processCount; i++) {
      char name[64];
      snprintf(name, sizeof name, "%s, %s", p->name, i == 0 ? "guardian" : i == 1 ? "front end" : "another process");
      report_limit(name, "/s", goal, NAN, perSecond[i]);
    }
  } else {
    report_missing(p->name, "did not come up");
  }
  session_stop(&s);
}

int main(int argc, char **argv) {
  static const struct option options[] = {
      {"twin", 1, 0, 't'}, {"kiosk", 1, 0, 'k'}, {"exams", 1, 0, 'e'}, {"work", 1, 0, 'w'}, {"short", 1, 0, 's'},
      {"long", 1, 0, 'l'}, {"rounds", 1, 0, 'r'}, {"keys", 1, 0, 'n'}, {"crowd", 1, 0, 'c'}, {"seconds", 1, 0, 'd'},
      {"steps", 1, 0, 'p'}, {"only", 1, 0, 'o'}, {0}};
  for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
    switch (option) {
    case 't': places.twin = optarg; break;
    case 'k': places.kiosk = optarg; break;
    case 'e': places.exams = optarg; break;
    case 'w': places.work = optarg; break;
    case 's': shortExam = optarg; break;
    case 'l': longExam = optarg; break;
    case 'r': rounds = atoi(optarg); break;
    case 'n': keys = atoi(optarg); break;
    case 'c': crowdSize = atoi(optarg); break;
    case 'd': crowdSeconds = atoi(optarg); break;
    case 'p': steps = atoi(optarg); break;
    case 'o': only = optarg; break;
    default: return 64;
    }
  }
  if (!places.twin || !places.kiosk || !places.exams || !places.work || !shortExam || !longExam) return 64;
  signal(SIGPIPE, SIG_IGN);
  // Two hundred terminals and their logs are more than the usual thousand descriptors leave room for with all open.
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);

  struct entry entries[maxPrograms] = {
      {.program = &twin, .data = "twin", .works = true},
      {.program = &kioskLobby, .data = "lobby", .works = true},
      {.program = &kioskTest, .data = "test", .exam = shortExam, .works = true},
  };
  int count = 3;
  for (int i = 0; i < peerCount && count < maxPrograms; i++) {
    entries[count++] = (struct entry){.program = &peers[i], .data = "peer", .works = program_installed(&peers[i])};
  }
  measureAll(entries, count);
  reportMain(&entries[0], &entries[1], &entries[2]);
  if (wanted("crowd")) reportCrowd();
  if (wanted("length")) length_report(shortExam, longExam, rounds / 2, keys, steps);
  if (wanted("idle")) {
    report_heading("Idle: wake-ups a second", "", "");
    reportIdle(&kioskLobby, "lobby", NULL, 0);
    reportIdle(&kioskTest, "test-idle", shortExam, 1);
  }
  reportPeers(entries, count);
  return 0;
}
