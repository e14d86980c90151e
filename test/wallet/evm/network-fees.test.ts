import { fakeRpc } from '../../support/fake-rpc.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import type { ChainRpc } from '../../../src/core/ports.ts'
import { isSwapError } from '../../../src/core/api/errors.ts'
import type { Block } from '../../../src/wallet/evm/chain/reads.ts'
import { checkLimit, estimateGas, gasLimit } from '../../../src/wallet/evm/gas-limit.ts'
import { type GasPrice, fitPrice, raisePrice, readDataFee, readGasPrice } from '../../../src/wallet/evm/network-fees.ts'

const GWEI = 1_000_000_000n

type Answers = Readonly<Record<string, unknown>>

/** Nodes that answer these methods and lack all others, each of another operator; one alone is the user's. */
function nodes(...all: readonly Answers[]): ChainRpc {
  return fakeRpc(
    all.map((answers) => async ({ method }) => {
      if (Object.hasOwn(answers, method)) return answers[method]
      throw new RpcError('no such method', -32601)
    }),
    { isOwn: all.length === 1 },
  )
}

const hex = (value: bigint) => `0x${value.toString(16)}`
const block = (baseFeePerGas: bigint | undefined): Block => ({
  number: 101n,
  feeRecipient: undefined,
  prevRandao: undefined,
  timestampSec: 1_800_000_000n,
  gasLimit: 30_000_000n,
  baseFeePerGas,
})
const CALL = { to: `0x${'11'.repeat(20)}`, data: '0x' }
const on = (rpc: ChainRpc, key = 'ethereum') => ({ rpc, key })

/** A history of two blocks, the first of them empty: its base fees up to the next block, and what the full one paid. */
function history(baseFee: bigint, usual: bigint, high = usual, oldest = 100n): Answers {
  return {
    eth_feeHistory: {
      oldestBlock: hex(oldest),
      baseFeePerGas: [baseFee, baseFee, baseFee].map(hex),
      gasUsedRatio: [0, 0.5],
      reward: [
        ['0x0', '0x0'],
        [hex(usual), hex(high)],
      ],
    },
  }
}

/** What is paid for a gas, and as tip, at most. */
async function paid(rpc: ChainRpc, baseFee: bigint | undefined, bound?: bigint, key?: string) {
  const { price } = await readGasPrice(on(rpc, key), block(baseFee), CALL, bound)
  return price.type === 'legacy' ? price.gasPrice : { most: price.maxFeePerGas, tip: price.maxPriorityFeePerGas }
}

async function refused(work: () => unknown): Promise<string> {
  try {
    await work()
  } catch (error) {
    if (isSwapError(error) && error.code === 'WALLET_REFUSED') return error.message
    throw error
  }
  throw new Error('it was not refused')
}

