// How long suggestions take with 500,000 words, through the helps' process as the guardian asks it, and what memory the loaded
// dictionaries take beside hunspell's own tool; then what a look-up takes (lookup.c).
//
// Usage: helps KIOSK-HELPS FOLDER. FOLDER is for the list of words, which is made here.
#include "child.h"
#include "lookup.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORDS = 500000, REQUESTS = 20000 };

// A word of two to five syllables that no dictionary knows for certain: each candidate is asked about, as the rarest would be.
static void make_word(char *word) {
  const char *onsets[] = {"b", "c", "d", "f", "g", "h", "l", "m", "n", "p", "r", "s", "t", "st", "tr", "pl", "gr", "ch"};
  const char *rimes[] = {"a", "e", "i", "o", "u", "an", "er", "in", "on", "ar", "al", "en", "is", "ou"};
  word[0] = 0;
  for (int left = 2 + (int)chance(4); left > 0; left--) {
    strcat(word, onsets[chance(18)]);
    strcat(word, rimes[chance(14)]);
  }
}

// Memory of its own, in MB; the files it maps are shared.
static double own_memory(pid_t pid) {
  char path[64], line[256];
  double found = 0;
  snprintf(path, sizeof path, "/proc/%d/status", pid);
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file))
    if (!strncmp(line, "RssAnon:", 8)) found = atof(line + 8) / 1024;
  if (file) fclose(file);
  return found;
}

static void suggest(char *program, char *folder, const char *title, char (*words)[40]) {
  char *arguments[] = {program, "--language", "en", "--word-lists", folder, NULL};
  double began = now();
  Child child = child_start(arguments);
  if (!child_await(child, "ready")) return (void)printf("%-44s it does not start\n", title);
  double ready = now() - began;
  static double times[REQUESTS];
  for (int index = 0; index < REQUESTS; index++) {
    char text[64];
    const char *word = words[chance(WORDS)];
    int length = 2 + (int)chance((unsigned)strlen(word) - 1);
    snprintf(text, sizeof text, "%.*s", length, word);
    double asked = now();
    fprintf(child.in, "suggest\t%d\tthe word %s\n", index, text);
    fflush(child.in);
    if (!child_await(child, "suggestions")) return (void)printf("%-44s it ended\n", title);
    times[index] = now() - asked;
  }
  double memory = own_memory(child.pid);
  child_finish(child);
  print_times(title, times, REQUESTS);
  printf("%12s  %s\n", "p99 < 2 ms", times[REQUESTS * 99 / 100] < 2000 ? "ok" : "over");
  printf("%-44s%9.0f ms%9.1f MB\n", "  until it answers, and its own memory", ready / 1000, memory);
}

// What a program holds once it has looked at a word.
static double memory_of(char *const arguments[], const char *question, const char *answer) {
  Child child = child_start(arguments);
  fputs(question, child.in);
  fflush(child.in);
  double memory = child_await(child, answer) ? own_memory(child.pid) : 0;
  child_finish(child);
  return memory;
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  signal(SIGPIPE, SIG_IGN);
  static char words[WORDS][40];
  char path[1024], empty[1024];
  snprintf(path, sizeof path, "%s/american-english", arguments[2]);
  snprintf(empty, sizeof empty, "%s/none", arguments[2]);
  mkdir(empty, 0700);
  FILE *list = fopen(path, "w");
  if (!list) return 73;
  for (int index = 0; index < WORDS; index++) {
    make_word(words[index]);
    // Most come twice; a number in letters makes each its own.
    for (int rest = index; rest; rest /= 26) {
      char letter[2] = {(char)('a' + rest % 26), 0};
      strcat(words[index], letter);
    }
    fprintf(list, "%s\n", words[index]);
  }
  fclose(list);
printf("\n%-44s%12s%12s%12s%12s\n", "Suggestions, one after another", "p50", "p99", "longest", "goal");
  suggest(arguments[1], arguments[2], "500,000 words, through the process", words);
  suggest(arguments[1], "/usr/share/dict", "scowl's words (en), through the process", words);

  printf("\n%-44s%12s%12s%9s%10s\n", "Memory of a loaded dictionary, own", "hunspell", "kiosk-helps", "ratio", "goal");
  char *names[] = {"en_US", "en_GB", "fr"};
  for (int index = 0; index < 3; index++) {
    char *tool[] = {"hunspell", "-a", "-d", names[index], NULL};
    char *helps[] = {arguments[1], "--language", names[index], "--word-lists", empty, NULL};
    double theirs = memory_of(tool, index == 2 ? "bonjour\n" : "hello\n", "*");
    double ours = memory_of(helps, "check\t1\thello\n", "misspelt");
    printf("%-44s%9.1f MB%9.1f MB%7.2f x%10s  %s\n", names[index], theirs, ours, theirs > 0 ? ours / theirs : 0,
           "<= 1.25 x", theirs > 0 && ours <= 1.25 * theirs ? "ok" : "over");
  }
  look_up(arguments[1], empty);
  unlink(path);
  rmdir(empty);
  return 0;
}
