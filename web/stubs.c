// snprintf brings the C library's files with it, though it writes to none. Their three functions are taken out here, so
// that the module imports nothing.
#include <errno.h>
#include <stdint.h>
#include <wasi/api.h>

__wasi_errno_t __wasi_fd_close(__wasi_fd_t file)
{
    (void)file;
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_seek(__wasi_fd_t file, __wasi_filedelta_t offset, __wasi_whence_t whence,
                              __wasi_filesize_t *size)
{
    (void)file, (void)offset, (void)whence, (void)size;
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_write(__wasi_fd_t file, const __wasi_ciovec_t *parts, size_t count, __wasi_size_t *size)
{
    (void)file, (void)parts, (void)count, (void)size;
    return __WASI_ERRNO_BADF;
}
