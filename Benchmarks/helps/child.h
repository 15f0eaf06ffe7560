// A program that is spoken to line by line, and the time.
#pragma once
#include <stdio.h>
#include <sys/types.h>

typedef struct {
  pid_t pid;
  FILE *in, *out;
} Child;

// Microseconds on CLOCK_MONOTONIC.
double now(void);
Child child_start(char *const arguments[]);
void child_finish(Child child);
// Reads up to the first line that begins so; whatever else comes is passed over. 0: it ended.
int child_await(Child child, const char *beginning);
// A number below `below`, the same ones in each run.
unsigned chance(unsigned below);
// Prints the median, the 99th percentile and the longest of so many microseconds; puts them in order. Returns the median.
double print_times(const char *title, double *times, int count);
