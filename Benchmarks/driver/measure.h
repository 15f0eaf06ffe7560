// What is measured of one program.
#pragma once
#include "programs.h"
#include "samples.h"

// What typing in one program cost, over one or more sessions.
struct typing {
  struct samples latency;    // microseconds from the key to the last byte of its repaint
  struct samples bytes;      // bytes a key, one figure a session
  struct samples cpu;        // milliseconds for a thousand keys, one figure a session
  struct samples memory;     // megabytes (PSS) after typing, one figure a session
  long silent;               // keys that were answered by no byte within two seconds
};

// A pause this long ends the repaint of a key: what comes later belongs to something else (a clock, a log made durable).
enum { quietMilliseconds = 5 };

// Milliseconds from exec to the last byte of the first screen; false where it did not come.
bool measure_first_paint(const struct program *p, const char *data, const char *exam, struct samples *milliseconds);
// Types keys one by one in a session that is where one types.
void measure_keys(struct session *s, int keys, struct typing *figures);
// Starts a program, types, and stops it.
bool measure_typing(const struct program *p, const char *data, const char *exam, int keys, struct typing *figures);
// How often each process of a session went to sleep, a second; idle for the given seconds.
void measure_idle(struct session *s, double seconds, double *perSecond);

// Many sessions of one program at once, each with a key every 200 ms.
struct crowd {
  struct samples latency;  // microseconds
  struct samples cpu;      // milliseconds of processor time a second of typing, all together
  struct samples memory;   // megabytes (PSS) a session
  long silent;             // keys never answered before the next was typed
};
// All in one data folder, or where that is NULL each in one of its own.
bool measure_crowd(
    const struct program *p, const char *exam, int sessions, double seconds, const char *folder, struct crowd *figures);

// The n-th key of the typing pattern: forty letters, then forty times the backspace key.
static inline char measure_key(long n) { return n / 40 % 2 == 0 ? (char)('a' + n % 26) : 0x7f; }
