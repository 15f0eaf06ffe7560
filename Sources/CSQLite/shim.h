#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import: SQLite copies the bytes.
static inline int kiosk_bind_text(sqlite3_stmt *s, int at, const char *bytes, int count) {
  // An empty buffer may have no address, which would bind NULL.
  return sqlite3_bind_text(s, at, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}
static inline int kiosk_bind_blob(sqlite3_stmt *s, int at, const void *bytes, int count) {
  return sqlite3_bind_blob(s, at, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int kiosk_db_config(sqlite3 *db, int option, int value) {
  return sqlite3_db_config(db, option, value, (int *)0);
}
