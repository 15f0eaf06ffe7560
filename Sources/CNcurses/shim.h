// What Swift cannot import from ncurses by itself: macros, and variables that other threads could change.
#ifndef KIOSK_CNCURSES_H
#define KIOSK_CNCURSES_H

// The package manager drops -D_XOPEN_SOURCE, without which the wide-character interface is hidden.
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdio.h>
#include <sys/mman.h>
#include <term.h>
#include <wchar.h>

// Declared by wchar.h only under _XOPEN_SOURCE.
extern int wcwidth(wchar_t);

// Attributes are macros built of casts, which are not imported.
static const attr_t kiosk_attr_bold = A_BOLD;
static const attr_t kiosk_attr_dim = A_DIM;
static const attr_t kiosk_attr_underline = A_UNDERLINE;
static const attr_t kiosk_attr_reverse = A_REVERSE;

// stdscr, curscr, COLORS and COLOR_PAIRS are global variables, which Swift 6 refuses.
static inline WINDOW *kiosk_stdscr(void) { return stdscr; }
static inline WINDOW *kiosk_curscr(void) { return curscr; }
static inline int kiosk_colors(void) { return COLORS; }

// cchar_t is opaque to Swift. The characters are ended by a zero; the result is ERR at the last cell of the screen too,
// where the cell is set and only the cursor cannot go on, so it is not returned.
static inline void kiosk_set_cell(int y, int x, const wchar_t *characters, attr_t attributes, short pair) {
  cchar_t cell;
  if (setcchar(&cell, characters, attributes, pair, NULL) == OK) {
    mvwadd_wch(stdscr, y, x, &cell);
  }
}

// setupterm is a macro where term.h is not included last; and its errret is easier to read as a result.
// 1: known. 0: not known. -1: no database.
static inline int kiosk_setupterm(const char *term, int fd) {
  int result = -1;
  if (setupterm(term, fd, &result) == OK) return 1;
  return result == 1 ? 0 : result;
}

// A file in memory of `size` bytes that can be looked into. memfd_create is declared by sys/mman.h only under
// _GNU_SOURCE; 1 is MFD_CLOEXEC. `view` stays NULL where there is no room for it.
extern int memfd_create(const char *name, unsigned int flags);
static inline int kiosk_frame_buffer(size_t size, const void **view) {
  int file = memfd_create("frame", 1);
  if (file < 0 || ftruncate(file, (off_t)size) != 0) return file;
  void *bytes = mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0);
  *view = bytes == MAP_FAILED ? NULL : bytes;
  return file;
}

// cursor_address is a macro into a global variable.
static inline int kiosk_can_place_cursor(void) { return cursor_address != NULL; }

#endif
