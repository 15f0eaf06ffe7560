#define _GNU_SOURCE
#include "programs.h"
#include "session.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>

enum { rows = 24, columns = 80 };

double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// The moment of execve, written by the child just before it: the cost of fork is the driver's, not the program's.
static volatile double *executedAt(void) {
  static volatile double *shared;
  if (!shared) {
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) abort();
  }
  return shared;
}

double session_executed_at(void) { return *executedAt(); }

bool session_start(struct session *s, char *const argv[], char *const environment[]) {
  static int ids;
  memset(s, 0, sizeof *s);
  s->id = getpid() * 1000 + ids++ % 1000;
  s->showing = true;
  int slave;
  struct winsize size = {rows, columns, 0, 0};
  if (openpty(&s->master, &slave, NULL, NULL, &size) < 0) return false;
  fcntl(s->master, F_SETFD, FD_CLOEXEC);
  fcntl(s->master, F_SETFL, O_NONBLOCK);
  char mark[48];
  snprintf(mark, sizeof mark, "KIOSK_BENCH_ID=%d", s->id);
  char *variables[64];
  int count = 0;
  for (; environment[count] && count < 62; count++) variables[count] = environment[count];
  variables[count++] = mark;
  variables[count] = NULL;
  volatile double *executed = executedAt();
  s->pid = fork();
  if (s->pid == 0) {
    // A program that saves what it holds when it is hung up on does so where everything is thrown away.
    if (login_tty(slave) < 0 || chdir(places.work) < 0) _exit(126);
    *executed = now();
    execve(argv[0], argv, variables);
    _exit(127);
  }
  close(slave);
  if (s->pid < 0) return false;
  s->terminal = vterm_new(rows, columns);
  vterm_set_utf8(s->terminal, 1);
  vterm_screen_enable_altscreen(vterm_obtain_screen(s->terminal), 1);
  vterm_screen_reset(vterm_obtain_screen(s->terminal), 1);
  return true;
}

void session_send(struct session *s, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(s->master, bytes, count);
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (errno == EAGAIN) {
      session_read(s, 1);
    } else if (errno != EINTR) {
      return;
    }
  }
}

static void answer(struct session *s, const char *text) { session_send(s, text, strlen(text)); }

// Answers what a program may ask before it draws, as xterm does, so that none waits in vain.
static void finishSequence(struct session *s, char final) {
  char *text = s->sequence;
  char reply[32];
  if (text[0] == '?' && (final == 'h' || final == 'l')) {
    for (char *next = text + 1; *next;) {
      long mode = strtol(next, &next, 10);
      if (mode >= 0 && mode < 4096) {
        if (final == 'h') s->modes[mode / 8] |= (unsigned char)(1 << mode % 8);
        else s->modes[mode / 8] &= (unsigned char)~(1 << mode % 8);
      }
      if (*next != ';') break;
      next++;
    }
  } else if (final == 'p' && text[0] == '?' && strchr(text, '$')) {
    long mode = strtol(text + 1, NULL, 10);
    bool set = mode >= 0 && mode < 4096 && (s->modes[mode / 8] >> mode % 8 & 1);
    snprintf(reply, sizeof reply, "\033[?%ld;%d$y", mode, set ? 1 : 2);
    answer(s, reply);
  } else if (final == 'c' && (!text[0] || !strcmp(text, "0"))) {
    answer(s, "\033[?64;1;2;22c");
  } else if (final == 'c' && text[0] == '>') {
    answer(s, "\033[>41;370;0c");
  } else if (final == 'n' && !strcmp(text, "6")) {
    answer(s, "\033[1;1R");
  } else if (final == 'n' && !strcmp(text, "5")) {
    answer(s, "\033[0n");
  }
}

static void scan(struct session *s, const char *bytes, size_t count) {
  for (const char *at = bytes, *end = bytes + count; at < end; at++) {
    if (s->sequenceLength == 0) {
      at = memchr(at, 033, (size_t)(end - at));
      if (!at) return;
      s->sequenceLength = 1;
    } else if (s->sequenceLength == 1) {
      s->sequenceLength = *at == '[' ? 2 : 0;
    } else if (*at >= 0x40 && *at <= 0x7e) {
      s->sequence[s->sequenceLength - 2] = 0;
      finishSequence(s, *at);
      s->sequenceLength = 0;
    } else if (s->sequenceLength - 2 < (int)sizeof s->sequence - 1) {
      s->sequence[s->sequenceLength++ - 2] = *at;
    }
  }
}

