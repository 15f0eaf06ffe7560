// The programs that are measured, and how each is brought to where one types.
#pragma once
#include "session.h"

// Wait until a text stands on the screen, then send keys.
struct step {
  const char *wait, *send;
};

struct program {
  const char *name;
  // The command; the first word is looked for in PATH. {twin}, {kiosk}, {exam} and {work} are filled in.
  const char *command[10];
  // What stands in the last part of the first screen.
  const char *painted;
  // What leads from there to a text field, ending with what stands on the screen then.
  struct step steps[6];
  const char *typing;
  // Sent before the terminal is closed, for a program that leaves a daemon behind.
  const char *leave;
};

extern const struct program twin, kioskLobby, kioskTest, kioskResumed;
extern const struct program peers[];
extern const int peerCount;

// Where things are; set once by main.
struct places {
  const char *twin, *kiosk, *exams, *work;
  // Where kiosk's voice writes what it says; NULL: it has none.
  const char *sounds;
};
extern struct places places;

// Starts a program with a data folder below the work folder and, for kiosk, an exam file (NULL for none). False with
// errno ENOENT where it is not installed.
bool program_start(const struct program *p, struct session *s, const char *data, const char *exam);
// Goes through the steps after the first screen. False, with the screen told on stderr, where one did not come.
bool program_reach_typing(const struct program *p, struct session *s);
bool program_installed(const struct program *p);
