import { PERMIT2_EVENTS, TOKEN_EVENTS, topicAddress } from '../../../core/evm/events.ts'
import { COIN_STAND_IN } from '../../../core/evm/tokens.ts'
import { readResult } from '../../../core/evm/words.ts'
import { NATIVE_EVM_ADDRESS } from '../../../core/assets/catalog.ts'
import { isEvmAddress, toChecksumAddress } from '../../../core/assets/address.ts'
import type { EvmChain } from '../evm-chain.ts'
import { amountText, coinText, symbolOf } from './checks.ts'
import { sameText } from './reads.ts'
import { isNativeName } from '../../terms/pay-terms.ts'
import type { Payload } from '../payload/payload.ts'
import { larger } from '../../../core/money/larger.ts'
import { PERMIT2 } from '../../../core/evm/contracts.ts'
import { refusalFor } from '../../refusal.ts'
import { type Holding, type HoldingChange, seriesWouldFail, type SimulatedLog, type Simulation } from './simulation.ts'
import type { PayTerms, SimulatedWithin } from '../../payment.ts'
import { groupThousands } from '../../../core/money/amount.ts'

/** Of ERC-1155, whose second address gives. */
const MULTI_TRANSFERS: readonly string[] = [TOKEN_EVENTS.transferSingle.topic, TOKEN_EVENTS.transferBatch.topic]

/** Share of the amount, percent, that leaves at least where it is paid out elsewhere. */
const LEAST_PERCENT = 95n

/** What a simulation is verified against. */
export interface Expected {
  readonly chain: EvmChain
  readonly wallet: string
  readonly payload: Payload
  readonly terms: PayTerms
  /** Base units of the coin that all simulated calls may take, network cost left out. */
  readonly value: bigint
  /** Base units of the token that its spender may take at most; 0 without approval. */
  readonly mostAllowed: bigint
  /** Base units of the coin that the chain may take for data on top of gas. */
  readonly dataFee: bigint
}

/** What a simulation showed, for people. */
export interface SimulatedChanges {
  /** `-100 USDC`, `+0.05 ETH`; of another recipient: `+0.05 ETH for 0x…`. */
  readonly changes: readonly string[]
  readonly warnings: readonly string[]
  /** How far the terms were seen to be kept; undefined where what is to arrive on this chain was not seen. */
  readonly within: SimulatedWithin | undefined
  /** Symbols of the tokens that keep something of a transfer. */
  readonly taxed: readonly string[]
}

/**
 * What must be read before and after a simulation: coin and source token of the wallet, what the recipient gets on this
 * chain, and what those that are called may take of these tokens.
 */
export function holdingsToWatch(
  wallet: string,
  { src, dst, recipient }: PayTerms,
  { spend, approval }: Pick<Payload, 'spend' | 'approval'>,
): readonly Holding[] {
  const isHere = dst.chainKey === src.chainKey
  const arrival = isNativeName(dst.address) ? undefined : dst.address
  const tokens = [...(src.isNative ? [] : [src.address]), ...(isHere && arrival !== undefined ? [arrival] : [])]
  const named = [spend.to, PERMIT2, ...(approval === undefined ? [] : [approval.spender])]
  const spenders = named.filter((one, index) => named.findIndex((other) => sameText(other, one)) === index)
  return [
    { owner: wallet, token: undefined },
    ...(src.isNative ? [] : [{ owner: wallet, token: src.address }]),
    ...(isHere && isEvmAddress(recipient) ? [{ owner: recipient, token: arrival }] : []),
    ...tokens.flatMap((token) =>
      spenders
        .filter((spender) => !tokens.some((own) => sameText(own, spender)))
        .map((spender) => ({ owner: wallet, token, spender })),
    ),
  ]
}

/**
 * Verifies what a simulation of the payment showed against the terms: the amount leaves the wallet, and nothing but it and
 * the coin that the calls take; nothing is opened to others; a swap on one chain brings the recipient what was promised.
 * @throws WALLET_REFUSED with what it found
 */
