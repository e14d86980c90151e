import type { BridgeDeposit, Movement } from './interface.ts'

/*
 * A session runs calls on the state of one block. What they change stays in it until somebody takes it out, and can be undone to a mark:
 * that is how a reverted call leaves nothing behind.
 */

/** One log; all hex in small letters. */
export interface SessionLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  /** True for coins that moved: only simulations show them. */
  readonly isCoin?: true
}

/** What contracts see of the block that they run in. */
export interface BlockContext {
  readonly number: number
  readonly timestampSec: number
  /** Wei for one gas. */
  readonly baseFee: bigint
}

/** A call of one account to another; addresses in small letters. */
export interface MessageCall {
  readonly from: string
  readonly to: string
  /** 0x-hex in small letters. */
  readonly data: string
  readonly value: bigint
}

/** What a node that lies makes of what it reads, in parts of ten thousand. */
export interface Distortion {
  readonly balanceBps?: number | undefined
  readonly allowanceBps?: number | undefined
}

/** What is undone when a call fails. */
export interface Mark {
  readonly writes: number
  readonly logs: number
  readonly movements: number
  readonly deposits: number
}

/** What a deposit is before it is in a block. */
export type MadeDeposit = Omit<BridgeDeposit, 'hash' | 'depth' | 'block'>

export interface Session {
  readonly block: BlockContext
  /** Wei for one gas of the transaction that runs. */
  gasPrice: bigint
  /** Of the transaction that runs. */
  gasUsed: number
  read(key: string): bigint
  write(key: string, value: bigint): void
  mark(): Mark
  undo(mark: Mark): void
  /** What was written since the session began, or since a mark. */
  changes(since?: Mark): ReadonlyMap<string, bigint>
  readonly logs: SessionLog[]
  readonly movements: Movement[]
  readonly deposits: MadeDeposit[]
  readonly distortion: Distortion
  /** Code that stands at an address in this session only. */
  readonly codes: ReadonlyMap<string, string>
}

/** @param readBase what stands before the session */
export function createSession(
  block: BlockContext,
  readBase: (key: string) => bigint,
  { distortion = {}, codes = new Map() }: Partial<Pick<Session, 'distortion' | 'codes'>> = {},
): Session {
  const values = new Map<string, bigint>()
  const writes: { readonly key: string; readonly before: bigint | undefined }[] = []
  const logs: SessionLog[] = []
  const movements: Movement[] = []
  const deposits: MadeDeposit[] = []
  return {
    block,
    gasPrice: 0n,
    gasUsed: 0,
    read: (key) => values.get(key) ?? readBase(key),
    write: (key, value) => {
      writes.push({ key, before: values.get(key) })
      values.set(key, value)
    },
    mark: () => ({
      writes: writes.length,
      logs: logs.length,
      movements: movements.length,
      deposits: deposits.length,
    }),
    undo: (mark) => {
      while (writes.length > mark.writes) {
        const last = writes.pop()
        if (last === undefined) break
        if (last.before === undefined) values.delete(last.key)
        else values.set(last.key, last.before)
      }
      logs.length = mark.logs
      movements.length = mark.movements
      deposits.length = mark.deposits
    },
    changes: (since) => {
      if (since === undefined) return values
      const changed = writes.slice(since.writes).map(({ key }) => key)
      return new Map(changed.map((key) => [key, values.get(key) ?? 0n]))
    },
    logs,
    movements,
    deposits,
    distortion,
    codes,
  }
}

/** A contract reverted a call. */
export class Reverted extends Error {
  override readonly name = 'Reverted'
  /** What it returned, 0x-hex. */
  readonly data: string
  constructor(data: string) {
    super('execution reverted')
    this.data = data
  }
}

/** Hex of a number as one word, without 0x. */
export function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

/** Hex of an address as one word, without 0x. */
export function addressWord(address: string): string {
  return address.slice(2).padStart(64, '0')
}

/** The number at a place of 0x-hex, counted in words behind the selector. @throws Reverted where the data ends before it */
export function numberAt(data: string, index: number): bigint {
  const digits = data.slice(10 + index * 64, 74 + index * 64)
  if (digits.length < 64) throw new Reverted('0x')
  return BigInt(`0x${digits}`)
}

/** The address at a place of 0x-hex, counted in words behind the selector. */
export function addressAt(data: string, index: number): string {
  const digits = data.slice(34 + index * 64, 74 + index * 64)
  if (digits.length < 40) throw new Reverted('0x')
  return `0x${digits}`
}

/** What Solidity returns for `require` with a text. */
export function errorText(text: string): Reverted {
  const bytes = Buffer.from(text, 'utf8').toString('hex')
  const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
  return new Reverted(`0x08c379a0${word(32n)}${word(BigInt(bytes.length / 2))}${padded}`)
}
