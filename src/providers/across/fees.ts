import { parseAmount } from '../../core/money/amount.ts'
import { NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import type { Fee, FeeType } from '../../core/money/fees.ts'
import type { MicroUsd } from '../../core/money/usd.ts'
import { parseStatedUsd, statedFee, type StatedSide } from '../kit/stated-side.ts'
import type { AcrossFee, AcrossQuote } from './wire.ts'

/**
 * The fees of a quote. `fees` states them with dollars; without prices Across omits `fees`, and only the bridge step states its
 * part. Both state the same money, so one of them is read. `total` is the sum of the parts.
 */
export function readFees(quote: AcrossQuote, sides: readonly StatedSide[]): Fee[] {
  const { provider } = quote.steps.bridge
  const stated = quote.fees?.total?.details
  const bridge = stated?.bridge ?? quote.steps.bridge.fees
  const native = nativeOnTop(quote)
  const onTop = native > 0n
  const row = (type: FeeType, providerLabel: string, description: string, fee: AcrossFee | undefined): Fee[] =>
    statedFee({ type, providerLabel, description }, fee, sides)
  const { lp, relayerCapital, destinationGas } = bridge?.details ?? {}
  return [
    ...row('source_gas', 'originGas', 'Network cost of your own transaction', quote.fees?.originGas),
    ...(bridge?.details === undefined
      ? row(bridgeFeeType(provider), `bridge ${provider.slice(0, 40)}`, 'Fee of the bridge', bridge).map((fee) => ({
          ...fee,
          ...(onTop ? { amount: native, included: false } : {}),
        }))
      : [
          ...row('liquidity_fee', 'lp', "Share of the pool's owners", lp),
          ...row('bridge_fee', 'relayerCapital', 'What the relayer takes for its capital', relayerCapital),
          ...row('destination_gas', 'destinationGas', "The relayer's network cost of paying out", destinationGas),
        ]),
    ...row('integrator_fee', 'app', 'Fee of the application', stated?.app),
    // When the bridge is paid on top, the stated impact gives back its fee, which was never taken out.
    ...(onTop
      ? []
      : row('swap_impact', 'swapImpact', 'What the swaps move the price; negative is a gain', stated?.swapImpact)),
  ]
}

/** True when what the bridge takes is stated nowhere so that it can be read. */
export function hasUnknownFee({ fees, steps }: AcrossQuote): boolean {
  return steps.bridge.fees === undefined && fees?.total?.details?.bridge === undefined
}

function bridgeFeeType(provider: string): FeeType {
  if (provider.includes('cctp')) return 'cctp_fee'
  return provider.includes('oft') ? 'messaging_fee' : 'bridge_fee'
}

/** How much more or less than it says the transaction may pay for the messages of an OFT: one part of so many. */
const MESSAGE_TOLERANCE = 100n

/**
 * Base units of the source chain's native coin that the bridge takes on top of the amount: the messages of an OFT. The fee and the
 * transaction are priced one after the other and may differ by a little, so what the transaction pays is the fee.
 */
export function nativeOnTop({ steps, inputToken, inputAmount, swapTx }: AcrossQuote): bigint {
  const { provider, fees } = steps.bridge
  if (fees === undefined || !provider.includes('oft') || fees.amount <= 0n) return 0n
  if (fees.token.address !== NATIVE_EVM_ADDRESS || fees.token.chainId !== inputToken.chainId) return 0n
  const value = /^[0-9]{1,78}$/.test(swapTx.value ?? '') ? BigInt(swapTx.value ?? '') : 0n
  const paid = value - (inputToken.address === NATIVE_EVM_ADDRESS ? inputAmount : 0n)
  const apart = paid > fees.amount ? paid - fees.amount : fees.amount - paid
  return apart * MESSAGE_TOLERANCE <= fees.amount ? paid : fees.amount
}

/**
 * The values of input and output. Across states neither, but each fee in dollars and as a share of the input's value: one
 * divided by the other is the input, and the output is the input less the stated fees.
 */
export function readValues(
  quote: AcrossQuote,
  fees: readonly Fee[],
): { readonly srcUsd: MicroUsd | undefined; readonly dstUsd: MicroUsd | undefined } {
  const unknown = { srcUsd: undefined, dstUsd: undefined }
  const total = quote.fees?.total
  const srcUsd = inputUsd(total?.details?.bridge) ?? inputUsd(total)
  if (total === undefined || srcUsd === undefined) return unknown
  const included = fees.filter((fee) => fee.included !== false)
  const hasParts = total.details?.swapImpact !== undefined && nativeOnTop(quote) === 0n
  const lost = (hasParts ? sumUsd(included) : undefined) ?? parseStatedUsd(total.amountUsd, total.amount)
  const dstUsd = lost === undefined ? undefined : srcUsd - lost
  return dstUsd === undefined || dstUsd < 0n ? unknown : { srcUsd, dstUsd }
}

function inputUsd(fee: AcrossFee | undefined): MicroUsd | undefined {
  if (fee?.amountUsd === undefined || fee.pct === undefined || fee.pct <= 0n) return undefined
  const usd = parseAmount(fee.amountUsd, 18)
  return usd.ok ? (usd.units * 10n ** 6n) / fee.pct : undefined
}

function sumUsd(fees: readonly Fee[]): MicroUsd | undefined {
  let sum = 0n
  for (const { usd } of fees) {
    if (usd === undefined) return undefined
    sum += usd
  }
  return sum
}
