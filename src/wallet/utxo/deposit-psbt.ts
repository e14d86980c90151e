import { formatAmountForPeople } from '../../core/money/amount.ts'
import { memoOutputs } from '../../core/swap/memo-outputs.ts'
import { refusalFor } from '../refusal.ts'
import type { SwapRun } from '../run/journal.ts'
import { depositOf } from '../terms/deposit.ts'
import { readStepFacts } from '../terms/deposit-steps.ts'
import { findClaimedCoins, type PsbtClaim } from './claim.ts'
import type { CoinSource } from './esplora.ts'
import { outputScript, type OutputScript, returnScript } from './output-script.ts'
import { type Coin, outpointOf, planTransaction } from './plan.ts'
import { PSBT_CHAINS, psbtChain, type PsbtChain } from './psbt-chains.ts'
import type { RawOutput } from './raw-transaction.ts'
import { writePsbt } from './write-psbt.ts'

/** What a PSBT of a deposit is made of. */
export interface PsbtRequest {
  readonly run: SwapRun
  /** Address whose coins pay. @default the depositor */
  readonly from: string | undefined
  readonly source: CoinSource
  /** Base units a byte that the user names; undefined for what network and source recommend. */
  readonly feeRate: number | undefined
  /** What earlier PSBTs of the same swap spend. */
  readonly claimed: PsbtClaim | undefined
  /** Coins that PSBTs of other swaps spend, as `txid:vout`. */
  readonly reserved: ReadonlySet<string>
  /** Gives epoch milliseconds. */
  readonly now: () => number
}

/** An output as it is told to a person. */
export interface ToldOutput {
  readonly what: 'deposit' | 'change' | 'memo' | 'memo, burnt'
  /** Address, or the hex digits of an OP_RETURN output. */
  readonly to: string
  /** Base units. */
  readonly units: bigint
}

/** An unsigned deposit for another wallet to sign. */
export interface DepositPsbt {
  /** BIP-174, version 0. */
  readonly bytes: Uint8Array
  readonly chainKey: string
  readonly symbol: string
  readonly decimals: number
  /** Whose coins pay, where the change and a refund go. */
  readonly from: string
  readonly inputs: readonly Coin[]
  readonly outputs: readonly ToldOutput[]
  /** Base units. */
  readonly fee: bigint
  /** Base units a byte; what it is of at least, and the most that it could have been. */
  readonly feeRate: number
  readonly leastFeeRate: number | undefined
  readonly mostFeeRate: number
  /** What was recommended and not taken, since it is not believed. */
  readonly ignoredFeeRates: readonly IgnoredFeeRate[]
  /** Of the signed transaction, at most. */
  readonly virtualBytes: number
  /** ISO 8601 time after which it must not be sent; undefined where the provider states none. */
  readonly until: string | undefined
  readonly claim: PsbtClaim
  /** `txid:vout` of coins that earlier PSBTs of the swap spend in vain: these can never be mined any more. */
  readonly goneCoins: readonly string[]
}

/** A fee that is recommended, and far from any that is paid. */
export interface IgnoredFeeRate {
  readonly by: 'network' | 'esplora'
  /** Base units a byte. */
  readonly feeRate: number
}

/** Most of the deposit that the fee may be, in percent, unless the user names the rate. */
const MOST_FEE_PERCENT = 5n
/** How many times what the network recommends an esplora may recommend. */
const MOST_TIMES = 5

/**
 * Makes the unsigned transaction of a deposit on a Bitcoin-like chain: the deposit first, the change back to the address of
 * all inputs, then the memo. The memo was held against the terms.
 * @throws WALLET_REFUSED SERVICE_UNAVAILABLE
 */
