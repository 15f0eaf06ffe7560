// What Swift's Glibc module lacks: headers it does not import, macros with arguments, and calls whose arguments are
// C unions or arrays. Each wrapper says why it is here; nothing else belongs in this file.
#ifndef KIOSK_CLINUX_SHIM_H
#define KIOSK_CLINUX_SHIM_H

#include <dirent.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/kd.h>
// linux/keyboard.h needs nothing of linux/wait.h, whose macros are those of sys/wait.h once more: ambiguous in Swift.
#define _LINUX_WAIT_H
#include <linux/keyboard.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/stat.h>
#include <linux/tiocl.h>
#include <linux/vt.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
#define KIOSK_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define KIOSK_AUDIT_ARCH AUDIT_ARCH_AARCH64
#else
#error "the seccomp filter knows x86_64 and aarch64"
#endif

// A directory entry's name: `d_name` comes to Swift as a tuple of 256 elements, which cannot be read safely past the
// bytes the kernel filled.
static inline const char *kiosk_entry_name(const struct dirent *entry) { return entry->d_name; }

// errno in English whatever the locale: glibc hides the declaration unless _GNU_SOURCE is set, which a module cannot do.
extern const char *strerrordesc_np(int);
static inline const char *kiosk_error_words(int code) { return strerrordesc_np(code); }

// glibc hides statx(2) and AT_EMPTY_PATH unless _GNU_SOURCE is set. Which file it is and how long, and nothing else: the one
// at `path`, or where that is empty the one open as `descriptor`.
static inline int kiosk_file_facts(int descriptor, const char *path, uint64_t *device, uint64_t *inode, uint64_t *size) {
  const int of_descriptor = 0x1000;  // AT_EMPTY_PATH
  const unsigned asked = STATX_INO | STATX_SIZE;
  struct statx facts;
  if (syscall(__NR_statx, descriptor, path, *path ? 0 : of_descriptor, asked, &facts) != 0) return -1;
  *device = (uint64_t)facts.stx_dev_major << 32 | facts.stx_dev_minor;
  *inode = facts.stx_ino;
  *size = facts.stx_size;
  return 0;
}

// prctl(2) is variadic.
static inline int kiosk_prctl(int option, unsigned long argument) { return prctl(option, argument, 0UL, 0UL, 0UL); }

// SIG_DFL is a cast pointer, which is not imported; one call sets it for the signal given.
static inline int kiosk_signal_default(int signal_number) {
  struct sigaction action = {0};
  action.sa_handler = SIG_DFL;
  return sigaction(signal_number, &action, NULL);
}

// A handler is a C function. When the parent dies the process has so many seconds more, which SIGALRM ends whatever it does.
// The same signal while the parent lives is somebody's, and changes nothing: who it was is kept, to be told.
// What is static here is one for each Swift file: all of it MUST be used by the same.
static unsigned kiosk_seconds_left = 1;
static pid_t kiosk_parent = 0;
static volatile sig_atomic_t kiosk_stray_process = 0, kiosk_stray_user = 0;
static inline void kiosk_parent_died(int signal_number, siginfo_t *info, void *context) {
  (void)signal_number, (void)context;
  if (getppid() != kiosk_parent) {
    alarm(kiosk_seconds_left);
    return;
  }
  kiosk_stray_user = (sig_atomic_t)info->si_uid;
  kiosk_stray_process = info->si_pid;
}
static inline pid_t kiosk_take_stray(uid_t *user) {
  pid_t process = kiosk_stray_process;
  *user = (uid_t)kiosk_stray_user;
  kiosk_stray_process = 0;
  return process;
}
static inline int kiosk_end_after_parent(unsigned seconds) {
  kiosk_seconds_left = seconds;
  kiosk_parent = getppid();
  struct sigaction action = {0};
  action.sa_sigaction = kiosk_parent_died;
  action.sa_flags = SA_RESTART | SA_SIGINFO;
  sigset_t both;
  sigemptyset(&both);
  sigaddset(&both, SIGUSR1);
  sigaddset(&both, SIGALRM);
  if (sigaction(SIGUSR1, &action, NULL) != 0 || kiosk_signal_default(SIGALRM) != 0) return -1;
  if (sigprocmask(SIG_UNBLOCK, &both, NULL) != 0) return -1;
  return prctl(PR_SET_PDEATHSIG, (unsigned long)SIGUSR1, 0UL, 0UL, 0UL);
}

