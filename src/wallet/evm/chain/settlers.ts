import { encodeCall } from '../../../core/evm/abi.ts'
import { NodesDisagree, readAgreed } from '../../../core/evm/agreement.ts'
import { SETTLER_REGISTRY } from '../../../core/evm/contracts.ts'
import { SETTLER_REGISTRY_FUNCTIONS } from '../../../core/evm/functions.ts'
import { readAddress, resultsOf } from '../../../core/evm/words.ts'
import { sameAddress } from '../../../core/assets/address.ts'
import { SETTLER } from '../calldata/doubts.ts'
import type { EvmChain } from '../evm-chain.ts'
import type { Payload } from '../payload/payload.ts'

/** The registry's number of the contracts that swap for whoever sends the transaction. */
const TAKER_SUBMITTED = 2n

/**
 * Takes back the doubt about a contract of 0x that the registry on the chain names, as the one in use or the one before it:
 * two operators must say so, or the user's own node. https://github.com/0xProject/0x-settler
 */
export async function confirmSettler({ rpc }: Pick<EvmChain, 'rpc'>, payload: Payload): Promise<Payload> {
  const { settler } = payload
  if (settler === undefined) return payload
  const named = await Promise.all(
    [SETTLER_REGISTRY_FUNCTIONS.ownerOf, SETTLER_REGISTRY_FUNCTIONS.prev].map(async ({ selector }) => {
      const params = [{ to: SETTLER_REGISTRY, data: encodeCall(selector, [TAKER_SUBMITTED]) }, 'latest']
      const agreed = await readAgreed(rpc, { method: 'eth_call', params }, (answer) => {
        if (!('value' in answer) || typeof answer.value !== 'string') throw new Error('no result')
        return readAddress(resultsOf(answer.value), 0)
      }).catch((error: unknown) => {
        if (error instanceof NodesDisagree) return undefined
        throw error
      })
      return agreed === undefined || agreed.by === 'single node' ? undefined : agreed.value
    }),
  )
  if (!named.some((contract) => contract !== undefined && sameAddress(contract, settler))) return payload
  const isSettled = (text: string) => text === SETTLER.text
  return {
    ...payload,
    doubts: payload.doubts.filter(({ text }) => !isSettled(text)),
    warnings: payload.warnings.filter((text) => !isSettled(text)),
  }
}
