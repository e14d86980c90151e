import { parseArgs } from 'node:util'
import { durationText } from '../support/duration-text.ts'
import { WrongArguments } from '../support/wrong-arguments.ts'

/* What `npm run proof` was asked for, and about how long that takes. */

/** What is asked for by options that not every proof has. */
const OPTIONS = ['seeds', 'from', 'every', 'file', 'session', 'workers', 'show', 'write'] as const
type ProofOption = (typeof OPTIONS)[number]

/** One proof, as its user sees it. */
interface ProofKind {
  readonly name: string
  /** What its cases are. */
  readonly what: string
  readonly options: readonly ProofOption[]
  /** Cases of the full run. */
  readonly cases: number
  /** Seconds of one core for a case, as measured in 2026; starting adds some. */
  readonly secPerCase: number
  /** False where one process does all of it, or its runner chooses how many do. */
  readonly hasWorkers: boolean
}

/** Seeds of a full run. */
export const ALL_SEEDS = 1000

/** All proofs, in the order in which they run. */
export const PROOF_KINDS = [
  {
    name: 'damage',
    what: 'files of a home, each damaged in one place; every answer is held against that of the whole one',
    options: ['seeds', 'from', 'file', 'workers', 'show', 'write'],
    ...{ cases: 8 * ALL_SEEDS, secPerCase: 0.05, hasWorkers: true },
  },
  {
    name: 'kills',
    what: 'states that a kill or a power cut leaves after an operation on a file, with servers and clients killed too',
    options: ['every', 'from', 'session', 'workers', 'show', 'write'],
    ...{ cases: 32_700, secPerCase: 0.085, hasWorkers: true },
  },
  {
    name: 'faults',
    what: 'operations on files that a full or broken disk refuses',
    options: ['every', 'from', 'session', 'workers', 'show', 'write'],
    ...{ cases: 10_200, secPerCase: 0.04, hasWorkers: true },
  },
  {
    name: 'servers',
    what: 'swaps over four servers of one database, of which one is killed and one is paused, and the database is stopped',
    options: ['every', 'show', 'write'],
    ...{ cases: 1000, secPerCase: 0.06, hasWorkers: false },
  },
  {
    name: 'simulate',
    what: 'seeds of the simulator: npm run simulate',
    options: ['seeds', 'from'],
    ...{ cases: ALL_SEEDS, secPerCase: 0.2, hasWorkers: false },
  },
  {
    name: 'attacks',
    what: 'attacks by servers, providers, nodes, tokens, names and files, and honest payments beside them',
    options: [],
    ...{ cases: 800, secPerCase: 0.4, hasWorkers: false },
  },
] as const satisfies readonly ProofKind[]
export type ProofName = (typeof PROOF_KINDS)[number]['name']

/** What the names of files and sessions may be. */
export interface KnownParts {
  readonly file: readonly string[]
  /** Of each proof that has sessions. */
  readonly sessions: Readonly<Partial<Record<ProofName, readonly string[]>>>
}

/** What was asked for. */
export interface ProofPlan {
  readonly names: readonly ProofName[]
  readonly seeds: number
  readonly from: number
  readonly every: number
  /** Undefined for all of them. */
  readonly file: readonly string[] | undefined
  readonly session: readonly string[] | undefined
  readonly workers: number
  readonly show: boolean
  readonly write: boolean
}

/** @param cores how many processes work at a time, where nothing is said */
export function proofUsage({ file, sessions }: KnownParts, cores: number): string {
  const names = PROOF_KINDS.map(({ name, what }) => `  ${name.padEnd(14)}${what}`)
  const sessionLines = Object.entries(sessions).map(([name, all]) => `                  ${name}: ${all.join(', ')}`)
  return `npm run proof -- [NAME …] [options]

Without a name all of them, one after the other:
${names.join('\n')}

  --every N       kills, faults, servers: each N-th case only; 1 is all of them (default)
  --seeds N       damage, simulate: how many seeds, of damage for each file (default ${ALL_SEEDS})
  --from N        damage, simulate: the first seed; kills: the seed of what a power cut loses; faults: the first operation (default 1)
  --file NAME     damage: this file only: ${file.join(', ')}
  --session NAME  kills, faults: this one only:
${sessionLines.join('\n')}
  --workers N     how many processes work at a time (default ${cores})
  --show          prints every case, not only those that went wrong
  --write         writes the figures into README.md`
}

/**
 * Reads a command line; 'help' where it asks for that.
 * @throws WrongArguments
 */
