// One program on a pty of its own, as the driver sees it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <vterm.h>

enum { maxProcesses = 16 };

struct session {
  pid_t pid;           // the process started; it leads its session
  int master;          // the terminal's other side, -1 once closed
  int id;              // also in the environment as KIOSK_BENCH_ID, so that daemons are found too
  double lastByte;     // when the last byte was read
  size_t bytes;        // how many were read in all
  VTerm *terminal;     // for finding words on the screen; fed only outside what is timed
  char *unfed;         // read and not yet shown to the terminal
  size_t unfedCount, unfedRoom;
  bool showing;        // whether output is kept for the terminal
  unsigned char modes[4096 / 8];  // private modes set, for answering queries
  char sequence[32];   // a control sequence that is being read
  int sequenceLength;
  pid_t processes[maxProcesses];  // found by session_processes
  int processCount;
};

// Seconds on CLOCK_MONOTONIC.
double now(void);
// When execve was called in the program that was started last.
double session_executed_at(void);

// Starts a program; returns false with errno set where it cannot.
bool session_start(struct session *s, char *const argv[], char *const environment[]);
// Hangs up, waits for the end, kills what stays, and frees everything.
void session_stop(struct session *s);

void session_send(struct session *s, const char *bytes, size_t count);
// Waits up to milliseconds for output and reads what is there. Returns how many bytes came, -1 when the terminal closed.
ssize_t session_read(struct session *s, int milliseconds);
// Reads until nothing came for quiet milliseconds.
void session_settle(struct session *s, int quiet);
// Reads until a text stands on the screen and the program has gone quiet; lastByte then tells when it was painted.
bool session_wait_for(struct session *s, const char *text, int quiet, double seconds);
// Prints the screen, for telling why a program did not get where it should.
void session_print_screen(struct session *s);

// Finds the processes that belong to the session: same session, or started by it and turned daemon. The first is the
// started one.
void session_processes(struct session *s);
