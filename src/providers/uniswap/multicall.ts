import { MULTICALL3_FUNCTIONS } from '../../core/evm/functions.ts'
import { RpcError } from '../../core/evm/chain-rpc.ts'
import { type ContractRead, decodeAggregate3, encodeAggregate3 } from '../../core/evm/multicall3.ts'
import { type ProviderContext, ProviderError } from '../contract.ts'

/** How often a series that ran out of gas is halved. */
const MOST_HALVINGS = 3
/** How nodes word it that a call used up all the gas that they allow. */
const NO_GAS_WORDS = /out ?of ?gas|gas (?:limit|required|allowance)/i

/** What a series of calls gave. */
export interface ReadResults {
  /** In the order of the calls; undefined for those that were reverted. */
  readonly results: readonly (string | undefined)[]
  /** False when the gas that the node allows ran out on the way: a call without a result may have one. */
  readonly isComplete: boolean
}

/**
 * Makes many calls, on one block and in one request where that is possible. One call may use up the gas of those after
 * it: the series is then halved and asked for again, a few times.
 * @throws ProviderError RpcError
 */
export async function readMany(
  context: ProviderContext,
  chainKey: string,
  multicall3: string,
  calls: readonly ContractRead[],
  halvings = MOST_HALVINGS,
): Promise<ReadResults> {
  const whole = await readOnce(context, chainKey, multicall3, calls)
  if (whole.isComplete || halvings === 0 || calls.length < 2) return whole
  const middle = Math.ceil(calls.length / 2)
  const halves = await Promise.all(
    [calls.slice(0, middle), calls.slice(middle)].map((half) =>
      readMany(context, chainKey, multicall3, half, halvings - 1),
    ),
  )
  return {
    results: halves.flatMap(({ results }) => results),
    isComplete: halves.every(({ isComplete }) => isComplete),
  }
}

async function readOnce(
  context: ProviderContext,
  chainKey: string,
  multicall3: string,
  calls: readonly ContractRead[],
): Promise<ReadResults> {
  // The last call costs next to nothing: when it has no answer, the gas was used up before it.
  const series = [...calls, { to: multicall3, data: MULTICALL3_FUNCTIONS.getCurrentBlockTimestamp.selector }]
  const data = encodeAggregate3(series)
  try {
    const returned = await context.rpc(chainKey, 'eth_call', [{ to: multicall3, data }, 'latest'])
    const results = typeof returned === 'string' ? decodeAggregate3(returned, series.length) : undefined
    if (results === undefined) {
      throw new ProviderError('bad_response', 'The RPC of the chain gave an answer that is none of Multicall3')
    }
    return { results: results.slice(0, -1), isComplete: results.at(-1) !== undefined }
  } catch (error) {
    if (!(error instanceof RpcError) || !NO_GAS_WORDS.test(error.message)) throw error
    return { results: calls.map(() => undefined), isComplete: false }
  }
}
