import { sameAddress } from '../../core/assets/address-key.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import { defined } from '../../core/defined.ts'
import { formatAmount } from '../../core/money/amount.ts'
import { checkTransactionHash } from '../../core/swap/transaction-hash.ts'
import type { StatusReport, StatusRequest } from '../contract.ts'
import { chainByKey, type FamilyNetwork, networkDecimals } from './network.ts'
import { rescaleDown } from './units.ts'
import type { Action, FamilyStatus, OutTx, PlannedTx, Tracking } from './wire.ts'

/** A deposit that is followed by its hash. */
export interface Followed {
  readonly network: FamilyNetwork
  readonly request: StatusRequest
  readonly tracking: Tracking
  /** Capitals without 0x. */
  readonly hash: string
}

/** What a deposit came to: what is sent, and what is still to be sent. Affiliates' shares are left out. */
export interface Outputs {
  /** Sent to the recipient, in the target asset. */
  readonly payouts: readonly OutTx[]
  readonly refunds: readonly OutTx[]
  /** Planned for the recipient and not seen on its chain. */
  readonly payoutsDue: readonly PlannedTx[]
  readonly refundsDue: readonly PlannedTx[]
}

export function readOutputs({ tracking }: Followed, seen: FamilyStatus): Outputs {
  const { planned_out_txs: planned, out_txs: outs } = seen
  const plannedRefunds = planned.filter((item) => item.refund)
  const plannedPayouts = planned.filter((item) => !item.refund && isPayee(item.to_address, tracking))
  // Nobody knows for whom: until as many are sent as were planned, the recipient may be one of them.
  const unnamed =
    planned.length > outs.length ? planned.filter((item) => !item.refund && item.to_address === undefined) : []
  const isRefund = (tx: OutTx) => /^refund:/i.test(tx.memo ?? '') || plannedRefunds.some((item) => isSent(item, tx))
  const refunds = outs.filter(isRefund)
  const others = outs.filter((tx) => !isRefund(tx))
  const sent = others.filter((tx) => {
    if (!tx.coins.some((coin) => isTarget(coin.asset, tracking))) return false
    // A node may omit the address; of several outputs some are an affiliate's.
    return tx.to_address === undefined ? others.length === 1 : isPayee(tx.to_address, tracking)
  })
  return {
    // An output of nothing is sent, and delivers nothing.
    payouts: sent.filter(({ coins }) => coins.some((coin) => isDelivery(coin, tracking))),
    refunds,
    payoutsDue: [...plannedPayouts.slice(sent.length), ...unnamed],
    refundsDue: plannedRefunds.slice(refunds.length),
  }
}

/** True when the transaction is the planned one and does not say that it is another. */
function isSent({ to_address, coin }: PlannedTx, tx: OutTx): boolean {
  if (/^out:/i.test(tx.memo ?? '') || to_address === undefined || tx.to_address === undefined) return false
  return sameAddress(to_address, tx.to_address) && tx.coins.some(({ asset }) => asset === coin?.asset)
}

/** What the indexer says was sent. */
export function indexedOutputs({ tracking }: Followed, actions: readonly Action[]): Outputs {
  const done = actions.filter(({ status }) => status === 'success')
  const outsOf = (type: string) => done.filter((action) => action.type === type).flatMap(({ out }) => out)
  const toOutTx = ({ txID, address, coins }: Action['out'][number]): OutTx => ({
    id: txID,
    to_address: address,
    coins,
    memo: undefined,
  })
  const payouts = outsOf('swap').filter(
    ({ affiliate, address, coins }) =>
      !affiliate && isPayee(address, tracking) && coins.some((coin) => isDelivery(coin, tracking)),
  )
  return {
    payouts: payouts.map(toOutTx),
    refunds: outsOf('refund').map(toOutTx),
    payoutsDue: [],
    refundsDue: [],
  }
}

function isPayee(address: string | undefined, { recipient }: Tracking): boolean {
  return address !== undefined && sameAddress(address, recipient)
}

