import { sameAddress } from '../../../core/assets/address-key.ts'
import { NodesDisagree, readSettled } from '../../../core/evm/agreement.ts'
import { depthOf } from '../../../core/evm/confirmations.ts'
import { WRAPPED_COIN_EVENTS } from '../../../core/evm/events.ts'
import { isHex, recordOf } from '../../../core/evm/json-rpc.ts'
import { readTransfer, readWrapped } from '../../../core/evm/token-transfer.ts'
import type { Arrival, PayChain } from '../../family.ts'
import { requireEvmChain } from '../evm-chain.ts'
import { isDeep } from './depth.ts'
import { receiptOf } from './reads.ts'

/** As `Family` has it. */
export async function readArrival(
  on: PayChain,
  hash: string,
  { token, recipient }: { readonly token: string; readonly recipient: string },
): Promise<Arrival | undefined> {
  const { rpc, key } = requireEvmChain(on)
  try {
    const call = { method: 'eth_getTransactionReceipt', params: [hash] }
    const read = await readSettled(
      rpc,
      call,
      (answer) => {
        if ('error' in answer) throw answer.error
        const receipt = receiptOf(answer.value, hash)
        const units = receipt?.ok === true ? gainOf(recordOf(answer.value)['logs'], token, recipient) : 0n
        return receipt === undefined ? undefined : { receipt, units }
      },
      (a, b) => a?.receipt.block === b?.receipt.block && a?.units === b?.units,
    )
    if (read === undefined) return undefined
    // What it is worth is not known here: the greater depth counts.
    const isFinal = await isDeep(rpc, depthOf(key, undefined), read.receipt.blockNumber)
    return { units: read.units > 0n ? read.units : 0n, block: read.receipt.blockNumber, isFinal }
  } catch (error) {
    if (error instanceof NodesDisagree) return undefined
    throw error
  }
}

/** What a receipt's logs add to a wallet's tokens, base units: by transfers, and of coins that it wrapped. @throws for logs that are none */
export function gainOf(logs: unknown, token: string, wallet: string): bigint {
  if (!Array.isArray(logs)) throw new Error('a receipt without logs')
  const entries = logs.map(recordOf).flatMap(({ address, topics, data }) => {
    const isLog = isHex(address) && Array.isArray(topics) && topics.every(isHex) && isHex(data)
    return isLog && sameAddress(address, token) ? [{ address, topics, data }] : []
  })
  const moves = entries.flatMap((log) => [
    ...readTransfer(log).flatMap(({ from, to, amount }) => [
      { wallet: to, gain: amount },
      { wallet: from, gain: -amount },
    ]),
    ...readWrapped(log, WRAPPED_COIN_EVENTS.deposit.topic).map(({ owner, amount }) => ({
      wallet: owner,
      gain: amount,
    })),
  ])
  return moves.reduce((sum, move) => (sameAddress(move.wallet, wallet) ? sum + move.gain : sum), 0n)
}
