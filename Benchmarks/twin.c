// The twin: the least a full-screen program with one text field does, in C with ncurses. A status line with a counter is
// repainted at every key and the field shows what was typed; nothing is stored. It is what kiosk is compared with.
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <locale.h>
#include <string.h>
#include <wchar.h>

enum { fieldRow = 10, fieldColumn = 10, fieldWidth = 60, capacity = 4096 };

static wchar_t field[capacity + 1];
static int length;
static long keys;

// The status line is sent whole at each key, as a program does that repaints instead of comparing.
static void drawStatus(void) {
  attron(A_REVERSE);
  mvprintw(0, 0, " Question 3 of 20  Open  keys %6ld  %4d ", keys, length);
  attroff(A_REVERSE);
  clrtoeol();
  wredrawln(stdscr, 0, 1);
}

// A long answer scrolls: its end stays in view.
static void drawField(void) {
  int first = length > fieldWidth - 1 ? length - (fieldWidth - 1) : 0;
  attron(A_UNDERLINE);
  mvhline(fieldRow, fieldColumn, ' ' | A_UNDERLINE, fieldWidth);
  mvaddnwstr(fieldRow, fieldColumn, field + first, length - first);
  attroff(A_UNDERLINE);
  move(fieldRow, fieldColumn + length - first);
}

static void drawRest(void) {
  mvaddstr(4, fieldColumn, "What is the capital of Canada?");
  mvaddstr(6, fieldColumn, "Type the name of the city. Spelling variants that an examiner");
  mvaddstr(7, fieldColumn, "would accept are accepted.");
  mvaddstr(fieldRow - 1, fieldColumn, "Answer");
  mvaddstr(LINES - 1, 0, " Enter next   PageUp back   F1 help   F3 aids   F4 flag   F9 review");
}

int main(void) {
  setlocale(LC_ALL, "");
  if (!initscr()) return 1;
  raw();
  noecho();
  keypad(stdscr, TRUE);
  set_escdelay(25);
  drawRest();
  for (;;) {
    drawStatus();
    drawField();
    refresh();
    wint_t key;
    int kind = get_wch(&key);
    if (kind == ERR) break;
    keys++;
    if (key == KEY_BACKSPACE || key == 127 || key == 8) {
      if (length > 0) field[--length] = 0;
    } else if (kind == OK && (key == 3 || key == 4)) {
      break;
    } else if (kind == OK && key >= 32 && length < capacity) {
      field[length++] = (wchar_t)key;
      field[length] = 0;
    }
  }
  endwin();
  return 0;
}
