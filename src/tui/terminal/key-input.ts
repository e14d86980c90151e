import type { Clock } from '../../core/ports.ts'
import { createKeyDecoder, type KeyPress } from './key-decoder.ts'

/** A stream that keys come from. */
export type KeyInput = Pick<NodeJS.ReadStream, 'on' | 'off' | 'pause' | 'resume'>

/** Longest wait for the rest of an escape code that came in parts, in milliseconds: enough for slow connections. */
const REST_MS = 50

/**
 * Passes on every key that is pressed.
 * @param onKey gets each of them
 * @param onEnd called when no key can come any more
 * @returns a function that stops listening
 */
export function listenForKeys(
  input: KeyInput,
  clock: Clock,
  onKey: (press: KeyPress) => void,
  onEnd: () => void,
): () => void {
  const decoder = createKeyDecoder()
  const utf8 = new TextDecoder()
  const end = new AbortController()
  let reads = 0
  const emit = (presses: readonly KeyPress[]) => {
    for (const press of presses) if (!end.signal.aborted) onKey(press)
  }
  const onData = (chunk: Buffer | string) => {
    reads += 1
    const read = reads
    emit(decoder.read(typeof chunk === 'string' ? chunk : utf8.decode(chunk, { stream: true })))
    if (!decoder.isWaiting()) return
    clock.sleep(REST_MS, end.signal).then(
      () => {
        if (read === reads) emit(decoder.flush())
      },
      () => undefined,
    )
  }
  input.on('data', onData)
  input.on('end', onEnd)
  input.resume()
  return () => {
    end.abort()
    input.off('data', onData)
    input.off('end', onEnd)
    input.pause()
  }
}
