import { addressWord, encodeCall } from '../../core/evm/abi.ts'
import { CCTP_FORWARD_HOOK, CCTP_TOKEN_MESSENGER } from '../../core/evm/cctp/chains.ts'
import { CCTP_FUNCTIONS } from '../../core/evm/functions.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { readResult } from '../../core/evm/words.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Prepared, ProviderContext, ProviderLock } from '../contract.ts'
import { badReply, unavailable } from '../kit/refuse.ts'
import { checkWalletCall, preparedCall, type WalletCall } from '../kit/wallet-call.ts'
import type { Corridor } from './chains.ts'
import { FINALITY, MOST_MARK } from './route.ts'
import type { CctpState, CctpTracking } from './wire.ts'

/**
 * The highest fee of a lock's burn: a little below the locked one, by a number of the lock, but never below the expected
 * fee. Equal burns of one account can then be told apart by the mint alone, which names no transaction of the source chain.
 */
export function markedMaxFee({ fee, maxFee }: CctpState, lockId: string): bigint {
  const room = BigInt(maxFee) - BigInt(fee) + 1n
  const mark = BigInt(`0x${bytesToHex(sha256(utf8ToBytes(lockId))).slice(0, 12)}`)
  return BigInt(maxFee) - (mark % (room < MOST_MARK ? room : MOST_MARK))
}

/** The burn of a lock, with a message to Circle's forwarding service where that is to mint. @param maxFee base units */
export function burnCall(
  { from, to }: Corridor,
  { amountIn, recipient }: Pick<ProviderLock, 'amountIn' | 'recipient'>,
  { way, mintedBy }: Pick<CctpState, 'way' | 'mintedBy'>,
  maxFee: bigint,
): WalletCall {
  const { depositForBurn, depositForBurnWithHook } = CCTP_FUNCTIONS
  const isForwarded = mintedBy === 'forwarder'
  return {
    to: CCTP_TOKEN_MESSENGER,
    data: encodeCall(isForwarded ? depositForBurnWithHook.selector : depositForBurn.selector, [
      amountIn,
      BigInt(to.domain),
      addressWord(recipient),
      addressWord(from.usdc),
      // Anybody may mint: the forwarding service does, and whoever wants can when it does not.
      0n,
      maxFee,
      BigInt(FINALITY[way]),
      ...(isForwarded ? [{ bytes: CCTP_FORWARD_HOOK }] : []),
    ]),
    value: '0',
    spender: CCTP_TOKEN_MESSENGER,
    resetsApproval: false,
  }
}

/**
 * Refuses a highest fee below what the contract of the source chain takes: it would revert.
 * @throws ProviderError unavailable, or where no node answers
 */
export async function checkLeastFee(lock: ProviderLock, maxFee: bigint, context: ProviderContext): Promise<void> {
  const least = await readLeastFee(lock, context)
  if (least > maxFee) throw unavailable('The least fee of the burn is above the locked one')
}

async function readLeastFee({ src, amountIn }: ProviderLock, context: ProviderContext): Promise<bigint> {
  const call = { to: CCTP_TOKEN_MESSENGER, data: encodeCall(CCTP_FUNCTIONS.getMinFeeAmount.selector, [amountIn]) }
  try {
    const returned = await context.rpc(src.chain.key, 'eth_call', [call, 'latest'])
    const least = typeof returned === 'string' ? readResult(returned) : undefined
    if (least === undefined) throw badReply('The RPC of the chain does not give the least fee of a burn')
    return least
  } catch (error) {
    // Contracts from before the least fee do not have the function, and take none.
    if (error instanceof RpcError) return 0n
    throw error
  }
}

/** What execute returns for the burn. */
export function preparedBurn(lock: ProviderLock, { mintedBy }: CctpState, call: WalletCall, maxFee: bigint): Prepared {
  checkWalletCall(call, lock)
  const { src, dst, amountIn, depositor, recipient } = lock
  const tracking: CctpTracking = {
    depositor,
    recipient,
    amount: amountIn.toString(),
    maxFee: maxFee.toString(),
  }
  const description =
    mintedBy === 'forwarder'
      ? `Burn USDC on ${src.chain.name}; Circle mints it on ${dst.chain.name}`
      : `Burn USDC on ${src.chain.name}; a second transaction mints it on ${dst.chain.name}`
  return preparedCall(lock, call, { type: 'bridge', description }, { tracking, needsHash: true })
}
