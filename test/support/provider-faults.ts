import { readFileSync } from 'node:fs'
import type { ProviderErrorCode } from '../../src/core/api/documents.ts'
import type { Exchange, FullReply } from './provider-lab.ts'

/** What an adapter is asked to do. */
export type Operation = 'quote' | 'prepare' | 'status' | 'assets'

/** What a spoilt reply comes to: the answer as without it, some answer, or an error with a code. */
export type Outcome = 'the same' | 'an answer' | ProviderErrorCode

/** A reply that no provider documents, and what every adapter must make of it, whichever of its calls gets it. */
export interface Fault {
  readonly name: string
  /** The reply in place of a good one. @param json the good one, read */
  spoil(good: FullReply, json: unknown): FullReply
  readonly gives: Outcome
  /** Name of the fault whose tolerances it shares. @default its own */
  readonly like?: string
}

const always = (name: string, reply: FullReply, gives: Outcome): Fault => ({ name, spoil: () => reply, gives })

/** What an API, or a proxy before it, may answer to any request. */
const TRANSPORT: readonly Fault[] = [
  always('malformed JSON', { text: '{"routes":[' }, 'bad_response'),
  always(
    'an HTML page',
    { text: '<html><body>502</body></html>', headers: { 'content-type': 'text/html' } },
    'bad_response',
  ),
  always('no body', { text: '' }, 'bad_response'),
  always('null', { text: 'null' }, 'bad_response'),
  always('an empty object', { text: '{}' }, 'bad_response'),
  always(
    'the wrong types',
    { text: '{"routes":7,"quote":"x","data":[1],"chains":{},"tokens":7,"assets":"x","result":null}' },
    'bad_response',
  ),
  always('a list of lists', { text: '[[],[]]' }, 'bad_response'),
  always('400 without words', { status: 400, text: '{}' }, 'bad_response'),
  always('401', { status: 401, text: '{"message":"no"}' }, 'unavailable'),
  always('403', { status: 403, text: '{"message":"no"}' }, 'unavailable'),
  always('404', { status: 404, text: '{"message":"no"}' }, 'bad_response'),
  always('429', { status: 429, text: '{}', headers: { 'retry-after': '17' } }, 'rate_limited'),
  always('500', { status: 500, text: '{"message":"oops"}' }, 'unreachable'),
  always('503', { status: 503, text: 'upstream connect error' }, 'unreachable'),
  always('50 MB', { bytes: 50 * 1024 * 1024 }, 'bad_response'),
  always('a redirect', { status: 302, text: '', headers: { location: 'http://127.0.0.1:1/' } }, 'bad_response'),
  { name: 'a refusal around the good reply', spoil: (good) => ({ ...good, status: 400 }), gives: 'bad_response' },
]

/** A 404 by which an API, or what stands before it, does not know a swap: its body makes no difference. */
const NOT_FOUND: readonly Fault[] = ['', '<html><body>404</body></html>'].map((text) => ({
  ...always(`404 with ${text === '' ? 'no body' : 'an HTML page'}`, { status: 404, text }, 'bad_response'),
  like: '404',
}))

/** What may be wrong with a list. */
const LISTS: readonly Fault[] = [
  { name: 'some megabytes', spoil: (good) => ({ ...good, padding: 3 * 1024 * 1024 }), gives: 'the same' },
  { name: 'an odd row', spoil: (_good, json) => withRows(json, (rows) => [7, ...rows]), gives: 'the same' },
  { name: 'no row that can be read', spoil: (_good, json) => withRows(json, () => [{}]), gives: 'bad_response' },
]

/** The faults of a call of an operation. */
export function faultsOf(of: Operation): readonly Fault[] {
  return [...TRANSPORT, ...(of === 'assets' ? LISTS : []), ...(of === 'status' ? NOT_FOUND : [])]
}

/** A call that makes something else of some faults. */
export interface Tolerance {
  readonly of: Operation
  /** How the call's path begins. */
  readonly path: string
  /** Names of the faults. @default all */
  readonly faults?: readonly string[]
  readonly gives: Outcome
}

/** What a fault of a call comes to. */
export function expectedOf(fault: Fault, of: Operation, path: string, tolerances: readonly Tolerance[]): Outcome {
  const found = tolerances.find(
    (rule) => rule.of === of && path.startsWith(rule.path) && (rule.faults?.includes(fault.like ?? fault.name) ?? true),
  )
  return found?.gives ?? fault.gives
}

/** The exchanges with another reply to one of them. */
export function withReply(exchanges: readonly Exchange[], at: number, reply: FullReply): readonly Exchange[] {
  return exchanges.map((exchange, index) => (index === at ? { ...exchange, reply } : exchange))
}

/** Places of the first call of each kind: those whose paths differ in numbers alone are of one kind. */
export function callsOf(exchanges: readonly Exchange[]): readonly number[] {
  const kinds = exchanges.map(({ method, path }) => `${method} ${path.replace(/[0-9]+/g, 'N')}`)
  return exchanges.map((_, index) => index).filter((index) => kinds.indexOf(kinds[index] ?? '') === index)
}

/** The JSON of a reply. @param recordings folder of the recordings */
export function jsonOf(reply: FullReply, recordings: URL): unknown {
  return JSON.parse(
    reply.file === undefined ? (reply.text ?? '') : readFileSync(new URL(reply.file, recordings), 'utf8'),
  )
}

/** Most fields of one reply that are spoilt. */
const MOST_FIELDS = 80

/** The reply once with each of its fields in another type, one of each kind of row. */
export function spoiltFields(json: unknown): readonly FullReply[] {
  const kinds = new Map(leavesOf(json, []).map((path) => [path.join('.').replace(/[0-9]+/g, 'N'), path]))
  return [...kinds.values()]
    .slice(0, MOST_FIELDS)
    .map((path) => ({ text: JSON.stringify(replaceAt(json, path, (value) => (isRecord(value) ? 7 : {}))) }))
}

type Path = readonly string[]

function leavesOf(value: unknown, at: Path): readonly Path[] {
  if (!isRecord(value)) return at.length === 0 ? [] : [at]
  return [
    ...(at.length === 0 ? [] : [at]),
    ...Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...at, key])),
  ]
}

function replaceAt(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? replaceAt(item, rest, change) : item) as unknown)
  return isRecord(value) ? { ...value, [key]: replaceAt(value[key], rest, change) } : value
}

/** The reply with other rows in its first list, which may be an object of rows by name. */
function withRows(json: unknown, change: (rows: readonly unknown[]) => readonly unknown[]): FullReply {
  const path = listIn(json, [])
  if (path === undefined) throw new Error('the reply holds no list')
  return {
    text: JSON.stringify(
      replaceAt(json, path, (list) =>
        Array.isArray(list)
          ? change(list)
          : Object.fromEntries(change(Object.values(list as object)).map((row, index) => [`row-${index}`, row])),
      ),
    ),
  }
}

function listIn(value: unknown, at: Path): Path | undefined {
  if (!isRecord(value)) return undefined
  const entries = Object.entries(value)
  if (Array.isArray(value) ? entries.length > 0 : at.length > 0 && entries.every(([, row]) => isRow(row))) return at
  for (const [key, item] of entries) {
    const found = listIn(item, [...at, key])
    if (found !== undefined) return found
  }
  return undefined
}

function isRow(value: unknown): boolean {
  return isRecord(value) && !Array.isArray(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
