import { readFileSync } from 'node:fs'
import type { FullReply } from './provider-lab.ts'

/** A reply whose body is this text. */
type TextReply = FullReply & { readonly text: string }

/** The recordings in the folder `recordings` beside a file, as they are and with changes. */
export interface Recordings {
  readonly textOf: (file: string) => string
  /** The value at a path (`steps.0.items`). */
  readonly valueAt: (file: string, path: string) => unknown
  readonly textAt: (file: string, path: string) => string
  /**
   * The recording with other values at some paths; `undefined` removes one, and the last name of a path that is new to the
   * recording begins with `+`. Any other path that is not in the recording is a mistake of the case.
   */
  readonly altered: (file: string, changes: Readonly<Record<string, unknown>>) => TextReply
  /** The recording with every `from` of its text replaced by its `to`; a change that changes nothing is a mistake too. */
  readonly rewritten: (file: string, ...changes: readonly (readonly [from: string, to: string])[]) => TextReply
}

/** @param url `import.meta.url` of the file beside the recordings */
export function openRecordings(url: string): Recordings {
  const textOf = (file: string) => readFileSync(new URL(`./recordings/${file}`, url), 'utf8')
  const valueAt = (file: string, path: string) => at(JSON.parse(textOf(file)), path.split('.'))
  return {
    textOf,
    valueAt,
    textAt: (file, path) => {
      const value = valueAt(file, path)
      if (typeof value !== 'string') throw new Error(`${file} has no text at ${path}`)
      return value
    },
    altered: (file, changes) => {
      const reply: unknown = JSON.parse(textOf(file))
      for (const [path, value] of Object.entries(changes)) {
        const keys = path.split('.')
        const stated = keys.pop() ?? ''
        const isNew = stated.startsWith('+')
        const last = isNew ? stated.slice(1) : stated
        const holder = at(reply, keys)
        if (!isHolder(holder) || Object.hasOwn(holder, last) === isNew) throw new Error(`${file} has no ${path}`)
        holder[last] = value
      }
      return json(reply)
    },
    rewritten: (file, ...changes) => ({
      text: changes.reduce((before, [from, to]) => {
        if (!before.includes(from)) throw new Error(`${file} does not contain ${from}`)
        return before.replaceAll(from, to)
      }, textOf(file)),
    }),
  }
}

/** A recorded refusal. */
export function refusal(file: string, status = 400): FullReply {
  return { file, status }
}

/** A reply of this value as JSON. */
export function json(value: unknown, status?: number): TextReply {
  return { text: JSON.stringify(value), ...(status === undefined ? {} : { status }) }
}

function at(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce((holder, key) => (isHolder(holder) ? holder[key] : undefined), value)
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
