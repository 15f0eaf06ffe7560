#include "samples.h"
#include <math.h>
#include <stdlib.h>

void samples_add(struct samples *s, double value) {
  if (s->count == s->room) {
    s->room = s->room ? s->room * 2 : 256;
    s->values = realloc(s->values, s->room * sizeof *s->values);
    if (!s->values) abort();
  }
  s->values[s->count++] = value;
}

static int ascending(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

double samples_at(struct samples *s, double part) {
  if (s->count == 0) return NAN;
  qsort(s->values, s->count, sizeof *s->values, ascending);
  size_t index = (size_t)(part * (double)(s->count - 1) + 0.5);
  return s->values[index];
}
