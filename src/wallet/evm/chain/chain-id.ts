import { quantityOf } from '../../../core/evm/json-rpc.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { SwapError } from '../../../core/api/errors.ts'
import type { EvmChain } from '../evm-chain.ts'
import { refusalFor } from '../../refusal.ts'
import { askNode, unusableNode } from './node-refusal.ts'

/* Verifies the chain id of nodes, before anything they answer is signed or shown. */

/**
 * Asks every node that the user set which chain it is; those that do not answer are passed over, but one must. A public
 * node states its chain before anything else counts that it says.
 * @throws WALLET_REFUSED when one names another chain, SERVICE_UNAVAILABLE when none answers
 */
export async function verifyEveryNode({ rpc, name, key, chainId }: EvmChain): Promise<void> {
  if (!rpc.isOwn) return
  const answers = await rpc.requestAll({ method: 'eth_chainId', params: [] })
  const stated = answers.filter((answer) => answer.status === 'fulfilled').map(({ value }) => quantityOf(value))
  const other = stated.find((id) => id !== BigInt(chainId))
  if (stated.length > 0 && stated.every((id) => id === BigInt(chainId))) return
  if (stated.length > 0) {
    throw refusalFor(
      'nodes',
      `A node set for ${name} reports ${other === undefined ? 'no chain id' : `chain id ${other}`}, not ${chainId}`,
      `Nothing was signed. Set a node of ${name}: swapcli config set rpc.${key} <url>`,
    )
  }
  const failed = answers.find((answer) => answer.status === 'rejected')
  const why: unknown = failed?.reason
  throw why instanceof SwapError ? why : unusableNode(`No node of ${name} reports its chain id`, key, why)
}

/**
 * Asks the node for its chain id, since a URL of another chain would show another chain's money.
 * @throws CONFIG_INVALID when it is another, SERVICE_UNAVAILABLE when no node answers
 */
export async function verifyNode({ rpc, name, key, chainId }: EvmChain): Promise<void> {
  const answer = await askNode(rpc, 'eth_chainId', [])
  if (quantityOf(answer) === BigInt(chainId)) return
  const stated = typeof answer === 'string' ? cleanText(answer, 20) : 'no chain id'
  throw new SwapError('CONFIG_INVALID', `The node set for ${name} belongs to another chain: it answers ${stated}`, {
    hint: `Name one of ${name} (chain id ${chainId}): swapcli config set rpc.${key} https://…`,
  })
}
