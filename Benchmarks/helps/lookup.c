// The same headwords of WordNet's are looked up in the same dictionaries, all that are installed, one word after another: by
// kiosk-helps over its pipe, by dictd over one connection on loopback ("DEFINE *"). Neither shows anything; kiosk-helps sets
// each entry anew for any width meanwhile.
#include "lookup.h"
#include "child.h"
#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOKED_UP = 3000, LONGEST = 40 };
static const char *const references = "/usr/share/dictd";
static char headwords[LOOKED_UP][LONGEST];
static double times[LOOKED_UP];

// Headwords of letters alone, drawn from all of WordNet's. 0: it is not there.
static int draw_headwords(void) {
  char path[256], line[4096];
  snprintf(path, sizeof path, "%s/wn.index", references);
  FILE *index = fopen(path, "r");
  if (!index) return 0;
  unsigned seen = 0;
  while (fgets(line, sizeof line, index)) {
    size_t length = strcspn(line, "\t");
    if (length >= LONGEST || strspn(line, "abcdefghijklmnopqrstuvwxyz") != length) continue;
    unsigned place = seen < LOOKED_UP ? seen : chance(seen + 1);
    seen++;
    if (place < LOOKED_UP) snprintf(headwords[place], LONGEST, "%.*s", (int)length, line);
  }
  fclose(index);
  return seen >= LOOKED_UP;
}

static int ask_helps(char *helps, const char *none) {
  char *arguments[] = {helps, "--language", "en", "--word-lists", (char *)none, NULL};
  Child child = child_start(arguments);
  int alive = child_await(child, "ready");
  // The first time each page of the files is read for both.
  for (int round = 0; alive && round < 2; round++) {
    for (int index = 0; alive && index < LOOKED_UP; index++) {
      double asked = now();
      fprintf(child.in, "define\t%d\t%s\n", index, headwords[index]);
      fflush(child.in);
      alive = child_await(child, "defined");
      times[index] = now() - asked;
    }
  }
  child_finish(child);
  return alive;
}

static int configure(const char *path) {
  FILE *file = fopen(path, "w");
  DIR *folder = opendir(references);
  if (!file || !folder) return 0;
  fputs("global {\n listen_to 127.0.0.1\n limit_queries 0\n limit_definitions 0\n limit_time 0\n}\naccess {\n allow *\n}\n", file);
  for (struct dirent *entry; (entry = readdir(folder));) {
    char *dot = strstr(entry->d_name, ".index");
    if (!dot || dot[6]) continue;
    int length = (int)(dot - entry->d_name);
    fprintf(file, "database %.*s {\n data %s/%.*s.dict.dz\n index %s/%.*s.index\n}\n", length, entry->d_name, references,
            length, entry->d_name, references, length, entry->d_name);
  }
  closedir(folder);
  return fclose(file) == 0;
}

// A port that nobody listens at.
static int free_port(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  int one = socket(AF_INET, SOCK_STREAM, 0);
  int fine = !bind(one, (struct sockaddr *)&address, size) && !getsockname(one, (struct sockaddr *)&address, &size);
  close(one);
  return fine ? ntohs(address.sin_port) : 0;
}

static int reach(int port) {
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  for (int tries = 0; tries < 100; tries++) {
    int line = socket(AF_INET, SOCK_STREAM, 0);
    if (!connect(line, (struct sockaddr *)&address, sizeof address)) return line;
    close(line);
    usleep(50000);
  }
  return -1;
}

// Up to the end of an answer (RFC 2229): a status that ends it, outside a definition's text. What dictd sends in small pieces is
// acknowledged at once, or each would wait 40 ms for the one before.
static int answered(int line) {
  static char bytes[1 << 16], text[1 << 12];
  int inside = 0, length = 0, yes = 1;
  for (;;) {
    setsockopt(line, IPPROTO_TCP, TCP_QUICKACK, &yes, sizeof yes);
    ssize_t count = read(line, bytes, sizeof bytes);
    if (count <= 0) return 0;
    for (ssize_t at = 0; at < count; at++) {
      if (length < (int)sizeof text - 1) text[length++] = bytes[at];
      if (bytes[at] != '\n') continue;
      text[length] = 0;
      length = 0;
      if (inside) {
        inside = strcmp(text, ".\r\n") != 0;
      } else {
        inside = !strncmp(text, "151", 3);
        if (text[0] == '2' || text[0] == '4' || text[0] == '5') return 1;
      }
    }
  }
}

static int ask_dictd(void) {
  // As root it becomes a user of its own, who has to read it.
  char folder[] = "/tmp/kiosk-bench-XXXXXX", path[64], pid[64], port[16];
  if (!mkdtemp(folder) || chmod(folder, 0755)) return 0;
  snprintf(path, sizeof path, "%s/dictd.conf", folder);
  snprintf(pid, sizeof pid, "%s/dictd.pid", folder);
  int number = free_port();
  if (!number || !configure(path)) return 0;
  snprintf(port, sizeof port, "%d", number);
  char *arguments[] = {"/usr/sbin/dictd", "-c", path, "-p", port, "--pid-file", pid, "-d", "nodetach", "--locale",
                       "C.UTF-8", NULL};
  Child child = child_start(arguments);
  int line = reach(number);
  int alive = line >= 0 && answered(line);
  for (int round = 0; alive && round < 2; round++) {
    for (int index = 0; alive && index < LOOKED_UP; index++) {
      char request[LONGEST + 16];
      int length = snprintf(request, sizeof request, "DEFINE * %s\r\n", headwords[index]);
      double asked = now();
      alive = write(line, request, (size_t)length) == length && answered(line);
      times[index] = now() - asked;
    }
  }
  if (line >= 0) close(line);
  kill(child.pid, SIGTERM);
  child_finish(child);
  unlink(path);
  unlink(pid);
  rmdir(folder);
  return alive;
}

void look_up(char *helps, const char *none) {
  printf("\n%-44s%12s%12s%12s%12s\n", "Look-up, 3,000 headwords, one after another", "p50", "p99", "longest", "goal");
  if (!draw_headwords()) return (void)printf("%-44s WordNet is not installed: apt install dict-wn\n", "kiosk-helps");
  double theirs = 0;
  if (access("/usr/sbin/dictd", X_OK)) {
    printf("%-44s is not installed: apt install dictd\n", "dictd, on loopback");
  } else if (!ask_dictd()) {
    printf("%-44s it does not answer\n", "dictd, on loopback");
  } else {
    theirs = print_times("dictd, on loopback", times, LOOKED_UP);
    printf("\n");
  }
  if (!ask_helps(helps, none)) return (void)printf("%-44s it ended\n", "kiosk-helps, over its pipe");
  double ours = print_times("kiosk-helps, over its pipe", times, LOOKED_UP);
  printf("%12s", theirs > 0 ? "p50 <= 2 x" : "");
  if (theirs > 0) printf("  %.2f x  %s", ours / theirs, ours <= 2 * theirs ? "ok" : "over");
  printf("\n");
}
