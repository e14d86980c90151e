import type { SwapError } from '../../core/api/errors.ts'
import { type Clean, clean, cleanLines, cleanText, jsonLine } from '../../core/text/clean-text.ts'
import { type TimeZone, UTC } from '../../core/text/times.ts'
import { hasColumns, terminalColumns, wantsColor } from '../../io/index.ts'
import { createPaint, type Paint } from './paint.ts'
import { lossError, problemDocument, problemLines } from './problem.ts'
import { createSink, type PaidTransaction, type Sink } from './sink.ts'
import { cleanColumn, type Column, renderFields, renderTable } from './table.ts'
import { createRedraw } from './redraw.ts'
import { measureFor } from './text-width.ts'

/** An output stream; those of the process are. */
export interface OutputStream {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
  write(text: string, written?: (error?: Error | null) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

export interface OutputOptions {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly env: Readonly<Record<string, string | undefined>>
  readonly json: boolean
  /** True where all on stderr is to be JSON, `--json` or not. @default false */
  readonly jsonLog?: boolean
  readonly quiet: boolean
  /** --color is true, --no-color false. */
  readonly color: boolean | undefined
  /** The clocks that times are shown by. @default UTC */
  readonly zone?: TimeZone
  /** Puts the place that the command line names into the commands of a text. @default none is named */
  readonly namePlace?: (text: string) => string
}

/**
 * The only thing that prints: data on stdout, everything said to a person on stderr. What takes a string cleans it; what
 * takes whole lines takes them clean.
 */
export interface Output {
  readonly json: boolean
  /** True when what is said on stderr is JSON, a document a line. */
  readonly saysJson: boolean
  readonly quiet: boolean
  /** True when stdout is a terminal. */
  readonly toTerminal: boolean
  /** True when somebody can watch stderr: spinners and prompts make sense. */
  readonly watched: boolean
  /** True when stdout gets colour. */
  readonly colored: boolean
  /** Colours of stdout. */
  readonly paint: Paint
  /** Columns of stdout. */
  readonly width: number
  /** The clocks that times are shown by, but for JSON and CSV. */
  readonly zone: TimeZone
  /** Aborts when whoever read stdout has gone. */
  readonly gone: AbortSignal
  /** A text of strangers as something that a terminal can show. */
  clean(text: string): Clean
  /**
   * A text of this program with the place that the command line names itself in its commands: never data, which stays as it
   * is. What says a remark or a failure does so itself.
   */
  readonly namePlace: (text: string) => string
  /** Prints text and a line end on stdout. */
  readonly print: (text: Clean) => void
  /** Prints a table on stdout. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): Promise<void>
  /** The text of a table. */
  tableText(columns: readonly Column[], rows: readonly (readonly string[])[]): Promise<Clean>
  /**
   * Prints text on stdout over what the last call printed, as much of it as fits on the screen. Only where stdout is a
   * terminal, and while nothing else is printed there; a remark takes it away until the next call.
   */
  readonly redraw: (text: Clean) => void
  /** Prints `name  value` lines on stdout, those with a value. */
  fields(fields: readonly (readonly [string, string])[]): Promise<void>
  /** Prints one JSON document on one line of stdout. */
  printJson(value: unknown): void
  /** Prints a remark on stderr, as one line; with --quiet nothing, with --json only where a person watches, in a JSON log never. */
  readonly note: (text: string) => void
  /** Prints a remark that must be read, whatever the flags. */
  readonly warn: (text: string) => void
  /** Prints help, or other text that was asked for but is no data, on stderr, whatever the flags. */
  readonly say: (text: Clean) => void
  /**
   * Prints a failure on stderr. @param command the command that failed, for its next step
   * @param movesMoney true where money was in play, so that a person is told what is known about it
   */
  problem(error: unknown, command: string | undefined, movesMoney: boolean): void
  /** Notes what was paid, which the failure of `end` names. */
  readonly notePayment: (payment: PaidTransaction) => void
  /** The same output in colour or without, with times by other clocks. */
  withLook(look: Pick<OutputOptions, 'color' | 'zone'>): Output
  /** Waits until all that was printed is written. @returns the failure where some of it could not be */
  end(): Promise<SwapError | undefined>
}

/** Makes the output of one run of the program. */
export function createOutput(options: OutputOptions): Output {
  return outputOver(createSink(options.stdout), options)
}

function outputOver(sink: Sink, options: OutputOptions): Output {
  const { stdout, stderr, env, json, jsonLog = false, quiet, color, zone = UTC, namePlace = (text) => text } = options
  const saysJson = json || jsonLog
  const factsOf = (stream: OutputStream) => ({ isTTY: stream.isTTY === true, columns: stream.columns, env })
  const colored = wantsColor(color, factsOf(stdout))
  const paint = createPaint(colored)
  const errorPaint = createPaint(wantsColor(color, factsOf(stderr)))
  stderr.on('error', () => undefined)
  const width = terminalColumns(factsOf(stdout))
  const layout = { width, isCut: hasColumns(factsOf(stdout)), bold: (text: Clean) => paint.bold(text) }
  const print = (text: Clean) => sink.write(clean`${text}\n`)
  const redraw = createRedraw(sink.write, () => stdout.rows, width)
  const say = (text: Clean) => {
    // Else the next drawing would go over it.
    redraw(clean``)
    stderr.write(`${text}\n`)
  }
  const watched = stderr.isTTY === true && !quiet && !saysJson && !env['CI']
  const tableText = async (columns: readonly Column[], rows: readonly (readonly string[])[]) => {
    const [heads, cells] = [columns.map(cleanColumn), rows.map((row) => row.map(cleanCell))]
    const measure = await measureFor([...heads.map(({ header }) => header), ...cells.flat()])
    return renderTable(heads, cells, { ...layout, measure })
  }
  return {
    json,
    saysJson,
    quiet,
    toTerminal: stdout.isTTY === true,
    watched,
    colored,
    paint,
    width,
    zone,
    gone: sink.gone,
    clean: cleanCell,
    namePlace,
    print,
    table: async (columns, rows) => {
      if (rows.length > 0) print(await tableText(columns, rows))
    },
    tableText,
    redraw,
    fields: async (fields) => {
      const cells = fields.map(([name, value]) => [cleanCell(name), cleanCell(value)] as const)
      print(renderFields(cells, { ...layout, measure: await measureFor(cells.flat()) }))
    },
    printJson: (value) => print(jsonLine(value)),
    note: (text) => {
      if (!quiet && !jsonLog && (!json || stderr.isTTY === true)) say(errorPaint.dim(cleanCell(namePlace(text))))
    },
    warn: (text) => say(cleanCell(namePlace(text))),
    say,
    problem: (error, command, movesMoney) => {
      const words = { command, namePlace }
      if (saysJson) say(jsonLine(problemDocument(error, words)))
      else for (const line of problemLines(error, words, movesMoney, errorPaint)) say(line)
      const debug = (env['SWAPCLI_DEBUG'] ?? '') !== ''
      if (debug && error instanceof Error) say(cleanLines(error.stack ?? ''))
    },
    notePayment: sink.notePayment,
    withLook: (look) => outputOver(sink, { ...options, ...look }),
    end: async () => {
      const loss = await sink.end()
      return loss === undefined ? undefined : lossError(loss)
    },
  }
}

/** A text of strangers as one line that a terminal can show. */
function cleanCell(text: string): Clean {
  return cleanText(text, 2000)
}
