import { sameAddress } from '../../core/assets/address-key.ts'
import { FIRST_FAMILY } from '../families.ts'
import type { Wallet } from '../payment.ts'
import { statedMemos } from '../terms/deposit-memo.ts'
import { walletCall } from '../terms/deposit.ts'
import type { SwapRun } from './journal.ts'
import type { RunContext } from './swap-run.ts'

/** What is to be paid for an executed run: by a call of the wallet, by a deposit of the wallet, or by another signer. */
export function wayToPay(run: SwapRun, wallet: Wallet | undefined): 'call' | 'deposit' | 'other' | 'nothing' {
  const { execution } = run
  if (execution !== undefined && walletCall(execution) !== undefined) return isPaidBy(run, wallet) ? 'call' : 'other'
  // A memo has no place in a plain transfer: such a deposit is the user's to send.
  const isPlain = execution?.providerResult.depositAddress !== undefined && statedMemos(execution).length === 0
  return isPlain && wallet?.paysDeposits === true && isPaidBy(run, wallet) ? 'deposit' : 'nothing'
}

/** True where this wallet pays a run, or will as far as is known before its execution. */
export function isPaidHere(context: PayerContext, run: SwapRun): boolean {
  const { wallet } = context
  if (run.execution === undefined) return isPaidBy(run, wallet)
  const way = wayToPay(run, wallet)
  return way === 'call' || (way === 'deposit' && paysDeposits(context, run))
}

type PayerContext = Pick<RunContext, 'wallet' | 'paysDeposits'>

/** False where the user pays deposits from elsewhere, by what the run keeps or what was said now. */
export function paysDeposits(context: Pick<RunContext, 'paysDeposits'>, run: SwapRun): boolean {
  return context.paysDeposits !== false && run.paysDeposits !== false
}

/**
 * True when the wallet's account is the one that pays a run. Runs of earlier versions name no family: they were of the
 * sandbox, on EVM chains.
 */
export function isPaidBy(
  { request, source }: Pick<SwapRun, 'request' | 'source'>,
  wallet: Pick<Wallet, 'address'> | undefined,
): boolean {
  const own = wallet?.address(source.family ?? FIRST_FAMILY)
  return own !== undefined && sameAddress(own, request.depositor)
}
