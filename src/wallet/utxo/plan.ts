import type { AddressKind } from './psbt-chains.ts'

/** An unspent output. */
export interface Coin {
  /** 64 hex digits, as people write it. */
  readonly txid: string
  readonly vout: number
  /** Base units. */
  readonly units: bigint
}

/** A coin as people write it: `txid:vout`. */
export function outpointOf({ txid, vout }: Pick<Coin, 'txid' | 'vout'>): string {
  return `${txid}:${vout}`
}

/** What is to be paid, and from what. */
export interface PlanTerms {
  readonly coins: readonly Coin[]
  /** Coins that have to be among the inputs, since an earlier transaction for the same payment spends them. */
  readonly claimed: readonly Coin[]
  /** Of the one address that pays, and gets the change. */
  readonly kind: AddressKind
  readonly changeScript: Uint8Array
  /** Smallest change worth an output, base units. */
  readonly leastChange: bigint
  /** Scripts and amounts but the change. */
  readonly outputs: readonly { readonly script: Uint8Array; readonly units: bigint }[]
  /** Base units for a byte of virtual size. */
  readonly feeRate: number
}

/** A transaction before it is written. */
export interface Plan {
  readonly inputs: readonly Coin[]
  /** Base units of the change output; undefined where there is none. */
  readonly change: bigint | undefined
  /** Base units: what the inputs hold more than the outputs. */
  readonly fee: bigint
  /** Virtual bytes, as it will be once it is signed, rounded up. */
  readonly virtualBytes: number
}

/** Most inputs: a transaction of more is too large for nodes to pass on. */
const MOST_INPUTS = 200

/** Bytes of an input outside and inside of the witness, with a signature of the longest usual form. */
const INPUT_BYTES: Readonly<Record<AddressKind, readonly [base: number, witness: number]>> = {
  p2pkh: [148, 0],
  // That of a key in a witness: what a script address of a person's wallet is most often.
  p2sh: [64, 108],
  p2wpkh: [41, 108],
  p2wsh: [41, 254],
  p2tr: [41, 66],
}

/**
 * Chooses coins, the largest first, and works out change and fee.
 * @returns undefined where the coins do not suffice
 */
export function planTransaction(terms: PlanTerms): Plan | undefined {
  const { claimed, coins, kind, changeScript, leastChange, outputs, feeRate } = terms
  const paid = outputs.reduce((sum, { units }) => sum + units, 0n)
  const scripts = outputs.map(({ script }) => script)
  const costOfOne = feeOf(inputBytes(kind), feeRate)
  const taken = new Set(claimed.map(outpointOf))
  const others = coins.filter((coin) => !taken.has(outpointOf(coin)) && coin.units > costOfOne).sort(byWorth)
  const inputs = [...claimed]
  for (const next of [undefined, ...others]) {
    if (next !== undefined) inputs.push(next)
    if (inputs.length === 0) continue
    if (inputs.length > MOST_INPUTS) return undefined
    const held = inputs.reduce((sum, { units }) => sum + units, 0n)
    const bytes = virtualBytes(inputs.length, kind, [...scripts, changeScript])
    const change = held - paid - feeOf(bytes, feeRate)
    if (change >= leastChange) return { inputs, change, fee: held - paid - change, virtualBytes: bytes }
    const fewer = virtualBytes(inputs.length, kind, scripts)
    if (held - paid >= feeOf(fewer, feeRate))
      return { inputs, change: undefined, fee: held - paid, virtualBytes: fewer }
  }
  return undefined
}

/** The largest first; equal ones in an order that is the same each time. */
function byWorth(a: Coin, b: Coin): number {
  if (a.units !== b.units) return a.units > b.units ? -1 : 1
  return a.txid === b.txid ? a.vout - b.vout : a.txid < b.txid ? -1 : 1
}

function feeOf(bytes: number, feeRate: number): bigint {
  return BigInt(Math.ceil(bytes * feeRate))
}

function inputBytes(kind: AddressKind): number {
  const [base, witness] = INPUT_BYTES[kind]
  return base + Math.ceil(witness / 4)
}

/** Virtual bytes of a transaction with `count` inputs of one kind: four bytes of witness count as one. */
export function virtualBytes(count: number, kind: AddressKind, scripts: readonly Uint8Array[]): number {
  const [base, witness] = INPUT_BYTES[kind]
  const outputs = scripts.reduce((sum, { length }) => sum + 8 + sizeOfCount(length) + length, 0)
  // Version and lock time.
  const plain = 8 + sizeOfCount(count) + sizeOfCount(scripts.length) + count * base + outputs
  return plain + (witness === 0 ? 0 : Math.ceil((2 + count * witness) / 4))
}

function sizeOfCount(count: number): number {
  return count < 0xfd ? 1 : 3
}
