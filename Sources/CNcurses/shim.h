// The package manager drops -D_XOPEN_SOURCE, without which the wide-character interface is hidden.
#define NCURSES_WIDECHAR 1
#include <curses.h>
