/*
 * Blocks as far as they follow from their number: time, hash, base fee. Nothing is kept for a block in which nothing happens,
 * so that days of them cost nothing.
 */

/** What every block has. */
export interface Timeline {
  /** Newest and oldest block. */
  readonly head: number
  readonly first: number
  nextAtMs(): number
  /** Adds blocks. */
  advance(count: number): void
  /** Makes the next block due at a time, or at the first regular time after it. */
  stall(untilMs: number): void
  timeOf(number: number): number
  hashOf(number: number): string
  /** Wei for one gas. */
  baseFeeOf(number: number): bigint
  setBaseFee(wei: bigint): void
  /** Share of a block's gas that others use, from 0 to 1. */
  usedShareOf(number: number): number
  /** Gives blocks from this one on other hashes. */
  branch(fromBlock: number): void
  /** The number of a block by its hash; undefined for one that is not among the newest `deepest`. */
  numberOf(hash: string, deepest: number): number | undefined
}

interface Start {
  readonly number: number
  readonly atMs: number
}

/** Most by which a base fee changes from one block to the next: an eighth. */
const EIGHTH = 8n
/** Steps after which a base fee has reached what was set. */
const MOST_STEPS = 200
/** By how much base fees differ from what was set, in parts of a thousand to both sides. */
const NOISE = 50

/** @param head number of the first newest block, at `atMs`; `earlier` blocks stand before it */
export function createTimeline(
  { head: start, atMs, earlier }: { readonly head: number; readonly atMs: number; readonly earlier: number },
  { chainId, blockMs, baseFee }: { readonly chainId: number; readonly blockMs: number; readonly baseFee: bigint },
): Timeline {
  const first = start - earlier
  let head = start
  let branches = 0
  const starts: Start[] = [{ number: first, atMs: atMs - earlier * blockMs }]
  const branched: { readonly number: number; readonly branch: number }[] = [{ number: first, branch: 0 }]
  let levels: { readonly number: number; readonly from: bigint; readonly to: bigint }[] = [
    { number: first, from: baseFee, to: baseFee },
  ]
  const timeOf = (number: number) => {
    const { number: from, atMs: fromMs } = starts.findLast((one) => one.number <= number) ?? { number, atMs }
    return fromMs + (number - from) * blockMs
  }
  const levelOf = (number: number): bigint => {
    const {
      number: since,
      from,
      to,
    } = levels.findLast((one) => one.number <= number) ?? { number, from: baseFee, to: baseFee }
    const steps = number - since
    if (from === to || steps > MOST_STEPS) return to
    let level = from
    for (let step = 0; step < steps && level !== to; step += 1) {
      const most = level / EIGHTH + 1n
      const away = to > level ? to - level : level - to
      const move = away < most ? away : most
      level = to > level ? level + move : level - move
    }
    return level
  }
  const hashOf = (number: number) => {
    const { branch } = branched.findLast((one) => one.number <= number) ?? { branch: 0 }
    return mixedHash(chainId, number, branch)
  }
  return {
    get head() {
      return head
    },
    first,
    nextAtMs: () => timeOf(head + 1),
    advance: (count) => (head += count),
    stall: (untilMs) => {
      const next = timeOf(head + 1)
      if (untilMs <= next) return
      starts.push({ number: head + 1, atMs: next + Math.ceil((untilMs - next) / blockMs) * blockMs })
    },
    timeOf,
    hashOf,
    baseFeeOf: (number) => {
      const noise = BigInt(1000 - NOISE + (mix(chainId, number, 7) % (2 * NOISE + 1)))
      const fee = (levelOf(number) * noise) / 1000n
      return fee > 0n ? fee : 1n
    },
    setBaseFee: (wei) => {
      const next = { number: head + 1, from: levelOf(head), to: wei }
      levels = [...levels.filter(({ number }) => number <= head), next]
    },
    usedShareOf: (number) => 0.3 + (mix(chainId, number, 11) % 400) / 1000,
    branch: (fromBlock) => {
      branches += 1
      while ((branched.at(-1)?.number ?? 0) >= fromBlock && branched.length > 1) branched.pop()
      branched.push({ number: fromBlock, branch: branches })
    },
    numberOf: (hash, deepest) => {
      for (let number = head; number > head - deepest && number >= first; number -= 1) {
        if (hashOf(number) === hash) return number
      }
      return undefined
    },
  }
}

/** A number below 2^32 that follows from three others. */
export function mix(a: number, b: number, c: number): number {
  let value =
    Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35) ^ Math.imul(c + 1, 0x27d4eb2f)
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  value = Math.imul(value ^ (value >>> 13), 0x119de1f3)
  return (value ^ (value >>> 16)) >>> 0
}

/** 32 bytes that follow from three numbers, as 0x-hex. */
export function mixedHash(a: number, b: number, c: number): string {
  let hex = '0x'
  for (let part = 0; part < 8; part += 1)
    hex += mix(a + part * 31, b, c + part * 17)
      .toString(16)
      .padStart(8, '0')
  return hex
}
