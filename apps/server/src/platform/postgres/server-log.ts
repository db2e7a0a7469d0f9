import { closeSync, constants, copyFileSync, fstatSync, ftruncateSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const limitBytes = 8 * 1024 * 1024
const lookEveryMs = 60_000
const tailBytes = 16 * 1024

/** The file PostgreSQL writes its messages to. It is a file and no pipe: the server must outlive our kill -9. */
export interface ServerLog {
  path: string
  fd: number
  size(): number
  /** The output since the given size, at most the last 16 KiB. */
  since(offset: number): string
  close(): void
}

/**
 * Opens `<folder>/server.log` and keeps it below about 8 MiB: the full file is copied to `server.log.1` and truncated.
 * PostgreSQL keeps the file open for appending, and truncating is the only rotation it does not have to be notified of.
 */
export function openServerLog(folder: string): ServerLog {
  const path = join(folder, 'server.log')
  // The folder may belong to the user whom root chose to run the server, so no symbolic link in it is followed.
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
  const fd = openSync(path, flags, 0o600)
  const size = () => fstatSync(fd).size
  const rotate = () => {
    try {
      if (size() < limitBytes) return
      rmSync(`${path}.1`, { force: true })
      copyFileSync(path, `${path}.1`, constants.COPYFILE_EXCL)
      ftruncateSync(fd, 0)
    } catch {
      // A full disk stops the copy; the next minute tries again.
    }
  }
  rotate()
  const timer = setInterval(rotate, lookEveryMs)
  timer.unref()
  return {
    path,
    fd,
    size,
    since(offset) {
      const end = size()
      const from = Math.max(offset > end ? 0 : offset, end - tailBytes)
      const buffer = Buffer.alloc(end - from)
      const read = readSync(fd, buffer, 0, buffer.length, from)
      return buffer.toString('utf8', 0, read)
    },
    close() {
      clearInterval(timer)
      closeSync(fd)
    },
  }
}