describe('the price of gas', () => {
  it('is twice the base fee and the usual tip of the blocks that were not empty, whatever the node advises', async () => {
    const rpc = nodes({ ...history(10n * GWEI, GWEI / 2n), eth_maxPriorityFeePerGas: hex(90n * GWEI) })
    expect(await readGasPrice(on(rpc), block(10n * GWEI), CALL, undefined)).toEqual({
      price: { type: 'eip1559', maxFeePerGas: 20n * GWEI + GWEI / 2n, maxPriorityFeePerGas: GWEI / 2n },
      asked: 11_250_000_000n + GWEI / 2n,
      baseFee: 10n * GWEI,
    })
  })

  it('takes what nodes advise, within reason, where all blocks were empty', async () => {
    const empty = {
      eth_feeHistory: {
        oldestBlock: '0x1',
        baseFeePerGas: ['0x5', '0x5'],
        gasUsedRatio: [0],
        reward: [['0x0', '0x0']],
      },
    }
    const advised = (tip: bigint) => nodes({ ...empty, eth_maxPriorityFeePerGas: hex(tip) })
    expect(await paid(advised(GWEI), 5n)).toEqual({ most: GWEI + 10n, tip: GWEI })
    expect(await paid(advised(900n * GWEI), 5n)).toEqual({ most: 2n * GWEI + 10n, tip: 2n * GWEI })
    expect(await paid(advised(900n * GWEI), 5n, undefined, 'sonic')).toEqual({ most: 2n * GWEI + 10n, tip: 2n * GWEI })
  })

  it.each([
    ['polygon', 10n * GWEI, GWEI, 25n * GWEI, 'the floor of its tip'],
    ['polygon', 30n * GWEI, GWEI, GWEI, 'no floor once the base fee has it'],
    ['bsc', 0n, GWEI / 100n, GWEI / 20n, 'what its validators take'],
    ['arbitrum', GWEI, GWEI, 0n, 'nothing where tips are ignored'],
    ['base', GWEI / 100n, 50n * GWEI, GWEI / 10n, 'no more than a rollup asks'],
    ['ethereum', 100n * GWEI, 8n * GWEI, 8n * GWEI, 'up to a tenth of a high base fee'],
  ])('tips on %s at a base fee of %d, where blocks paid %d: %d, %s', async (key, base, usual, tip) => {
    expect(await paid(nodes(history(base, usual)), base, undefined, key)).toEqual({ most: 2n * base + tip, tip })
  })

  it('names the tip of a call where the chain prices calls', async () => {
    const rpc = nodes({ ...history(7n, 1n), linea_estimateGas: { priorityFeePerGas: hex(GWEI / 20n) } })
    expect(await paid(rpc, 7n, undefined, 'linea')).toEqual({ most: GWEI / 20n + 14n, tip: GWEI / 20n })
  })

  it('is one price on a chain without base fee', async () => {
    const rpc = nodes({ eth_gasPrice: hex(5n * GWEI) })
    expect(await paid(rpc, undefined)).toEqual(5n * GWEI)
    expect(await refused(() => paid(rpc, undefined, 4n * GWEI))).toBe(
      'The chain asks 5 gwei for one gas, and at most 4 are to be paid',
    )
    const zeros = {
      eth_feeHistory: { oldestBlock: '0x1', baseFeePerGas: ['0x0', '0x0'], gasUsedRatio: [1], reward: [] },
    }
    expect(await paid(nodes({ ...zeros, eth_gasPrice: hex(GWEI) }), undefined, undefined, 'metis')).toEqual(GWEI)
  })

  it('is capped by the bound of the user, tip included, and refused only when the base fee is above it', async () => {
    const rpc = nodes(history(10n * GWEI, GWEI))
    expect(await paid(rpc, 10n * GWEI, 11n * GWEI)).toEqual({ most: 11n * GWEI, tip: GWEI })
    expect(await refused(() => paid(rpc, 10n * GWEI, 9n * GWEI))).toBe(
      'The chain asks 10 gwei for one gas, and at most 9 are to be paid',
    )
  })

  it('is believed at 200 gwei, and not where no chain asks so much, unless the user names a bound', async () => {
    expect(await paid(nodes(history(200n * GWEI, 3n * GWEI)), 200n * GWEI)).toEqual({
      most: 403n * GWEI,
      tip: 3n * GWEI,
    })
    const greedy = nodes(history(1_001n * GWEI, 0n))
    expect(await refused(() => paid(greedy, GWEI))).toBe(
      'The nodes name a price of 2002.01 gwei for one gas, and more than 2000 is not believed on this chain',
    )
    expect(await paid(greedy, GWEI, 1_500n * GWEI)).toEqual({ most: 1_500n * GWEI, tip: GWEI / 100n })
  })

  it('gets less room where that keeps it within a cost, and stays where the next block asks more', () => {
    const price: GasPrice = { type: 'eip1559', maxFeePerGas: 21n, maxPriorityFeePerGas: 1n }
    expect(fitPrice({ price, asked: 13n }, 15n)).toEqual({ ...price, maxFeePerGas: 15n })
    expect(fitPrice({ price, asked: 13n }, 12n)).toEqual(price)
    expect(fitPrice({ price, asked: 13n }, 40n)).toEqual(price)
  })

  it('of a replacement is an eighth more in each field, rounded up, and at least what is asked now', () => {
    const old: GasPrice = { type: 'eip1559', maxFeePerGas: 100n, maxPriorityFeePerGas: 7n }
    const low: GasPrice = { type: 'eip1559', maxFeePerGas: 50n, maxPriorityFeePerGas: 1n }
    const high: GasPrice = { type: 'eip1559', maxFeePerGas: 500n, maxPriorityFeePerGas: 40n }
    expect(raisePrice(old, low, undefined)).toEqual({ type: 'eip1559', maxFeePerGas: 113n, maxPriorityFeePerGas: 8n })
    expect(raisePrice(old, high, undefined)).toEqual(high)
    expect(raisePrice(old, high, 200n)).toEqual({ type: 'eip1559', maxFeePerGas: 200n, maxPriorityFeePerGas: 40n })
    expect(raisePrice({ type: 'legacy', gasPrice: 0n }, { type: 'legacy', gasPrice: 0n }, undefined)).toEqual({
      type: 'legacy',
      gasPrice: 1n,
    })
  })

  it('of a replacement is refused when nodes would want more than the bound', async () => {
    const old: GasPrice = { type: 'eip1559', maxFeePerGas: 100n * GWEI, maxPriorityFeePerGas: GWEI }
    expect(await refused(() => raisePrice(old, old, 112n * GWEI))).toBe(
      'The chain asks 112.5 gwei for one gas, and at most 112 are to be paid',
    )
  })

  it('of a replacement always rises by 12.5 % at least, and its tip never exceeds its most', () => {
    const price = fc.bigInt({ min: 0n, max: 10n ** 15n })
    fc.assert(
      fc.property(price, price, price, price, (a, b, c, d) => {
        const old = { type: 'eip1559', maxFeePerGas: a + b, maxPriorityFeePerGas: b } as const
        const now = { type: 'eip1559', maxFeePerGas: c + d, maxPriorityFeePerGas: d } as const
        const raised = raisePrice(old, now, undefined)
        if (raised.type !== 'eip1559') throw new Error('another type')
        expect(raised.maxFeePerGas * 8n).toBeGreaterThanOrEqual(old.maxFeePerGas * 9n)
        expect(raised.maxPriorityFeePerGas * 8n).toBeGreaterThanOrEqual(old.maxPriorityFeePerGas * 9n)
        expect(raised.maxFeePerGas).toBeGreaterThan(old.maxFeePerGas)
        expect(raised.maxPriorityFeePerGas).toBeGreaterThan(old.maxPriorityFeePerGas)
        expect(raised.maxPriorityFeePerGas).toBeLessThanOrEqual(raised.maxFeePerGas)
      }),
    )
  })
})

