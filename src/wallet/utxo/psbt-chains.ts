/** How an address is spent from: by a key, by a key in a witness, by a script, by a script in a witness, or by taproot. */
export type AddressKind = 'p2pkh' | 'p2wpkh' | 'p2sh' | 'p2wsh' | 'p2tr'

/** What this program knows of a Bitcoin-like chain whose transactions other wallets can sign as a PSBT. */
export interface PsbtChain {
  readonly key: string
  /** Address family. */
  readonly family: string
  /** Of each input. Bitcoin's says that the fee may be raised; elsewhere nodes refuse a second try anyway. */
  readonly sequence: number
  /** Most that is ever paid for a byte, base units. */
  readonly mostFeeRate: number
  /** Smallest change that nodes pass on, base units, by the kind of its address. */
  readonly dust: Readonly<Record<'p2pkh' | 'p2wpkh' | 'p2sh', bigint>>
}

const RAISABLE = 0xff_ff_ff_fd
const FINAL = 0xff_ff_ff_ff
const OF_BITCOIN = { p2pkh: 546n, p2wpkh: 294n, p2sh: 540n }

/** Chains whose transactions have the form and the signatures of Bitcoin. Those of Bitcoin Cash and Zcash do not. */
const CHAINS: readonly PsbtChain[] = [
  { key: 'bitcoin', family: 'bitcoin', sequence: RAISABLE, mostFeeRate: 500, dust: OF_BITCOIN },
  {
    ...{ key: 'litecoin', family: 'litecoin', sequence: FINAL, mostFeeRate: 500 },
    // As nodes of Litecoin say it, measured.
    dust: { p2pkh: 5_460n, p2wpkh: 2_940n, p2sh: 5_400n },
  },
  {
    ...{ key: 'dogecoin', family: 'dogecoin', sequence: FINAL, mostFeeRate: 3_000_000 },
    dust: { p2pkh: 1_000_000n, p2wpkh: 1_000_000n, p2sh: 1_000_000n },
  },
  { key: 'dash', family: 'dash', sequence: FINAL, mostFeeRate: 500, dust: OF_BITCOIN },
]

/** Keys of the chains that PSBTs are made for. */
export const PSBT_CHAINS = CHAINS.map(({ key }) => key)

/** @param key of the chain */
export function psbtChain(key: string): PsbtChain | undefined {
  return CHAINS.find((chain) => chain.key === key)
}
