import { describe, expect, it } from 'vitest'
import { RpcError } from '../../../../src/core/evm/rpc-error.ts'
import { TOKEN_EVENTS } from '../../../../src/core/evm/events.ts'
import { recordOf } from '../../../../src/core/evm/json-rpc.ts'
import type { RpcCall } from '../../../../src/core/ports.ts'
import { randomIds } from '../../../../src/io/ids.ts'
import { type Series, simulateSeries } from '../../../../src/wallet/evm/chain/simulation.ts'
import { fakeRpc } from '../../../support/fake-rpc.ts'

const WALLET = '0x1111111111111111111111111111111111111111'
const ROUTER = '0x2222222222222222222222222222222222222222'
const TOKEN = '0x3333333333333333333333333333333333333333'
const GWEI = 1_000_000_000n

const SERIES: Series = {
  from: WALLET,
  calls: [{ to: ROUTER, data: '0x12345678', value: 5n, gas: 90_000n }],
  holdings: [
    { owner: WALLET, token: undefined },
    { owner: WALLET, token: TOKEN },
  ],
  price: { type: 'eip1559', maxFeePerGas: 3n * GWEI, maxPriorityFeePerGas: GWEI },
  baseFee: GWEI,
  block: {
    ...{ number: 100n, timestampSec: 1_000n, gasLimit: 30_000_000n, baseFeePerGas: GWEI },
    ...{ feeRecipient: ROUTER, prevRandao: `0x${'7'.repeat(64)}` },
  },
  nowSec: 1_012n,
}

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const done = (returned: string, gasUsed = 30_000n, logs: readonly object[] = []) => ({
  ...{ status: '0x1', returnData: returned, gasUsed: `0x${gasUsed.toString(16)}`, logs },
})
/** A node for which the call uses 50,000 gas at 2 gwei, takes 5 wei, and brings tokens. */
const node =
  (tokens: bigint, logs: readonly object[] = []) =>
  async () => {
    const coins = 10n ** 18n
    const before = [word(2n * GWEI), word(coins), word(7n)]
    const after = [word(2n * GWEI), word(coins - 5n - 100_000n * GWEI), word(7n + tokens)]
    return [{ calls: [...before.map((one) => done(one)), done('0x', 50_000n, logs), ...after.map((one) => done(one))] }]
  }
const lacks = () => Promise.reject(new RpcError('the method does not exist', -32601))

async function simulated(...nodes: readonly ((call: RpcCall) => Promise<unknown>)[]) {
  const rpc = fakeRpc(nodes, { isOwn: false })
  const chain = {
    family: 'evm',
    key: 'ethereum',
    name: 'Ethereum',
    chainId: 1,
    nativeSymbol: 'ETH',
    confirmations: 1,
    rpc,
  } as const
  const agreed = await simulateSeries(chain, SERIES, randomIds).catch((error: unknown) => error)
  if (agreed instanceof Error) return agreed.message
  if (agreed === undefined) return undefined
  const { simulation, isAgreed } = agreed as Exclude<Awaited<ReturnType<typeof simulateSeries>>, undefined>
  return { gains: simulation.holdings.map(({ before, after }) => after - before), isAgreed }
}