// epoll's event is a packed struct with a union, and sys/epoll.h an enum where numbers are wanted.
static inline int kiosk_watch_modes(int terminal) {
  int watch = epoll_create1(EPOLL_CLOEXEC);
  if (watch < 0) return -1;
  struct epoll_event wanted = {.events = EPOLLWRNORM | EPOLLET};
  if (epoll_ctl(watch, EPOLL_CTL_ADD, terminal, &wanted) == 0) return watch;
  int code = errno;
  close(watch);
  errno = code;
  return -1;
}
static inline void kiosk_watch_settle(int watch) {
  struct epoll_event told;
  epoll_wait(watch, &told, 1, 0);
}

// A set of descriptors to wait for, each with the number of its place. What is not in the set counts as taken out of it.
static inline int kiosk_wait_set(int set, int how, int descriptor, unsigned events, unsigned place) {
  struct epoll_event wanted = {.events = events, .data.u32 = place};
  return epoll_ctl(set, how, descriptor, &wanted);
}
// What has happened at each of `count` places, at most 8; how many have something.
static inline int kiosk_wait_for_set(int set, unsigned *happened, int count, int timeout) {
  struct epoll_event told[8];
  for (int place = 0; place < count; place++) happened[place] = 0;
  int found = epoll_wait(set, told, count < 8 ? count : 8, timeout);
  for (int index = 0; index < found; index++)
    if (told[index].data.u32 < (unsigned)count) happened[told[index].data.u32] = told[index].events;
  return found;
}