static void keep(struct session *s, const char *bytes, size_t count) {
  if (s->unfedCount + count > s->unfedRoom) {
    s->unfedRoom = (s->unfedCount + count) * 2;
    s->unfed = realloc(s->unfed, s->unfedRoom);
    if (!s->unfed) abort();
  }
  memcpy(s->unfed + s->unfedCount, bytes, count);
  s->unfedCount += count;
}

ssize_t session_read(struct session *s, int milliseconds) {
  struct pollfd watched = {s->master, POLLIN, 0};
  if (poll(&watched, 1, milliseconds) <= 0) return 0;
  static char buffer[65536];
  ssize_t count = read(s->master, buffer, sizeof buffer);
  if (count <= 0) return count < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
  s->lastByte = now();
  s->bytes += (size_t)count;
  scan(s, buffer, (size_t)count);
  if (s->showing) keep(s, buffer, (size_t)count);
  return count;
}

void session_settle(struct session *s, int quiet) {
  double end = now() + 10;
  while (session_read(s, quiet) > 0 && now() < end) {}
}

static bool onScreen(struct session *s, const char *text) {
  vterm_input_write(s->terminal, s->unfed ? s->unfed : "", s->unfedCount);
  s->unfedCount = 0;
  VTermScreen *screen = vterm_obtain_screen(s->terminal);
  for (int row = 0; row < rows; row++) {
    char line[columns * 8 + 1];
    VTermRect place = {row, row + 1, 0, columns};
    size_t length = vterm_screen_get_text(screen, line, sizeof line - 1, place);
    line[length < sizeof line ? length : sizeof line - 1] = 0;
    if (strstr(line, text)) return true;
  }
  return false;
}

bool session_wait_for(struct session *s, const char *text, int quiet, double seconds) {
  double end = now() + seconds;
  while (now() < end) {
    ssize_t count = session_read(s, quiet);
    if (count == 0 && s->bytes > 0 && onScreen(s, text)) return true;
    if (count < 0) return onScreen(s, text);
  }
  return false;
}

void session_print_screen(struct session *s) {
  onScreen(s, "");
  for (int row = 0; row < rows; row++) {
    char line[columns * 8 + 1];
    VTermRect place = {row, row + 1, 0, columns};
    size_t length = vterm_screen_get_text(vterm_obtain_screen(s->terminal), line, sizeof line - 1, place);
    if (length > 0) fprintf(stderr, "    |%.*s\n", (int)length, line);
  }
}

static bool belongs(struct session *s, pid_t pid) {
  if (getsid(pid) == s->pid) return true;
  char path[64], text[16384], mark[48];
  snprintf(path, sizeof path, "/proc/%d/environ", pid);
  snprintf(mark, sizeof mark, "KIOSK_BENCH_ID=%d", s->id);
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  ssize_t count = read(descriptor, text, sizeof text);
  close(descriptor);
  return count > 0 && memmem(text, (size_t)count, mark, strlen(mark) + 1);
}

void session_processes(struct session *s) {
  s->processCount = 0;
  s->processes[s->processCount++] = s->pid;
  DIR *folder = opendir("/proc");
  if (!folder) return;
  for (struct dirent *entry; (entry = readdir(folder)) && s->processCount < maxProcesses;) {
    pid_t pid = atoi(entry->d_name);
    if (pid > 0 && pid != s->pid && belongs(s, pid)) s->processes[s->processCount++] = pid;
  }
  closedir(folder);
}

void session_stop(struct session *s) {
  session_processes(s);
  close(s->master);
  s->master = -1;
  double end = now() + 3;
  int status;
  pid_t done;
  while ((done = waitpid(s->pid, &status, WNOHANG)) == 0 && now() < end) usleep(500);
  for (int i = s->processCount - 1; i >= 0; i--) {
    bool reaped = i == 0 && done == s->pid;
    if (!reaped && belongs(s, s->processes[i])) kill(s->processes[i], SIGKILL);
  }
  if (done == 0) waitpid(s->pid, &status, 0);
  vterm_free(s->terminal);
  free(s->unfed);
  s->terminal = NULL;
  s->unfed = NULL;
}
