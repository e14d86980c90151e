import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { PROGRAM } from '../support/built-program.ts'
import { bareEnv } from './bare-env.ts'
import { interleaved, outputOfNode } from './measure.ts'

/** What one command takes to start and end. */
export interface StartFigure {
  /** Its words. */
  readonly command: string
  /** Its time against that of `node -e 0`. */
  readonly ratio: number
  /** Its time above that of an empty module, in milliseconds. */
  readonly aboveMs: number
  /** Most that the ratio may be. */
  readonly bound: number
}

/** The figures, and the conditions under which they hold. */
export interface StartFigures {
  readonly conditions: string
  readonly figures: readonly StartFigure[]
}

/** How often each command is run. */
const ROUNDS = 31

/** True where commands take from a cache what they were compiled to before: the bounds of some are closer there. */
const IS_CACHED = Number.parseInt(process.versions.node, 10) >= 22

/** Starts commands in turns, in an environment made from nothing, in a home with one finished swap. */
export function startFigures(home: string): StartFigures {
  const env = bareEnv(home)
  mkdirSync(join(home, 'start'))
  const empty = join(home, 'start', 'empty.mjs')
  writeFileSync(empty, '')
  const json = (...words: readonly string[]) => [PROGRAM, ...words, '--json']
  outputOfNode(json('demo', '--sandbox'), env)
  const { data } = JSON.parse(outputOfNode(json('history', '--sandbox'), env)) as { data: readonly { id: string }[] }
  const id = data[0]?.id
  if (id === undefined) throw new Error('the demo left no transaction')
  const commands = {
    version: { words: [PROGRAM, '--version'], bound: 1.3 },
    help: { words: [PROGRAM, '--help'], bound: 2 },
    chains: { words: json('chains'), bound: IS_CACHED ? 2 : 2.2 },
    status: { words: json('status', id), bound: 2.5 },
    history: { words: json('history'), bound: 2.5 },
    quote: { words: json('quote', '100', 'ethereum:USDC', 'base:USDC'), bound: IS_CACHED ? 2.7 : 3.2 },
  }
  const words = Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, command.words]))
  const times = interleaved({ bare: ['-e', '0'], empty: [empty], ...words }, env, ROUNDS)
  const of = (name: string) => times[name] ?? Number.NaN
  return {
    conditions:
      `Node ${process.version} on ${process.platform} ${process.arch}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}; ` +
      `environment: ${Object.keys(env).join(', ')}; medians of ${ROUNDS} runs in turns: node -e 0 ${of('bare').toFixed(1)} ms, ` +
      `an empty module ${of('empty').toFixed(1)} ms`,
    figures: Object.entries(commands).map(([name, command]) => ({
      command: command.words.slice(1).join(' ').replace(id, 'ID'),
      ratio: of(name) / of('bare'),
      aboveMs: of(name) - of('empty'),
      bound: command.bound,
    })),
  }
}
