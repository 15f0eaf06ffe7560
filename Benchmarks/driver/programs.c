#define _GNU_SOURCE
#include "programs.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct places places;

// Everything the driver knows of kiosk's screens and keys is in the entries below. Each test is a new candidate's, because
// one whose test was interrupted is offered to go on with it.
const struct program kioskLobby = {
    .name = "kiosk, lobby", .command = {"{kiosk}"}, .painted = "Geography", .typing = "Geography"};
const struct program kioskTest = {
    .name = "kiosk, in a test",
    .command = {"{kiosk}", "exam", "{exam}", "--candidate", "{who}", "--seed", "1"},
    .painted = "8 hours",
    .steps = {{"8 hours", "y"}},
    .typing = "Locked"};
const struct program kioskResumed = {
    .name = "kiosk, a test taken up again",
    .command = {"{kiosk}", "exam", "{exam}"},
    .painted = "Go on with",
    .steps = {{"Go on with", "\r"}, {"8 hours", "y"}},
    .typing = "Locked"};

const struct program twin = {
    .name = "twin", .command = {"{twin}"}, .painted = "F9 review", .typing = "F9 review"};

const struct program peers[] = {
    {.name = "dialog --inputbox", .command = {"dialog", "--inputbox", "Capital of Canada?", "10", "60"},
     .painted = "Cancel", .typing = "Cancel"},
    {.name = "whiptail --inputbox", .command = {"whiptail", "--inputbox", "Capital of Canada?", "10", "60"},
     .painted = "Cancel", .typing = "Cancel"},
    {.name = "nano", .command = {"nano", "--ignorercfiles"}, .painted = "Exit", .typing = "Exit"},
    {.name = "vim -u NONE", .command = {"vim", "-u", "NONE", "-N", "-i", "NONE", "-n"}, .painted = "help version9",
     .steps = {{"help version9", "i"}}, .typing = "INSERT"},
    {.name = "the twin inside tmux",
     .command = {"tmux", "-L", "kiosk-bench", "-f", "/dev/null", "new-session", "{twin}"},
     .painted = "F9 review", .typing = "F9 review", .leave = "\003"},
};
const int peerCount = sizeof peers / sizeof *peers;

static const char *fill(const char *word, const char *exam) {
  if (!strcmp(word, "{twin}")) return places.twin;
  if (!strcmp(word, "{kiosk}")) return places.kiosk;
  if (!strcmp(word, "{exam}")) return exam;
  if (!strcmp(word, "{work}")) return places.work;
  if (!strcmp(word, "{who}")) {
    static char who[32];
    static int number;
    snprintf(who, sizeof who, "Bench %d", ++number);
    return who;
  }
  return word;
}

// The path of a program as a shell would find it; false where there is none.
static bool find(const char *word, char *path, size_t size) {
  if (!word) return false;
  if (strchr(word, '/')) {
    snprintf(path, size, "%s", word);
    return access(path, X_OK) == 0;
  }
  char folders[4096];
  snprintf(folders, sizeof folders, "%s", getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin");
  for (char *rest = folders, *folder; (folder = strsep(&rest, ":"));) {
    snprintf(path, size, "%s/%s", folder, word);
    if (access(path, X_OK) == 0) return true;
  }
  return false;
}

bool program_installed(const struct program *p) {
  char path[4200];
  return find(fill(p->command[0], NULL), path, sizeof path);
}

bool program_start(const struct program *p, struct session *s, const char *data, const char *exam) {
  char path[4200], store[1024], home[1060], variable[1060], exams[1060], search[4200];
  if (!find(fill(p->command[0], exam), path, sizeof path)) {
    errno = ENOENT;
    return false;
  }
  char *argv[12] = {path};
  for (int i = 1; i < 10 && p->command[i]; i++) argv[i] = (char *)fill(p->command[i], exam);
  snprintf(store, sizeof store, "%s/%s", places.work, data);
  mkdir(store, 0700);
  snprintf(home, sizeof home, "HOME=%s", store);
  snprintf(exams, sizeof exams, "KIOSK_EXAMS=%s", places.exams);
  snprintf(search, sizeof search, "PATH=%s", getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin");
  snprintf(variable, sizeof variable, "KIOSK_DATA=%s", store);
  char voice[1200];
  snprintf(voice, sizeof voice, "KIOSK_VOICE_FILES=%s", places.sounds ? places.sounds : "");
  char *environment[] = {"TERM=xterm-256color", "LANG=C.UTF-8", home, variable, exams, search,
                         places.sounds ? voice : NULL, NULL};
  return session_start(s, argv, environment);
}

static bool reached(const struct program *p, struct session *s, const char *text) {
  if (session_wait_for(s, text, 20, 20)) return true;
  fprintf(stderr, "%s: “%s” did not come; the screen was\n", p->name, text);
  session_print_screen(s);
  return false;
}

bool program_reach_typing(const struct program *p, struct session *s) {
  if (!reached(p, s, p->painted)) return false;
  for (const struct step *step = p->steps; step->wait; step++) {
    if (!reached(p, s, step->wait)) return false;
    session_send(s, step->send, strlen(step->send));
  }
  return reached(p, s, p->typing);
}
