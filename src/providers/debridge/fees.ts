import { type Fee, type FeeToken, type FeeType, coinOfEvmChain } from '../../core/money/fees.ts'
import { type MicroUsd, valueInUsd } from '../../core/money/usd.ts'
import { type StatedSide, parseStatedUsd, toFeeToken } from '../kit/stated-side.ts'
import type { DebridgeCost, DebridgeOrder, DebridgeToken } from './wire.ts'

/** Rows of `costsDetails` that state a fee; the swaps state none, so the service computes what they lose. */
const COSTS: ReadonlyMap<string, readonly [FeeType, string]> = new Map([
  ['DlnProtocolFee', ['protocol_fee', 'Fee of the protocol']],
  ['TakerMargin', ['bridge_fee', 'What the solver takes']],
  ['EstimatedOperatingExpenses', ['destination_gas', "The solver's network cost of paying out"]],
  ['AffiliateFee', ['integrator_fee', 'Fee of the application']],
  ['PreSwapEstimatedSlippage', ['swap_impact', 'Reserve for the swap before the bridge; the unused part is refunded']],
  ['AfterSwapEstimatedSlippage', ['swap_impact', 'Reserve for the swap after the bridge']],
])

/** A token that costs are counted in, and the value of an amount of it. */
interface Counted {
  readonly token: FeeToken
  /** Undefined where no value is stated. */
  readonly worth: { readonly units: bigint; readonly usd: MicroUsd } | undefined
}

/**
 * The fees of an order. `protocolFee` and `prependedOperatingExpenseCost` repeat rows of `costsDetails`, so only the rows count.
 * @param nativePriceUsd micro-dollars for one native coin of the source chain, where known
 */
export function readFees(
  order: DebridgeOrder,
  sides: readonly [StatedSide, StatedSide],
  nativePriceUsd: MicroUsd | undefined,
): Fee[] {
  const native = coinOfEvmChain(sides[0].priced.chain)
  const onTop = (type: FeeType, label: string, description: string, amount = 0n): Fee[] =>
    amount === 0n
      ? []
      : [
          {
            type,
            amount,
            token: native,
            usd: nativePriceUsd === undefined ? undefined : valueInUsd(amount, native.decimals, nativePriceUsd),
            description,
            providerLabel: label,
            included: false,
          },
        ]
  return [
    ...onTop(
      'source_gas',
      'estimatedTransactionFee',
      'Network cost of your own transaction',
      order.estimatedTransactionFee?.total,
    ),
    ...onTop('protocol_fee', 'fixFee', 'Flat fee of the protocol, paid in the native coin', order.fixFee ?? 0n),
    ...readCosts(order, sides),
  ]
}

function readCosts(order: DebridgeOrder, sides: readonly StatedSide[]): Fee[] {
  const { srcChainTokenIn, srcChainTokenOut, dstChainTokenOut, costsDetails } = order.estimation
  const named: DebridgeToken[] = [srcChainTokenIn, ...(srcChainTokenOut ? [srcChainTokenOut] : []), dstChainTokenOut]
  const fees: Fee[] = []
  let before: { readonly cost: DebridgeCost; readonly counted: Counted } | undefined
  for (const cost of costsDetails) {
    const counted = namedToken(cost, named, sides) ?? crossedToken(cost, before, sides)
    if (counted === undefined) break
    fees.push(...toFee(cost, counted))
    before = { cost, counted }
  }
  return fees
}

function toFee({ type, payload }: DebridgeCost, { token, worth }: Counted): Fee[] {
  const amount = payload?.feeAmount ?? 0n
  if (amount === 0n) return []
  const [feeType, description] = COSTS.get(type) ?? ['other', 'A cost that deBridge does not explain']
  const usd = parseStatedUsd(payload?.feeApproximateUsdValue, amount) ?? (worth && (amount * worth.usd) / worth.units)
  return [{ type: feeType, amount, token, usd, description, providerLabel: type.slice(0, 60) }]
}

function namedToken(
  cost: DebridgeCost,
  named: readonly DebridgeToken[],
  sides: readonly StatedSide[],
): Counted | undefined {
  const found = named.find((token) => {
    return token.chainId === cost.chain && token.address.toLowerCase() === cost.tokenIn.toLowerCase()
  })
  if (found === undefined) return undefined
  const usd = parseStatedUsd(found.approximateUsdValue, found.amount)
  const worth = usd === undefined || found.amount === 0n ? undefined : { units: found.amount, usd }
  return { token: toFeeToken(found, sides), worth }
}

/**
 * The reserve asset of an order is not described on the destination chain. Where its amount is unchanged, so are its symbol,
 * decimals and value. On one chain, the token of the row before applies.
 */
function crossedToken(
  cost: DebridgeCost,
  before: { readonly cost: DebridgeCost; readonly counted: Counted } | undefined,
  sides: readonly StatedSide[],
): Counted | undefined {
  if (before === undefined || before.cost.amountOut !== cost.amountIn) return undefined
  const sameToken = before.cost.chain === cost.chain && before.cost.tokenIn === cost.tokenIn
  if (sameToken) return before.counted
  if (before.cost.chain === cost.chain) return undefined
  const { symbol, decimals } = before.counted.token
  const token = toFeeToken({ chainId: cost.chain, address: cost.tokenIn, symbol, decimals }, sides)
  return { token, worth: before.counted.worth }
}

/** The values that an order states for input and output. */
export function readValues(order: DebridgeOrder): {
  readonly srcUsd: MicroUsd | undefined
  readonly dstUsd: MicroUsd | undefined
} {
  const { srcChainTokenIn, dstChainTokenOut } = order.estimation
  return {
    srcUsd: parseStatedUsd(srcChainTokenIn.approximateUsdValue, srcChainTokenIn.amount),
    dstUsd: parseStatedUsd(
      dstChainTokenOut.recommendedApproximateUsdValue ?? dstChainTokenOut.approximateUsdValue,
      dstChainTokenOut.amount,
    ),
  }
}
