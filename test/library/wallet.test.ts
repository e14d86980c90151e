import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { createHandler, createSwapClient, openSwapService } from '../../src/index.ts'
import { openSwapWallet, type SwapProgress, type SwapReview } from '../../src/wallet.ts'
import { stateOf } from '../support/home-env.ts'
import { newHome } from '../support/new-home.ts'
import { swapErrorOf } from '../support/swap-error.ts'

/*
 * `swapcli/wallet` on the sandbox: with the service in this process, and over a server.
 */

const PAIR = {
  srcChain: 'ethereum',
  srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dstChain: 'base',
  dstAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
}
const REQUEST = { ...PAIR, amount: '100', provider: 'SANDBOX_BRIDGE' }

const place = (home: string) => ({ home, stateHome: stateOf(home) })

async function openSandbox() {
  const home = await newHome()
  return { home, service: await openSwapService({ home, sandbox: { speed: 10_000 } }) }
}

describe.each(['in this process', 'over a server'])('a swap with the service %s', (way) => {
  async function open() {
    const { home, service } = await openSandbox()
    const handler = createHandler(service)
    const client = createSwapClient('http://swap.example', {
      fetch: async (url, init) => handler(new Request(url, init)),
      pollMs: 10,
    })
    const wallet =
      way === 'over a server'
        ? await openSwapWallet({ service: client, network: 'sandbox', ...place(home) })
        : await openSwapWallet({ service, ...place(home) })
    return { wallet, service, home }
  }

  test('is agreed to, paid, reported and followed to its end', async () => {
    const { wallet, service } = await open()
    const reviews: SwapReview[] = []
    const steps: string[] = []
    const outcome = await wallet.swap(REQUEST, {
      onReview: (review) => reviews.push(review) > 0,
      onProgress: ({ step }) => void steps.push(step),
    })
    expect(outcome).toMatchObject({
      step: 'final',
      transaction: { status: 'SUCCESS' },
      funds: 'moved',
      leftApprovals: [],
    })
    expect(steps.filter((step, index) => step !== steps[index - 1])).toEqual([
      ...['locking', 'locked', 'executing', 'executed', 'signed', 'sent', 'tracked', 'final'],
    ])
    expect(reviews).toMatchObject([
      {
        kind: 'terms',
        runId: outcome.runId,
        recipient: { address: wallet.address, fingerprint: 'dffe 1949' },
        lock: { provider: 'SANDBOX_BRIDGE', src: { formatted: '100', currency: 'USDC' } },
        refusal: undefined,
      },
    ])
    expect(outcome.hash).toBe((await service.status({ transactionId: outcome.transactionId })).transaction.inboundHash)
    expect(await wallet.listUnfinished()).toEqual([])
    await wallet.close()
  })

  test('that is not agreed to ends with nothing sent', async () => {
    const { wallet, service } = await open()
    const refusal = await swapErrorOf(wallet.swap(REQUEST, { onReview: () => false }))
    expect([refusal.code, refusal.reason, refusal.funds]).toEqual(['WALLET_REFUSED', 'declined', 'untouched'])
    expect((await service.history()).data).toEqual([])
    expect(await wallet.listUnfinished()).toEqual([])
    await wallet.close()
  })

  test('that promises less than asked for is refused before anybody is asked', async () => {
    const { wallet } = await open()
    const asked: SwapReview[] = []
    const onReview = (review: SwapReview) => asked.push(review) > 0
    const refusal = await swapErrorOf(wallet.swap({ ...REQUEST, minReceive: '100' }, { onReview }))
    expect([refusal.code, refusal.reason, asked]).toEqual(['WALLET_REFUSED', 'below-floor', []])
    await wallet.close()
  })
})

