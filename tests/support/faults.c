/* A disk that is full from the n-th write on, or refuses one write: to be preloaded, armed by `faulty.py`.

   Writes and syncs are counted of regular files but the standard streams.  Unarmed, everything is written.  A file is
   made when the first write fails, so that a test knows that one did. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static long left = -1; /* writes until one fails, -1 for none */
static int again;      /* whether all later ones fail too */
static char mark[4096];

void faults_arm(long writes, int all, const char *path)
{
    left = writes, again = all;
    strncpy(mark, path, sizeof mark - 1);
}

static int refused(int file)
{
    struct stat what;
    if (left < 0 || file <= 2 || fstat(file, &what) || !S_ISREG(what.st_mode) || left-- > 0)
        return 0;
    left = again ? 0 : -1;
    close(open(mark, O_CREAT | O_WRONLY, 0600));
    errno = ENOSPC;
    return 1;
}

#define REAL(result, name, ...)                                   \
    static result (*real)(__VA_ARGS__);                           \
    if (!real)                                                    \
        real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

ssize_t write(int file, const void *from, size_t size)
{
    REAL(ssize_t, "write", int, const void *, size_t);
    return refused(file) ? -1 : real(file, from, size);
}

ssize_t writev(int file, const struct iovec *from, int many)
{
    REAL(ssize_t, "writev", int, const struct iovec *, int);
    return refused(file) ? -1 : real(file, from, many);
}

ssize_t pwrite(int file, const void *from, size_t size, off_t at)
{
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
    return refused(file) ? -1 : real(file, from, size, at);
}

ssize_t pwrite64(int file, const void *from, size_t size, off64_t at)
{
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    return refused(file) ? -1 : real(file, from, size, at);
}

int fsync(int file)
{
    REAL(int, "fsync", int);
    return refused(file) ? -1 : real(file);
}

int fdatasync(int file)
{
    REAL(int, "fdatasync", int);
    return refused(file) ? -1 : real(file);
}

int ftruncate(int file, off_t size)
{
    REAL(int, "ftruncate", int, off_t);
    return refused(file) ? -1 : real(file, size);
}

int ftruncate64(int file, off64_t size)
{
    REAL(int, "ftruncate64", int, off64_t);
    return refused(file) ? -1 : real(file, size);
}