export function verifySimulation(simulation: Simulation, expected: Expected): SimulatedChanges {
  const { chain, wallet, terms, value, dataFee } = expected
  const failed = simulation.calls.find(({ ok }) => !ok)
  if (failed !== undefined) throw seriesWouldFail(failed)
  const { src, dst } = terms
  const held = simulation.holdings.filter(({ spender }) => spender === undefined)
  const [coin, ...others] = held
  const token = src.isNative ? undefined : others[0]
  const arrival = src.isNative ? others[0] : others[1]
  if (coin === undefined || (!src.isNative && token === undefined)) throw new Error('the simulation watched too little')
  if (gain(coin) < -(value + dataFee)) {
    throw refuseChange(
      `${groupThousands(coinText(-gain(coin), chain))} would leave the wallet, and at most ${groupThousands(coinText(value, chain))} may`,
    )
  }
  if (token !== undefined && gain(token) < -src.units) {
    throw refuseChange(
      `${groupThousands(amountText(-gain(token), src))} would leave the wallet, and at most ${groupThousands(amountText(src.units, src))} may`,
    )
  }
  const logs = simulation.calls.flatMap((call) => call.logs)
  checkApprovals(logs, simulation.holdings, expected)
  for (const allowance of simulation.holdings) if (allowance.spender !== undefined) checkAllowance(allowance, expected)
  const flows = tokenFlows(logs, wallet, [src.address, COIN_STAND_IN])
  const taken = [...flows].find(([, units]) => units < 0n)
  if (taken !== undefined) throw refuseChange(`another token would leave the wallet: ${toChecksumAddress(taken[0])}`)
  const left = token === undefined ? -gain(coin) - dataFee : -gain(token)
  const { isSignedOrder = false } = expected.payload
  if (isSignedOrder && left !== 0n) throw refuseChange('what leaves the wallet is not the order that is signed')
  if (!isSignedOrder && left <= 0n) throw refuseChange('nothing of the amount would leave the wallet')
  const taxed = [
    ...(token !== undefined && isTaxed(token, logs) ? [symbolOf(src)] : []),
    ...(arrival?.token !== undefined && isTaxed(arrival, logs) ? [symbolOf(dst)] : []),
  ]
  const toWallet = sameText(terms.recipient, wallet)
  const describe = (change: HoldingChange): string[] => {
    const units = gain(change)
    const side = change === arrival ? dst : src
    const whole = change.token === undefined ? coinText(abs(units), chain) : amountText(abs(units), side)
    const owner = sameText(change.owner, wallet) ? '' : ` for ${toChecksumAddress(change.owner)}`
    return units === 0n ? [] : [`${units < 0n ? '-' : '+'}${whole}${owner}`]
  }
  // A coin that comes back to the same wallet is described once.
  const arrivesAsCoin = arrival?.token === undefined && toWallet
  const more = [...flows].filter(([address]) => arrival?.token === undefined || !sameText(address, arrival.token))
  return {
    changes: [
      ...describe(coin),
      ...(token === undefined ? [] : describe(token)),
      ...(arrival === undefined || arrivesAsCoin ? [] : describe(arrival)),
      ...more
        .filter(([, units]) => units > 0n)
        .map(([address, units]) => `+${units} base units of ${toChecksumAddress(address)}`),
    ],
    taxed,
    ...(isSignedOrder
      ? { warnings: ['Nothing moves in the transaction itself: it signs an order that others fill'], within: undefined }
      : arrival === undefined
        ? checkDeparture(left, expected)
        : checkArrival(arrival, left, expected)),
  }
}

type Verdict = Pick<SimulatedChanges, 'warnings' | 'within'>

/** What is paid out elsewhere must leave whole, but for what routers give back of it. */
function checkDeparture(left: bigint, { terms }: Expected): Verdict {
  const { src } = terms
  if (left * 100n >= src.units * LEAST_PERCENT) return { warnings: [], within: 'departure' }
  throw refuseChange(
    `only ${groupThousands(amountText(left, src))} would leave the wallet, and the swap is of ${groupThousands(amountText(src.units, src))}`,
  )
}

