#define _GNU_SOURCE
#include "usage.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Calls a function with the path of each thread's folder and adds up what it returns.
static double overThreads(pid_t pid, double (*figure)(const char *path)) {
  char path[300];
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *folder = opendir(path);
  if (!folder) return 0;
  double sum = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%d/task/%.32s", pid, entry->d_name);
    sum += figure(path);
  }
  closedir(folder);
  return sum;
}

// The scheduler counts in nanoseconds; the ticks of /proc/PID/stat are 10 ms, too coarse for a thousand keys.
static double threadCpu(const char *path) {
  char name[340];
  snprintf(name, sizeof name, "%s/schedstat", path);
  FILE *file = fopen(name, "re");
  if (!file) return 0;
  double nanoseconds = 0;
  if (fscanf(file, "%lf", &nanoseconds) != 1) nanoseconds = 0;
  fclose(file);
  return nanoseconds / 1e6;
}

static double threadSleeps(const char *path) {
  char name[340], line[256];
  snprintf(name, sizeof name, "%s/status", path);
  FILE *file = fopen(name, "re");
  if (!file) return 0;
  double sleeps = 0;
  while (fgets(line, sizeof line, file)) sscanf(line, "voluntary_ctxt_switches: %lf", &sleeps);
  fclose(file);
  return sleeps;
}

double usage_cpu(const struct session *s) {
  double sum = 0;
  for (int i = 0; i < s->processCount; i++) sum += overThreads(s->processes[i], threadCpu);
  return sum;
}

long usage_sleeps(pid_t pid) { return (long)overThreads(pid, threadSleeps); }

double usage_memory(const struct session *s) {
  double sum = 0;
  for (int i = 0; i < s->processCount; i++) {
    char name[64], line[256];
    snprintf(name, sizeof name, "/proc/%d/smaps_rollup", s->processes[i]);
    FILE *file = fopen(name, "re");
    double kilobytes = -1;
    while (file && fgets(line, sizeof line, file)) {
      if (sscanf(line, "Pss: %lf", &kilobytes) == 1) break;
    }
    if (file) fclose(file);
    if (kilobytes < 0) return -1;
    sum += kilobytes / 1024;
  }
  return sum;
}
