// The table: a row for each measure, with its goal, what was found, and whether that holds.
#pragma once

// Opens a part of the table; names the column kiosk is compared with and the one after it.
void report_heading(const char *title, const char *reference, const char *ratio);
// A figure of the twin and of kiosk; the goal is the highest ratio between them, NaN where none is set. Units open with a
// blank.
void report_ratio(const char *measure, const char *unit, double goal, double twin, double kiosk);
// A figure of kiosk alone; the goal is its highest value. A NaN reference is left out.
void report_limit(const char *measure, const char *unit, double goal, double reference, double kiosk);
// A table without goals: its columns, then a row each.
void report_names(const char *title, int count, const char *const *names);
void report_figures(const char *name, int count, const double *figures);
void report_missing(const char *measure, const char *why);