export async function makeDepositPsbt(request: PsbtRequest): Promise<DepositPsbt> {
  const { run, source, now } = request
  const chain = chainOf(run)
  const deposit = depositOf(run)
  const { units, decimals, symbol = '' } = run.source
  if (deposit === undefined || units === undefined || decimals === undefined) {
    throw refusalFor('run', 'This swap has no deposit that is known here', `Look at it: swapcli resume ${run.id}`)
  }
  verifyOpen(deposit.until, now())
  const facts = readStepFacts(run.execution?.exec?.meta)
  if (facts.dustUnits !== undefined && units <= facts.dustUnits) {
    const least = `${formatAmountForPeople(facts.dustUnits, decimals)} ${symbol}`
    throw refusalFor('terms', `The network ignores deposits of ${least} or less: this one would be lost`)
  }
  const from = payerOf(chain, request.from ?? run.request.depositor, deposit.memo !== undefined)
  const memo = deposit.memo === undefined ? [] : memoOutputs(chain.family, deposit.memo)
  const to = outputScript(chain.family, deposit.address)
  if (to === undefined || memo === undefined) {
    throw refusalFor('payload', 'The deposit cannot be paid by a transaction of this form', stepsHint(run))
  }
  const [rate, coins] = await Promise.all([rateOf(chain, facts.feeRate, request), source.readCoins(from.address)])
  const id = run.transactionId ?? run.id
  const claimed = await findClaimedCoins({ ...{ coins, source, id }, claimed: request.claimed, deposit: to.script })
  if (claimed.left.length > 0) verifySameAddress(request, from)
  const behind = memo.map((output) => {
    if (output.type === 'op_return') {
      return { told: { what: 'memo', to: output.data, units: 0n } as const, script: returnScript(output.data) }
    }
    const { address, units: burnt } = output
    const script = outputScript(chain.family, address)?.script
    if (script === undefined) throw new Error(`${address} is no address of ${chain.key}`)
    return { told: { what: 'memo, burnt', to: address, units: burnt } as const, script }
  })
  const paid = { told: { what: 'deposit', to: to.address, units } as const, script: to.script }
  const leastChange = from.kind === 'p2pkh' || from.kind === 'p2sh' ? chain.dust[from.kind] : chain.dust.p2wpkh
  const plan = planTransaction({
    ...{ claimed: claimed.left, coins: coins.filter((coin) => !isReserved(request, coin)) },
    ...{ kind: from.kind, changeScript: from.script, leastChange, feeRate: rate.feeRate },
    outputs: [paid, ...behind].map(({ script, told }) => ({ script, units: told.units })),
  })
  if (plan === undefined) throw tooLittle(request, coins, from, { decimals, symbol })
  if (request.feeRate === undefined && plan.fee * 100n > units * MOST_FEE_PERCENT) {
    throw refusalFor(
      'cost',
      `The fee would be ${formatAmountForPeople(plan.fee, decimals)} ${symbol}, more than ${MOST_FEE_PERCENT} % of the deposit: ${rate.feeRate} base units a byte, ${plan.inputs.length} inputs`,
      `Gather coins of the address into one first, or name the rate yourself: swapcli psbt ${id} --fee-rate ${rate.feeRate}`,
    )
  }
  const change =
    plan.change === undefined
      ? []
      : [{ told: { what: 'change', to: from.address, units: plan.change } as const, script: from.script }]
  const outputs = [paid, ...change, ...behind]
  const inputs = await Promise.all(
    plan.inputs.map(async (coin) => ({ coin, previous: await source.readTransaction(coin.txid) })),
  )
  const planned: readonly RawOutput[] = outputs.map(({ script, told }) => ({ script, units: told.units }))
  const bytes = writePsbt({ inputs, from, outputs: planned, sequence: chain.sequence })
  verifyOpen(deposit.until, now())
  return {
    ...{ bytes, chainKey: chain.key, symbol, decimals, from: from.address, inputs: plan.inputs },
    outputs: outputs.map(({ told }) => told),
    ...{ fee: plan.fee, ...rate, mostFeeRate: chain.mostFeeRate },
    ...{ virtualBytes: plan.virtualBytes, until: deposit.until },
    claim: nextClaim(request, from, plan.inputs),
    goneCoins: claimed.gone,
  }
}

/** A coin that is gone may come back, with the block that has it: it stays claimed. */
function nextClaim({ claimed }: PsbtRequest, { address }: OutputScript, inputs: readonly Coin[]): PsbtClaim {
  const earlier = claimed?.from === address ? claimed.coins : []
  return { from: address, coins: [...new Set([...earlier, ...inputs.map(outpointOf)])] }
}

function chainOf({ id, request }: SwapRun): PsbtChain {
  const chain = psbtChain(request.srcChain)
  if (chain !== undefined) return chain
  throw refusalFor(
    'run',
    `A PSBT is made for ${PSBT_CHAINS.join(', ')}, not for ${request.srcChain}`,
    `Follow the steps of the deposit: swapcli resume ${id}`,
  )
}

function stepsHint({ id }: SwapRun): string {
  return `Follow the steps of the deposit with your wallet: swapcli resume ${id}`
}

