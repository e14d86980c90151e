/** What something is made from: compared by identity. */
export type MadeFrom = readonly unknown[]

/** True where nothing of it has changed. */
export function isMadeFrom(before: MadeFrom, now: MadeFrom): boolean {
  return before.length === now.length && before.every((value, at) => value === now[at])
}

/** Gives what was made last, where it would be made from the same again. */
export type Kept<T> = (from: MadeFrom, make: () => T) => T

/** Remembers the last one. */
export function keepLast<T>(): Kept<T> {
  let last: { readonly from: MadeFrom; readonly made: T } | undefined
  return (from, make) => {
    if (last === undefined || !isMadeFrom(last.from, from)) last = { from, made: make() }
    return last.made
  }
}

/**
 * The same function, which gives what it gave last where it is called with the same: for what is asked many times of one state,
 * and goes through thousands of rows. @param make depends on nothing but its arguments, which are compared by identity
 */
export function rememberLast<A extends readonly unknown[], R>(make: (...args: A) => R): (...args: A) => R {
  const kept = keepLast<R>()
  return (...args) => kept(args, () => make(...args))
}

/** The same of each of many objects, such as the lines of a list that is read again and again. */
export function rememberEach<K extends object, A extends readonly unknown[], R>(
  make: (of: K, ...args: A) => R,
): (of: K, ...args: A) => R {
  const kept = new WeakMap<K, Kept<R>>()
  return (of, ...args) => {
    const own = kept.get(of) ?? keepLast<R>()
    kept.set(of, own)
    return own(args, () => make(of, ...args))
  }
}
