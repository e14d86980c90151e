import { fstatSync, statSync, writeSync } from 'node:fs'
import { devNull } from 'node:os'
import { errorCode } from '../../core/error-code.ts'

/** A stream that text is written to. */
interface TextStream {
  readonly isTTY?: boolean
  readonly fd?: number
  write(text: string | Uint8Array, written?: (error?: Error | null) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

/**
 * An output of this process. Node's own stream takes 3 ms to open, a tenth of a bare start: it is opened for a terminal, and
 * for a pipe that takes no more until its reader reads. Otherwise text is written straight away, as Node does to files and pipes,
 * but whole or with an error: Node takes a short write, that of a disk which has just become full, for a success.
 * @param fd 1 or 2
 * @param open gives Node's stream of it
 */
export function openOutput<S extends TextStream>(fd: number, open: () => S): S | TextStream {
  if (!isPlain(fd)) return open()
  let stream: S | undefined
  const listeners: ((error: Error) => void)[] = []
  const writeSlowly = (text: string | Uint8Array, written: ((error?: Error | null) => void) | undefined) => {
    if (stream === undefined) {
      stream = open()
      for (const listener of listeners) stream.on('error', listener)
    }
    return stream.write(text, written)
  }
  return {
    fd,
    on: (_event, listener) => {
      listeners.push(listener)
      return stream?.on('error', listener)
    },
    write: (text, written) => {
      if (stream !== undefined) return writeSlowly(text, written)
      const bytes = Buffer.from(text)
      let at = 0
      try {
        while (at < bytes.length) at += writeSync(fd, bytes, at)
      } catch (error) {
        if (errorCode(error) === 'EAGAIN') return writeSlowly(bytes.subarray(at), written)
        written?.(error instanceof Error ? error : new Error('the write failed', { cause: error }))
        return false
      }
      written?.()
      return true
    },
  }
}

/** True for a pipe, a socket, a file, or the device that takes everything. */
function isPlain(fd: number): boolean {
  try {
    const found = fstatSync(fd)
    if (found.isFIFO() || found.isSocket() || found.isFile()) return true
    return found.isCharacterDevice() && found.rdev === statSync(devNull).rdev
  } catch {
    return false
  }
}
