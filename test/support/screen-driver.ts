import { createRequire } from 'node:module'
import { type IPty, spawn } from '@lydell/node-pty'
import type * as xterm from '@xterm/headless'
import { PROGRAM } from './built-program.ts'
import { homeEnv } from './home-env.ts'
import { PATIENCE_MS } from './patience.ts'
import { screenSvg } from './screen-svg.ts'

const KEYS = {
  enter: '\r',
  esc: '\u001B',
  tab: '\t',
  'shift-tab': '\u001B[Z',
  backspace: '\u007F',
  up: '\u001B[A',
  down: '\u001B[B',
  'ctrl-c': '\u0003',
  'ctrl-l': '\u000C',
  'ctrl-u': '\u0015',
  'ctrl-z': '\u001A',
} as const

/** Longer than the screens think that a question takes to be read. */
const READ_MS = 400

/** A key by its name, or the character that it types. */
export type KeyName = keyof typeof KEYS | (string & {})

export interface DriverOptions {
  /** Words after `swapcli`. @default none */
  readonly args?: readonly string[]
  /** Folder of its settings and stores. */
  readonly home: string
  /** @default 100 */
  readonly columns?: number
  /** @default 30 */
  readonly rows?: number
  /** True to let it use colours. @default false */
  readonly colour?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** Path of a file that gets what is written on stderr. @default the terminal gets it */
  readonly errors?: string
  /** The name that the terminal gives when it is asked, as real ones do; they tell their status then too. @default it answers nothing */
  readonly version?: string
}

/** How the program ended. */
export interface Exit {
  /** Exit code; 0 where a signal ended it. */
  readonly code: number
  /** Number of the signal that ended it, undefined for none. */
  readonly signal: number | undefined
}

/** The built program in a terminal of its own, with somebody who reads the screen and presses keys. */
export interface ScreenDriver {
  readonly pid: number
  /** Presses keys one after the other. */
  press(...keys: readonly KeyName[]): void
  /** Presses a key that answers what is asked, or one that must not seem to be held down, after that could be read. */
  answer(key: KeyName): Promise<void>
  /** Waits until the screen shows the text, or satisfies the question. @returns the screen; rejects with all of it */
  until(wanted: string | RegExp | ((screen: string) => boolean)): Promise<string>
  /** Gives the terminal another size, as the user does with the mouse. */
  resize(columns: number, rows: number): Promise<void>
  /** The visible screen as plain text, lines without blanks at their ends. */
  screen(): string
  /** The visible screen as an SVG image, with its colours. @param label what it shows, for who cannot see it */
  svg(label: string): string
  /** The main screen as lines as they were written, from its first one, also while another screen is shown. */
  scrollback(): string
  /** Lines of the visible screen that go on from the line before: text that was too wide for the terminal. */
  brokenLines(): readonly string[]
  /** What is true of the terminal itself. */
  terminal(): TerminalFacts
  /** Keeps answers of the terminal back, as one does that is stopped, until it is called with false. */
  hold(isHeld: boolean): void
  /** How often it has rung. */
  bells(): number
  /** Everything that was written, control codes included. */
  written(): string
  /** Sends a signal. */
  kill(signal: NodeJS.Signals): void
  /** Takes the terminal away, as who closes its window does. */
  hangUp(): void
  /** Waits for the end. */
  exit(): Promise<Exit>
  /** Ends the program at once where it still runs. */
  close(): void
}

/** State of a terminal that a program must leave as it was. */
export interface TerminalFacts {
  readonly buffer: 'normal' | 'alternate'
  readonly cursorShown: boolean
  readonly bracketedPaste: boolean
  /** True while it tells the program that it has, or has lost, the focus. */
  readonly tellsFocus: boolean
  /** True while it tells the program of clicks and of the wheel. */
  readonly tellsMouse: boolean
  /** '' for its own. */
  readonly title: string
}