describe('a node that lies about fees', () => {
  const honest = history(10n * GWEI, GWEI)
  const fair = { most: 21n * GWEI, tip: GWEI }

  it.each([
    ['the tips of the blocks', history(10n * GWEI, 5_000n * GWEI)],
    ['tips of nothing', history(10n * GWEI, 0n)],
    ['the base fee', history(9_000n * GWEI, GWEI)],
    ['a base fee of nothing', history(0n, GWEI)],
    ['a newer block with another base fee', history(900n * GWEI, GWEI, GWEI, 101n)],
    ['no history at all', {}],
    ['a history that is none', { eth_feeHistory: { oldestBlock: '0x1', baseFeePerGas: ['many'], reward: 7 } }],
    ['its advice', { ...honest, eth_gasPrice: hex(9_000n * GWEI), eth_maxPriorityFeePerGas: hex(9_000n * GWEI) }],
  ])('moves nothing beside two that tell %s rightly', async (_, lie) => {
    for (const order of [
      [lie, honest, honest],
      [honest, lie, honest],
      [honest, honest, lie],
    ] as const) {
      expect(await paid(nodes(...order), 10n * GWEI)).toEqual(fair)
    }
  })

  it('cannot raise a tip beside one other', async () => {
    expect(await paid(nodes(history(10n * GWEI, 900n * GWEI), honest), 10n * GWEI)).toEqual(fair)
  })

  it('ends the payment where only one other disputes the base fee', async () => {
    expect(await refused(() => paid(nodes(history(900n * GWEI, GWEI), honest), 10n * GWEI))).toBe(
      'The nodes of ethereum differ about the base fee of a block',
    )
  })

  it('alone stays within what the chain asks', async () => {
    expect(await paid(nodes(history(10n * GWEI, 5_000n * GWEI)), 10n * GWEI)).toEqual({
      most: 22n * GWEI,
      tip: 2n * GWEI,
    })
  })

  it('about one price for all is outvoted', async () => {
    const price = (gasPrice: bigint) => ({ eth_gasPrice: hex(gasPrice * GWEI) })
    expect(await paid(nodes(price(9_000n), price(5n), price(6n)), undefined, undefined, 'metis')).toEqual(6n * GWEI)
    expect(await paid(nodes(price(9_000n), price(5n)), undefined, undefined, 'metis')).toEqual(5n * GWEI)
  })
})