// Parts of files that are written through memory. Where a file has been cut short behind its writer, the kernel has no page to
// write to and sends SIGBUS: the part then becomes memory of this process alone, and is marked as lost. A handler is a C
// function, and mmap's failure a cast pointer. What is static here is one for each Swift file, see above.
// One process needs three; a test of many logs has them all.
enum { kiosk_windows = 256 };
struct kiosk_window {
  void *start;
  size_t length;
  volatile sig_atomic_t lost;
};
static inline struct kiosk_window *kiosk_window_at(int place) {
  static struct kiosk_window all[kiosk_windows];
  return &all[place];
}
static inline void kiosk_window_fault(int signal_number, siginfo_t *info, void *context) {
  (void)context;
  int code = errno;
  uintptr_t at = (uintptr_t)info->si_addr;
  for (int index = 0; info->si_code > 0 && index < kiosk_windows; index++) {
    uintptr_t start = (uintptr_t)kiosk_window_at(index)->start;
    if (start < 2 || at - start >= kiosk_window_at(index)->length) continue;
    const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    void *now = mmap((void *)start, kiosk_window_at(index)->length, PROT_READ | PROT_WRITE, how, -1, 0);
    if (now == MAP_FAILED) break;
    kiosk_window_at(index)->lost = 1;
    errno = code;
    return;
  }
  kiosk_signal_default(signal_number);
  if (info->si_code <= 0) raise(signal_number);
}
// The place of the window opened, -1 where there can be none.
static inline int kiosk_window_open(int file, off_t from, size_t length, void **start) {
  for (int index = 0; index < kiosk_windows; index++) {
    // Taken, and not there yet.
    void *none = NULL, *taken = (void *)1;
    if (!__atomic_compare_exchange_n(&kiosk_window_at(index)->start, &none, taken, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      continue;
    struct sigaction action = {0};
    action.sa_sigaction = kiosk_window_fault;
    action.sa_flags = SA_RESTART | SA_SIGINFO;
    void *made = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, from);
    if (made == MAP_FAILED || sigaction(SIGBUS, &action, NULL) != 0) {
      if (made != MAP_FAILED) munmap(made, length);
      __atomic_store_n(&kiosk_window_at(index)->start, NULL, __ATOMIC_SEQ_CST);
      return -1;
    }
    kiosk_window_at(index)->length = length;
    kiosk_window_at(index)->lost = 0;
    __atomic_store_n(&kiosk_window_at(index)->start, made, __ATOMIC_SEQ_CST);
    *start = made;
    return index;
  }
  return -1;
}
static inline int kiosk_window_is_lost(int place) { return kiosk_window_at(place)->lost; }
static inline void kiosk_window_close(int place) {
  munmap(kiosk_window_at(place)->start, kiosk_window_at(place)->length);
  __atomic_store_n(&kiosk_window_at(place)->start, NULL, __ATOMIC_SEQ_CST);
}

// Numbers that several processes count in memory they share. What this process wrote before `kiosk_count_read` is seen by
// whoever counts after it; on x86 that takes a fence, as a write may wait while a later read goes ahead.
static inline uint64_t kiosk_count_read(const void *at) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return __atomic_load_n((const uint64_t *)at, __ATOMIC_SEQ_CST);
}
static inline uint64_t kiosk_count_next(void *at) { return __atomic_add_fetch((uint64_t *)at, 1, __ATOMIC_SEQ_CST); }
static inline void kiosk_count_set(void *at, uint64_t to) { __atomic_store_n((uint64_t *)at, to, __ATOMIC_SEQ_CST); }
static inline void kiosk_count_raise(void *at, uint64_t to) {
  uint64_t is = __atomic_load_n((uint64_t *)at, __ATOMIC_SEQ_CST);
  while (is < to && !__atomic_compare_exchange_n((uint64_t *)at, &is, to, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) continue;
}

// setresuid and setgroups are declared for GNU sources only. One thread, so that the system calls are enough.
static inline int kiosk_become(uid_t user, gid_t group) {
  if (syscall(__NR_setgroups, 0, NULL) != 0) return -1;
  if (syscall(__NR_setresgid, group, group, group) != 0) return -1;
  return (int)syscall(__NR_setresuid, user, user, user);
}

// TIOCSCTTY takes a number where Swift's ioctl takes a pointer.
static inline int kiosk_take_terminal(int terminal, int by_force) { return ioctl(terminal, TIOCSCTTY, by_force); }
static inline int kiosk_leave_terminal(int terminal) { return ioctl(terminal, TIOCNOTTY); }

// setrlimit's first argument is an enum in GNU C++ mode and an int otherwise; one call spares Swift the difference.
static inline int kiosk_no_core_dumps(void) {
  struct rlimit none = {0, 0};
  return setrlimit(RLIMIT_CORE, &none);
}

// siginfo_t is a union. kind: CLD_EXITED, CLD_KILLED, CLD_DUMPED, CLD_STOPPED or CLD_CONTINUED; 0: nothing happened.
// The options are set here, because two of the headers above define them, which Swift takes for two things.
static inline int kiosk_waitid(pid_t pid, int *kind, int *status) {
  siginfo_t info = {0};
  int result = waitid(P_PID, (id_t)pid, &info, WEXITED | WSTOPPED | WNOHANG);
  *kind = info.si_pid == 0 ? 0 : info.si_code;
  *status = info.si_status;
  return result;
}

// gnu_dev_major and gnu_dev_minor are macros.
static inline unsigned kiosk_major(dev_t device) { return major(device); }
static inline unsigned kiosk_minor(dev_t device) { return minor(device); }

// CMSG and socket type flags are an enum here and an int there.
static inline int kiosk_socketpair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends);
}

// struct vt_mode and the VT ioctls are not imported. The owner of the console is told by `signal_number` of every wish
// to switch, and answers it. MUST be called on the main thread: the kernel forgets an owner whose thread has ended.
static inline int kiosk_vt_own(int console, int signal_number) {
  struct vt_mode mode = {.mode = VT_PROCESS, .relsig = (short)signal_number, .acqsig = (short)signal_number};
  return ioctl(console, VT_SETMODE, &mode);
}
static inline int kiosk_vt_disown(int console) {
  struct vt_mode mode = {.mode = VT_AUTO};
  return ioctl(console, VT_SETMODE, &mode);
}
static inline int kiosk_vt_is_owned(int console) {
  struct vt_mode mode = {0};
  return ioctl(console, VT_GETMODE, &mode) == 0 && mode.mode == VT_PROCESS;
}
static inline int kiosk_vt_owner_signal(int console) {
  struct vt_mode mode = {0};
  return ioctl(console, VT_GETMODE, &mode) == 0 && mode.mode == VT_PROCESS ? mode.relsig : 0;
}
static inline int kiosk_vt_refuse_switch(int console) { return ioctl(console, VT_RELDISP, 0); }

