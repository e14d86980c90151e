import { PassThrough } from 'node:stream'
import { READING_MS } from '../../core/reading-time.ts'
import type { Asker } from '../prompts.ts'

/*
 * What agrees to something was pressed for the question that stands there: not before that could be read, not by a paste, and
 * not together with other keys, which may have been for something else.
 */

/** Keys for one question. */
export interface ReadKeys {
  /** Those that count, as a terminal gives them. */
  readonly input: NodeJS.ReadableStream
  /** Aborts where something was pasted. */
  readonly pasted: AbortSignal
  /** Gives the terminal back. */
  close(): void
}

/** A terminal that tells keys one by one. */
export type KeyTerminal = NodeJS.ReadableStream & { setRawMode?: (isRaw: boolean) => unknown }

const [CTRL_C, ESC] = ['\u0003', '\u001B'] as const
const PASTE = { begin: '\u001B[200~', end: '\u001B[201~', tell: '\u001B[?2004h', hide: '\u001B[?2004l' } as const
/** What ends a line. */
const ENTER = /[\r\n]/

/** True where a person presses the keys: what is scripted answers whenever it likes. */
export function isPressed(input: NodeJS.ReadableStream): boolean {
  return 'isTTY' in input && input.isTTY === true
}

/** Whether a question can have been read. */
export interface ReadingWatch {
  isRead(): boolean
  /** Once it has its answer. */
  close(): void
}

/** Tells from when on a question that is put now can have been read. */
export function watchReading({ clock, signal }: Pick<Asker, 'clock' | 'signal'>): ReadingWatch {
  const closed = new AbortController()
  const ended = AbortSignal.any([signal, closed.signal])
  let isRead = false
  const read = async () => {
    await clock.sleep(READING_MS, ended)
    // Where this process was held up, what was typed before has its turn first.
    await clock.sleep(1, ended)
    isRead = true
  }
  read().catch(() => undefined)
  return { isRead: () => isRead, close: () => closed.abort() }
}

/** Reads the keys for a question that is put right after this. Ctrl-C and Esc always count. */
export function readKeys(asker: Pick<Asker, 'clock' | 'signal' | 'promptStreams'>): ReadKeys {
  const { output } = asker.promptStreams
  const terminal = asker.promptStreams.input as KeyTerminal
  const setRawMode = (isRaw: boolean) => terminal.setRawMode?.(isRaw)
  const input = Object.assign(new PassThrough(), { setRawMode })
  const pasted = new AbortController()
  const reading = watchReading(asker)
  let isPasting = false
  const onData = (chunk: Buffer | string) => {
    const text = chunk.toString()
    if (text.includes(CTRL_C)) return input.push(CTRL_C)
    if (text === ESC) return input.push(ESC)
    if (text.includes(PASTE.begin)) {
      isPasting = true
      pasted.abort()
    }
    const isPart = isPasting
    if (text.includes(PASTE.end)) isPasting = false
    if (isPart || !reading.isRead()) return undefined
    const keys = text.length > 1 ? text.slice(0, lengthBefore(text)) : text
    return keys === '' ? undefined : input.push(keys)
  }
  const onEnd = () => input.push(null)
  output.write(PASTE.tell)
  terminal.on('data', onData)
  terminal.once('end', onEnd)
  terminal.resume()
  return {
    input,
    pasted: pasted.signal,
    close: () => {
      reading.close()
      terminal.off('data', onData)
      terminal.off('end', onEnd)
      terminal.pause()
      output.write(PASTE.hide)
    },
  }
}

/** Length of what stands before the first Enter. */
function lengthBefore(text: string): number {
  const at = text.search(ENTER)
  return at < 0 ? text.length : at
}
