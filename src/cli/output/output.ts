import type { SwapError } from '../../core/api/errors.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { terminalColumns, wantsColor, wholeWrites } from '../../io/index.ts'
import { createPaint, type Paint } from './paint.ts'
import { lossError, problemDocument, problemLines } from './problem.ts'
import { createSink, type PaidTransaction, type Sink } from './sink.ts'
import { type Column, renderFields, renderTable } from './table.ts'
import { createRedraw } from './redraw.ts'
import { measureFor } from './text-width.ts'

/** An output stream; those of the process are. */
export interface OutputStream {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
  /** Of a stream of the process. */
  readonly fd?: number
  write(text: string, written?: (error?: Error | null) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

export interface OutputOptions {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly env: Readonly<Record<string, string | undefined>>
  readonly json: boolean
  readonly quiet: boolean
  /** --color is true, --no-color false. */
  readonly color: boolean | undefined
}

/** The only thing that prints: data on stdout, everything said to a person on stderr. */
export interface Output {
  readonly json: boolean
  readonly quiet: boolean
  /** True when stdout is a terminal. */
  readonly toTerminal: boolean
  /** True when somebody can watch stderr: spinners and prompts make sense. */
  readonly watched: boolean
  /** Colours of stdout. */
  readonly paint: Paint
  /** Columns of stdout. */
  readonly width: number
  /** Aborts when whoever read stdout has gone. */
  readonly gone: AbortSignal
  /** A text of strangers as something that a terminal can show. */
  clean(text: string): string
  /** Prints text and a line end on stdout; every line of it must be clean. */
  readonly print: (text: string) => void
  /** Prints a table on stdout. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): Promise<void>
  /** The text of a table. */
  tableText(columns: readonly Column[], rows: readonly (readonly string[])[]): Promise<string>
  /**
   * Prints text on stdout over what the last call printed, as much of it as fits on the screen; every line must be clean.
   * Only where stdout is a terminal, and while nothing else is printed.
   */
  readonly redraw: (text: string) => void
  /** Prints `name  value` lines on stdout, those with a value. */
  fields(fields: readonly (readonly [string, string])[]): Promise<void>
  /** Prints one JSON document on one line of stdout. */
  printJson(value: unknown): void
  /** Prints a remark on stderr; with --quiet nothing, with --json only where a person watches. */
  note(text: string): void
  /** Prints help, or other text that was asked for but is no data, on stderr, whatever the flags. */
  say(text: string): void
  /**
   * Prints a failure on stderr. @param command the command that failed, for its next step
   * @param movesMoney true where money was in play, so that a person is told what is known about it
   */
  problem(error: unknown, command: string | undefined, movesMoney: boolean): void
  /** Notes what was paid, which the failure of `end` names. */
  readonly notePayment: (payment: PaidTransaction) => void
  /** The same output in colour, or without. */
  withColor(color: boolean): Output
  /** Waits until all that was printed is written. @returns the failure where some of it could not be */
  end(): Promise<SwapError | undefined>
}

/** Makes the output of one run of the program. */
export function createOutput(options: OutputOptions): Output {
  return outputOver(createSink(wholeWrites(options.stdout)), options)
}

function outputOver(sink: Sink, options: OutputOptions): Output {
  const { stdout, stderr, env, json, quiet, color } = options
  const factsOf = (stream: OutputStream) => ({ isTTY: stream.isTTY === true, columns: stream.columns, env })
  const paint = createPaint(wantsColor(color, factsOf(stdout)))
  const errorPaint = createPaint(wantsColor(color, factsOf(stderr)))
  stderr.on('error', () => undefined)
  const width = terminalColumns(factsOf(stdout))
  const layout = { width, bold: (text: string) => paint.bold(text) }
  const print = (text: string) => sink.write(`${text}\n`)
  const say = (text: string) => void stderr.write(`${text}\n`)
  const watched = stderr.isTTY === true && !quiet && !json && !env['CI']
  const tableText = async (columns: readonly Column[], rows: readonly (readonly string[])[]) => {
    const clean = rows.map(cleanRow)
    return renderTable(columns, clean, { ...layout, measure: await measureFor(clean.flat()) })
  }
  return {
    json,
    quiet,
    toTerminal: stdout.isTTY === true,
    watched,
    paint,
    width,
    gone: sink.gone,
    clean: cleanCell,
    print,
    table: async (columns, rows) => {
      if (rows.length > 0) print(await tableText(columns, rows))
    },
    tableText,
    redraw: createRedraw(sink.write, () => stdout.rows, width),
    fields: async (fields) => {
      const clean = fields.map(([name, value]) => [name, cleanCell(value)] as const)
      print(renderFields(clean, { ...layout, measure: await measureFor(clean.flat()) }))
    },
    printJson: (value) => print(jsonLine(value)),
    note: (text) => {
      if (!quiet && (!json || stderr.isTTY === true)) say(errorPaint.dim(cleanLines(text)))
    },
    say,
    problem: (error, command, movesMoney) => {
      if (json) say(jsonLine(problemDocument(error, command)))
      else for (const line of problemLines(error, command, movesMoney, errorPaint)) say(line)
      const debug = (env['SWAPCLI_DEBUG'] ?? '') !== ''
      if (debug && error instanceof Error) say(error.stack ?? '')
    },
    notePayment: sink.notePayment,
    withColor: (color) => outputOver(sink, { ...options, color }),
    end: async () => {
      const loss = await sink.end()
      return loss === undefined ? undefined : lossError(loss)
    },
  }
}

/** JSON on one line, in which characters that act on a terminal stand as escapes: the same value, safe to look at. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A text of strangers as one line that a terminal can show. */
function cleanCell(text: string): string {
  return cleanText(text, 2000)
}

function cleanLines(text: string): string {
  return text.split('\n').map(cleanCell).join('\n')
}

function cleanRow(row: readonly string[]): string[] {
  return row.map(cleanCell)
}
