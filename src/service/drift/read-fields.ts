import { fieldName } from '../../core/text/reply-shape.ts'

/** A reply, and what was read of it. */
export interface WatchedReply {
  readonly value: unknown
  /** True for a field that was read, or of which something below was; also where it is not there. */
  wasRead(field: string): boolean
}

/**
 * A reply of JSON that notes which of its fields are read. A copy of all that stands in an object, as schemas make that keep
 * unknown fields, does not count as reading them.
 */
export function watchReply(body: unknown): WatchedReply {
  const read = new Set<string>()
  const watched = new WeakMap<object, unknown>()
  const watch = (value: unknown, at: string): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const known = watched.get(value)
    if (known !== undefined) return known
    /** Names that a copy of all of them reads next. */
    const copied = new Set<string | symbol>()
    const own = new Set<string | symbol>()
    const pathOf = (name: string) => (at === '' ? fieldName(name) : `${at}.${fieldName(name)}`)
    const note = (name: string | symbol) => {
      const isField = typeof name === 'string' && (!Array.isArray(value) || /^[0-9]+$/.test(name))
      if (!isField || copied.delete(name)) return
      own.add(name)
      read.add(pathOf(name))
    }
    const proxy: unknown = new Proxy(value, {
      get: (target, name) => {
        note(name)
        const found: unknown = Reflect.get(target, name)
        return typeof name === 'string' && Object.hasOwn(target, name) ? watch(found, pathOf(name)) : found
      },
      // To ask whether there is a field is to read it only where there is none: copies ask it too.
      has: (target, name) => {
        const isThere = Reflect.has(target, name)
        if (!isThere) note(name)
        return isThere
      },
      ownKeys: (target) => {
        const names = Reflect.ownKeys(target)
        for (const name of names) if (!own.has(name)) copied.add(name)
        return names
      },
    })
    watched.set(value, proxy)
    return proxy
  }
  return {
    value: watch(body, ''),
    wasRead: (field) => read.has(field) || [...read].some((one) => one.startsWith(`${field}.`)),
  }
}
