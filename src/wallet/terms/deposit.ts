import { checkAddress } from '../../core/assets/address.ts'
import type { Exec, Execution, HandOver } from '../../core/api/documents.ts'
import { isPaperProvider } from '../../core/api/paper.ts'
import { readDepositMemo, readDepositMessage, statedMemos } from './deposit-memo.ts'
import { psbtChain } from '../utxo/psbt-chains.ts'
import { type DepositStep, depositSteps, isStepped, readStepFacts } from './deposit-steps.ts'
import { paymentUri } from './payment-uri.ts'
import { refusalFor, refusedPayload } from '../refusal.ts'
import type { SwapRun } from '../run/journal.ts'

/** The call that a wallet is to make; undefined where a deposit is to be paid instead. */
export function walletCall({ exec }: Pick<HandOver, 'exec'>): Exec | undefined {
  return exec?.meta?.walletExecution === false ? undefined : exec
}

const SERVER_ADDRESS = "Only the server says that the deposit address is the provider's"

/** Decimals of the coins of all such chains. */
const COIN_DECIMALS = 8

/** A deposit that the user pays, from any wallet. */
export interface Deposit {
  readonly address: string
  /** `0.5 BTC`. */
  readonly amount: string
  /** To be sent along as text; without it the money may be lost. */
  readonly memo: string | undefined
  /** What address and memo leave open, as sentences. */
  readonly doubts: readonly string[]
  /** ISO 8601 time after which nothing must be sent any more, where the provider states one. */
  readonly until: string | undefined
  /** Link that a phone's wallet reads; undefined where none can say the whole payment. */
  readonly uri: string | undefined
  /** How it is to be sent, in the provider's words. */
  readonly instructions: string | undefined
  /** The same rule by rule, where a memo goes into an output of its own; undefined elsewhere. */
  readonly steps: readonly DepositStep[] | undefined
  /** True for a deposit of the sandbox, which arrives by itself: nobody has to pay it. */
  readonly isPaper: boolean
  /** True where `swapcli psbt` makes it as a transaction that another wallet signs. */
  readonly hasPsbt: boolean
}

/** @throws WALLET_REFUSED for an execution that names no call, no deposit and no message: nobody could pay it */
export function verifyPayable(run: SwapRun): void {
  const { execution } = run
  if (execution === undefined || walletCall(execution) !== undefined) return
  const isTold = execution.providerResult.depositAddress !== undefined || statedMemos(execution).length > 0
  if (!isTold && readDepositMessage(run) === undefined) throw refusedPayload('it names nothing to pay')
}

/**
 * Where the deposit of an executed run goes, the address checked once more against the rules of its chain, the memo
 * verified against the terms; undefined for runs without one.
 * @throws WALLET_REFUSED for an address that cannot be of that chain, or a memo for something else than was agreed
 */
export function depositOf(run: SwapRun): Deposit | undefined {
  const { execution, source, request } = run
  const depositAddress = execution?.providerResult.depositAddress
  const memo = readDepositMemo(run)
  readDepositMessage(run)
  if (execution === undefined || depositAddress === undefined) return undefined
  const address = checkDepositAddress(source.family, depositAddress)
  const meta = execution.exec?.meta ?? {}
  const isPaper = isPaperProvider(request.provider) || meta.sandbox === true
  const symbol = source.symbol ?? execution.terms.src.symbol
  const amount = `${request.amount} ${symbol}`
  const until = statedUntil(execution)
  return {
    address,
    amount,
    memo: memo?.text,
    doubts: [...(run.api === undefined || isPaper ? [] : [SERVER_ADDRESS]), ...(memo?.doubts ?? [])],
    until,
    // Addresses of the sandbox look like real ones: no wallet may take its link for something to pay.
    uri: isPaper
      ? `swapcli-sandbox:${address}?amount=${request.amount}`
      : source.family === undefined || source.units === undefined || source.decimals === undefined
        ? undefined
        : paymentUri(
            { key: request.srcChain, chainId: source.chainId, addressFamily: source.family },
            { address: request.srcAddress, decimals: source.decimals, isNative: source.isNative },
            address,
            source.units,
            memo?.text,
          ),
    instructions: textOf(meta.instructions),
    steps:
      memo === undefined || !isStepped(source.family)
        ? undefined
        : depositSteps({
            ...{ address, amount, until, memo: memo.text, family: source.family, payer: request.depositor },
            ...readStepFacts(meta),
            coin: source.decimals === undefined ? undefined : { decimals: source.decimals, symbol },
          }),
    isPaper,
    hasPsbt: psbtChain(request.srcChain) !== undefined && !isPaper,
  }
}

/**
 * The steps of an execution whose swap is not known here, as far as it says itself that its memo goes into an output;
 * none otherwise.
 */
export function outputSteps(
  execution: Pick<Execution, 'providerResult' | 'exec' | 'quote' | 'lockId'>,
): readonly DepositStep[] {
  const { exec, providerResult, quote } = execution
  const { depositAddress: address } = providerResult
  const [memo, other] = statedMemos(execution)
  if (exec?.meta?.memoCarrier !== 'op_return' || address === undefined || memo === undefined || other !== undefined)
    return []
  const steps = depositSteps({
    ...{ address, memo, amount: `${quote.src.formatted} ${quote.src.currency}`, family: undefined, payer: undefined },
    ...readStepFacts(exec.meta),
    until: statedUntil(execution),
    coin: { decimals: COIN_DECIMALS, symbol: quote.src.currency },
  })
  return steps ?? []
}

/** ISO 8601 time after which nothing must be sent any more, where an execution states one. */
export function statedUntil({ providerResult, exec }: HandOver): string | undefined {
  const { depositBefore, expiresAt } = exec?.meta ?? {}
  const until = textOf(providerResult.depositBefore) ?? textOf(depositBefore) ?? textOf(expiresAt)
  return until === undefined || Number.isNaN(Date.parse(until)) ? undefined : new Date(until).toISOString()
}

function checkDepositAddress(family: string | undefined, address: string): string {
  if (family === undefined || family === '') return address
  const checked = checkAddress(family, address)
  if (checked.ok) return checked.canonical
  throw refusalFor(
    'payload',
    `The deposit address of the provider is not valid on the source chain: ${checked.reason}`,
    'Send nothing there. Choose another provider: swapcli quote AMOUNT FROM TO',
  )
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