export function readProofArguments(words: readonly string[], known: KnownParts, cores: number): ProofPlan | 'help' {
  const { positionals, values } = parseWords(words)
  if (values.help) return 'help'
  const names = positionals.length === 0 ? PROOF_KINDS.map(({ name }) => name) : positionals.map(proofName)
  const used = new Set<string>(PROOF_KINDS.filter(({ name }) => names.includes(name)).flatMap(({ options }) => options))
  for (const option of OPTIONS) {
    if (values[option] === undefined || used.has(option)) continue
    throw new WrongArguments(`--${option} is no option of ${names.join(', ')}`)
  }
  const sessions = names.flatMap((name) => known.sessions[name] ?? [])
  return {
    names,
    seeds: wholeNumber('seeds', values.seeds ?? String(ALL_SEEDS)),
    from: wholeNumber('from', values.from ?? '1'),
    every: wholeNumber('every', values.every ?? '1'),
    file: oneOf('file', values.file, known.file),
    session: oneOf('session', values.session, sessions),
    workers: wholeNumber('workers', values.workers ?? String(cores)),
    show: values.show === true,
    write: values.write === true,
  }
}

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        ...{ seeds: { type: 'string' }, from: { type: 'string' }, every: { type: 'string' } },
        ...{ file: { type: 'string', multiple: true }, session: { type: 'string', multiple: true } },
        ...{ workers: { type: 'string' }, show: { type: 'boolean' }, write: { type: 'boolean' } },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new WrongArguments(error instanceof Error ? error.message : String(error))
  }
}

function proofName(text: string): ProofName {
  const found = PROOF_KINDS.find(({ name }) => name === text)
  if (found === undefined) {
    throw new WrongArguments(`There is no proof ${text}: there are ${PROOF_KINDS.map(({ name }) => name).join(', ')}`)
  }
  return found.name
}

function wholeNumber(name: string, text: string): number {
  if (/^[0-9]{1,9}$/.test(text) && Number(text) > 0) return Number(text)
  throw new WrongArguments(`--${name} takes a whole number from 1 on, not ${text}`)
}

function oneOf(
  name: string,
  given: readonly string[] | undefined,
  known: readonly string[],
): readonly string[] | undefined {
  const unknown = given?.find((one) => !known.includes(one))
  if (unknown === undefined) return given
  throw new WrongArguments(`There is no ${name} ${unknown}: there are ${known.join(', ')}`)
}

/** What will run and about how long, in lines. */
export function describePlan(plan: ProofPlan, known: KnownParts): readonly string[] {
  const parts = PROOF_KINDS.filter(({ name }) => plan.names.includes(name)).map((kind) => {
    const cases = casesOf(kind, plan, known)
    return { ...kind, cases, sec: (cases * kind.secPerCase) / (kind.hasWorkers ? plan.workers : 1) + START_SEC }
  })
  const lines = parts.map(
    ({ name, what, cases, sec }) =>
      `  ${name.padEnd(10)}${durationText(sec).padEnd(14)}about ${cases.toLocaleString('en')} ${what}`,
  )
  const processes = `${plan.workers} ${plan.workers === 1 ? 'process' : 'processes'}`
  const all = parts.reduce((sum, { sec }) => sum + sec, 0)
  const isLong = all > 10 * 60 && plan.names.length > 1
  return [
    `About how long, with ${processes} on a machine that does nothing else:`,
    ...lines,
    ...(parts.length > 1 ? [`  in all    ${durationText(all)}`] : []),
    ...(isLong
      ? ['Ctrl-C ends it. A sample takes minutes: npm run proof -- kills --every 50; npm run proof -- --help']
      : []),
  ]
}

/** To start the first of the processes, and to make what they work on. */
const START_SEC = 10

function casesOf({ name, cases, options }: (typeof PROOF_KINDS)[number], plan: ProofPlan, known: KnownParts): number {
  const has = (option: ProofOption) => (options as readonly ProofOption[]).includes(option)
  const share = (chosen: readonly string[] | undefined, all: readonly string[] = []) =>
    chosen === undefined || all.length === 0 ? 1 : all.filter((one) => chosen.includes(one)).length / all.length
  const ofSeeds = has('seeds') ? plan.seeds / ALL_SEEDS : 1
  const ofFiles = has('file') ? share(plan.file, known.file) : 1
  const ofSessions = has('session') ? share(plan.session, known.sessions[name]) : 1
  return Math.ceil((cases * ofSeeds * ofFiles * ofSessions) / (has('every') ? plan.every : 1))
}
