import { encodeCall } from '../../../core/evm/abi.ts'
import { sameAddress } from '../../../core/assets/address.ts'
import { SUSHI_FACTORIES, UNISWAP } from '../../../core/evm/contracts.ts'
import { UNISWAP_READS, UNISWAP_V3_POOL } from '../../../core/evm/functions.ts'
import type { ChainRpc } from '../../../core/ports.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { wrappedCoin } from '../calldata/contracts.ts'
import type { PayingPool } from '../calldata/call-types.ts'
import { POOL_TOKEN } from '../calldata/doubts.ts'
import type { EvmChain } from '../evm-chain.ts'
import { refusedPayload } from '../../refusal.ts'
import { type Payload, withoutDoubt } from '../payload/payload.ts'
import type { PayTerms } from '../../payment.ts'
import { readAgreedWord } from './agreed-word.ts'

/**
 * Takes back the doubt about a pool that pays out what the call does not name: it must be a pool of Uniswap's or Sushi's factory, or any
 * contract could say that it has paid; and it must pay what was agreed to. Two operators must say so, or the user's own node.
 * @throws WALLET_REFUSED when it pays another token
 */
export async function confirmPool({ rpc }: Pick<EvmChain, 'rpc'>, payload: Payload, terms: PayTerms): Promise<Payload> {
  const { pool } = payload
  const paid = pool === undefined ? undefined : await readPaidToken(rpc, payload.chainId, pool)
  if (pool === undefined || paid === undefined) return payload
  const { src, dst } = terms
  const wanted = pool.isCoin ? wrappedCoin(src.chainKey) : dst.address
  if (wanted === undefined) return payload
  if (!sameAddress(addressOf(paid), wanted)) {
    throw refusedPayload(`its pool pays out an asset other than ${cleanText(dst.symbol, 20)}`)
  }
  return withoutDoubt(payload, POOL_TOKEN)
}

/** The token that a pool of Uniswap's or Sushi's pays out; undefined for a contract that no factory of theirs names. */
async function readPaidToken(
  rpc: ChainRpc,
  chainId: number,
  { version, address, paysSecond }: PayingPool,
): Promise<bigint | undefined> {
  const { factory, v2 } = UNISWAP[chainId] ?? {}
  const makers = (version === 'v3' ? [factory] : [v2?.factory, SUSHI_FACTORIES[chainId]]).filter(
    (maker) => maker !== undefined,
  )
  const [first, second, fee] = await Promise.all(
    [UNISWAP_V3_POOL.token0, UNISWAP_V3_POOL.token1, ...(version === 'v3' ? [UNISWAP_V3_POOL.fee] : [])].map(
      ({ selector }) => readAgreedWord(rpc, address, selector),
    ),
  )
  if (first === undefined || second === undefined || (version === 'v3' && fee === undefined)) return undefined
  const { selector } = version === 'v3' ? UNISWAP_READS.getPool : UNISWAP_READS.getPair
  const asked = encodeCall(selector, [first, second, ...(fee === undefined ? [] : [fee])])
  const named = await Promise.all(makers.map((maker) => readAgreedWord(rpc, maker, asked)))
  return named.includes(BigInt(address)) ? (paysSecond ? second : first) : undefined
}

function addressOf(word: bigint): string {
  return `0x${word.toString(16).padStart(40, '0')}`
}
