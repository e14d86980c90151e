import type { ExecMeta } from '../../core/api/documents.ts'
import { memoOutputs, OP_RETURN_BYTES } from '../../core/swap/memo-outputs.ts'
import { formatAmount } from '../../core/money/amount.ts'

/** One rule of how a deposit is to be sent, and what happens otherwise. Both are sentences. */
export interface DepositStep {
  readonly rule: string
  readonly reason: string
  /** What an output holds, as hex to be copied; absent but for the memo. */
  readonly hex?: string
}

/** A deposit on a Bitcoin-like chain whose memo a network of vaults reads. */
export interface SteppedDeposit {
  readonly address: string
  /** `0.5 BTC`. */
  readonly amount: string
  readonly memo: string
  /** Address family of the source chain; undefined where it is not known here. */
  readonly family: string | undefined
  /** Decimals and symbol of the coin. */
  readonly coin: { readonly decimals: number; readonly symbol: string } | undefined
  /** Whose coins pay it, and who gets refunds; undefined where it is not known here. */
  readonly payer: string | undefined
  /** Base units that the network takes for nothing, and all below; undefined where it does not say. */
  readonly dustUnits: bigint | undefined
  /** Least fee for a byte, in base units; undefined where the network does not say. */
  readonly feeRate: number | undefined
  /** ISO 8601 time after which nothing must be sent. */
  readonly until: string | undefined
}

/** What the network says of a deposit on a Bitcoin-like chain, as an execution's metadata has it. */
export function readStepFacts(meta: ExecMeta | undefined): Pick<SteppedDeposit, 'dustUnits' | 'feeRate'> {
  const { dustThreshold, feeRate } = meta ?? {}
  const isAmount = typeof dustThreshold === 'string' && /^[0-9]{1,16}$/.test(dustThreshold)
  return {
    dustUnits: isAmount ? BigInt(dustThreshold) : undefined,
    feeRate: typeof feeRate === 'number' && Number.isInteger(feeRate) && feeRate > 0 ? feeRate : undefined,
  }
}

/** Families of Bitcoin-like chains on which deposits carry a memo in their outputs. */
const STEPPED = new Set(['bitcoin', 'litecoin', 'dogecoin', 'bitcoincash', 'dash', 'zcash'])

/** True for chains whose deposits are transactions of inputs and outputs. */
export function isStepped(family: string | undefined): boolean {
  return family !== undefined && STEPPED.has(family)
}

/**
 * How to send a deposit with a memo by a wallet that lets its user choose inputs and outputs. The rules are those of the
 * network's documentation: https://dev.thorchain.org/concepts/sending-transactions.html
 * @returns undefined for a memo that cannot be sent so
 */
export function depositSteps(deposit: SteppedDeposit): readonly DepositStep[] | undefined {
  const { address, amount, memo, coin, payer, dustUnits, feeRate, until } = deposit
  const outputs = memoOutputs(deposit.family ?? '', memo)
  if (outputs === undefined) return undefined
  const [first, ...burnt] = outputs
  if (first?.type !== 'op_return') return undefined
  const whose = payer ?? 'your address'
  const dust =
    dustUnits === undefined || coin === undefined
      ? ''
      : `. It must be more than ${formatAmount(dustUnits, coin.decimals)} ${coin.symbol}: what is not is ignored and lost`
  const chunks = burnt.flatMap((output) => (output.type === 'address' ? [output] : []))
  return [
    {
      rule: `One transaction with coins of one address only: ${whose}`,
      reason: 'whoever the first input is of is the sender, and gets a refund',
    },
    {
      rule: `First output: exactly ${amount} to ${address}`,
      reason: `the network takes the first output for the deposit${dust}`,
    },
    {
      rule: `Second output: the change, back to ${payer ?? 'the same address'}`,
      reason: 'a new address for the change would be that of somebody else to the network',
    },
    {
      rule: `Third output: 0 as OP_RETURN with these ${first.data.length / 2} bytes (hex)`,
      hex: first.data,
      reason:
        chunks.length === 0
          ? `it is the memo, the only order that the network gets, and holds ${OP_RETURN_BYTES} bytes at most: left out, cut or changed, the money comes back less fees or is lost`
          : `it is the beginning of the memo, the only order that the network gets: left out, cut or changed, the money comes back less fees or is lost`,
    },
    ...chunks.map(({ address: to, units }, at) => ({
      rule: `Output ${at + 4}: ${coin === undefined ? `${units} base units` : `${formatAmount(units, coin.decimals)} ${coin.symbol}`} to ${to}`,
      reason: 'it is twenty bytes more of the memo, written as an address: these coins are burnt',
    })),
    {
      rule: 'Keep this order, and add no output',
      reason:
        'a wallet that sorts outputs (BIP-69) hides the deposit and the memo, which very likely loses it; more than 10 outputs are not read',
    },
    {
      rule:
        feeRate === undefined
          ? 'Pay a fee for one of the next blocks'
          : `Pay a fee of ${feeRate} base units a byte, or more`,
      reason: 'it should be in the next block: vaults change, and a deposit to an old one is lost',
    },
    {
      rule: 'No input of a Taproot address (bc1p, ltc1p), and none of MWEB',
      reason: 'the network does not see who sent it',
    },
    ...(until === undefined
      ? []
      : [{ rule: `Send it before ${until}, and nothing after`, reason: 'by then the vault may be another one' }]),
  ]
}
