// A growing list of figures and what is read from it.
#pragma once
#include <stddef.h>

struct samples {
  double *values;
  size_t count, room;
};

void samples_add(struct samples *s, double value);
// The value below which a part (0…1) of the figures lies; NaN of none.
double samples_at(struct samples *s, double part);
static inline double samples_median(struct samples *s) { return samples_at(s, 0.5); }
