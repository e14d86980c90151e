import type { Clock } from '../../core/ports.ts'
import type { KeyPress } from '../events.ts'
import { createPressReader } from './key-decoder.ts'

/** What keys come from. */
export type KeyInput = Pick<NodeJS.ReadStream, 'on' | 'off' | 'pause' | 'resume'>

/** Time in which the rest of a cut escape code comes, over slow connections too, in milliseconds. */
const REST_MS = 50

/**
 * Tells every key that is pressed, until the function that it gives is called.
 * @param gone told when nothing can come any more
 */
export function listen(input: KeyInput, clock: Clock, told: (press: KeyPress) => void, gone: () => void): () => void {
  const reader = createPressReader()
  const decoder = new TextDecoder()
  const end = new AbortController()
  let reads = 0
  const tell = (presses: readonly KeyPress[]) => {
    for (const press of presses) if (!end.signal.aborted) told(press)
  }
  const hear = (chunk: Buffer | string) => {
    reads += 1
    const read = reads
    tell(reader.read(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })))
    if (!reader.isWaiting()) return
    clock.sleep(REST_MS, end.signal).then(
      () => {
        if (read === reads) tell(reader.flush())
      },
      () => undefined,
    )
  }
  input.on('data', hear)
  input.on('end', gone)
  input.resume()
  return () => {
    end.abort()
    input.off('data', hear)
    input.off('end', gone)
    input.pause()
  }
}
