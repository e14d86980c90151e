import { cleanText } from '../../core/text/clean-text.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { FundsState } from '../../core/api/errors.ts'
import { isWithin } from '../../core/stored-time.ts'
import type { Payment } from '../payment.ts'
import type { EvmChain } from './evm-chain.ts'

/*
 * What was to be sent privately stays so where the setting of the endpoint is gone: a later process, or another place, must
 * not show it to everybody without a word.
 */

/**
 * True for what may not go to the chain's nodes yet, and has no private endpoint.
 * @param sinceMs epoch milliseconds since when it is to be sent privately; undefined where it is not
 */
export function isHeldBack(
  { rpc, publicAfterMs }: Pick<EvmChain, 'rpc' | 'publicAfterMs'>,
  sinceMs: number | undefined,
  nowMs: number,
): boolean {
  if (sinceMs === undefined || rpc.privateSending !== undefined) return false
  return publicAfterMs === undefined || isWithin(sinceMs, nowMs, publicAfterMs)
}

/** Since when a payment is to be sent privately. */
export function privateSince({ isPrivate, sentAtMs = 0 }: Payment): number | undefined {
  return isPrivate === true ? sentAtMs : undefined
}

/** The refusal to show a payment to everybody. @param what continues in `… privately` */
export function heldBack({ key, name }: EvmChain, what: string, funds: FundsState): SwapError {
  return new SwapError('WALLET_REFUSED', heldBackText({ key, name }, what), {
    reason: 'nodes',
    funds,
    hint: `Set the endpoint again: swapcli config set send-rpc.${key} https://…; or let it go to public nodes after some seconds: swapcli config set send-rpc-public-after 60`,
  })
}

/** Why a payment is not sent, for people. */
export function heldBackText({ key, name }: Pick<EvmChain, 'key' | 'name'>, what: string): string {
  return `${what} privately, and send-rpc.${key} is not set now: nothing of it goes to public nodes of ${cleanText(name, 60)}`
}