// The argument of KDMKTONE is a number made of two.
static inline int kiosk_sound(int console, int ticks, int milliseconds) {
  return ioctl(console, KDMKTONE, (unsigned long)milliseconds << 16 | (unsigned long)(ticks & 0xFFFF));
}

// The KD ioctls are macros with casts. The keyboard's mode, or -1; and K_XLATE and K_UNICODE, which are imported.
static inline int kiosk_keyboard_mode(int console) {
  int mode = -1;
  return ioctl(console, KDGKBMODE, &mode) == 0 ? mode : -1;
}
static inline int kiosk_set_keyboard_mode(int console, int mode) { return ioctl(console, KDSKBMODE, mode); }

// struct kbentry is not imported, nor are KDGKBENT and KDSKBENT. Returns the action, or -1.
static inline int kiosk_keymap_get(int console, int table, int key) {
  struct kbentry entry = {.kb_table = (unsigned char)table, .kb_index = (unsigned char)key};
  return ioctl(console, KDGKBENT, &entry) == 0 ? entry.kb_value : -1;
}
static inline int kiosk_keymap_set(int console, int table, int key, int action) {
  struct kbentry entry = {(unsigned char)table, (unsigned char)key, (unsigned short)action};
  return ioctl(console, KDSKBENT, &entry);
}
// Key types, actions and "no such table" are macros with arguments.
static const int kiosk_key_type_console = KT_CONS, kiosk_key_type_special = KT_SPEC;
static const int kiosk_key_no_table = K_NOSUCHMAP, kiosk_key_nothing = K_HOLE, kiosk_key_told = K(KT_FN, 255);
static const int kiosk_key_restart_told = K(KT_FN, 254);
// struct kbsentry holds its string as a C array. `string` has room for 513 bytes.
static inline int kiosk_keymap_get_string(int console, int number, char *string) {
  struct kbsentry entry = {.kb_func = (unsigned char)number};
  int result = ioctl(console, KDGKBSENT, &entry);
  memcpy(string, entry.kb_string, sizeof entry.kb_string);
  string[sizeof entry.kb_string] = 0;
  return result;
}
static inline int kiosk_keymap_set_string(int console, int number, const char *string) {
  struct kbsentry entry = {.kb_func = (unsigned char)number};
  strncpy((char *)entry.kb_string, string, sizeof entry.kb_string - 1);
  return ioctl(console, KDSKBSENT, &entry);
}

// TIOCLINUX takes a byte with what follows it unaligned. Selects one cell of the console in front, counted from 1, and
// takes the marking off again; what was selected stays to be pasted.
static inline int kiosk_select_cell(int console, int column, int row) {
  struct {
    char what;
    struct tiocl_selection selection;
  } __attribute__((packed)) request = {
    TIOCL_SETSEL, {(unsigned short)column, (unsigned short)row, (unsigned short)column, (unsigned short)row, TIOCL_SELCHAR}};
  if (ioctl(console, TIOCLINUX, &request) != 0) return -1;
  request.selection.sel_mode = TIOCL_SELCLEAR;
  return ioctl(console, TIOCLINUX, &request);
}

// sockaddr_un holds its path as a C array. "@" begins an abstract name. The address's length, or 0 with errno.
static inline socklen_t kiosk_local_address(const char *path, struct sockaddr_un *address) {
  size_t length = strlen(path);
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (length >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return 0;
  }
  memcpy(address->sun_path, path, length);
  if (path[0] == '@') address->sun_path[0] = 0;
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (path[0] == '@' ? 0 : 1));
}

// Connects without waiting; -1 with errno where it cannot.
static inline int kiosk_connect_local(const char *path) {
  struct sockaddr_un address;
  socklen_t length = kiosk_local_address(path, &address);
  if (length == 0) return -1;
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -1;
  if (connect(descriptor, (struct sockaddr *)&address, length) == 0) return descriptor;
  int failure = errno;
  close(descriptor);
  errno = failure;
  return -1;
}

