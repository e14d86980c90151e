import type { FieldPath } from './reply-mutations.ts'

/** A reply that knows which of its fields were looked at. */
export interface WatchedReply {
  readonly body: unknown
  /** True when the field was read, or when it was asked for or listed whether it is there. */
  readonly isRead: (path: FieldPath) => boolean
}

/**
 * Watches a reply. A field that one run never looks at cannot change that run, whatever it holds: it need not be tried out.
 * Unlike the drift report's `watchReply`, this also counts what is only copied as read, because copies are read later.
 */
export function watchReads(body: unknown): WatchedReply {
  const read = new Set<string>()
  const watch = (value: unknown, at: FieldPath): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const known = new Map<string, unknown>()
    const note = (name: string | symbol) => {
      if (typeof name === 'string') read.add(keyOf([...at, name]))
    }
    return new Proxy(value, {
      get: (target, name, receiver) => {
        if (typeof name === 'symbol' || !Object.hasOwn(target, name)) {
          note(name)
          return Reflect.get(target, name, receiver) as unknown
        }
        note(name)
        if (!known.has(name)) known.set(name, watch(Reflect.get(target, name), [...at, name]))
        return known.get(name)
      },
      has: (target, name) => {
        note(name)
        return Reflect.has(target, name)
      },
      getOwnPropertyDescriptor: (target, name) => {
        note(name)
        return Reflect.getOwnPropertyDescriptor(target, name)
      },
      ownKeys: (target) => {
        const names = Reflect.ownKeys(target)
        names.forEach(note)
        return names
      },
    })
  }
  return { body: watch(body, []), isRead: (path) => read.has(keyOf(path)) }
}

function keyOf(path: FieldPath): string {
  return JSON.stringify(path)
}