/** A swap on one chain pays in the transaction itself, unless it is a deposit that is answered later. */
function checkArrival(arrival: HoldingChange, left: bigint, expected: Expected): Verdict {
  const { payload, terms, value, chain, dataFee } = expected
  const { dst } = terms
  const least = largerOf(dst.minimumOut, payload.minimumReceived)
  // The coin that the wallet pays with is no loss of the recipient.
  const isPayer = arrival.token === undefined && sameText(arrival.owner, terms.depositor)
  const got = gain(arrival) + (isPayer ? value : 0n)
  if (got <= 0n && !mustPayInCall(payload)) {
    checkDeparture(left, expected)
    const warning = `Nothing arrives in the transaction itself: ${terms.provider} is to pay afterwards`
    return { warnings: [warning], within: undefined }
  }
  if (least !== undefined && got + (isPayer ? dataFee : 0n) < least) {
    const text = (units: bigint) =>
      groupThousands(arrival.token === undefined ? coinText(units, chain) : amountText(units, dst))
    throw refuseChange(`the recipient would get ${text(got < 0n ? 0n : got)}, and at least ${text(least)} are promised`)
  }
  return { warnings: [], within: least === undefined ? undefined : 'arrival' }
}

/**
 * True for a token that keeps something of a transfer of this holding: it logs other amounts than what changes, or sends a
 * part of it to itself or to nobody. Shares of rebasing tokens round by less than one part in ten thousand.
 */
function isTaxed(holding: HoldingChange, logs: readonly SimulatedLog[]): boolean {
  const { token = '', owner } = holding
  const moves = logs.flatMap(({ address, topics: [event, from, to], data }) =>
    event === TOKEN_EVENTS.transfer.topic && from !== undefined && to !== undefined && sameText(address, token)
      ? [{ from: topicAddress(from), to: topicAddress(to), units: readResult(data) ?? 0n }]
      : [],
  )
  const own = moves.filter(({ from, to }) => sameText(from, owner) !== sameText(to, owner))
  const logged = own.reduce((sum, { to, units }) => sum + (sameText(to, owner) ? units : -units), 0n)
  if (own.length > 0 && abs(logged - gain(holding)) * 10_000n > abs(logged)) return true
  const isKept = ({ to }: { readonly to: string }) => [token, NATIVE_EVM_ADDRESS].some((place) => sameText(to, place))
  const sent = own.filter(({ from }) => sameText(from, owner))
  return sent.some(isKept) && !sent.every(isKept)
}

/** An allowance that grows beside what was agreed, whatever the token logs. */
function checkAllowance(
  { token = '', spender = '', before, after }: HoldingChange,
  { payload, mostAllowed }: Expected,
): void {
  const { approval } = payload
  const isPlanned = approval !== undefined && sameText(approval.token, token) && sameText(approval.spender, spender)
  if (after <= before || after <= (isPlanned ? mostAllowed : 0n)) return
  throw refuseChange(`${toChecksumAddress(spender)} would be allowed to take ${toChecksumAddress(token)}`)
}

/** Functions by which a provider takes a deposit that it answers later. */
const DEPOSITS = /deposit|createorder|createsaltedorder|bridge|transfer|xswap/i

/** True when the call itself must pay the recipient. */
function mustPayInCall({ spend, functionName, minimumReceived }: Payload): boolean {
  if (minimumReceived !== undefined) return true
  return spend.kind !== 'transfer' && spend.data !== '0x' && !DEPOSITS.test(functionName)
}