/** Starts the built program in a pseudo-terminal. */
export function openScreenDriver(options: DriverOptions): ScreenDriver {
  const { args = [], home, columns = 100, rows = 30, colour = false, env = {}, errors, version } = options
  const { Terminal } = createRequire(import.meta.url)('@xterm/headless') as typeof xterm
  const terminal = new Terminal({
    cols: columns,
    rows,
    scrollback: 5000,
    allowProposedApi: true,
    windowOptions: { pushTitle: true, popTitle: true },
  })
  const command = [process.execPath, PROGRAM, ...args]
  const redirected = ['sh', '-c', 'errors=$1; shift; exec "$@" 2> "$errors"', 'sh', errors ?? '', ...command]
  const [file = '', ...words] = errors === undefined ? command : redirected
  const child: IPty = spawn(file, words, {
    cols: columns,
    rows,
    env: {
      PATH: process.env['PATH'] ?? '',
      TERM: 'xterm-256color',
      ...homeEnv(home),
      ...(colour ? {} : { NO_COLOR: '1' }),
      ...env,
    },
  })
  let written = ''
  let title = ''
  let bells = 0
  terminal.onTitleChange((next) => (title = next))
  terminal.onBell(() => (bells += 1))
  let isHeld = false
  const heldBack: string[] = []
  const answer = (text: string) => {
    if (version === undefined) return
    if (isHeld) heldBack.push(text)
    else child.write(text)
  }
  terminal.onData(answer)
  terminal.parser.registerCsiHandler({ prefix: '>', final: 'q' }, () => {
    answer(`\u001BP>|${version ?? ''}\u001B\\`)
    return true
  })
  let ended: Exit | undefined
  const looks = new Set<() => void>()
  const look = () => {
    for (const each of [...looks]) each()
  }
  child.onData((text) => {
    written += text
    terminal.write(text, look)
  })
  child.onExit(({ exitCode, signal }) => {
    // What was written last may still be on its way into the terminal.
    terminal.write('', () => {
      ended = { code: exitCode, signal: signal === 0 ? undefined : signal }
      look()
    })
  })
  const linesOf = (buffer: xterm.IBuffer, from: number, to: number) =>
    Array.from(
      { length: to - from },
      (_, row) =>
        buffer
          .getLine(from + row)
          ?.translateToString(true)
          .trimEnd() ?? '',
    )
  const screen = () => {
    const { active } = terminal.buffer
    return linesOf(active, active.viewportY, active.viewportY + terminal.rows).join('\n')
  }
  const waitFor = <T>(found: () => T | undefined, what: string, endsWithProgram: boolean) =>
    new Promise<T>((resolve, reject) => {
      const done = () => {
        clearTimeout(timer)
        looks.delete(each)
      }
      const give = (why: string) => {
        done()
        reject(new Error(`${what} ${why}; the screen was:\n${screen()}`))
      }
      const each = () => {
        const value = found()
        if (value !== undefined) {
          done()
          resolve(value)
        } else if (ended !== undefined && endsWithProgram) {
          give(`never came: the program ended with ${JSON.stringify(ended)}`)
        }
      }
      const timer = setTimeout(() => give(`did not come within ${PATIENCE_MS / 1000} s`), PATIENCE_MS)
      looks.add(each)
      each()
    })
  const press = (...keys: readonly KeyName[]) => {
    for (const key of keys) child.write(Object.hasOwn(KEYS, key) ? KEYS[key as keyof typeof KEYS] : key)
  }
  return {
    pid: child.pid,
    press,
    answer: async (key) => {
      await new Promise((done) => void setTimeout(done, READ_MS))
      press(key)
    },
    until: (wanted) => {
      const shows = (text: string) =>
        typeof wanted === 'string' ? text.includes(wanted) : wanted instanceof RegExp ? wanted.test(text) : wanted(text)
      const found = () => {
        // Half a frame is nothing that a person sees.
        if (terminal.modes.synchronizedOutputMode) return undefined
        const text = screen()
        return shows(text) ? text : undefined
      }
      return waitFor(found, typeof wanted === 'string' ? JSON.stringify(wanted) : String(wanted), true)
    },
    resize: async (newColumns, newRows) => {
      // What was drawn for the size before is shown first, as on a real terminal.
      await new Promise<void>((done) => terminal.write('', done))
      terminal.resize(newColumns, newRows)
      child.resize(newColumns, newRows)
    },
    screen,
    svg: (label) => screenSvg(terminal, label),
    scrollback: () => {
      const { normal } = terminal.buffer
      const rowNumbers = Array.from({ length: normal.length }, (_, row) => row)
      const written = rowNumbers.reduce((text, row) => {
        const line = normal.getLine(row)
        const isBroken = normal.getLine(row + 1)?.isWrapped === true
        return `${text}${line?.translateToString(!isBroken) ?? ''}${isBroken ? '' : '\n'}`
      }, '')
      return written.trimEnd()
    },
    brokenLines: () => {
      const { active } = terminal.buffer
      const rowNumbers = Array.from({ length: terminal.rows }, (_, row) => active.viewportY + row)
      return rowNumbers.flatMap((row) => {
        const line = active.getLine(row)
        return line?.isWrapped === true ? [line.translateToString(true)] : []
      })
    },
    terminal: () => ({
      buffer: terminal.buffer.active.type,
      cursorShown: written.lastIndexOf('\u001B[?25l') <= written.lastIndexOf('\u001B[?25h'),
      bracketedPaste: terminal.modes.bracketedPasteMode,
      tellsFocus: terminal.modes.sendFocusMode,
      tellsMouse: terminal.modes.mouseTrackingMode !== 'none',
      title,
    }),
    hold: (next) => {
      isHeld = next
      if (!isHeld) for (const text of heldBack.splice(0)) child.write(text)
    },
    bells: () => bells,
    written: () => written,
    kill: (signal) => child.kill(signal),
    hangUp: () => (child as IPty & { destroy(): void }).destroy(),
    exit: () => waitFor(() => ended, 'the end', false),
    close: () => {
      if (ended === undefined) child.kill('SIGKILL')
      terminal.dispose()
    },
  }
}
