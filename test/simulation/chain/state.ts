/*
 * What accounts hold, allow and have sent, as numbers by key. Every number keeps its values of earlier blocks, so that any block
 * can be read without a copy, and blocks that are taken back leave nothing behind.
 */

/** The values of one number: each counts from its block on. */
interface Versions {
  readonly blocks: number[]
  readonly values: bigint[]
}

/** The numbers of a chain. */
export interface ChainState {
  /** The value at the end of a block; 0 where nothing was written. */
  read(key: string, block: number): bigint
  /** Writes what a block changed; blocks come in order. */
  write(block: number, changes: ReadonlyMap<string, bigint>): void
  /** Adds to a number at every block, as if it had always been there. */
  grant(key: string, units: bigint): void
  /** Forgets what this block and later ones wrote. */
  takeBack(fromBlock: number): void
}

/** Before every block. */
const BEGINNING = -1

export function createChainState(): ChainState {
  const numbers = new Map<string, Versions>()
  /** Keys that blocks wrote, oldest block first. */
  const written: { readonly block: number; readonly key: string }[] = []
  return {
    read: (key, block) => {
      const versions = numbers.get(key)
      if (versions === undefined) return 0n
      const { blocks, values } = versions
      for (let index = blocks.length - 1; index >= 0; index -= 1) {
        if ((blocks[index] ?? 0) <= block) return values[index] ?? 0n
      }
      return 0n
    },
    write: (block, changes) => {
      for (const [key, value] of changes) {
        const versions = numbers.get(key) ?? { blocks: [], values: [] }
        if (versions.blocks.length === 0) numbers.set(key, versions)
        versions.blocks.push(block)
        versions.values.push(value)
        written.push({ block, key })
      }
    },
    grant: (key, units) => {
      const versions = numbers.get(key) ?? { blocks: [], values: [] }
      numbers.set(key, versions)
      if (versions.blocks[0] !== BEGINNING) {
        versions.blocks.unshift(BEGINNING)
        versions.values.unshift(0n)
      }
      versions.values.forEach((value, index) => (versions.values[index] = value + units))
    },
    takeBack: (fromBlock) => {
      for (let last = written.at(-1); last !== undefined && last.block >= fromBlock; last = written.at(-1)) {
        written.pop()
        const versions = numbers.get(last.key)
        versions?.blocks.pop()
        versions?.values.pop()
      }
    },
  }
}

/** Keys of the numbers; all addresses in small letters. */
export const keys = {
  coin: (owner: string) => `c${owner}`,
  nonce: (owner: string) => `n${owner}`,
  token: (token: string, owner: string) => `t${token}${owner}`,
  allowance: (token: string, owner: string, spender: string) => `a${token}${owner}${spender}`,
  /** Deposits that a bridge has taken. */
  deposits: (pool: string) => `d${pool}`,
} as const

/** True for a number that says what an account holds. */
export function isHolding(key: string): boolean {
  return key.startsWith('c') || key.startsWith('t')
}