// The other side of the same: a socket that only its owner may connect to. The mask has to be set around bind, which makes
// the file. sys/stat.h, where umask is declared, would make names ambiguous in Swift.
extern mode_t umask(mode_t);
static inline int kiosk_listen_local(const char *path, int backlog) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address.sun_path, path);
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -1;
  mode_t mask = umask(0177);
  int result = bind(descriptor, (struct sockaddr *)&address, sizeof address);
  int failure = errno;
  umask(mask);
  if (result == 0) {
    result = listen(descriptor, backlog);
    failure = errno;
  }
  if (result == 0) return descriptor;
  close(descriptor);
  errno = failure;
  return -1;
}

// accept4 and struct ucred are for GNU sources only.
static inline int kiosk_accept(int listener) {
  return (int)syscall(__NR_accept4, listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
static inline int kiosk_peer(int socket, pid_t *process, uid_t *user) {
  struct {
    pid_t process;
    uid_t user;
    gid_t group;
  } peer = {0, 0, 0};
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *process = peer.process;
  *user = peer.user;
  return 0;
}

// Starts a program as the leader of a session of its own on the terminal at `terminal`, with nothing of this process but
// its environment: no descriptor, no blocked or ignored signal. It ends with its parent. Between fork and exec only calls
// are made that a copy of a process may make. Returns its number once it runs, or -1 with errno where it could not be
// started.
static inline pid_t kiosk_host(
  const char *terminal, int terminal_flags, const char *path, char *const arguments[], char *const environment[]) {
  int report[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, report) != 0) return -1;
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    int failure = 0;
    int told = dup2(report[1], 3);
    if (told < 0 || setsid() < 0) failure = errno;
    if (!failure && prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL) != 0) failure = errno;
    if (!failure && getppid() != parent) _exit(127);
    // The first terminal that a session's leader opens becomes its own.
    int slave = failure ? -1 : open(terminal, terminal_flags);
    if (!failure && (slave < 0 || dup2(slave, 0) < 0 || dup2(slave, 1) < 0 || dup2(slave, 2) < 0)) failure = errno;
    // close_range(2), the same number everywhere; before Linux 5.9 one by one.
    if (syscall(436, 4, ~0U, 0) != 0)
      for (int other = 4; other < 65536; other++) close(other);
    // With the copy closed on exec, a start that succeeds reads as an end without a word.
    struct sigaction action = {0};
    action.sa_handler = SIG_DFL;
    for (int number = 1; number <= 64; number++)
      if (number != SIGKILL && number != SIGSTOP) sigaction(number, &action, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (!failure && ioctl(3, FIOCLEX) == 0) {
      execve(path, arguments, environment);
      failure = errno;
    }
    send(3, &failure, sizeof failure, MSG_NOSIGNAL);
    _exit(127);
  }
  int failure = errno;
  close(report[1]);
  if (child > 0) {
    int status;
    ssize_t count;
    do count = recv(report[0], &failure, sizeof failure, 0);
    while (count < 0 && errno == EINTR);
    if (count == (ssize_t)sizeof failure) {
      while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
      child = -1;
    }
  }
  close(report[0]);
  errno = failure;
  return child;
}

// The CMSG macros are not imported. Sends a datagram, and a descriptor with it (-1: none), without waiting.
static inline int kiosk_notify(const char *path, const char *words, int descriptor) {
  struct sockaddr_un address;
  socklen_t length = kiosk_local_address(path, &address);
  int out = length == 0 ? -1 : socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (out < 0) return -1;
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr aligned;
  } control = {{0}};
  struct iovec vector = {(void *)words, strlen(words)};
  struct msghdr message = {.msg_name = &address, .msg_namelen = length, .msg_iov = &vector, .msg_iovlen = 1};
  if (descriptor >= 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(part), &descriptor, sizeof descriptor);
  }
  ssize_t sent = sendmsg(out, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  int failure = errno;
  close(out);
  errno = failure;
  return sent < 0 ? -1 : 0;
}

// Receives bytes and at most one descriptor, closed on exec (-1: none came); others
// that come along are closed.
static inline ssize_t kiosk_receive(int socket, void *bytes, size_t size, int *descriptor) {
  union {
    char bytes[CMSG_SPACE(sizeof(int) * 8)];
    struct cmsghdr aligned;
  } control;
  struct iovec vector = {bytes, size};
  struct msghdr message = {
    .msg_iov = &vector, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  *descriptor = -1;
  ssize_t count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (count < 0) return count;
  for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    int received;
    for (size_t at = 0; at + sizeof received <= part->cmsg_len - CMSG_LEN(0); at += sizeof received) {
      memcpy(&received, CMSG_DATA(part) + at, sizeof received);
      if (*descriptor < 0) *descriptor = received;
      else close(received);
    }
  }
  return count;
}

