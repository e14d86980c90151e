/** Caches the result of `make` per key; failures are not cached. */
export function memoize<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const making = make(key)
    known.set(key, making)
    making.catch(() => known.delete(key))
    return making
  }
}
