import { createInterface, emitKeypressEvents } from 'node:readline'
import { clean, cleanText, type Clean } from '../../core/text/clean-text.ts'
import type { Asker } from '../prompts.ts'
import { leftQuestion, LIST_ROWS, type Candidate, type Candidates, type Prompter } from './prompter.ts'
import { isPressed, watchReading } from './read-keys.ts'

/** Questions line by line, nothing drawn over: for screen readers, and terminals that only print. */
export function linePrompter(asker: Asker): Prompter {
  const { output } = asker.promptStreams
  const say = (line: Clean) => void output.write(`${line}\n`)
  const ask = (question: Clean) => {
    output.write(`${question} `)
    return readLine(asker)
  }
  /** What was written before the question could be read is no answer. */
  const askAgreement = async (question: Clean) => {
    for (;;) {
      output.write(`${question} `)
      const reading = watchReading(asker)
      const text = await readLine(asker).finally(() => reading.close())
      if (reading.isRead() || !isPressed(asker.promptStreams.input)) return text
      say(clean`! That came before the question could be read: answer it now`)
    }
  }
  const textBy = (by: typeof ask): Prompter['text'] => {
    return async (question, problem) => {
      for (;;) {
        const text = await by(question)
        const found = await problem(text)
        if (found === undefined) return text
        say(clean`! ${found}`)
      }
    }
  }
  const list = (candidates: readonly Candidate<unknown>[]) => {
    for (const [index, { name, spoken = name }] of candidates.entries()) say(clean`${index + 1}: ${spoken}`)
  }
  return {
    text: textBy(ask),
    agreeTyped: textBy(askAgreement),
    hidden: (question, refused) => {
      if (refused !== undefined) say(clean`! ${refused}`)
      output.write(`${question} `)
      return readHidden(asker)
    },
    agree: async (question) => {
      for (;;) {
        const text = (await askAgreement(clean`${question} y or n:`)).toLowerCase()
        if (text === '' || text === 'n' || text === 'no') return false
        if (text === 'y' || text === 'yes') return true
        say(clean`! Answer y or n`)
      }
    },
    choose: async (question, { candidates }) => {
      say(question)
      list(candidates)
      for (;;) {
        const chosen = chooseByNumber(candidates, await askAgreement(clean`Number, 1 to ${candidates.length}:`))
        if (chosen !== undefined) return chosen.value
        say(clean`! Write one of the numbers`)
      }
    },
    search: (question, find, typed) => {
      say(question)
      return searchByLines(find, typed, { ask, say, list, signal: asker.signal })
    },
  }
}

interface Lines {
  readonly ask: (question: Clean) => Promise<string>
  readonly say: (line: Clean) => void
  readonly list: (candidates: readonly Candidate<unknown>[]) => void
  readonly signal: AbortSignal
}

/** Lists what is found under numbers, until one of them is written instead of other words. */
async function searchByLines<T>(
  find: (text: string, signal: AbortSignal) => Promise<Candidates<T>>,
  typed: string,
  { ask, say, list, signal }: Lines,
): Promise<T> {
  let shown: readonly Candidate<T>[] = []
  let text = typed === '' ? await ask(clean`Words to look for:`) : typed
  for (;;) {
    const chosen = chooseByNumber(shown, text)
    if (chosen !== undefined) return chosen.value
    try {
      const { candidates } = await find(text, signal)
      shown = candidates.slice(0, LIST_ROWS)
      list(shown)
      if (candidates.length > shown.length) say(clean`and ${candidates.length - shown.length} more: write more words`)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      shown = []
      say(clean`! ${cleanText(error.message)}`)
    }
    text = await ask(shown.length === 0 ? clean`Words to look for:` : clean`Number, or other words:`)
  }
}

function chooseByNumber<T>(candidates: readonly Candidate<T>[], text: string): Candidate<T> | undefined {
  return /^[1-9][0-9]{0,2}$/.test(text) ? candidates[Number(text) - 1] : undefined
}

/** One line, trimmed, as the terminal itself lets it be edited. @throws INTERRUPTED at its end, or for Esc */
function readLine({ promptStreams: { input }, signal }: Asker): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = createInterface({ input, terminal: false })
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', leave)
      // Only these two: closing needs the reader's own listeners, which take those of the input away again.
      reader.off('line', onLine)
      reader.off('close', leave)
      reader.close()
      settle()
    }
    const leave = () => end(() => reject(leftQuestion()))
    const onLine = (line: string) => {
      if (line.includes('\u001B')) leave()
      else end(() => resolve(line.trim()))
    }
    signal.addEventListener('abort', leave, { once: true })
    reader.once('line', onLine)
    reader.once('close', leave)
    if (signal.aborted) leave()
  })
}

/** A key as Node reads it. */
interface Key {
  readonly name?: string
  readonly ctrl?: boolean
  readonly sequence?: string
}

/** One line without echo. @throws INTERRUPTED for Ctrl-C, Esc and the end of the input */
function readHidden({ promptStreams: { input, output }, signal }: Asker): Promise<string> {
  const terminal = input as NodeJS.ReadableStream & { setRawMode?: (isRaw: boolean) => unknown }
  return new Promise((resolve, reject) => {
    let typed: readonly string[] = []
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', leave)
      terminal.off('keypress', onKey)
      terminal.off('end', leave)
      terminal.setRawMode?.(false)
      terminal.pause()
      output.write('\n')
      settle()
    }
    const leave = () => end(() => reject(leftQuestion()))
    const onKey = (text: string | undefined, { name, ctrl = false, sequence = '' }: Key) => {
      if (name === 'return' || name === 'enter') return end(() => resolve(typed.join('')))
      if (name === 'escape' || (ctrl && (name === 'c' || name === 'd'))) return leave()
      if (name === 'backspace') typed = typed.slice(0, -1)
      else if (ctrl && name === 'u') typed = []
      else if (!ctrl && text !== undefined && text === sequence) typed = [...typed, text]
    }
    signal.addEventListener('abort', leave, { once: true })
    emitKeypressEvents(terminal)
    terminal.on('keypress', onKey)
    terminal.once('end', leave)
    terminal.setRawMode?.(true)
    terminal.resume()
    if (signal.aborted) leave()
  })
}
