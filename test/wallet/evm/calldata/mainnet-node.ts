import { encodeAbiParameters, encodePacked, getCreate2Address, type Hex, keccak256 } from 'viem'
import { SUSHI_FACTORIES, UNISWAP } from '../../../../src/core/evm/contracts.ts'
import { SETTLER_REGISTRY_FUNCTIONS, UNISWAP_READS, UNISWAP_V3_POOL } from '../../../../src/core/evm/functions.ts'
import type { RpcCall } from '../../../../src/core/ports.ts'

/* What mainnet says of the pools and of the contract of 0x that the real calls name. */

/** The contract of 0x that the recorded quotes swap with. */
export const SETTLER = '0xdc5d8200a030798bc6227240f68b4dd9542686ef'

/** https://docs.uniswap.org/contracts/v3/reference/deployments: the hash of the code of every pool. */
const POOL_CODE_HASH = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const USDT = '0xdac17f958d2ee523a2206206994597c13d831ec7'

interface Pool {
  readonly first: Hex
  readonly second: Hex
  readonly fee: number
}

/** Pools that the calls name last: tokens in the order of their addresses, fee in hundredths of a basis point. */
const POOLS: readonly Pool[] = [
  { first: '0x45e02bc2875a2914c4f585bbf92a6f28bc07cb70', second: USDT, fee: 3000 },
  { first: WETH, second: '0xd5f7838f5c461feff7fe49ea5ebaf7728bb0adfa', fee: 500 },
  { first: '0x9d39a5de30e57443bff2a8307a4256c8797a3497', second: USDT, fee: 100 },
  {
    first: '0x5422374b27757da72d5265cc745ea906e0446634',
    second: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    fee: 100,
  },
  { first: '0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0', second: WETH, fee: 100 },
  { first: WETH, second: USDT, fee: 100 },
]

/** Where the factory of Ethereum puts a pool: no other contract can have that address. */
function addressOf({ first, second, fee }: Pool): string {
  const types = [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }] as const
  const from = UNISWAP[1]?.factory as Hex
  return getCreate2Address({
    from,
    bytecodeHash: POOL_CODE_HASH,
    salt: keccak256(encodeAbiParameters(types, [first, second, fee])),
  }).toLowerCase()
}

/** The pool of Sushi's, by the hash of the code of its pools. */
const SUSHI_POOL: Pool = { first: WETH, second: '0xe41d2489571d322189246dafa5ebde1f4699f498', fee: 0 }
const SUSHI_CODE_HASH = '0xe18a34eb0e04b04f7a0ac29a6e80748dca96319b42c54d679cb821dca90c6303'
const SUSHI_FACTORY = (SUSHI_FACTORIES[1] ?? '').toLowerCase()
const sushiPool = getCreate2Address({
  from: SUSHI_FACTORY as Hex,
  bytecodeHash: SUSHI_CODE_HASH,
  salt: keccak256(encodePacked(['address', 'address'], [SUSHI_POOL.first, SUSHI_POOL.second])),
}).toLowerCase()

const pools = new Map([...POOLS.map((pool) => [addressOf(pool), pool] as const), [sushiPool, SUSHI_POOL] as const])

/** How a node answers; what is told otherwise takes the place of what is true. */
export interface MainnetAnswers {
  readonly settler?: string
  /** What the factory names as the pool of any two tokens. */
  readonly named?: string
  /** Tokens that a contract claims to be a pool of. */
  readonly claims?: Pool
}

/** A node of mainnet for the reads of a payment's check. */
export const mainnetNode =
  ({ settler = SETTLER, named, claims }: MainnetAnswers = {}) =>
  ({ params }: RpcCall): Promise<string> => {
    const [{ to, data }] = params as readonly [{ readonly to: string; readonly data: string }]
    const pool = claims ?? pools.get(to.toLowerCase())
    const answers: Readonly<Record<string, string | number | undefined>> = {
      [SETTLER_REGISTRY_FUNCTIONS.ownerOf.selector]: settler,
      [SETTLER_REGISTRY_FUNCTIONS.prev.selector]: settler,
      [UNISWAP_V3_POOL.token0.selector]: pool?.first,
      [UNISWAP_V3_POOL.token1.selector]: pool?.second,
      [UNISWAP_V3_POOL.fee.selector]: pool?.fee,
      [UNISWAP_READS.getPair.selector]:
        to.toLowerCase() === SUSHI_FACTORY && data.includes(argumentsOf(SUSHI_POOL)) ? (named ?? sushiPool) : '0x0',
      [UNISWAP_READS.getPool.selector]: named ?? [...pools].find(([, one]) => data.includes(argumentsOf(one)))?.[0],
    }
    const answer = answers[data.slice(0, 10)]
    return Promise.resolve(answer === undefined ? '0x' : `0x${BigInt(answer).toString(16).padStart(64, '0')}`)
  }

function argumentsOf({ first, second }: Pool): string {
  return [first, second].map((token) => token.slice(2).padStart(64, '0')).join('')
}
