import { type ContractRead, decodeAggregate3, encodeAggregate3 } from '../../../core/evm/multicall3.ts'
import { MULTICALL3 } from '../../../core/evm/contracts.ts'
import { isRevert } from '../../../core/evm/revert-reason.ts'
import { RpcError } from '../../../core/evm/rpc-error.ts'
import type { ChainRpc } from '../../../core/ports.ts'
import { isHex } from '../../../core/evm/json-rpc.ts'
import { nodeRefusal, orOnNodeError } from './node-refusal.ts'

/** Reads in one call of Multicall3: balances of so many tokens stay far below the gas that nodes give a call. */
const BATCH = 200
/** Reads sent at once where the chain has no Multicall3. */
const AT_ONCE = 10

/**
 * What contracts return as of the latest block, in the order of the calls, as 0x-hex; undefined for a call that fails.
 * Multicall3 reads many in one call; a batch that fails as a whole is halved, so that one contract that uses up all gas
 * spoils no other answer. Where the chain lacks Multicall3, each is read by itself.
 * @throws SERVICE_UNAVAILABLE when no node answers, or the node refuses them all
 */
export async function readContracts(
  rpc: ChainRpc,
  reads: readonly ContractRead[],
): Promise<readonly (string | undefined)[]> {
  const results: (string | undefined)[] = []
  const refusals: RpcError[] = []
  for (let start = 0; start < reads.length; start += BATCH) {
    results.push(...(await readBatch(rpc, reads.slice(start, start + BATCH), refusals)))
  }
  const [refusal] = refusals
  if (refusal !== undefined && results.every((result) => result === undefined)) throw nodeRefusal(refusal)
  return results
}

async function readBatch(
  rpc: ChainRpc,
  reads: readonly ContractRead[],
  refusals: RpcError[],
): Promise<readonly (string | undefined)[]> {
  const [only, ...others] = reads
  if (only === undefined) return []
  if (others.length === 0) return [await readOne(rpc, only, refusals)]
  let answer: string | undefined
  try {
    answer = await call(rpc, { to: MULTICALL3, data: encodeAggregate3(reads) })
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const half = Math.ceil(reads.length / 2)
    const first = await readBatch(rpc, reads.slice(0, half), refusals)
    return [...first, ...(await readBatch(rpc, reads.slice(half), refusals))]
  }
  const results = answer === undefined ? undefined : decodeAggregate3(answer, reads.length)
  return results?.map((result) => (result === '0x' ? undefined : result)) ?? readEach(rpc, reads, refusals)
}

async function readEach(
  rpc: ChainRpc,
  reads: readonly ContractRead[],
  refusals: RpcError[],
): Promise<readonly (string | undefined)[]> {
  const results: (string | undefined)[] = []
  for (let start = 0; start < reads.length; start += AT_ONCE) {
    const some = reads.slice(start, start + AT_ONCE)
    results.push(...(await Promise.all(some.map((read) => readOne(rpc, read, refusals)))))
  }
  return results
}

function readOne(rpc: ChainRpc, read: ContractRead, refusals: RpcError[]): Promise<string | undefined> {
  return orOnNodeError(call(rpc, read), (error) => {
    if (!isRevert(error)) refusals.push(error)
    return undefined
  })
}

/** What a call returns; undefined for nothing, as an address without code does, and for what is no hex. */
async function call(rpc: ChainRpc, { to, data }: ContractRead): Promise<string | undefined> {
  const answer = await rpc.request({ method: 'eth_call', params: [{ to, data }, 'latest'] })
  return isHex(answer) && answer !== '0x' ? answer : undefined
}
