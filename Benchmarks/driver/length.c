// Cost against length: the same work in an exam of 20 questions, in one of 1,000, and in an attempt of 10,000 steps.
#include "length.h"
#include "measure.h"
#include "report.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

// Answers the first question over and over: another letter each time, accept, and back to the question. Every turn
// appends one step.
static bool answerOften(const char *data, const char *exam, int steps) {
  struct session s;
  if (!program_start(&kioskTest, &s, data, exam)) return false;
  bool ready = program_reach_typing(&kioskTest, &s);
  s.showing = false;
  for (int n = 0; ready && n < steps; n++) {
    char turn[3] = {0x7f, (char)('a' + n % 2), '\r'};
    session_send(&s, turn, sizeof turn);
    ready = session_read(&s, 2000) >= 0;
    while (session_read(&s, 1) > 0) {}
    session_send(&s, "\033[5~", 4);
    session_read(&s, 2000);
    while (session_read(&s, 1) > 0) {}
  }
  session_stop(&s);
  return ready;
}

void length_report(const char *shortExam, const char *longExam, int rounds, int keys, int steps) {
  struct samples start[2] = {0};
  struct typing typing[3] = {0};
  const char *exams[2] = {shortExam, longExam};
  const char *data[2] = {"length-20", "length-1000"};
  bool ready = true;
  for (int round = 0; ready && round < rounds; round++) {
    for (int i = 0; ready && i < 2; i++) ready = measure_first_paint(&kioskTest, data[i], exams[i], &start[i]);
  }
  for (int round = 0; ready && round < 3; round++) {
    for (int i = 0; ready && i < 2; i++) ready = measure_typing(&kioskTest, data[i], exams[i], keys, &typing[i]);
  }
  report_heading("Cost against length (kiosk alone)", "short", "ratio");
  if (!ready) {
    report_missing("1,000-question exam, 10,000-step attempt", "kiosk did not reach the question");
    return;
  }
  report_ratio("1,000-question exam: exec → consent painted", " ms", 1.2, samples_median(&start[0]), samples_median(&start[1]));
  double shortKey = samples_median(&typing[0].latency);
  report_ratio("1,000-question exam: key p50", " µs", 1.2, shortKey, samples_median(&typing[1].latency));

  // The attempt is left open by a hang-up and taken up again, so both the start and the keys are those of a resumed one.
  struct samples resumed[2] = {0};
  const char *attempts[2] = {"length-begun", "length-steps"};
  ready = answerOften(attempts[0], shortExam, 1) && answerOften(attempts[1], shortExam, steps);
  for (int round = 0; ready && round < rounds; round++) {
    for (int i = 0; ready && i < 2; i++) ready = measure_first_paint(&kioskResumed, attempts[i], shortExam, &resumed[i]);
  }
  ready = ready && measure_typing(&kioskResumed, attempts[1], shortExam, keys, &typing[2]);
  if (!ready) {
    report_missing("10,000-step attempt", "kiosk did not come back to the attempt");
    return;
  }
  report_ratio("10,000-step attempt: exec → first screen", " ms", 1.2, samples_median(&resumed[0]), samples_median(&resumed[1]));
  report_ratio("10,000-step attempt: key p50", " µs", 1.2, shortKey, samples_median(&typing[2].latency));
}
