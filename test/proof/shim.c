/*
 * Loaded into a process with LD_PRELOAD. Counts what the process does to the files below PROOF_ROOT, notes it in PROOF_LOG
 * with every byte, and at one of these operations ends the process or returns an error, as the file PROOF_CONTROL says.
 * What the process says on stdout and stderr is noted too, and so is its end. Memory that is shared with a file is not seen:
 * SQLite builds that file anew after a crash.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* The numbers in PROOF_CONTROL, 8 bytes each: how many operations were counted, at which one something happens, what. */
struct control {
  volatile int64_t counted;
  volatile int64_t at;
  volatile int64_t action; /* 0 nothing, 1 the process ends, 2 an error once, 3 an error from then on */
  volatile int64_t error;
  volatile int64_t reads; /* 1 where reading counts as well */
};

/* The head of an entry of PROOF_LOG; two texts follow it, of so many bytes each. */
struct entry {
  uint32_t kind;
  int32_t pid;
  int64_t time_ms;
  int64_t fd;
  int64_t number;
  uint32_t first;
  uint32_t second;
};

enum { OPEN = 1, WRITE, TRUNCATE, SYNC, RENAME, UNLINK, LINK, MKDIR, CLOSE, SAY, END };

#define FDS 4096
static char seen[FDS];
static const char *root;
static size_t root_length;
static int log_fd = -1;
static struct control *control;
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

__attribute__((constructor)) static void begin(void) {
  root = getenv("PROOF_ROOT");
  root_length = root == NULL ? 0 : strlen(root);
  const char *log = getenv("PROOF_LOG");
  if (log != NULL) log_fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  const char *path = getenv("PROOF_CONTROL");
  if (path == NULL) return;
  int fd = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  if (fd < 0) return;
  void *found = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (found != MAP_FAILED) control = found;
  syscall(SYS_close, fd);
}

static void note(uint32_t kind, int fd, int64_t number, const void *first, size_t first_length, const void *second,
                 size_t second_length) {
  if (log_fd < 0) return;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  struct entry entry = {kind, getpid(), now.tv_sec * 1000L + now.tv_nsec / 1000000L, fd, number,
                        (uint32_t)first_length, (uint32_t)second_length};
  struct iovec parts[3] = {
      {&entry, sizeof entry}, {(void *)first, first_length}, {(void *)second, second_length}};
  syscall(SYS_writev, log_fd, parts, 3);
}

__attribute__((destructor)) static void end(void) { note(END, 0, 0, NULL, 0, NULL, 0); }

static size_t length_of(const char *text) { return text == NULL ? 0 : strlen(text); }

static int is_below(const char *path) {
  /* Shared memory of SQLite is no file that lasts. */
  size_t length = length_of(path);
  if (length > 4 && strcmp(path + length - 4, "-shm") == 0) return 0;
  return root != NULL && path != NULL && strncmp(path, root, root_length) == 0;
}

/* libuv closes without a function that could be seen here: a number may stand for a socket meanwhile. */
static int is_seen(int fd) {
  struct stat found;
  if (fd < 0 || fd >= FDS || !seen[fd]) return 0;
  return fstat(fd, &found) == 0 && (S_ISREG(found.st_mode) || S_ISDIR(found.st_mode));
}

/* Counts an operation. Returns 0, or -1 with errno where it fails. */
static int count(void) {
  if (control == NULL) return 0;
  int64_t number = __atomic_add_fetch(&control->counted, 1, __ATOMIC_SEQ_CST);
  if (control->action == 1 && number == control->at) syscall(SYS_kill, getpid(), SIGKILL);
  int fails = (control->action == 2 && number == control->at) || (control->action == 3 && number >= control->at);
  if (!fails) return 0;
  errno = (int)control->error;
  return -1;
}

#define ENTER pthread_mutex_lock(&mutex)
#define LEAVE(result) \
  do { \
    int kept = errno; \
    pthread_mutex_unlock(&mutex); \
    errno = kept; \
    return result; \
  } while (0)

/* Reading a file changes nothing and is not counted; the handle is remembered all the same, for its syncs and reads. */
static int opened(int fd, const char *path, int flags) {
  if (fd < 0 || fd >= FDS) return fd;
  seen[fd] = (char)is_below(path);
  if (seen[fd]) note(OPEN, fd, flags, path, strlen(path), NULL, 0);
  return fd;
}

static int may_open(const char *path, int flags) {
  if (!is_below(path)) return 0;
  if ((flags & (O_CREAT | O_TRUNC)) == 0) return 0;
  return count();
}

static int open_at(int folder, const char *path, int flags, mode_t mode) {
  ENTER;
  int fd = may_open(path, flags) < 0 ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
  opened(fd, path, flags);
  LEAVE(fd);
}

#define MODE \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { \
    va_list rest; \
    va_start(rest, flags); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  }

