/** Numbers from one seed, always the same ones. */
export interface Random {
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T
}

/** By mulberry32 (https://github.com/bryc/code/blob/master/jshash/PRNGs.md#mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    below,
    pick: (list) => {
      const found = list[below(list.length)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
  }
}
