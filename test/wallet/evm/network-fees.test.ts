import { fakeRpc } from '../../support/fake-rpc.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import type { ChainRpc } from '../../../src/core/ports.ts'
import { isSwapError } from '../../../src/core/api/errors.ts'
import type { Block } from '../../../src/wallet/evm/chain/reads.ts'
import {
  type GasPrice,
  mostPerGas,
  raisePrice,
  readDataFee,
  readGasPrice,
  addMargin,
} from '../../../src/wallet/evm/network-fees.ts'

const GWEI = 1_000_000_000n

/** A node that answers these methods and lacks all others. */
function node(answers: Readonly<Record<string, unknown>>): ChainRpc {
  return fakeRpc([
    async ({ method }) => {
      if (Object.hasOwn(answers, method)) return answers[method]
      throw new RpcError('no such method', -32601)
    },
  ])
}

const hex = (value: bigint) => `0x${value.toString(16)}`
const block = (baseFeePerGas: bigint | undefined): Block => ({
  timestampSec: 1_800_000_000n,
  gasLimit: 30_000_000n,
  baseFeePerGas,
})

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
  it('is twice the base fee and the tip that the node advises', async () => {
    const rpc = node({ eth_maxPriorityFeePerGas: hex(2n * GWEI) })
    expect(await readGasPrice(rpc, block(10n * GWEI), undefined)).toEqual({
      type: 'eip1559',
      maxFeePerGas: 22n * GWEI,
      maxPriorityFeePerGas: 2n * GWEI,
    })
  })

  it('takes the median tip of the last blocks where the node advises none', async () => {
    const reward = [[hex(9n)], [hex(1n)], [hex(3n)], [hex(2n)], [hex(8n)]]
    const rpc = node({ eth_feeHistory: { reward } })
    expect(await readGasPrice(rpc, block(5n), undefined)).toEqual({
      type: 'eip1559',
      maxFeePerGas: 13n,
      maxPriorityFeePerGas: 3n,
    })
  })

  it('is one price on a chain without base fee', async () => {
    const rpc = node({ eth_gasPrice: hex(5n * GWEI) })
    expect(await readGasPrice(rpc, block(undefined), undefined)).toEqual({ type: 'legacy', gasPrice: 5n * GWEI })
    expect(await refused(() => readGasPrice(rpc, block(undefined), 4n * GWEI))).toBe(
      'The chain asks 5 gwei for one gas, and at most 4 are to be paid',
    )
  })

  it('is capped by the bound of the user, tip included, and refused only when the base fee is above it', async () => {
    const rpc = node({ eth_maxPriorityFeePerGas: hex(50n * GWEI) })
    expect(await readGasPrice(rpc, block(10n * GWEI), 12n * GWEI)).toEqual({
      type: 'eip1559',
      maxFeePerGas: 12n * GWEI,
      maxPriorityFeePerGas: 12n * GWEI,
    })
    expect(await refused(() => readGasPrice(rpc, block(10n * GWEI), 9n * GWEI))).toBe(
      'The chain asks 10 gwei for one gas, and at most 9 are to be paid',
    )
  })

  it('is not believed where no chain asks so much, unless the user names a bound', async () => {
    const greedy = node({ eth_gasPrice: hex(20_001n * GWEI), eth_maxPriorityFeePerGas: hex(1_001n * GWEI) })
    expect(await refused(() => readGasPrice(greedy, block(undefined), undefined))).toBe(
      'The node advises 20001 gwei for one gas, which no chain asks',
    )
    expect(await refused(() => readGasPrice(greedy, block(GWEI), undefined))).toBe(
      'The node advises 1001 gwei for one gas, which no chain asks',
    )
    expect(mostPerGas(await readGasPrice(greedy, block(GWEI), 3n * GWEI))).toBe(3n * GWEI)
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

describe('a gas limit', () => {
  it('is the estimate and a quarter, as far as a block holds it', async () => {
    expect(addMargin(21_001n, block(1n))).toBe(26_252n)
    expect(addMargin(29_000_000n, block(1n))).toBe(30_000_000n)
    expect(await refused(() => addMargin(30_000_001n, block(1n)))).toBe(
      'The transaction needs 30000001 gas, and a block holds 30000000',
    )
  })
})

describe('the fee for data', () => {
  it('is what the chain says, and nothing where it has no such fee', async () => {
    expect(await readDataFee(node({ eth_call: `0x${hex(123n).slice(2).padStart(64, '0')}` }), '0x1234')).toBe(123n)
    expect(await readDataFee(node({ eth_call: '0x' }), '0x1234')).toBe(0n)
    expect(await readDataFee(node({}), '0x1234')).toBe(0n)
  })
})