function verifyOpen(until: string | undefined, nowMs: number): void {
  if (until === undefined || Date.parse(until) > nowMs) return
  throw refusalFor('terms', `The deposit had to be sent before ${until}: what comes later is lost. Send nothing`)
}

function payerOf(chain: PsbtChain, address: string, hasMemo: boolean): OutputScript {
  const from = outputScript(chain.family, address)
  const hint = 'Name an address whose key your wallet has: swapcli psbt ID --from ADDRESS'
  if (from === undefined)
    throw refusalFor('account', `Coins are not at ${address}, which is no address of ${chain.key}`, hint)
  if (from.kind === 'p2wsh') {
    throw refusalFor('account', `The size of inputs of ${address} is not known, as the script behind it is not`, hint)
  }
  if (from.kind === 'p2tr' && hasMemo) {
    throw refusalFor('account', 'The network does not see deposits from Taproot addresses', hint)
  }
  return from
}

type RateFacts = Pick<DepositPsbt, 'feeRate' | 'leastFeeRate' | 'ignoredFeeRates'>

/**
 * The rate of the user, or the highest of what network and source recommend. What is above the bound of the chain, or many
 * times what the network recommends, is a mistake or a lie, and nothing is made of it.
 */
async function rateOf(
  chain: PsbtChain,
  recommended: number | undefined,
  { feeRate, source, run }: PsbtRequest,
): Promise<RateFacts> {
  const command = `swapcli psbt ${run.transactionId ?? run.id} --fee-rate N`
  const { mostFeeRate } = chain
  const ignored: IgnoredFeeRate[] = []
  const believe = (by: IgnoredFeeRate['by'], rate: number | undefined, most: number): number | undefined => {
    if (rate === undefined || rate <= most) return rate
    ignored.push({ by, feeRate: rate })
    return undefined
  }
  const leastFeeRate = believe('network', recommended, mostFeeRate)
  const facts = { leastFeeRate, ignoredFeeRates: ignored }
  if (feeRate !== undefined) {
    if (feeRate <= mostFeeRate && feeRate >= (leastFeeRate ?? 1)) return { ...facts, feeRate }
    throw refusalFor(
      'fee',
      `The fee has to be from ${leastFeeRate ?? 1} to ${mostFeeRate} base units a byte: less is mined too late, more is a mistake`,
      `Choose another one: ${command}`,
    )
  }
  const most = Math.min(mostFeeRate, MOST_TIMES * (leastFeeRate ?? Infinity))
  const estimate = believe('esplora', await source.readFeeRate(), most)
  const rate = Math.max(leastFeeRate ?? 0, estimate ?? 0)
  if (rate > 0) return { ...facts, feeRate: rate }
  const told = ignored.map((one) => `the ${one.by} says ${one.feeRate} base units a byte`)
  throw refusalFor(
    'fee',
    told.length === 0
      ? 'Neither the network nor the esplora says which fee is mined soon'
      : `No believable fee is recommended: ${told.join(', ')}, and more than ${mostFeeRate} is a mistake`,
    `Name one: ${command}`,
  )
}

function isReserved({ reserved }: PsbtRequest, coin: Coin): boolean {
  return reserved.has(outpointOf(coin))
}

/** @throws WALLET_REFUSED where coins of another address are in earlier PSBTs, which the new one has to spend too */
function verifySameAddress({ claimed, run }: PsbtRequest, { address }: OutputScript): void {
  if (claimed === undefined || claimed.from === address) return
  throw refusalFor(
    'run',
    `A PSBT of this swap was made from ${claimed.from}: one of another address could be paid beside it`,
    `Make it from that address: swapcli psbt ${run.transactionId ?? run.id} --from ${claimed.from}`,
  )
}

function tooLittle(
  request: PsbtRequest,
  coins: readonly Coin[],
  { address }: OutputScript,
  { decimals, symbol }: { readonly decimals: number; readonly symbol: string },
) {
  const free = coins.filter((coin) => !isReserved(request, coin))
  const held = free.reduce((sum, { units }) => sum + units, 0n)
  const others = coins.length === free.length ? '' : `; ${coins.length - free.length} more are in PSBTs of other swaps`
  return refusalFor(
    'balance',
    `The confirmed coins of ${address}, ${formatAmountForPeople(held, decimals)} ${symbol} in ${free.length}, do not pay deposit and fee${others}`,
    'Pay from another address: swapcli psbt ID --from ADDRESS',
  )
}
