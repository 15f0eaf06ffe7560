#define _GNU_SOURCE
#include "measure.h"
#include "usage.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

bool measure_first_paint(const struct program *p, const char *data, const char *exam, struct samples *milliseconds) {
  struct session s;
  if (!program_start(p, &s, data, exam)) return false;
  bool painted = session_wait_for(&s, p->painted, 30, 10);
  if (painted) {
    // The child wrote the moment of its execve to memory shared with us before anything of it could be read.
    samples_add(milliseconds, (s.lastByte - session_executed_at()) * 1e3);
  } else {
    fprintf(stderr, "%s: “%s” was not painted; the screen was\n", p->name, p->painted);
    session_print_screen(&s);
  }
  if (p->leave) session_send(&s, p->leave, strlen(p->leave));
  session_stop(&s);
  return painted;
}

void measure_keys(struct session *s, int keys, struct typing *figures) {
  session_settle(s, 200);
  session_processes(s);
  s->showing = false;
  size_t bytes = s->bytes;
  double cpu = usage_cpu(s);
  for (long n = 0; n < keys; n++) {
    char key = measure_key(n);
    double sent = now();
    session_send(s, &key, 1);
    ssize_t count = session_read(s, 2000);
    if (count < 0) break;
    if (count == 0) {
      figures->silent++;
      continue;
    }
    while (session_read(s, quietMilliseconds) > 0) {}
    samples_add(&figures->latency, (s->lastByte - sent) * 1e6);
  }
  // Let a log that is made durable a moment later be counted too.
  session_settle(s, 1200);
  samples_add(&figures->cpu, (usage_cpu(s) - cpu) * 1000 / keys);
  samples_add(&figures->bytes, (double)(s->bytes - bytes) / keys);
  double memory = usage_memory(s);
  if (memory >= 0) samples_add(&figures->memory, memory);
}

bool measure_typing(const struct program *p, const char *data, const char *exam, int keys, struct typing *figures) {
  struct session s;
  if (!program_start(p, &s, data, exam)) return false;
  bool ready = program_reach_typing(p, &s);
  if (ready) measure_keys(&s, keys, figures);
  if (p->leave) session_send(&s, p->leave, strlen(p->leave));
  session_stop(&s);
  return ready;
}

void measure_idle(struct session *s, double seconds, double *perSecond) {
  // What is asked of a terminal at the start is over by then.
  session_settle(s, 3000);
  session_processes(s);
  long before[maxProcesses];
  for (int i = 0; i < s->processCount; i++) before[i] = usage_sleeps(s->processes[i]);
  double start = now();
  while (now() < start + seconds) session_read(s, (int)((start + seconds - now()) * 1000) + 1);
  double took = now() - start;
  for (int i = 0; i < s->processCount; i++) {
    perSecond[i] = (double)(usage_sleeps(s->processes[i]) - before[i]) / took;
  }
}
