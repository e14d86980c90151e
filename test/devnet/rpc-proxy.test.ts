import { type Hash, keccak256, parseEther } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { account } from './addresses.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { describeOnChains } from './describe-on-chains.ts'
import { rpcProxy, type RpcProxy } from './rpc-proxy.ts'

const BOB = `0x${'b0'.repeat(20)}` as const

describeOnChains('a proxy before a node', () => {
  let anvil: Anvil
  let proxy: RpcProxy
  beforeEach(async () => {
    anvil = await startAnvil({ chainId: 1 })
    proxy = await rpcProxy(anvil.url)
  })
  afterEach(async () => {
    await Promise.all([proxy.close(), anvil.stop()])
  })

  const post = async (body: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(proxy.url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }
  const ask = (method: string, ...params: unknown[]) => post({ jsonrpc: '2.0', id: 7, method, params })
  const answer = (result: unknown) => ({ jsonrpc: '2.0', id: 7, result })

  async function signed(): Promise<{ raw: Hash; hash: Hash }> {
    const fees = { gas: 21_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n }
    const raw = await account(0).signTransaction({ chainId: 1, nonce: 0, to: BOB, value: parseEther('1'), ...fees })
    return { raw, hash: keccak256(raw) }
  }
  const received = () => anvil.client.getBalance({ address: BOB })

  it('passes everything on while nothing is wrong, in batches too', async () => {
    const { raw, hash } = await signed()
    expect(await ask('eth_chainId')).toEqual(answer('0x1'))
    expect(
      await post([
        { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
        { jsonrpc: '2.0', id: 2, method: 'net_version', params: [] },
      ]),
    ).toEqual([
      { jsonrpc: '2.0', id: 1, result: '0x1' },
      { jsonrpc: '2.0', id: 2, result: '1' },
    ])
    expect(await ask('eth_sendRawTransaction', raw)).toEqual(answer(hash))
    await expect.poll(received).toBe(parseEther('1'))
    expect(proxy.asked).toEqual(['eth_chainId', 'eth_chainId', 'net_version', 'eth_sendRawTransaction'])
  })

  it('refuses connections and takes them again at the same address', async () => {
    await proxy.refuse()
    await expect(ask('eth_chainId')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
    await proxy.accept()
    expect(await ask('eth_chainId')).toEqual(answer('0x1'))
  })

  it('says it is of another chain', async () => {
    proxy.fail({ chainId: 8453 })
    expect([await ask('eth_chainId'), await ask('net_version')]).toEqual([answer('0x2105'), answer('8453')])
    proxy.fail()
    expect(await ask('eth_chainId')).toEqual(answer('0x1'))
  })

  it('loses the answer to a transaction that the node got', async () => {
    const { raw } = await signed()
    proxy.fail({ onSend: 'lose_answer' })
    await expect(ask('eth_sendRawTransaction', raw)).rejects.toThrow('fetch failed')
    await expect.poll(received).toBe(parseEther('1'))
  })

  it('loses a transaction before the node got it', async () => {
    const { raw } = await signed()
    proxy.fail({ onSend: 'lose_request' })
    await expect(ask('eth_sendRawTransaction', raw)).rejects.toThrow('fetch failed')
    expect(await received()).toBe(0n)
  })

  it('accepts a transaction and drops it', async () => {
    const { raw, hash } = await signed()
    proxy.fail({ onSend: 'drop' })
    expect(await ask('eth_sendRawTransaction', raw)).toEqual(answer(hash))
    expect(await ask('eth_getTransactionByHash', hash)).toEqual(answer(null))
    expect(await received()).toBe(0n)
  })

  it('fails a method, as unknown or as told, and replaces results', async () => {
    const full = { code: -32000, message: 'txpool is full' }
    proxy.fail({ failing: { eth_feeHistory: 'missing', eth_gasPrice: full }, results: { eth_blockNumber: 'soon' } })
    expect([
      await ask('eth_feeHistory', 1, 'latest', []),
      await ask('eth_gasPrice'),
      await ask('eth_blockNumber'),
    ]).toEqual([
      {
        jsonrpc: '2.0',
        id: 7,
        error: { code: -32601, message: 'the method eth_feeHistory does not exist/is not available' },
      },
      { jsonrpc: '2.0', id: 7, error: full },
      answer('soon'),
    ])
  })

  it('never answers a method that hangs, until the connection ends', async () => {
    proxy.fail({ hanging: ['eth_call'] })
    const hanging = expect(ask('eth_call', {}, 'latest')).rejects.toThrow('fetch failed')
    await expect.poll(() => proxy.asked).toEqual(['eth_call'])
    await proxy.close()
    await hanging
  })
})