// The set of signals is a C array inside a struct; Swift would copy it bit by bit.
static inline int kiosk_signalfd(int descriptor, const int *signals, int count, int block) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
  if (block && sigprocmask(SIG_BLOCK, &set, NULL) != 0) return -1;
  return signalfd(descriptor, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

// POSIX_SPAWN flags and attributes are opaque; one call starts a program with one descriptor more (its number is 3), or
// with two (`second` is not -1; its number is 4). Neither may be numbered 3 or 4 here.
static inline int kiosk_spawn(
  pid_t *pid, const char *path, int channel, int second, char *const arguments[], char *const environment[]) {
  posix_spawn_file_actions_t actions;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawn_file_actions_adddup2(&actions, channel, 3);
  if (code == 0 && second >= 0) code = posix_spawn_file_actions_adddup2(&actions, second, 4);
  if (code == 0) code = posix_spawn(pid, path, &actions, NULL, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

#define KIOSK_NR_LOAD BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define KIOSK_DENY(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((error) & SECCOMP_RET_DATA))
#define KIOSK_ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define KIOSK_DENY_CALL(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), KIOSK_DENY(EPERM)

// Installs the front end's filter: a system-call filter is an array of C structs built from C macros.
// MUST be called after no_new_privs. Denied with EPERM: starting a program (execve, execveat), making a process
// (fork, vfork, clone without CLONE_THREAD; clone3 says ENOSYS, so that the C library makes threads with clone),
// reaching into another one (ptrace, process_vm_*, pidfd_getfd, kcmp), io_uring (calls the filter would not see), typing
// into a terminal (TIOCSTI), the console's selection (TIOCLINUX), and everything of a foreign calling convention.
static inline int kiosk_seccomp_install(void) {
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, KIOSK_AUDIT_ARCH, 1, 0),
    KIOSK_DENY(EPERM),
    KIOSK_NR_LOAD,
#if defined(__x86_64__)
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    KIOSK_DENY(EPERM),
    KIOSK_DENY_CALL(__NR_fork),
    KIOSK_DENY_CALL(__NR_vfork),
#endif
    KIOSK_DENY_CALL(__NR_execve),
    KIOSK_DENY_CALL(__NR_execveat),
    KIOSK_DENY_CALL(__NR_ptrace),
    KIOSK_DENY_CALL(__NR_process_vm_readv),
    KIOSK_DENY_CALL(__NR_process_vm_writev),
    KIOSK_DENY_CALL(__NR_kcmp),
    KIOSK_DENY_CALL(425), // io_uring_setup, the same number everywhere
    KIOSK_DENY_CALL(438), // pidfd_getfd, the same number everywhere
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435, 0, 1), // clone3, the same number everywhere
    KIOSK_DENY(ENOSYS),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
    KIOSK_DENY(EPERM),
    KIOSK_ALLOW,
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_ioctl, 0, 4),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TIOCSTI, 1, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TIOCLINUX, 0, 1),
    KIOSK_DENY(EPERM),
    KIOSK_ALLOW,
  };
  struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0UL, 0UL);
}

// syscall(2) is variadic. Tries execve of nothing: EPERM where the filter holds, EFAULT or ENOENT where it does not.
static inline int kiosk_try_execve(void) {
  return syscall(__NR_execve, NULL, NULL, NULL) == -1 ? errno : 0;
}

// The program's own code as the linker laid it out (end(3), ld(1)): symbols whose addresses are what they say.
extern const char __executable_start, etext;
static inline void kiosk_give_back_code(void) {
  long page = sysconf(_SC_PAGESIZE);
  uintptr_t start = ((uintptr_t)&__executable_start + page - 1) & ~(uintptr_t)(page - 1);
  uintptr_t end = (uintptr_t)&etext & ~(uintptr_t)(page - 1);
  if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
}

// fork is marked unavailable in Swift, for programs with threads; this one has none.
static inline pid_t kiosk_fork(void) { return fork(); }

#include "attack.h"

#endif