test('a swap that is left is gone on with, and paid once', async () => {
  const { home, service } = await openSandbox()
  const leave = new AbortController()
  const first = await openSwapWallet({ service, ...place(home) })
  const onReview = () => true
  let left: SwapProgress | undefined
  const onProgress = (progress: SwapProgress) => {
    if (progress.step !== 'signed') return
    left = progress
    leave.abort()
  }
  const refusal = await swapErrorOf(first.swap(REQUEST, { onReview, onProgress, signal: leave.signal }))
  expect([refusal.code, refusal.funds]).toEqual(['OUTCOME_UNKNOWN', 'moved'])
  expect((await first.listUnfinished()).map(({ runId, hash }) => [runId, hash])).toEqual([[left?.runId, left?.hash]])
  await first.close()

  const second = await openSwapWallet({ service, ...place(home) })
  const outcome = await second.resume(left?.runId ?? '', { onReview: () => expect.unreachable('it is agreed to') })
  expect([outcome.hash, outcome.transaction?.status]).toEqual([left?.hash, 'SUCCESS'])
  expect((await service.history()).pagination.total).toBe(1)
  expect((await swapErrorOf(second.resume('run_none', { onReview }))).code).toBe('NOT_FOUND')
  const client = createSwapClient('http://swap.example')
  await using third = await openSwapWallet({ service: client, network: 'sandbox', ...place(home) })
  const elsewhere = await swapErrorOf(third.resume(left?.runId ?? '', { onReview }))
  expect([elsewhere.code, elsewhere.reason]).toEqual(['WALLET_REFUSED', 'run'])
  await second.close()
})

test('a deposit that the wallet does not send is told, once it is due', async () => {
  const { home, service } = await openSandbox()
  await using wallet = await openSwapWallet({ service, ...place(home) })
  const told: SwapProgress['deposit'][] = []
  const onProgress = ({ deposit }: SwapProgress) => void told.push(deposit)
  const request = { ...REQUEST, provider: 'SANDBOX_DEPOSIT' }
  const outcome = await wallet.swap(request, { onReview: () => true, onProgress, until: 'tracked' })
  expect(told.filter((one) => one !== undefined)).toEqual([
    { address: expect.stringMatching(/^0x/) as string, amount: '100 USDC', memo: undefined },
  ])
  expect([outcome.step, outcome.hash, outcome.deposit]).toEqual(['tracked', undefined, told.at(-1)])
})

test('a swap that ends FAILED or REFUND says so in its outcome', async () => {
  const { home, service } = await openSandbox()
  await using wallet = await openSwapWallet({ service, ...place(home) })
  const ends = []
  for (const amount of ['100.0060', '100.0070']) {
    const { transaction, funds } = await wallet.swap({ ...REQUEST, amount }, { onReview: () => true })
    ends.push([transaction?.status, funds])
  }
  expect(ends).toEqual([
    ['FAILED', 'moved'],
    ['REFUND', 'moved'],
  ])
})

test('what a caller executed itself is paid once, whichever home, address or call pays it', async () => {
  const { home, service } = await openSandbox()
  await using wallet = await openSwapWallet({ service, ...place(home) })
  const executed = async () => {
    const depositor = wallet.address
    const { data } = await service.quote({ ...REQUEST, depositor, recipient: depositor })
    const route = data.find(({ provider }) => provider === REQUEST.provider)
    const { provider: _, ...pair } = REQUEST
    const request = {
      ...pair,
      ...{ depositor, recipient: depositor, provider: route?.provider ?? '', routeId: route?.routeId ?? '' },
    }
    const lock = await service.lock(request)
    const execution = await service.execute({ lockId: lock.lockId })
    return { request, lock, execution }
  }
  const hooks = { onReview: () => true }
  const twice = await executed()
  const [one, other] = await Promise.allSettled([wallet.pay(twice, hooks), wallet.pay(twice, hooks)])
  expect(one).toMatchObject({ status: 'fulfilled', value: { transaction: { status: 'SUCCESS' } } })
  expect(other).toMatchObject({ status: 'rejected', reason: { code: 'WALLET_REFUSED', funds: 'unknown' } })

  const handler = createHandler(service)
  const client = createSwapClient('http://swap.example', {
    fetch: async (url, init) => handler(new Request(url, init)),
    pollMs: 10,
  })
  await using overServer = await openSwapWallet({ service: client, network: 'sandbox', ...place(home) })
  await using elsewhere = await openSwapWallet({ service, ...place(await newHome()) })
  for (const again of [overServer, elsewhere]) {
    const refusal = await swapErrorOf(again.pay(twice, hooks))
    expect([refusal.code, refusal.reason, refusal.funds]).toEqual(['OUTCOME_UNKNOWN', 'paid-before', 'unknown'])
  }
  expect((await service.history()).pagination.total).toBe(1)
})

