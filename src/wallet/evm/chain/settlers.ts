import { encodeCall } from '../../../core/evm/abi.ts'
import { SETTLER_REGISTRY } from '../../../core/evm/contracts.ts'
import { SETTLER_REGISTRY_FUNCTIONS } from '../../../core/evm/functions.ts'
import { SETTLER } from '../calldata/doubts.ts'
import type { EvmChain } from '../evm-chain.ts'
import { type Payload, withoutDoubt } from '../payload/payload.ts'
import { readAgreedWord } from './agreed-word.ts'

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
    [SETTLER_REGISTRY_FUNCTIONS.ownerOf, SETTLER_REGISTRY_FUNCTIONS.prev].map(({ selector }) =>
      readAgreedWord(rpc, SETTLER_REGISTRY, encodeCall(selector, [TAKER_SUBMITTED])),
    ),
  )
  return named.includes(BigInt(settler)) ? withoutDoubt(payload, SETTLER) : payload
}
