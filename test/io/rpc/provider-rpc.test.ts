import { describe, expect, test } from 'vitest'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import type { RpcCall } from '../../../src/core/ports.ts'
import { createProviderRpc } from '../../../src/io/rpc/provider-rpc.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { swapErrorOf } from '../../support/swap-error.ts'

/*
 * A chain over a provider that somebody else's code holds, whatever its library makes of what the node says.
 */

const BASE = { key: 'base', name: 'Base', chainId: 8453 }
const CODE: RpcCall = { method: 'eth_getCode', params: ['0x1', 'latest'] }

/** A provider of Base, but for what is given. */
function open(answer: (method: string) => unknown, clock = systemClock) {
  const request = async ({ method }: { readonly method: string }) => {
    const given: unknown = await answer(method)
    return given ?? (method === 'eth_chainId' ? '0x2105' : '0x')
  }
  return createProviderRpc({ request }, BASE, { timeoutMs: 8_000, clock })
}

describe('a provider that was given', () => {
  test('counts as a node of the user, once it has stated the chain', async () => {
    const asked: string[] = []
    const rpc = open((method) => void asked.push(method))
    expect([await rpc.request(CODE), rpc.isOwn, asked]).toEqual(['0x', true, ['eth_chainId', 'eth_getCode']])
  })

  test('of another chain is refused', async () => {
    const rpc = open((method) => (method === 'eth_chainId' ? '0x1' : undefined))
    const { code, message } = await swapErrorOf(rpc.request(CODE))
    expect([code, message]).toEqual([
      'CONFIG_INVALID',
      'The node set for Base belongs to another chain: it answers 0x1',
    ])
  })

  test.each([
    ['as it came', { code: 3, message: 'execution reverted', data: '0x08c379a0' }],
    ['in a cause', { message: 'wrapped', cause: { code: 3, message: 'execution reverted', data: '0x08c379a0' } }],
    ['in the data of a provider', { code: 3, message: 'execution reverted', data: { data: '0x08c379a0' } }],
  ])('passes on what the node said of the call, %s', async (_name, said) => {
    const rpc = open((method) => {
      if (method === 'eth_call') throw Object.assign(new Error(said.message), said)
    })
    const error = await rpc.request({ method: 'eth_call', params: [] }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RpcError)
    expect(error).toMatchObject({ code: 3, message: 'execution reverted', data: '0x08c379a0' })
  })

  test('that fails in another way is no answer', async () => {
    const rpc = open(() => {
      throw new Error('socket hang up')
    })
    const { code, message } = await swapErrorOf(rpc.request(CODE))
    expect([code, message]).toEqual([
      'SERVICE_UNAVAILABLE',
      'No node of the chain answered: the provider that was given cannot be reached',
    ])
  })

  test('is waited for as long as a node is', async () => {
    const clock = createFakeClock()
    const rpc = open(() => new Promise(() => undefined), clock)
    const failing = swapErrorOf(rpc.request(CODE))
    await clock.advance(8_000)
    expect((await failing).message).toContain('did not answer in time')
  })
})
