import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  isHex,
  pad,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import type { RpcAnswer, RpcLab } from '../../support/rpc-lab.ts'

/** A call inside a multicall. */
export interface InnerCall {
  readonly target: string
  readonly callData: Hex
}

/**
 * What pools give for the first amount that they are asked for, by the name of their path: `500`, `500,3000` and so on for V3, `v2`
 * or `v2 two` for V2, `v4 500` and so on for V4. Other amounts get in proportion, or `small` where that is said; `holdsIn` is
 * what a pool holds of the token in, by which it gives less for more.
 */
export type Pools = Readonly<
  Record<
    string,
    { readonly out: bigint; readonly gas?: bigint; readonly small?: bigint; readonly holdsIn?: bigint } | undefined
  >
>

/** What the contracts of a lab answer besides the pools. */
export interface Contracts {
  /** An address or a whole word; `none` where no router stands. @default Uniswap's V2 on Ethereum */
  readonly factoryV2?: string
  /** `none` where V4's quoter does not stand. */
  readonly poolManager?: 'none'
  /** Wei for the bytes of a transaction. @default the contract does not exist */
  readonly bytesCost?: bigint
  /** Wei a unit of gas. @default 10^9 */
  readonly gasPrice?: bigint
  /** How many calls of one multicall have gas. @default all */
  readonly callsWithGas?: number
}

const multicallAbi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) view returns (Result[])',
])
const abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 limit; }',
  'function quoteExactInputSingle(Single params)',
  'function quoteExactInput(bytes path, uint256 amountIn)',
  'function getAmountsOut(uint256 amountIn, address[] path)',
  'function factoryV2()',
  'function poolManager()',
  'function getPool(address, address, uint24)',
  'function getL1Fee(bytes data)',
  'function getCurrentBlockTimestamp()',
])
const v4Abi = parseAbi([
  'struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'struct V4Single { Key key; bool zeroForOne; uint128 exactAmount; bytes hookData; }',
  'struct Hop { address currency; uint24 fee; int24 tickSpacing; address hooks; bytes hookData; }',
  'struct V4Path { address exactCurrency; Hop[] path; uint128 exactAmount; }',
  'function quoteExactInputSingle(V4Single params)',
  'function quoteExactInput(V4Path params)',
])
const V4_SELECTORS = v4Abi.flatMap((item) => (item.type === 'function' ? [toFunctionSelector(item)] : []))
const uint = { type: 'uint256' } as const
const PRICE = 2n ** 96n

/** Lets a node answer as if these pools were on its chain; gives the multicalls that it was sent, each with its calls. */
export function playPools(lab: RpcLab, pools: Pools, contracts: Contracts = {}): InnerCall[][] {
  const multicalls: InnerCall[][] = []
  let whole: bigint | undefined
  const given = (pool: NonNullable<Pools[string]>, amountIn: bigint): bigint => {
    whole ??= amountIn
    // A pair of constant product that gives `out` for the first amount.
    if (pool.holdsIn !== undefined)
      return (pool.out * amountIn * (pool.holdsIn + whole)) / (whole * (pool.holdsIn + amountIn))
    return amountIn === whole ? pool.out : (pool.small ?? (pool.out * amountIn) / whole)
  }
  lab.answer = (method, params): RpcAnswer => {
    if (method === 'eth_gasPrice') return { result: `0x${(contracts.gasPrice ?? 10n ** 9n).toString(16)}` }
    if (method !== 'eth_call') return { error: { code: -32601, message: 'no such method' } }
    const [{ data }] = params as [{ data: Hex }]
    const [calls] = decodeFunctionData({ abi: multicallAbi, data }).args
    if (calls.some(({ allowFailure }) => !allowFailure)) throw new Error('a call that may not fail')
    multicalls.push(calls.map(({ target, callData }) => ({ target, callData })))
    const results = calls.map(({ callData }, index) => {
      const returnData =
        index < (contracts.callsWithGas ?? Infinity) ? answer(callData, pools, contracts, given) : undefined
      return { success: returnData !== undefined, returnData: returnData ?? '0x' }
    })
    return { result: encodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate3', result: results }) }
  }
  return multicalls
}

/** Undefined for a call that is reverted. */
function answer(
  callData: Hex,
  pools: Pools,
  contracts: Contracts,
  given: (pool: NonNullable<Pools[string]>, amountIn: bigint) => bigint,
): Hex | undefined {
  if (V4_SELECTORS.some((selector) => callData.startsWith(selector))) return answerV4(callData, pools, given)
  const { functionName, args } = decodeFunctionData({ abi, data: callData })
  switch (functionName) {
    case 'getCurrentBlockTimestamp':
      return encodeAbiParameters([uint], [1n])
    case 'factoryV2':
      if (contracts.factoryV2 === 'none') return '0x'
      return pad(hex(contracts.factoryV2 ?? '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f'))
    case 'poolManager':
      return contracts.poolManager === 'none' ? '0x' : pad('0x1')
    case 'getPool':
      // None whose tokens could be moved for a trial.
      return pad('0x')
    case 'getL1Fee':
      return contracts.bytesCost === undefined ? '0x' : encodeAbiParameters([uint], [contracts.bytesCost])
    case 'quoteExactInputSingle': {
      const pool = pools[String(args[0].fee)]
      return (
        pool &&
        encodeAbiParameters([uint, uint, uint, uint], [given(pool, args[0].amountIn), PRICE, 1n, pool.gas ?? 60_000n])
      )
    }
    case 'quoteExactInput': {
      const count = (args[0].length - 42) / 46
      const fees = Array.from({ length: count }, (_, index) =>
        Number(`0x${args[0].slice(42 + 46 * index, 48 + 46 * index)}`),
      )
      const pool = pools[fees.join()]
      const lists = [{ type: 'uint160[]' }, { type: 'uint32[]' }] as const
      return (
        pool &&
        encodeAbiParameters(
          [uint, ...lists, uint],
          [given(pool, args[1]), fees.map(() => PRICE), fees.map(() => 1), pool.gas ?? 130_000n],
        )
      )
    }
    case 'getAmountsOut': {
      const pool = pools[args[1].length === 2 ? 'v2' : 'v2 two']
      const amounts = args[1].map((_, index) => (index === 0 || pool === undefined ? args[0] : given(pool, args[0])))
      return pool && encodeAbiParameters([{ type: 'uint256[]' }], [amounts])
    }
  }
}

/** What V4's quoter answers. */
function answerV4(
  callData: Hex,
  pools: Pools,
  given: (pool: NonNullable<Pools[string]>, amountIn: bigint) => bigint,
): Hex | undefined {
  const { args } = decodeFunctionData({ abi: v4Abi, data: callData })
  const [params] = args
  const fees = 'key' in params ? [params.key.fee] : params.path.map(({ fee }) => fee)
  const pool = pools[`v4 ${fees.join()}`]
  return pool && encodeAbiParameters([uint, uint], [given(pool, params.exactAmount), pool.gas ?? 60_000n])
}

function hex(text: string): Hex {
  if (!isHex(text)) throw new Error(`${text} is no hex`)
  return text
}
