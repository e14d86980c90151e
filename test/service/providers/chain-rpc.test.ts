import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import { ProviderError } from '../../../src/providers/contract.ts'
import { openRpcLab, type RpcAnswer, type RpcLab } from '../../support/rpc-lab.ts'
import { openRpcWorld, type RpcWorld } from '../../support/rpc-world.ts'

let node: RpcLab
let second: RpcLab
let world: RpcWorld

beforeEach(async () => {
  ;[node, second, world] = await Promise.all([openRpcLab(8453), openRpcLab(8453), openRpcWorld()])
  world.urls.set('base', node.url)
  second.answer = () => ({ result: '0xb' })
})
afterEach(async () => {
  expect([...node.problems(), ...second.problems()]).toEqual([])
  await Promise.all([world.close(), node.close(), second.close()])
})

function ask(chainKey = 'base', signal = new AbortController().signal) {
  return world.rpc.request(chainKey, 'eth_call', [{ to: '0x01', data: '0x' }, 'latest'], signal)
}

/** How a call failed. */
async function failure(call: Promise<unknown>) {
  const error: unknown = await world.throughPauses(call).then(
    (result) => result,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ProviderError) return { provider: error.code, message: error.message }
  if (error instanceof RpcError) return { node: error.code, message: error.message, data: error.data }
  throw new Error('no failure of the chain', { cause: error })
}

const error = (code: number, message: string, data?: unknown): RpcAnswer => ({ error: { code, message, data } })

describe('a call', () => {
  it('goes to the RPC that the user set, and its result comes back unread', async () => {
    node.answer = () => ({ result: { nested: ['0x01', 7] } })
    expect(await ask()).toEqual({ nested: ['0x01', 7] })
    expect(node.calls).toEqual([{ method: 'eth_call', params: [{ to: '0x01', data: '0x' }, 'latest'] }])
  })

  it('is one of many under one signal, which gets no listener for each: Node would print a warning', async () => {
    const { signal } = new AbortController()
    const rpc = await world.rpc.chainRpc('base', signal)
    let listeners = 0
    node.answer = () => {
      listeners = Math.max(listeners, getEventListeners(signal, 'abort').length)
      return { result: null }
    }
    await Promise.all(Array.from({ length: 12 }, () => rpc.request({ method: 'eth_call', params: [] })))
    expect(listeners).toBe(0)
  })

  it('may have nothing as its result', async () => {
    node.answer = () => ({ result: null })
    expect(await ask()).toBeNull()
  })

  it('asks a URL once of which chain it is', async () => {
    await ask()
    await ask()
    expect(node.chainIdCalls()).toBe(1)
  })

  it('asks again of which chain a URL is after that could not be found out', async () => {
    node.chainId = { status: 404, text: '{}' }
    expect(await failure(ask())).toMatchObject({ provider: 'bad_response' })
    node.chainId = { result: '0x2105' }
    expect(await ask()).toBeNull()
  })

  it('fails at a URL of another chain, whatever that answers, and no other URL hides it', async () => {
    node.chainId = { result: '0x1' }
    node.answer = () => error(3, 'execution reverted')
    world.urls.set('base', `${node.url},${second.url}`)
    const expected = {
      provider: 'unavailable',
      message: 'The RPC set for Base serves the chain with id 1, not 8453',
    }
    expect([await failure(ask()), await failure(ask())]).toEqual([expected, expected])
    expect(second.calls).toEqual([])
  })

  it.each(['nonsense', '0x', null, 8453])('fails at a URL that calls its chain %j', async (result) => {
    node.chainId = { result }
    expect(await failure(ask())).toEqual({
      provider: 'bad_response',
      message: 'The RPC of Base failed: It does not state its chain id',
    })
  })
})

describe('an error of a node', () => {
  it.each([
    ['a revert', error(3, 'execution reverted: no', '0x08c379a0'), { node: 3, data: '0x08c379a0' }],
    ['a revert by its words', error(-32000, 'execution reverted'), { node: -32000, data: undefined }],
    ['a revert one level deeper', error(-32603, 'x', { data: '0xdeadbeef' }), { node: -32603, data: '0xdeadbeef' }],
    ['a revert behind a word', error(-32015, 'x', 'Reverted 0xdeadbeef'), { node: -32015, data: '0xdeadbeef' }],
    ['another one', error(-32000, 'header not found'), { node: -32000, data: undefined }],
    ['one with data that is no hex', error(-32000, 'x', 'nothing'), { node: -32000, data: undefined }],
    [
      'one in a reply with status 400',
      { status: 400, text: '{"error":{"code":-32601,"message":"x"}}' },
      { node: -32601 },
    ],
  ])('is told with its code and data: %s', async (_name, answer, expected) => {
    node.answer = () => answer
    expect(await failure(ask())).toMatchObject(expected)
  })

  it('has no control codes', async () => {
    node.answer = () => error(-32000, '\u001b[2Jgone')
    expect(await failure(ask())).toMatchObject({ message: '\\u{1b}[2Jgone' })
  })

  it.each([
    ['the code of a limit', error(-32005, 'x'), 'rate_limited'],
    ['the words of a limit', error(-32000, 'Too Many Requests, see our plans'), 'rate_limited'],
    ['the status of a limit', { status: 429, text: '{}' }, 'rate_limited'],
    ['no time', error(-32002, 'x'), 'unreachable'],
    ['a server error', { status: 502, text: '{}' }, 'unreachable'],
    ['a refusal', { status: 403, text: '{}' }, 'unavailable'],
    ['no JSON', { text: '<html></html>' }, 'bad_response'],
    ['no JSON-RPC', { text: '{"hello":"world"}' }, 'bad_response'],
    ['a result with a status that belies it', { status: 400, text: '{"result":"0x1"}' }, 'bad_response'],
    ['an error without a code', { text: '{"error":{"message":"x"}}' }, 'bad_response'],
  ] satisfies [string, RpcAnswer, string][])('is trouble with the node: %s', async (_name, answer, code) => {
    node.answer = () => answer
    expect(await failure(ask())).toMatchObject({
      provider: code,
      message: expect.stringMatching(/^The RPC of Base failed: /) as string,
    })
  })
})