/** What logs let others take. Tokens also log what is left of an allowance that was used: it does not grow. */
function checkApprovals(logs: readonly SimulatedLog[], holdings: readonly HoldingChange[], expected: Expected): void {
  const { wallet, payload, mostAllowed } = expected
  for (const { address, topics, data } of logs) {
    const [event, owner, spender] = topics
    if (owner === undefined || spender === undefined || !sameText(topicAddress(owner), wallet)) continue
    if (event === TOKEN_EVENTS.approvalForAll.topic && readResult(data) !== 0n) {
      throw refuseChange(
        `all collectibles of ${toChecksumAddress(address)} would be opened to ${toChecksumAddress(topicAddress(spender))}`,
      )
    }
    if (sameText(address, PERMIT2)) checkPermit2(topics, data, expected)
    if (event !== TOKEN_EVENTS.approval.topic || topics.length !== 3) continue
    const units = readResult(data) ?? 0n
    const { approval } = payload
    const planned =
      approval !== undefined && sameText(approval.token, address) && sameText(approval.spender, topicAddress(spender))
    const stood = holdings.find(
      (one) => sameText(one.spender ?? '', topicAddress(spender)) && sameText(one.token ?? '', address),
    )
    const isUsed = stood !== undefined && units <= stood.before && stood.after <= stood.before
    if (!isUsed && units > (planned ? mostAllowed : 0n)) {
      throw refuseChange(
        `${toChecksumAddress(topicAddress(spender))} would be allowed to take ${toChecksumAddress(address)}`,
      )
    }
  }
}

/** What Permit2 lets others take: only what the payload's own step asks for. */
function checkPermit2(topics: readonly string[], data: string, { payload, terms }: Expected): void {
  const [event, , token, spender] = topics
  if (token === undefined || spender === undefined) return
  if (event !== PERMIT2_EVENTS.approval.topic && event !== PERMIT2_EVENTS.permit.topic) return
  const isPlanned =
    payload.permit2 !== undefined &&
    sameText(topicAddress(token), terms.src.address) &&
    sameText(topicAddress(spender), payload.spend.to)
  if ((readResult(data) ?? 0n) <= (isPlanned ? terms.src.units : 0n)) return
  throw refuseChange(
    `${toChecksumAddress(topicAddress(spender))} would be allowed to take ${toChecksumAddress(topicAddress(token))} by Permit2`,
  )
}

/** Net units that the wallet gets of each token, by address in small letters; those of `watched` are read elsewhere. */
function tokenFlows(
  logs: readonly SimulatedLog[],
  wallet: string,
  watched: readonly string[],
): ReadonlyMap<string, bigint> {
  const flows = new Map<string, bigint>()
  for (const { address, topics, data } of logs) {
    const [event, second, third, fourth] = topics
    if (
      event !== undefined &&
      MULTI_TRANSFERS.includes(event) &&
      third !== undefined &&
      sameText(topicAddress(third), wallet)
    ) {
      throw refuseChange(`collectibles of ${toChecksumAddress(address)} would leave the wallet`)
    }
    if (event !== TOKEN_EVENTS.transfer.topic || second === undefined || third === undefined) continue
    if (watched.some((token) => sameText(token, address))) continue
    const [from, to] = [topicAddress(second), topicAddress(third)]
    if (fourth !== undefined && sameText(from, wallet)) {
      throw refuseChange(`a collectible of ${toChecksumAddress(address)} would leave the wallet`)
    }
    // A collectible counts as one; its data is its id.
    const units = fourth === undefined ? (readResult(data) ?? 0n) : 1n
    const change = (sameText(to, wallet) ? units : 0n) - (sameText(from, wallet) ? units : 0n)
    if (change !== 0n) flows.set(address, (flows.get(address) ?? 0n) + change)
  }
  return flows
}

function gain({ before, after }: HoldingChange): bigint {
  return after - before
}

function abs(units: bigint): bigint {
  return units < 0n ? -units : units
}

function largerOf(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined || b === undefined ? (a ?? b) : larger(a, b)
}

function refuseChange(what: string): Error {
  return refusalFor(
    'simulation',
    `A simulation of the payment shows what was not agreed: ${what}`,
    'Nothing was signed. Choose another provider: swapcli quote AMOUNT FROM TO',
  )
}
