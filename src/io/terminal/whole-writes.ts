import { fstatSync, writeSync } from 'node:fs'

/** A stream that text is written to. */
interface TextStream {
  readonly isTTY?: boolean
  /** Of a stream of the process. */
  readonly fd?: number
  write(text: string, written: (error?: Error | null) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

/**
 * An output of this process whose writes end whole or with an error. Node writes to a file by one call for each text, and
 * takes a short one, that of a disk which has just become full, for a success.
 */
export function wholeWrites(stream: TextStream): TextStream {
  const { fd } = stream
  if (stream.isTTY === true || fd === undefined || !isFile(fd)) return stream
  return {
    on: (event, listener) => stream.on(event, listener),
    write: (text, written) => {
      try {
        const bytes = Buffer.from(text)
        for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at)
        written()
      } catch (error) {
        written(error instanceof Error ? error : new Error('the write failed', { cause: error }))
      }
    },
  }
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile()
  } catch {
    return false
  }
}
