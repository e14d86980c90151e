/** Numbers that follow from a seed alone. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean
  /** @throws Error for an empty list */
  pick<T>(items: readonly T[]): T
  /** Numbers of their own, which what is drawn here does not change. */
  fork(name: string): Random
}

/** @param seed a whole number from 0 */
export function createRandom(seed: number, name = ''): Random {
  // sfc32, public domain, http://pracrand.sourceforge.net: 128 bits of state, fast in 32-bit arithmetic.
  let [a, b, c, count] = [seed >>> 0, hashText(name), Math.floor(seed / 2 ** 32) >>> 0, 1]
  const next32 = (): number => {
    const sum = (a + b + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  for (let round = 0; round < 15; round += 1) next32()
  const next = () => next32() / 2 ** 32
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new Error('nothing to pick from')
      return items[below(items.length)] as T
    },
    fork: (child) => createRandom(seed, `${name}/${child}`),
  }
}

/** FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/ */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
