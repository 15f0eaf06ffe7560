// Two hundred candidates on one machine: every session gets a key every 200 ms, all of them spread over that time.
#define _GNU_SOURCE
#include "measure.h"
#include "usage.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double keyInterval = 0.2;

struct seat {
  struct session session;
  double due;      // when the next key is typed
  double sent;     // when the last was
  double answered; // the last byte of the first burst after it; 0 while nothing came
  bool over;       // the burst ended
  long typed;
};

static void closeKey(struct seat *seat, struct crowd *figures) {
  if (seat->typed == 0) return;
  if (seat->answered > 0) samples_add(&figures->latency, (seat->answered - seat->sent) * 1e6);
  else figures->silent++;
}

static void readSeat(struct seat *seat) {
  double before = seat->session.lastByte;
  if (session_read(&seat->session, 0) <= 0) return;
  double at = seat->session.lastByte;
  if (seat->answered > 0 && at - before > quietMilliseconds / 1e3) seat->over = true;
  if (!seat->over) seat->answered = at;
}

static void type(struct seat *seats, int count, double seconds, struct crowd *figures) {
  struct pollfd *watched = calloc((size_t)count, sizeof *watched);
  if (!watched) abort();
  double start = now() + 0.1, end = start + seconds;
  for (int i = 0; i < count; i++) {
    seats[i].due = start + keyInterval * i / count;
    watched[i] = (struct pollfd){seats[i].session.master, POLLIN, 0};
  }
  for (int next = 0;;) {
    // Seats are due in turn, so the next one is always the earliest.
    struct seat *seat = &seats[next];
    double time = now();
    if (time >= end) break;
    if (time >= seat->due) {
      closeKey(seat, figures);
      char key = measure_key(seat->typed++);
      seat->answered = 0;
      seat->over = false;
      seat->sent = now();
      session_send(&seat->session, &key, 1);
      seat->due += keyInterval;
      next = (next + 1) % count;
      continue;
    }
    struct timespec wait = {0, (long)((seat->due - time) * 1e9)};
    if (ppoll(watched, (nfds_t)count, &wait, NULL) <= 0) continue;
    for (int i = 0; i < count; i++) {
      if (watched[i].revents & POLLIN) readSeat(&seats[i]);
      else if (watched[i].revents) watched[i].fd = -1;
    }
  }
  free(watched);
}

bool measure_crowd(
    const struct program *p, const char *exam, int count, double seconds, const char *folder, struct crowd *figures) {
  struct seat *seats = calloc((size_t)count, sizeof *seats);
  if (!seats) abort();
  int started = 0;
  bool ready = true;
  for (; started < count && ready; started++) {
    char data[64];
    snprintf(data, sizeof data, "crowd-%d", started);
    if (!program_start(p, &seats[started].session, folder ? folder : data, exam)) {
      ready = false;
      break;
    }
    ready = program_reach_typing(p, &seats[started].session);
    seats[started].session.showing = false;
  }
  if (ready) {
    double cpu = 0, memory = 0, after = 0;
    for (int i = 0; i < count; i++) session_processes(&seats[i].session);
    for (int i = 0; i < count; i++) session_settle(&seats[i].session, 1);
    // What comes once, as the first write of a log to the disk, is not what typing costs.
    struct crowd first = {0};
    type(seats, count, 2, &first);
    for (int i = 0; i < count; i++) cpu += usage_cpu(&seats[i].session);
    type(seats, count, seconds, figures);
    for (int i = 0; i < count; i++) {
      after += usage_cpu(&seats[i].session);
      double megabytes = usage_memory(&seats[i].session);
      memory = memory < 0 || megabytes < 0 ? -1 : memory + megabytes;
    }
    samples_add(&figures->cpu, (after - cpu) / seconds);
    if (memory >= 0) samples_add(&figures->memory, memory / count);
  }
  for (int i = 0; i < started; i++) session_stop(&seats[i].session);
  free(seats);
  return ready;
}
