import { groupThousands, lessBps } from '../../core/money/amount.ts'
import { singleNodeNote } from '../../core/evm/agreement.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { amountText, coinText, readFreeNonce } from './chain/checks.ts'
import type { EvmChain } from './evm-chain.ts'
import { ASSUMED_DECIMALS } from '../terms/pay-terms.ts'
import { readNonce } from './chain/reads.ts'
import { formatUsdForPeople } from '../../core/money/fees.ts'
import type { MicroUsd } from '../../core/money/usd.ts'
import type { SigningOptions } from '../family.ts'
import { costInUsd } from './cost-bound.ts'
import type { NetworkCost } from './payment-cost.ts'
import { UNTRIED_TRANSFER, withoutDoubt } from './payload/payload.ts'
import type { PaymentReview } from '../payment.ts'
import type { CheckedPayment, CheckParts } from './payment-check.ts'
import { privateSendingText } from '../../core/evm/private-sending.ts'
import { rehearse } from './payment-rehearsal.ts'
import { defined } from '../../core/defined.ts'
import type { EvmPaymentReview } from './planned-call.ts'

/** Share of a paid coin above which the network cost is worth a warning, in basis points. */
const NOTABLE_BPS = 500

const YEAR_2100_SEC = Date.UTC(2100, 0) / 1000

/** A review and what it says that the network takes. */
export interface PricedReview {
  readonly review: EvmPaymentReview
  readonly cost: NetworkCost
}

/**
 * What a person should see of a checked payment, with what its simulation shows and its highest cost.
 * @throws WALLET_REFUSED when it would fail, changes what was not agreed, or its network cost is not covered
 */
export async function reviewPayment(
  parts: CheckParts,
  checked: CheckedPayment,
  options: SigningOptions,
): Promise<PricedReview> {
  const { chain, terms, approvals, calls } = checked
  const { owner } = parts
  const [rehearsed, waiting] = await Promise.all([rehearse(parts, checked, [], options), countWaiting(chain, owner)])
  // What a simulation saw arrive was paid whole.
  const settled = rehearsed.within === 'arrival' ? [UNTRIED_TRANSFER] : []
  const payload = settled.reduce(withoutDoubt, checked.payload)
  const networkCost = rehearsed.cost
  const cost = networkCost.isWhole ? networkCost.units : undefined
  const usd = costInUsd(networkCost.bound, networkCost.units)
  const { value } = payload.spend
  const { src } = terms
  const overAmount = src.isNative ? value - src.units : value
  const costly = src.isNative && cost !== undefined && cost > src.units - lessBps(src.units, NOTABLE_BPS)
  const chainName = cleanText(chain.name, 60)
  // The doubt about its simulation says it already.
  const isSaid = rehearsed.doubts.some(({ code }) => code === 'single-node')
  const single = isSaid ? undefined : singleNodeNote(chain.rpc, chainName)
  const plan = calls.map((call) => ({ ...call, description: cleanText(call.description) }))
  const review: EvmPaymentReview = {
    family: 'evm',
    chain: `${chainName} (chain id ${chain.chainId})`,
    chainName,
    chainId: chain.chainId,
    from: owner,
    target: payload.spend.to,
    action: cleanText(payload.functionName, 80),
    leaves: [
      src.isNative ? coinText(src.units, chain) : amountText(src.units, src),
      ...(overAmount > 0n ? [`${coinText(overAmount, chain)} in fees on top`] : []),
    ],
    approval: approvals.review,
    recipient: payload.recipient,
    minimumReceived: leastOf({ payload, terms }),
    validUntil: untilOf(payload.deadlineSec),
    networkCost: cost === undefined ? undefined : withUsd(coinText(cost, chain), usd),
    cost: { units: cost, usd: cost === undefined ? undefined : usd, refusal: networkCost.refusal },
    changes: rehearsed.changes,
    provider: cleanText(terms.provider, 40),
    ...defined({
      simulated: rehearsed.within,
      leastBy: leastBy({ payload, terms }),
      sending: privateSendingText(chain.rpc),
    }),
    doubts: [
      ...[...payload.doubts, ...rehearsed.doubts].map((found) => ({ ...found, text: cleanText(found.text, 300) })),
      ...(overAmount > 0n
        ? [
            {
              code: 'fee-on-top' as const,
              text: `Fees of ${groupThousands(coinText(overAmount, chain))} come on top of the amount`,
            },
          ]
        : []),
    ],
    calls: plan,
    transactions: plan.map(({ kind, description }) => ({ kind, description })),
    warnings: [
      ...checked.warnings
        .filter((text) => settled.every((doubt) => doubt.text !== text))
        .map((text) => cleanText(text, 300)),
      ...rehearsed.doubts.map(({ text }) => text),
      ...rehearsed.warnings,
      ...(single === undefined ? [] : [single]),
      ...(networkCost.refusal === undefined ? [] : [networkCost.refusal.message]),
      ...(networkCost.bound.by === 'measured'
        ? []
        : [
            `value-unknown: what ${chain.nativeSymbol} is worth is not known here, so neither is the network cost in dollars`,
          ]),
      ...(costly
        ? [`The network cost of up to ${groupThousands(coinText(cost, chain))} is a large part of the amount`]
        : []),
      ...(waiting > 0n
        ? [
            `${waiting} earlier transactions of this wallet are pending on ${chain.name}; this payment has to wait for them`,
          ]
        : []),
    ],
  }
  return { review, cost: networkCost }
}

function withUsd(cost: string, usd: MicroUsd | undefined): string {
  return usd === undefined ? cost : `${cost} (${formatUsdForPeople(usd)})`
}

type PayloadAndTerms = Pick<CheckedPayment, 'payload' | 'terms'>

/** What arrives at least, as the calldata says, else as the lock says. */
function leastOf({ payload, terms: { dst } }: PayloadAndTerms): string | undefined {
  const { minimumReceived } = payload
  if (isUntried(payload)) return undefined
  if (minimumReceived !== undefined) return amountText(minimumReceived, dst)
  const { minimumOut, decimals = ASSUMED_DECIMALS } = dst
  return minimumOut === undefined ? undefined : amountText(minimumOut, { ...dst, decimals })
}

/** Who holds the payment to that: the calldata itself, or only the provider's word. */
function leastBy({ payload, terms: { dst } }: PayloadAndTerms): PaymentReview['leastBy'] {
  const { minimumReceived } = payload
  if (isUntried(payload)) return 'nothing'
  if (minimumReceived !== undefined) return 'calldata'
  return dst.minimumOut === undefined ? undefined : 'promise'
}

function isUntried({ doubts }: CheckedPayment['payload']): boolean {
  return doubts.some(({ code }) => code === UNTRIED_TRANSFER.code)
}

/** A deadline in the distant future means that there is none. */
function untilOf(deadlineSec: number | undefined): string | undefined {
  return deadlineSec === undefined || deadlineSec > YEAR_2100_SEC
    ? undefined
    : new Date(deadlineSec * 1000).toISOString()
}

/** How many transactions of an account wait for a block. */
async function countWaiting(chain: EvmChain, owner: string): Promise<bigint> {
  const [next, mined] = await Promise.all([
    readFreeNonce(chain, owner, undefined),
    readNonce(chain.rpc, owner, 'latest'),
  ])
  return BigInt(next) > mined ? BigInt(next) - mined : 0n
}
