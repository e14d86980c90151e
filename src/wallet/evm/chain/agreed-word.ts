import { NodesDisagree, readAgreed } from '../../../core/evm/agreement.ts'
import { readNumber, resultsOf } from '../../../core/evm/words.ts'
import type { ChainRpc } from '../../../core/ports.ts'

/**
 * The first word that a contract returns, as two operators or the user's own node say; undefined where they differ, or there
 * is one alone.
 * @param data calldata, 0x-hex
 */
export async function readAgreedWord(rpc: ChainRpc, to: string, data: string): Promise<bigint | undefined> {
  const params = [{ to, data }, 'latest']
  const agreed = await readAgreed(rpc, { method: 'eth_call', params }, (answer) => {
    if (!('value' in answer) || typeof answer.value !== 'string') throw new Error('no result')
    return readNumber(resultsOf(answer.value), 0)
  }).catch((error: unknown) => {
    if (error instanceof NodesDisagree) return undefined
    throw error
  })
  return agreed === undefined || agreed.by === 'single node' ? undefined : agreed.value
}