test('what onProgress throws is told, and the swap goes on to its end', async () => {
  const { home, service } = await openSandbox()
  const told: string[] = []
  await using wallet = await openSwapWallet({ service, ...place(home), onNotice: (text) => told.push(text) })
  const failing: readonly (() => unknown)[] = [
    () => expect.fail('shown nowhere'),
    () => Promise.reject(new Error('shown nowhere')),
  ]
  for (const fail of failing) {
    told.length = 0
    const outcome = await wallet.swap(REQUEST, { onReview: () => true, onProgress: () => fail() as undefined })
    expect(outcome.transaction?.status).toBe('SUCCESS')
    expect(told).toContain('onProgress failed, and the swap goes on: shown nowhere')
  }
})

test('a wallet says which option is missing or wrong, and makes no folder', async () => {
  const { home, service } = await openSandbox()
  const client = createSwapClient('http://swap.example')
  const account = { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', signTransaction: async () => '0x' }
  const live = { service: client, network: 'live', account, ...place(home) } as const
  const json = { address: account.address, type: 'json-rpc' }
  const absolute = 'must be an absolute path: another folder would be meant wherever the program is started'
  const network = 'network must be live or sandbox, and has to be named with a client: a server does not say its own'
  const own =
    'account must be an account that signs transactions itself, such as a LocalAccount of viem: on the live network it pays'
  const wrong: readonly (readonly [object, string])[] = [
    [{ service: client, ...place(home) }, network],
    [{ ...live, network: 'moon' }, network],
    [{ ...live, service }, 'network must be sandbox, as that of the service'],
    [{ ...live, service: undefined }, 'service must be a service of openSwapService, or a client'],
    ...[undefined, null, json, account.address, { account: undefined }, { account: json }].map(
      (given) => [{ ...live, account: given }, own] as const,
    ),
    [{ ...live, nodes: { atlantis: 'http://127.0.0.1:1' } }, 'nodes names a chain that does not exist: atlantis'],
    ...[null, [], 7, ['https://a.example', 7]].map(
      (node) =>
        [
          { ...live, nodes: { ethereum: node } },
          'nodes.ethereum must be one or more URLs, or a provider of EIP-1193',
        ] as const,
    ),
    ...['nonsense', 'file:///etc/passwd'].map(
      (node) => [{ ...live, nodes: { ethereum: node } }, expect.stringContaining('nodes.ethereum') as string] as const,
    ),
    [{ service, ...place(home), home: 'here' }, `home ${absolute}`],
    [{ service, ...place(home), home: '' }, `home ${absolute}`],
    [{ service, ...place(home), stateHome: './state' }, `stateHome ${absolute}`],
  ]
  for (const [options, message] of wrong) {
    const refusal = await swapErrorOf(openSwapWallet(options as Parameters<typeof openSwapWallet>[0]))
    expect([refusal.code, refusal.message]).toEqual(['CONFIG_INVALID', message])
  }
  expect((await readdir(home)).filter((name) => name.startsWith('wallet'))).toEqual([])
  await using wallet = await openSwapWallet({ service, ...place(home) })
  const onReview = () => true
  const changes = [
    ...[{ minReceive: 'x' }, { mostLossBps: 0.5 }, { mostCost: 'much' }, { srcAddress: '0x1' }],
    ...[{ minRecieve: '99' }, { depositor: account.address }, { accept: ['zzz'] }],
  ]
  const fields = changes.map(
    async (change) => (await swapErrorOf(wallet.swap({ ...REQUEST, ...change } as typeof REQUEST, { onReview }))).field,
  )
  expect(await Promise.all(fields)).toEqual([
    ...['minReceive', 'mostLossBps', 'mostCost', 'srcAddress', 'minRecieve', 'depositor', 'accept'],
  ])
})