function isDelivery({ asset, amount }: Coin, tracking: Tracking): boolean {
  return amount > 0n && isTarget(asset, tracking)
}

function isTarget(asset: string, { toAsset }: Tracking): boolean {
  return asset.toUpperCase() === toAsset
}

/** The recipient was paid, for all of the deposit or for a part of it. */
export function reportPaid(followed: Followed, outputs: Outputs): StatusReport {
  return {
    status: 'SUCCESS',
    stage: 'done',
    deliveredOut: paidOut(followed, outputs),
    ...refundHashOf(followed, outputs),
    ...defined({
      outboundHash: outHash(outputs.payouts[0]?.id, followed, followed.request.dst),
      reason: describePart(followed, outputs),
    }),
  }
}

export function reportRefund(
  followed: Followed,
  outputs: Outputs,
): Extract<StatusReport, { readonly status: 'REFUND' }> {
  return { status: 'REFUND', stage: 'done', ...refundHashOf(followed, outputs) }
}

function refundHashOf(followed: Followed, { refunds }: Outputs): { readonly refundHash?: string } {
  const [first] = refunds
  return first === undefined ? {} : defined({ refundHash: outHash(first.id, followed, followed.request.src) })
}

/**
 * The hash of an output in its chain's canonical form. An output on the network's own chain shares the inbound hash; of any
 * other one that names none it is unknown.
 */
function outHash(id: OutTx['id'], { network, hash }: Followed, side: PricedAsset): string | undefined {
  const isHome = chainByKey(network, side.chain.key)?.code === network.home
  const isNamed = id !== undefined && id !== null && !/^0*$/.test(id)
  const own = isNamed ? id : isHome && id !== null ? hash : undefined
  if (own === undefined) return undefined
  const { addressFamily, type } = side.chain
  const check = checkTransactionHash(addressFamily, type === 'EVM' ? `0x${own.replace(/^0x/i, '')}` : own)
  return check.ok ? check.canonical : own.slice(0, 100)
}

/** Base units of the destination asset that the recipient was paid. */
export function paidOut({ network, request, tracking }: Followed, { payouts }: Outputs): bigint {
  const units = payouts
    .flatMap(({ coins }) => coins)
    .filter(({ asset }) => isTarget(asset, tracking))
    .reduce((sum, { amount }) => sum + amount, 0n)
  return rescaleDown(units, networkDecimals(network, tracking.toAsset), request.dst.asset.decimals)
}

/** Base units of the source asset that went back or are to. */
export function refundedIn(followed: Followed, outputs: Outputs): bigint {
  return refundCoins(outputs).reduce((sum, coin) => sum + toSourceUnits(followed, coin), 0n)
}

type Coin = OutTx['coins'][number]

/** Base units of the source asset that a coin of the network stands for; digits that do not fit are cut off. */
export function toSourceUnits({ network, request }: Followed, { asset, amount }: Coin): bigint {
  return rescaleDown(amount, networkDecimals(network, asset.toUpperCase()), request.src.asset.decimals)
}

function refundCoins({ refunds, refundsDue }: Outputs): readonly Coin[] {
  return [...refunds.flatMap(({ coins }) => coins), ...refundsDue.flatMap(({ coin }) => coin ?? [])]
}

/** What became of the part that was not swapped; undefined when all of it was. */
function describePart({ network }: Followed, outputs: Outputs): string | undefined {
  const [coin] = refundCoins(outputs)
  if (coin === undefined) return undefined
  const name = coin.asset.toUpperCase()
  const symbol = /^[A-Z0-9]+\.([A-Z0-9]{1,20})/.exec(name)?.[1] ?? 'the source asset'
  const way = outputs.refundsDue.length === 0 ? 'went back' : 'goes back'
  return `Swapped in part: ${formatAmount(coin.amount, networkDecimals(network, name))} ${symbol} ${way}`
}
