import { RpcError } from '../../../core/evm/chain-rpc.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { SwapError } from '../../../core/api/errors.ts'

/** Turns an error of a node that nobody expected into one that the user can act on. @throws SERVICE_UNAVAILABLE */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    throw new SwapError('SERVICE_UNAVAILABLE', `A node refuses to answer: ${cleanText(error.message)}`, {
      hint: 'Try again, or set another node: swapcli config set rpc.<chain> <url>',
      cause: error,
    })
  }
}