describe('a gas limit', () => {
  const estimates = (...gas: readonly bigint[]) => on(nodes(...gas.map((one) => ({ eth_estimateGas: hex(one) }))))

  it('is the estimate and a quarter, as far as a block holds it, and less where a chain charges for it', async () => {
    expect(gasLimit({ key: 'ethereum' }, 21_001n, block(1n))).toBe(26_252n)
    expect(gasLimit({ key: 'monad' }, 100_000n, block(1n))).toBe(108_000n)
    expect(gasLimit({ key: 'ethereum' }, 29_000_000n, block(1n))).toBe(30_000_000n)
    expect(await refused(() => gasLimit({ key: 'ethereum' }, 30_000_001n, block(1n)))).toBe(
      'The transaction needs 30000001 gas, and a block holds 30000000',
    )
  })

  it('rests on estimates of two operators that are near each other', async () => {
    expect(await estimateGas(estimates(100_000n, 110_000n), CALL)).toBe(100_000n)
    expect(await estimateGas(estimates(100_000n, 9_000_000n, 104_000n), CALL)).toBe(100_000n)
    expect(await estimateGas(estimates(9_000_000n, 100_000n, 104_000n), CALL)).toBe(100_000n)
    expect(await refused(() => estimateGas(estimates(9_000_000n, 100_000n), CALL))).toBe(
      'The nodes of ethereum differ about the gas that the transaction needs',
    )
  })

  it('is refused where the call would fail, by the word of two', async () => {
    const revert = () => Promise.reject(new RpcError('execution reverted: too late', 3))
    const works = async () => hex(50_000n)
    expect(await refused(() => estimateGas(on(fakeRpc([revert, revert])), CALL))).toBe(
      'The transaction would fail: too late',
    )
    expect(await estimateGas(on(fakeRpc([revert, works, works])), CALL)).toBe(50_000n)
  })

  it('is at most four times what the call used when it was run', async () => {
    checkLimit({ key: 'ethereum' }, 400_000n, 100_000n)
    expect(await refused(() => checkLimit({ key: 'ethereum' }, 400_001n, 100_000n))).toBe(
      'The nodes ask for a gas limit of 400001 for a call that uses 100000',
    )
    checkLimit({ key: 'arbitrum' }, 900_000n, 100_000n)
  })
})

describe('the fee for data', () => {
  const word = (fee: bigint) => `0x${hex(fee).slice(2).padStart(64, '0')}`

  it('is what the chain says, its operator included, and nothing where it has no such fee', async () => {
    expect(await readDataFee(nodes({ eth_call: word(123n) }), '0x1234', 1n)).toBe(246n)
    expect(await readDataFee(nodes({ eth_call: '0x' }), '0x1234', 1n)).toBe(0n)
    expect(await readDataFee(nodes({}), '0x1234', 1n)).toBe(0n)
  })

  it('is the larger of what two operators say, and the middle of what three do', async () => {
    const [none, some, all] = [0n, 5n, 10n ** 18n].map((fee) => ({ eth_call: word(fee) }))
    if (none === undefined || some === undefined || all === undefined) throw new Error('no nodes')
    expect(await readDataFee(nodes(none, some), '0x1234', 1n)).toBe(10n)
    expect(await readDataFee(nodes(all, some, none), '0x1234', 1n)).toBe(10n)
  })
})
