import { createRequire } from 'node:module'
import { type IPty, spawn } from '@lydell/node-pty'
import type * as xterm from '@xterm/headless'
import { onTestFinished } from 'vitest'
import { READING_MS } from '../../src/core/reading-time.ts'
import { QUICK_PROGRAM } from '../support/built-program.ts'
import { homeEnv } from '../support/home-env.ts'

/** Longer than the program thinks that a question takes to be read, in milliseconds. */
const READ_MS = READING_MS + 150

/** The built program in a terminal of its own, with somebody at the keys. */
export interface TerminalRun {
  /** Waits until the text stands in what came since the last such call. @returns what was seen */
  see(text: string | RegExp): Promise<string>
  type(keys: string): void
  /** Waits until what is shown could be read. */
  read(): Promise<void>
  /** Answers a question once it could be read: types the text, or a key, and presses Enter by itself. @param shows what is seen of the text before */
  answer(text: string, shows?: string): Promise<void>
  /** Everything that came, control codes included. */
  all(): string
  /** The lines that the terminal shows and has scrolled away, without the spaces at their ends. */
  screen(): Promise<readonly string[]>
  /** Waits for the end. @returns the exit code */
  end(): Promise<number>
}

/** What runs in a terminal, and what it reads. */
export interface TerminalOptions {
  /** Path of a file that is read instead of the terminal. */
  readonly stdin?: string
  /** Path of the script. @default the built program that makes key files in no time */
  readonly program?: string
  /** @default 100 */
  readonly columns?: number
  /** @default 30 */
  readonly rows?: number
  /** More of the environment, or other. */
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the built program in a terminal; it is killed when the test ends before it does. */
export function runInTerminal(
  args: readonly string[],
  home: string,
  { stdin, program = QUICK_PROGRAM, columns = 100, rows = 30, env = {} }: TerminalOptions = {},
): TerminalRun {
  const command = [process.execPath, program, ...args]
  const redirected = ['-c', 'input=$1; shift; exec "$@" < "$input"', 'sh', stdin ?? '', ...command]
  const [file = '', ...rest] = stdin === undefined ? command : ['sh', ...redirected]
  const child: IPty = spawn(file, rest, {
    cols: columns,
    rows,
    env: { PATH: process.env['PATH'] ?? '', ...homeEnv(home), TERM: 'xterm-256color', NO_COLOR: '1', ...env },
  })
  const { Terminal } = createRequire(import.meta.url)('@xterm/headless') as typeof xterm
  const shown = new Terminal({ cols: columns, rows, scrollback: 1000, allowProposedApi: true })
  let all = ''
  let from = 0
  let ended: number | undefined
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of [...waiting]) look()
  }
  child.onData((text) => {
    all += text
    shown.write(text)
    wake()
  })
  child.onExit(({ exitCode }) => {
    ended = exitCode
    wake()
  })
  onTestFinished(() => {
    if (ended === undefined) child.kill('SIGKILL')
  })
  const until = <T>(found: () => T | undefined, what: string) =>
    new Promise<T>((resolve, reject) => {
      const look = () => {
        const value = found()
        if (value === undefined && ended === undefined) return
        waiting.delete(look)
        if (value === undefined) reject(new Error(`${what} never came; there was:\n${all.slice(from)}`))
        else resolve(value)
      }
      waiting.add(look)
      look()
    })
  const see: TerminalRun['see'] = async (wanted) => {
    const seen = await until(() => {
      const came = all.slice(from)
      const at = typeof wanted === 'string' ? came.indexOf(wanted) : came.search(wanted)
      const text = typeof wanted === 'string' ? wanted : wanted.exec(came)?.[0]
      return at < 0 || text === undefined ? undefined : { text, end: from + at + text.length }
    }, String(wanted))
    from = seen.end
    return seen.text
  }
  const read = () => new Promise<void>((resolve) => void setTimeout(resolve, READ_MS))
  return {
    see,
    type: (keys) => child.write(keys),
    read,
    answer: async (text, shows = text) => {
      await read()
      if (text !== '') {
        from = all.length
        child.write(text)
        await see(shows)
      }
      child.write('\r')
    },
    all: () => all,
    screen: async () => {
      await new Promise<void>((resolve) => shown.write('', resolve))
      const { active } = shown.buffer
      return Array.from({ length: active.length }, (_, line) => active.getLine(line)?.translateToString(true) ?? '')
    },
    end: () => until(() => ended, 'the end'),
  }
}
