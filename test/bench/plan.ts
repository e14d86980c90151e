import { parseArgs } from 'node:util'
import { durationText } from '../support/duration-text.ts'
import { WrongArguments } from '../support/wrong-arguments.ts'

/* What `npm run bench` was asked for, and about how long that takes. */

/** One part, as its user sees it. */
interface BenchPart {
  readonly name: string
  readonly what: string
  /** Seconds on two cores, as measured in 2026. */
  readonly sec: number
  /** Megabytes of temporary space. */
  readonly spaceMB: number
  /** True where it runs only when it is named. */
  readonly byName?: true
}

/** All parts, in the order in which they run. */
export const BENCH_PARTS = [
  {
    name: 'startup',
    what: 'six commands from start to end, against node -e 0 and an empty module',
    sec: 15,
    spaceMB: 3,
  },
  {
    name: 'http',
    what: 'GET /swap/chains against bare node:http, by the second and by CPU second',
    sec: 10,
    spaceMB: 2,
  },
  { name: 'memory', what: 'resident memory of an idle server against bare node', sec: 10, spaceMB: 2 },
  {
    name: 'history',
    what: 'history of one wallet among 1,000,000 transactions against one among 1,000',
    ...{ sec: 180, spaceMB: 1_000 },
  },
  { name: 'search', what: 'a search over 100,000 assets', sec: 10, spaceMB: 82 },
  {
    name: 'fanout',
    what: 'routes after the answers of 20 providers, one of them slow, and the heap over 10,000 quotes',
    ...{ sec: 40, spaceMB: 6 },
  },
  {
    name: 'screens',
    what: 'first frame, keys, frames and what is used at rest, in a home of 10,000 swaps, against bare programs',
    ...{ sec: 180, spaceMB: 250 },
  },
  {
    name: 'loop',
    what: 'the worst /healthz beside each thing that once held the event loop, against idle',
    ...{ sec: 540, spaceMB: 1_500, byName: true },
  },
  {
    name: 'overload',
    what: '200 quotes at once over 20 providers, and the last route of 20, 100 and 300 providers',
    ...{ sec: 40, spaceMB: 8, byName: true },
  },
  {
    name: 'throughput',
    what: 'swaps against a bare libsql program, by clients and servers; reads and quotes against bare node:http',
    ...{ sec: 160, spaceMB: 200, byName: true },
  },
  {
    name: 'database',
    what: 'swaps on PostgreSQL against a bare pg program and a file, of 1, 2 and 4 servers; reads at 1,000,000 transactions',
    ...{ sec: 420, spaceMB: 9_000, byName: true },
  },
  {
    name: 'growth',
    what: 'CPU time of commands, and sizes of files, in homes with up to 200,000 finished swaps',
    ...{ sec: 1_800, spaceMB: 12_000, byName: true },
  },
] as const satisfies readonly BenchPart[]
export type BenchPartName = (typeof BENCH_PARTS)[number]['name']

/** What was asked for: parts in their order, and of loop the cases with a text in their names, over so many rows. */
export interface BenchPlan {
  readonly names: readonly BenchPartName[]
  readonly loop: LoopSettings
}

/** What the environment says of loop. */
export interface LoopSettings {
  /** How many transactions the large store has. */
  readonly rows: number
  /** Where the large store is kept. */
  readonly keptHome: string | undefined
  /** Part of the names of its cases. */
  readonly only: string | undefined
}

/** Transactions of the large store of loop. */
const DEFAULT_ROWS = 1_000_000

/** @param caseNames the cases of loop, over so many rows */
export function benchUsage(caseNames: (rows: number) => readonly string[]): string {
  const lines = (byName: boolean) =>
    BENCH_PARTS.filter((part) => 'byName' in part === byName).flatMap(({ name, what, sec, spaceMB }) => [
      `  ${name.padEnd(12)}${what}`,
      `${' '.repeat(14)}about ${durationText(sec)}, up to ${spaceText(spaceMB)} of temporary space`,
    ])
  return `npm run bench -- [PART …]

Measures the figures of the README as ratios within one run, each beside its bound, and ends with 1 where one does not hold.
Without a part these, one after the other:
${lines(false).join('\n')}

Only where they are named:
${lines(true).join('\n')}

Times are of two cores that do nothing else; the space is taken in the system's folder for temporary files (TMPDIR).

Of loop, by variables:
  SWAPCLI_BENCH_CASE=TEXT     the cases with that in their names only:
${caseNames(DEFAULT_ROWS)
  .map((name) => `                                ${name}`)
  .join('\n')}
  SWAPCLI_BENCH_ROWS=N        transactions of the large store (default ${DEFAULT_ROWS.toLocaleString('en')})
  SWAPCLI_BENCH_STORE=FOLDER  where the large store is kept, to be measured again`
}

/**
 * Reads a command line and its variables; 'help' where it asks for that.
 * @param caseNames the cases of loop, over so many rows
 * @throws WrongArguments
 */
export function readBenchArguments(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  caseNames: (rows: number) => readonly string[],
): BenchPlan | 'help' {
  const { positionals, values } = parseWords(words)
  if (values.help === true) return 'help'
  const unknown = positionals.find((word) => !BENCH_PARTS.some(({ name }) => name === word))
  if (unknown !== undefined) {
    throw new WrongArguments(`There is no part ${unknown}: there are ${BENCH_PARTS.map(({ name }) => name).join(', ')}`)
  }
  const names = BENCH_PARTS.filter((part) =>
    positionals.length === 0 ? !('byName' in part) : positionals.includes(part.name),
  ).map(({ name }) => name)
  const loop = {
    rows: rowsOf(env['SWAPCLI_BENCH_ROWS']),
    keptHome: env['SWAPCLI_BENCH_STORE'],
    only: env['SWAPCLI_BENCH_CASE'],
  }
  const { only } = loop
  const cases = caseNames(loop.rows)
  if (names.includes('loop') && only !== undefined && !cases.some((name) => name.includes(only))) {
    throw new WrongArguments(
      `No case of loop has SWAPCLI_BENCH_CASE=${only} in its name: there are ${cases.join('; ')}`,
    )
  }
  return { names, loop }
}

/** What will run, about how long, and what space it takes at most. */
export function describeBench({ names }: BenchPlan): string {
  const parts = BENCH_PARTS.filter(({ name }) => names.includes(name))
  const sec = parts.reduce((sum, part) => sum + part.sec, 0)
  const spaceMB = parts.reduce((sum, part) => sum + part.spaceMB, 0)
  return `${names.join(', ')}: about ${durationText(sec)} and up to ${spaceText(spaceMB)} of temporary space (npm run bench -- --help)`
}

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } })
  } catch (error) {
    throw new WrongArguments(error instanceof Error ? error.message : String(error))
  }
}

function rowsOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_ROWS
  if (/^[0-9]{1,9}$/.test(text) && Number(text) > 0) return Number(text)
  throw new WrongArguments(`SWAPCLI_BENCH_ROWS takes a whole number from 1 on, not ${text}`)
}

function spaceText(megabytes: number): string {
  return megabytes < 1_000 ? `${Math.ceil(megabytes / 10) * 10} MB` : `${Math.ceil(megabytes / 100) / 10} GB`
}
