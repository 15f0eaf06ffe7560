#include "child.h"
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

unsigned chance(unsigned below) {
  static unsigned long long seed = 7;
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)(seed >> 33) % below;
}

Child child_start(char *const arguments[]) {
  int to[2], from[2];
  if (pipe(to) || pipe(from)) exit(71);
  Child child = {fork(), NULL, NULL};
  if (child.pid == 0) {
    dup2(to[0], 0);
    dup2(from[1], 1);
    close(to[1]);
    close(from[0]);
    // What a daemon logs is no part of the table.
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, 2);
    execvp(arguments[0], arguments);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  child.in = fdopen(to[1], "w");
  child.out = fdopen(from[0], "r");
  return child;
}

void child_finish(Child child) {
  fclose(child.in);
  fclose(child.out);
  kill(child.pid, SIGKILL);
  waitpid(child.pid, NULL, 0);
}

int child_await(Child child, const char *beginning) {
  static char line[1 << 16];
  while (fgets(line, sizeof line, child.out))
    if (!strncmp(line, beginning, strlen(beginning))) return 1;
  return 0;
}

static int ascending(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return (difference > 0) - (difference < 0);
}

double print_times(const char *title, double *times, int count) {
  qsort(times, (size_t)count, sizeof *times, ascending);
  printf("%-44s%9.0f us%9.0f us%9.0f us", title, times[count / 2], times[count * 99 / 100], times[count - 1]);
  return times[count / 2];
}
