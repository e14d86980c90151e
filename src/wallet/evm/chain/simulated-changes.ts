import { TOKEN_EVENTS, topicAddress } from '../../../core/evm/events.ts'
import { COIN_STAND_IN } from '../../../core/evm/tokens.ts'
import { readResult } from '../../../core/evm/words.ts'
import { isEvmAddress, toChecksumAddress } from '../../../core/assets/address.ts'
import type { EvmChain } from '../evm-chain.ts'
import { amountText, coinText } from './checks.ts'
import { sameText } from './reads.ts'
import { isNativeName } from '../../terms/pay-terms.ts'
import type { Payload } from '../payload/payload.ts'
import { refusal } from '../../refusal.ts'
import { type Holding, type HoldingChange, type SimulatedLog, type Simulation } from './simulation.ts'
import type { PayTerms } from '../../payment.ts'

/** Of ERC-1155, whose second address gives. */
const MULTI_TRANSFERS: readonly string[] = [TOKEN_EVENTS.transferSingle.topic, TOKEN_EVENTS.transferBatch.topic]

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
}

/** What a simulation showed, for people. */
export interface SimulatedChanges {
  /** `-100 USDC`, `+0.05 ETH`; of another recipient: `+0.05 ETH for 0x…`. */
  readonly changes: readonly string[]
  readonly warnings: readonly string[]
}

/** What must be read before and after a simulation: coin and source token of the wallet, then what the recipient gets on this chain. */
export function holdingsToWatch(wallet: string, { src, dst, recipient }: PayTerms): readonly Holding[] {
  const paysHere = dst.chainKey === src.chainKey && isEvmAddress(recipient)
  return [
    { owner: wallet, token: undefined },
    ...(src.isNative ? [] : [{ owner: wallet, token: src.address }]),
    ...(paysHere ? [{ owner: recipient, token: isNativeName(dst.address) ? undefined : dst.address }] : []),
  ]
}

/**
 * Verifies what a simulation of the payment showed against the terms: nothing leaves the wallet but the amount, the coin
 * that the calls take and nothing is opened to others; a swap on one chain brings the recipient what was promised.
 * @throws WALLET_REFUSED with what it found
 */
export function verifySimulation(simulation: Simulation, expected: Expected): SimulatedChanges {
  const { chain, wallet, terms, value } = expected
  const failed = simulation.calls.find(({ ok }) => !ok)
  if (failed !== undefined) throw refusal(`The transaction would fail: ${failed.reason ?? 'no reason was given'}`)
  const { src, dst } = terms
  const [coin, ...others] = simulation.holdings
  const token = src.isNative ? undefined : others[0]
  const arrival = src.isNative ? others[0] : others[1]
  if (coin === undefined || (!src.isNative && token === undefined)) throw new Error('the simulation watched too little')
  if (gain(coin) < -value) {
    throw refuseChange(
      `${coinText(-gain(coin), chain)} would leave the wallet, and at most ${coinText(value, chain)} may`,
    )
  }
  if (token !== undefined && gain(token) < -src.units) {
    throw refuseChange(
      `${amountText(-gain(token), src)} would leave the wallet, and at most ${amountText(src.units, src)} may`,
    )
  }
  const logs = simulation.calls.flatMap((call) => call.logs)
  checkApprovals(logs, expected)
  const flows = tokenFlows(logs, wallet, [src.address, COIN_STAND_IN])
  const taken = [...flows].find(([, units]) => units < 0n)
  if (taken !== undefined) throw refuseChange(`another token would leave the wallet: ${toChecksumAddress(taken[0])}`)
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
    warnings: arrival === undefined ? [] : checkArrival(arrival, expected),
  }
}

/** A swap on one chain pays in the transaction itself, unless it is a deposit that is answered later. */
function checkArrival(arrival: HoldingChange, { payload, terms, value, chain }: Expected): readonly string[] {
  const { dst, src } = terms
  const least = larger(dst.minimumOut, payload.minimumReceived)
  // The coin that the wallet pays with is no loss of the recipient.
  const paidHere = arrival.token === undefined && sameText(arrival.owner, terms.depositor) && src.isNative ? value : 0n
  const got = gain(arrival) + paidHere
  if (got <= 0n && !mustPayInCall(payload)) {
    return [`Nothing arrives in the transaction itself: ${terms.provider} is to pay afterwards`]
  }
  if (least !== undefined && got < least) {
    const text = (units: bigint) => (arrival.token === undefined ? coinText(units, chain) : amountText(units, dst))
    throw refuseChange(`the recipient would get ${text(got < 0n ? 0n : got)}, and at least ${text(least)} are promised`)
  }
  return []
}

/** Functions by which a provider takes a deposit that it answers later. */
const DEPOSITS = /deposit|createorder|createsaltedorder|bridge|transfer/i

/** True when the call itself must pay the recipient. */
function mustPayInCall({ spend, functionName, minimumReceived }: Payload): boolean {
  if (minimumReceived !== undefined) return true
  return spend.kind !== 'transfer' && spend.data !== '0x' && !DEPOSITS.test(functionName)
}

function checkApprovals(logs: readonly SimulatedLog[], { wallet, payload, mostAllowed }: Expected): void {
  for (const { address, topics, data } of logs) {
    const [event, owner, spender] = topics
    if (owner === undefined || spender === undefined || !sameText(topicAddress(owner), wallet)) continue
    if (event === TOKEN_EVENTS.approvalForAll.topic && readResult(data) !== 0n) {
      throw refuseChange(
        `all collectibles of ${toChecksumAddress(address)} would be opened to ${toChecksumAddress(topicAddress(spender))}`,
      )
    }
    if (event !== TOKEN_EVENTS.approval.topic || topics.length !== 3) continue
    const units = readResult(data) ?? 0n
    const { approval } = payload
    const planned =
      approval !== undefined && sameText(approval.token, address) && sameText(approval.spender, topicAddress(spender))
    if (units > (planned ? mostAllowed : 0n)) {
      throw refuseChange(
        `${toChecksumAddress(topicAddress(spender))} would be allowed to take ${toChecksumAddress(address)}`,
      )
    }
  }
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

function larger(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return a > b ? a : b
}

function refuseChange(what: string): Error {
  return refusal(
    `A simulation of the payment shows what was not agreed: ${what}`,
    'Nothing was signed. Choose another provider: swapcli quote',
  )
}