describe('with several RPCs', () => {
  beforeEach(() => world.urls.set('base', `${node.url} ${second.url}`))

  it.each([
    ['has trouble', { status: 500, text: '' }],
    ['limits the rate', error(-32005, 'x')],
    ['lacks the method', error(-32601, 'x')],
    ['lacks the state', error(-32000, 'missing trie node')],
  ] satisfies [string, RpcAnswer][])('the next one answers when the first %s', async (_name, answer) => {
    node.answer = () => answer
    expect(await world.throughPauses(ask())).toBe('0xb')
  })

  it('the next one answers when the first is silent', async () => {
    node.answer = () => 'silence'
    const call = ask()
    while (node.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await world.clock.advance(2_667)
    expect(await call).toBe('0xb')
  })

  it('a revert is not requested twice', async () => {
    node.answer = () => error(3, 'execution reverted')
    expect(await failure(ask())).toMatchObject({ node: 3 })
    expect(second.calls).toEqual([])
  })

  it('the failure of the last one is told when none answers', async () => {
    node.answer = () => ({ text: 'nonsense' })
    second.answer = () => error(-32005, 'x')
    expect(await failure(ask())).toMatchObject({ provider: 'rate_limited' })
  })
})

describe('what nodes of two operators say', () => {
  const agreed = () =>
    world.throughPauses(
      world.rpc.requestAgreed(
        'base',
        { method: 'eth_call', params: [{ to: '0x01', data: '0x' }, 'latest'] },
        (answer) => ('error' in answer ? 'refused' : String(answer.value)),
        new AbortController().signal,
      ),
    )
  beforeEach(() => {
    world.urls.delete('base')
    world.publicNodes.set('base', { nodes: [`first ${node.url}`, `second ${second.url}`] })
    node.answer = () => ({ result: '0xb' })
  })

  it('counts where it is the same', async () => {
    expect(await agreed()).toEqual({ by: 'agreed', value: '0xb' })
    node.answer = second.answer = () => error(3, 'execution reverted')
    expect(await agreed()).toEqual({ by: 'agreed', value: 'refused' })
  })

  it('is told apart where it differs, where one is silent, and where all are', async () => {
    node.answer = () => ({ result: '0xa' })
    expect(await agreed()).toEqual({ by: 'differing' })
    second.answer = () => ({ status: 500, text: '' })
    expect(await agreed()).toEqual({ by: 'one', value: '0xa' })
    node.answer = second.answer
    expect(await agreed()).toEqual({ by: 'none' })
  })

  it("is one node's word where no other operator is known, or the node is the user's own", async () => {
    world.publicNodes.set('base', { nodes: [`first ${node.url}`] })
    expect(await agreed()).toEqual({ by: 'agreed', value: '0xb' })
    world.urls.set('base', `${node.url} ${second.url}`)
    second.answer = () => ({ result: '0xc' })
    expect(await agreed()).toEqual({ by: 'agreed', value: '0xb' })
  })
})

describe('without an answer', () => {
  it('a lone RPC has seven seconds, which is less than a quote with routes waits', async () => {
    node.answer = () => 'silence'
    const call = failure(ask())
    while (node.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await world.clock.advance(7_000)
    expect(await call).toEqual({
      provider: 'timeout',
      message: 'The RPC of Base failed: No answer within 7 s',
    })
    expect(world.clock.sleepers()).toBe(0)
  })

  it('nobody waits once the caller has left', async () => {
    node.answer = () => 'silence'
    const leaving = new AbortController()
    const call = failure(ask('base', leaving.signal))
    while (node.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
    leaving.abort(new ProviderError('timeout', 'The caller did not wait for the answer'))
    expect(await call).toEqual({ provider: 'timeout', message: 'The caller did not wait for the answer' })
    expect(world.clock.sleepers()).toBe(0)
  })
})

describe('without a URL', () => {
  it('the setting to make is named', async () => {
    expect(await failure(ask('celo'))).toEqual({
      provider: 'unavailable',
      message: 'No RPC of Celo is known: set one with swapcli config set rpc.celo <url>',
    })
  })

  it.each(['nowhere', 'constructor'])('there is no answer on %s', async (chainKey) => {
    expect(await failure(ask(chainKey))).toMatchObject({ provider: 'unavailable' })
  })

  it.each([
    'nonsense',
    'https://rpc.example/ nonsense',
    'ftp://127.0.0.1/',
    'http://rpc.example/',
    'https://rpc.example/?key=1',
  ])('but with %s the setting is refused', async (text) => {
    world.urls.set('base', text)
    expect(await failure(ask())).toMatchObject({
      provider: 'unavailable',
      message: expect.stringMatching('must be https') as string,
    })
    expect(world.clock.sleepers()).toBe(0)
  })
})
