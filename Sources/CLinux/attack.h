// The ways out that `kiosk check --attack` tries: calls that are variadic, take C unions, or must run in a copy of this
// process made with fork. Nothing here is called by a lock; each returns an error number, 0 where the way out is open.
#ifndef KIOSK_CLINUX_ATTACK_H
#define KIOSK_CLINUX_ATTACK_H

// Included at the end of shim.h, whose headers it uses.

extern int posix_openpt(int), grantpt(int), unlockpt(int), ptsname_r(int, char *, size_t);

// A new terminal of this process's own: the master's descriptor, and the path of the other side. posix_openpt and its
// kin are hidden unless _XOPEN_SOURCE is set, which a module cannot do; fcntl.h would make names ambiguous in Swift, so its
// flags come as an argument.
static inline int kiosk_open_pty(int flags, char *path, size_t size) {
  int master = posix_openpt(flags);
  if (master < 0) return -1;
  if (grantpt(master) == 0 && unlockpt(master) == 0 && ptsname_r(master, path, size) == 0) return master;
  int code = errno;
  close(master);
  errno = code;
  return -1;
}

// Starts a program as a shell would: default signals, none blocked. `own_session`: away from this terminal.
static inline int kiosk_spawn_plain(
  pid_t *pid, const char *path, int input, int output, int errors, int own_session, char *const arguments[],
  char *const environment[]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t signals;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
  if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, input, 0);
  if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, output, 1);
  if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, errors, 2);
  sigfillset(&signals);
  if (code == 0) code = posix_spawnattr_setsigdefault(&attributes, &signals);
  sigemptyset(&signals);
  if (code == 0) code = posix_spawnattr_setsigmask(&attributes, &signals);
  // 0x80 is POSIX_SPAWN_SETSID, which only GNU sources see.
  int flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (own_session ? 0x80 : 0);
  if (code == 0) code = posix_spawnattr_setflags(&attributes, (short)flags);
  if (code == 0) code = posix_spawn(pid, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

// TIOCSIG to a pty's master signals the group in front; TIOCSTI types a byte. ioctl(2) is variadic.
static inline int kiosk_signal_foreground(int master, int number) {
  return ioctl(master, TIOCSIG, number) == 0 ? 0 : errno;
}
static inline int kiosk_inject(int terminal, unsigned char byte) {
  return ioctl(terminal, TIOCSTI, &byte) == 0 ? 0 : errno;
}

// Attaches to a process as a debugger does, from a copy of this one that ends at once and so lets go of it.
// `seize`: PTRACE_SEIZE (0x4206), which stops nothing; else PTRACE_ATTACH (16).
static inline int kiosk_try_trace(pid_t target, int seize) {
  pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) _exit(syscall(SYS_ptrace, seize ? 0x4206 : 16, target, NULL, NULL) == -1 ? errno : 0);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  if (!seize) kill(target, SIGCONT);
  return WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
}

// Reads a process's memory at `address` with process_vm_readv.
static inline int kiosk_try_read_memory(pid_t target, uint64_t address) {
  char byte;
  struct iovec here = {&byte, 1}, there = {(void *)(uintptr_t)address, 1};
  return syscall(SYS_process_vm_readv, target, &here, 1UL, &there, 1UL, 0UL) == 1 ? 0 : errno;
}

// The console in front (0: this is no console), and a wish to have another there. struct vt_stat is not imported.
static inline int kiosk_vt_in_front(int console) {
  struct vt_stat state = {0};
  return ioctl(console, VT_GETSTATE, &state) == 0 ? state.v_active : 0;
}
static inline int kiosk_vt_activate(int console, int number) {
  return ioctl(console, VT_ACTIVATE, number) == 0 ? 0 : errno;
}

// What a front end tries on itself. Each is denied with EPERM by the filter; a copy of the process that comes about all
// the same runs /bin/true and ends.
static inline int kiosk_try_fork_and_run(void) {
  pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
  if (child == -1) return errno;
  if (child == 0) {
    char *const arguments[] = {(char *)"true", NULL};
    syscall(SYS_execve, "/bin/true", arguments, NULL);
    _exit(1);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return 0;
}
static inline int kiosk_try_run_nothing(void) {
  // A file that cannot be: ENOENT where the call is let through.
  return syscall(SYS_execve, "/nonexistent/kiosk", NULL, NULL) == -1 && errno == EPERM ? EPERM : 0;
}
static inline int kiosk_try_run_nothing_at(void) {
  return syscall(SYS_execveat, -100 /* AT_FDCWD */, "/nonexistent/kiosk", NULL, NULL, 0) == -1 && errno == EPERM ? EPERM : 0;
}
static inline int kiosk_try_trace_parent(void) {
  return syscall(SYS_ptrace, 0x4206, getppid(), NULL, NULL) == -1 && errno == EPERM ? EPERM : 0;
}
static inline int kiosk_try_read_parent(void) {
  return syscall(SYS_process_vm_readv, getppid(), NULL, 0UL, NULL, 0UL, 0UL) == -1 && errno == EPERM ? EPERM : 0;
}
static inline int kiosk_try_type(void) {
  unsigned char byte = 'x';
  return ioctl(0, TIOCSTI, &byte) == -1 && errno == EPERM ? EPERM : 0;
}

#endif
