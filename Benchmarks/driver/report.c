#include "report.h"
#include <math.h>
#include <stdio.h>

// Prints a text in a field of so many columns, negative for left; letters beyond ASCII are several bytes and one column.
static void cell(const char *text, int width) {
  int columns = 0;
  for (const char *at = text; *at; at++) columns += (*at & 0xc0) != 0x80;
  int blanks = (width < 0 ? -width : width) - columns;
  printf("%*s%s%*s", width > 0 && blanks > 0 ? blanks : 0, "", text, width < 0 && blanks > 0 ? blanks : 0, "");
}

static void figure(double value, const char *unit, int width) {
  char text[48] = "–";
  if (!isnan(value)) {
    snprintf(text, sizeof text, "%.*f%s", fabs(value) >= 100 ? 0 : fabs(value) >= 10 ? 1 : 2, value, unit);
  }
  cell(text, width);
}

static void verdict(double found, double goal) {
  printf("  %s\n", isnan(found) || isnan(goal) ? "–" : found <= goal ? "ok" : "over");
  fflush(stdout);
}

void report_heading(const char *title, const char *reference, const char *ratio) {
  printf("\n");
  cell(title, -44);
  cell(reference, 12);
  cell("kiosk", 12);
  cell(ratio, 9);
  cell("goal", 10);
  printf("\n");
}

void report_ratio(const char *measure, const char *unit, double goal, double twin, double kiosk) {
  cell(measure, -44);
  figure(twin, unit, 12);
  figure(kiosk, unit, 12);
  figure(kiosk / twin, " ×", 9);
  figure(goal, " ×", 10);
  verdict(kiosk / twin, goal);
}

void report_limit(const char *measure, const char *unit, double goal, double reference, double kiosk) {
  cell(measure, -44);
  figure(reference, unit, 12);
  figure(kiosk, unit, 12);
  cell("", 9);
  figure(goal, unit, 10);
  verdict(kiosk, goal);
}

void report_names(const char *title, int count, const char *const *names) {
  printf("\n");
  cell(title, -26);
  for (int i = 0; i < count; i++) cell(names[i], 11);
  printf("\n");
}

void report_figures(const char *name, int count, const double *figures) {
  cell(name, -26);
  for (int i = 0; i < count; i++) figure(figures[i], "", 11);
  printf("\n");
  fflush(stdout);
}

void report_missing(const char *measure, const char *why) {
  cell(measure, -44);
  printf("%s\n", why);
  fflush(stdout);
}