describe('a simulation by nodes of several operators', () => {
  const UNITS = 1_000_000n

  it('leaves out what the wallet pays for gas, and is agreed by two', async () => {
    expect(await simulated(node(UNITS), node(UNITS))).toEqual({ gains: [-5n, UNITS], isAgreed: true })
    expect(await simulated(node(UNITS), node(UNITS + 100n))).toEqual({ gains: [-5n, UNITS], isAgreed: true })
  })

  it('passes over a node that lies, lacks the method or answers nonsense, where two others agree', async () => {
    const agreed = { gains: [-5n, UNITS], isAgreed: true }
    for (const odd of [node(3n * UNITS), lacks, async () => ({ calls: 'many' }), async () => null]) {
      expect(await simulated(odd, node(UNITS), node(UNITS))).toEqual(agreed)
      expect(await simulated(node(UNITS), odd, node(UNITS))).toEqual(agreed)
    }
  })

  const transfer = (units: bigint, data = word(units)) => {
    return { address: TOKEN, topics: [TOKEN_EVENTS.transfer.topic, word(1n), word(2n)], data }
  }

  it('is agreed on what the logs say of tokens: a node that hides them is outvoted', async () => {
    const [honest, liar] = [node(UNITS, [transfer(UNITS)]), node(UNITS)]
    expect(await simulated(liar, honest)).toBe('The nodes of ethereum differ about what the payment would do')
    expect(await simulated(liar, honest, honest)).toEqual({ gains: [-5n, UNITS], isAgreed: true })
    expect(await simulated(honest, node(UNITS, [transfer(2n * UNITS)]))).toMatch('differ')
  })

  it('is agreed where logs differ in case, in a trifle, or in events that nothing is read from', async () => {
    const price = { address: TOKEN, topics: [word(9n)], data: '0x01' }
    const upper = { ...transfer(UNITS + 10n), address: TOKEN.toUpperCase().replace('X', 'x') }
    const agreed = { gains: [-5n, UNITS], isAgreed: true }
    expect(await simulated(node(UNITS, [transfer(UNITS)]), node(UNITS, [price, upper]))).toEqual(agreed)
  })

  it('goes on without validation where only one node takes it, so that it is not the only voice', async () => {
    const strict = (call: RpcCall) => (recordOf(call.params[0])['validation'] === true ? lacks() : node(UNITS)())
    expect(await simulated(node(3n * UNITS), strict, strict)).toEqual({ gains: [-5n, UNITS], isAgreed: true })
    expect(await simulated(node(UNITS), strict)).toEqual({ gains: [-5n, UNITS], isAgreed: true })
  })

  it('is refused where two tell different things, and no third decides', async () => {
    const message = 'The nodes of ethereum differ about what the payment would do'
    expect(await simulated(node(UNITS), node(UNITS + 200n))).toBe(message)
    expect(await simulated(node(UNITS), node(2n * UNITS), node(3n * UNITS))).toBe(message)
  })

  it('says where only one could tell, and is none where none can', async () => {
    expect(await simulated(node(UNITS), lacks)).toEqual({ gains: [-5n, UNITS], isAgreed: false })
    expect(await simulated(lacks, lacks)).toBe(undefined)
  })

  it('asks for the next block with the fields of the transaction that is signed, and reads where nobody can guess', async () => {
    const asked: RpcCall[] = []
    const spy = async (call: RpcCall) => {
      asked.push(call)
      return node(UNITS)()
    }
    await simulated(spy, spy)
    const requests = asked.map(({ params: [options, place] }) => {
      const { blockStateCalls, validation } = recordOf(options)
      const { blockOverrides, stateOverrides, calls } = recordOf(
        Array.isArray(blockStateCalls) ? blockStateCalls[0] : undefined,
      )
      const own = Array.isArray(calls) ? calls.map(recordOf).find(({ from }) => from === WALLET) : undefined
      return { place, validation, blockOverrides, own, strangers: Object.keys(recordOf(stateOverrides)) }
    })
    expect(requests[0]).toEqual({
      place: '0x64',
      validation: true,
      blockOverrides: {
        ...{ number: '0x65', time: '0x3f4', gasLimit: '0x1c9c380', baseFeePerGas: '0x3b9aca00' },
        ...{ feeRecipient: ROUTER, prevRandao: `0x${'7'.repeat(64)}` },
      },
      own: {
        ...{ from: WALLET, to: ROUTER, data: '0x12345678', value: '0x5', gas: '0x15f90' },
        ...{ maxFeePerGas: '0xb2d05e00', maxPriorityFeePerGas: '0x3b9aca00' },
      },
      strangers: [expect.stringMatching(/^0x[0-9a-f]{40}$/), expect.stringMatching(/^0x[0-9a-f]{40}$/)],
    })
    await simulated(spy, spy)
    const later = asked.at(-1)?.params[0]
    expect(JSON.stringify(later)).not.toContain(requests[0]?.strangers[0])
  })
})
