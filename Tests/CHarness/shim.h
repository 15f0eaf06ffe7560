// What the tests need of C that the Glibc module leaves out: additions to posix_spawn, file tree walks, ptys.
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/tiocl.h>
#include <linux/vt.h>
#include <ftw.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);

static inline int harness_spawn_closefrom(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

static inline int harness_spawn_chdir(posix_spawn_file_actions_t *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}

extern int nftw(const char *, int (*)(const char *, const struct stat *, int, struct FTW *), int, int);

static int harness_remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status, (void)kind, (void)place;
  remove(path);
  return 0;
}

// Removes a folder with all it holds; does not follow symbolic links (FTW_PHYS 1), contents first (FTW_DEPTH 8).
static inline void harness_remove_tree(const char *path) { nftw(path, harness_remove_entry, 16, 1 | 8); }

extern int posix_openpt(int), grantpt(int), unlockpt(int), ptsname_r(int, char *, size_t);

// Opens the master side of a new pty, closed on exec, non-blocking, never the tests' own controlling terminal, and tells
// the path of its other side. Returns -1 with errno set where there is none.
static inline int harness_open_pty(char *device, size_t size) {
  int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (master < 0) return -1;
  if (grantpt(master) == 0 && unlockpt(master) == 0 && ptsname_r(master, device, size) == 0) return master;
  int failure = errno;
  close(master);
  errno = failure;
  return -1;
}

// Ways out of a sandbox, by their bare system calls: syscall(2) is variadic. Each returns the error number.
static inline int harness_try_execve(void) { return syscall(SYS_execve, "/bin/true", NULL, NULL) == -1 ? errno : 0; }
static inline int harness_try_execveat(void) {
  return syscall(SYS_execveat, -100, "/bin/true", NULL, NULL, 0) == -1 ? errno : 0;
}
static inline int harness_try_fork(void) {
  long pid = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
  if (pid == 0) _exit(0);
  return pid == -1 ? errno : 0;
}
static inline int harness_try_ptrace(void) { return syscall(SYS_ptrace, 0, 0, NULL, NULL) == -1 ? errno : 0; }
static inline int harness_try_process_vm_readv(void) {
  return syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0) == -1 ? errno : 0;
}
static inline int harness_try_ioctl(unsigned long request) { return ioctl(0, request, "x") == -1 ? errno : 0; }

// ioctl(2) is variadic: TIOCSIG to a pty's master signals the foreground group, TIOCSTI types a byte into a terminal.
static inline int harness_signal_foreground(int master, int signal_number) { return ioctl(master, TIOCSIG, signal_number); }
// VT_ACTIVATE asks for a console; VT_SETMODE lets the kernel decide about switches again, behind its owner's back;
// TIOCL_PASTESEL types what was marked on a console into a terminal.
static inline int harness_activate(int console, int number) { return ioctl(console, VT_ACTIVATE, number); }
static inline int harness_free_console(int console) {
  struct vt_mode mode = {.mode = VT_AUTO};
  return ioctl(console, VT_SETMODE, &mode);
}
// Makes the caller the owner of a console, told of each wish to switch by a signal that is ignored.
static inline int harness_take_console(int console) {
  struct vt_mode mode = {.mode = VT_PROCESS, .relsig = SIGWINCH, .acqsig = SIGWINCH};
  return ioctl(console, VT_SETMODE, &mode);
}
static inline int harness_paste_marked(int console) {
  char what = TIOCL_PASTESEL;
  return ioctl(console, TIOCLINUX, &what);
}
static inline int harness_mark_line(int console, int row) {
  struct {
    char what;
    struct tiocl_selection selection;
  } __attribute__((packed)) request = {TIOCL_SETSEL, {1, (unsigned short)row, 40, (unsigned short)row, TIOCL_SELCHAR}};
  return ioctl(console, TIOCLINUX, &request);
}
static inline int harness_keyboard_mode(int console) {
  int mode = -1;
  return ioctl(console, KDGKBMODE, &mode) == 0 ? mode : -1;
}
static inline int harness_set_keyboard_mode(int console, int mode) { return ioctl(console, KDSKBMODE, mode); }
static inline int harness_type_byte(int terminal, char byte) { return ioctl(terminal, TIOCSTI, &byte); }
// fcntl(2) is variadic.
static inline int harness_close_on_exec(int descriptor) { return fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

// A socket that takes datagrams at `path`, as a service manager's does.
static inline int harness_take_datagrams(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int own = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  return bind(own, (struct sockaddr *)&address, sizeof address) == 0 ? own : -1;
}

// The next of them, and the descriptor that came with it, -1: none.
static inline ssize_t harness_receive(int own, char *bytes, size_t size, int *descriptor) {
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr aligned;
  } control;
  struct iovec vector = {bytes, size};
  struct msghdr message = {
    .msg_iov = &vector, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t count = recvmsg(own, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  struct cmsghdr *part = count < 0 ? NULL : CMSG_FIRSTHDR(&message);
  *descriptor = -1;
  if (part) memcpy(descriptor, CMSG_DATA(part), sizeof *descriptor);
  return count;
}
