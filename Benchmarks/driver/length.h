#pragma once
// Measures and prints the rows on cost against length.
void length_report(const char *shortExam, const char *longExam, int rounds, int keys, int steps);