int open(const char *path, int flags, ...) { MODE return open_at(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE return open_at(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE return open_at(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE return open_at(folder, path, flags, mode); }

int close(int fd) {
  ENTER;
  if (is_seen(fd)) {
    note(CLOSE, fd, 0, NULL, 0, NULL, 0);
    seen[fd] = 0;
  }
  int result = (int)syscall(SYS_close, fd);
  LEAVE(result);
}

static int64_t place_of(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags >= 0 && (flags & O_APPEND) ? lseek(fd, 0, SEEK_END) : lseek(fd, 0, SEEK_CUR);
}

ssize_t write(int fd, const void *bytes, size_t size) {
  if (fd == 1 || fd == 2) {
    ENTER;
    note(SAY, fd, 0, bytes, size, NULL, 0);
    LEAVE(syscall(SYS_write, fd, bytes, size));
  }
  if (!is_seen(fd)) return syscall(SYS_write, fd, bytes, size);
  ENTER;
  if (count() < 0) LEAVE(-1);
  int64_t at = place_of(fd);
  ssize_t done = syscall(SYS_write, fd, bytes, size);
  if (done > 0) note(WRITE, fd, at, bytes, (size_t)done, NULL, 0);
  LEAVE(done);
}

ssize_t writev(int fd, const struct iovec *parts, int length) {
  if (fd != 1 && fd != 2 && !is_seen(fd)) return syscall(SYS_writev, fd, parts, length);
  ssize_t total = 0;
  for (int index = 0; index < length; index += 1) {
    ssize_t done = write(fd, parts[index].iov_base, parts[index].iov_len);
    if (done < 0) return total > 0 ? total : -1;
    total += done;
    if ((size_t)done < parts[index].iov_len) break;
  }
  return total;
}

static ssize_t write_at(int fd, const void *bytes, size_t size, off64_t at) {
  if (!is_seen(fd)) return syscall(SYS_pwrite64, fd, bytes, size, at);
  ENTER;
  if (count() < 0) LEAVE(-1);
  ssize_t done = syscall(SYS_pwrite64, fd, bytes, size, at);
  if (done > 0) note(WRITE, fd, at, bytes, (size_t)done, NULL, 0);
  LEAVE(done);
}
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) { return write_at(fd, bytes, size, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) { return write_at(fd, bytes, size, at); }

/* Read and write take their place: these would not say what they wrote. */
ssize_t sendfile(int to, int from, off_t *at, size_t size) {
  if (!is_seen(to)) return syscall(SYS_sendfile, to, from, at, size);
  errno = EINVAL;
  return -1;
}
ssize_t sendfile64(int to, int from, off64_t *at, size_t size) { return sendfile(to, from, at, size); }
ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t size, unsigned flags) {
  if (!is_seen(to)) return syscall(SYS_copy_file_range, from, from_at, to, to_at, size, flags);
  errno = ENOSYS;
  return -1;
}

static ssize_t fail_read(int fd) { return control != NULL && control->reads && is_seen(fd) ? count() : 0; }
ssize_t read(int fd, void *bytes, size_t size) {
  return fail_read(fd) < 0 ? -1 : syscall(SYS_read, fd, bytes, size);
}
ssize_t pread(int fd, void *bytes, size_t size, off_t at) {
  return fail_read(fd) < 0 ? -1 : syscall(SYS_pread64, fd, bytes, size, at);
}
ssize_t pread64(int fd, void *bytes, size_t size, off64_t at) {
  return fail_read(fd) < 0 ? -1 : syscall(SYS_pread64, fd, bytes, size, at);
}

static int truncated(int fd, off64_t size) {
  if (!is_seen(fd)) return (int)syscall(SYS_ftruncate, fd, size);
  ENTER;
  int result = count() < 0 ? -1 : (int)syscall(SYS_ftruncate, fd, size);
  if (result == 0) note(TRUNCATE, fd, size, NULL, 0, NULL, 0);
  LEAVE(result);
}
int ftruncate(int fd, off_t size) { return truncated(fd, size); }
int ftruncate64(int fd, off64_t size) { return truncated(fd, size); }

static int synced(int fd, long call) {
  if (!is_seen(fd)) return (int)syscall(call, fd);
  ENTER;
  int result = count() < 0 ? -1 : (int)syscall(call, fd);
  if (result == 0) note(SYNC, fd, 0, NULL, 0, NULL, 0);
  LEAVE(result);
}
int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }

/* An operation on names. */
#define NAMED(kind, first, second, real_call) \
  if (!is_below(first) && !is_below(second)) return (int)(real_call); \
  ENTER; \
  int result = count() < 0 ? -1 : (int)(real_call); \
  if (result == 0) note(kind, 0, 0, first, length_of(first), second, length_of(second)); \
  LEAVE(result)

int rename(const char *from, const char *to) { NAMED(RENAME, from, to, syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0)); }
int link(const char *from, const char *to) { NAMED(LINK, from, to, syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0)); }
static const char *const none = NULL;
int unlink(const char *path) { NAMED(UNLINK, path, none, syscall(SYS_unlinkat, AT_FDCWD, path, 0)); }
int unlinkat(int folder, const char *path, int flags) { NAMED(UNLINK, path, none, syscall(SYS_unlinkat, folder, path, flags)); }
int rmdir(const char *path) { NAMED(UNLINK, path, none, syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR)); }
int mkdir(const char *path, mode_t mode) { NAMED(MKDIR, path, none, syscall(SYS_mkdirat, AT_FDCWD, path, mode)); }
