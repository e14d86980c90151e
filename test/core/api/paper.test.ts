import { expect, test } from 'vitest'
import { SwapError } from '../../../src/core/api/errors.ts'
import { isPaperProvider, networkOfProviders, readNetwork, verifyNetwork } from '../../../src/core/api/paper.ts'
import { liveProviders } from '../../../src/providers/live.ts'
import { SANDBOX_MANIFESTS } from '../../../src/sandbox/manifests.ts'
import type { Source } from '../../../src/core/api/documents.ts'

const SANDBOX = SANDBOX_MANIFESTS.map(({ key }) => key)
const LIVE = liveProviders().map(({ manifest }) => manifest.key)
const API = 'https://swap.example/api/v1'

test('the providers of the sandbox are of paper, and no live one is', () => {
  expect([SANDBOX.every(isPaperProvider), LIVE.some(isPaperProvider)]).toEqual([true, false])
})

test.each([
  [SANDBOX, 'sandbox'],
  [['SANDBOX_NEW'], 'sandbox'],
  [LIVE, 'live'],
  [[], undefined],
  [['RELAY', 'SANDBOX_DEX'], undefined],
])('a service with the providers %j is of %s', (keys, network) => {
  expect(networkOfProviders(keys)).toBe(network)
})

const listing = (keys: readonly string[]) => ({
  sources: async () => ({
    data: keys.map((key): Source => ({ key, name: key, image: '', type: 'BRIDGE', active: true })),
    pagination: { page: 1, perPage: 300, total: keys.length, hasMore: false },
  }),
})
const failing = (error: SwapError) => ({ sources: () => Promise.reject(error) })

test('a service says by its providers what it is; one without that list says nothing, and one that is away fails', async () => {
  expect(await readNetwork(listing(['RELAY', 'LIFI']))).toBe('live')
  expect(await readNetwork(failing(new SwapError('NOT_FOUND', 'no such path')))).toBeUndefined()
  const away = new SwapError('SERVICE_UNAVAILABLE', 'gone')
  await expect(readNetwork(failing(away))).rejects.toBe(away)
})

test.each([
  ['live', 'SANDBOX_DEX', 'This server is a sandbox', 'sandbox'],
  ['sandbox', 'RELAY', 'This server is LIVE', 'live'],
] as const)('with the network %s, %s is refused: %s', (network, provider, message, other) => {
  expect(() => verifyNetwork(network, provider, API)).toThrow(
    expect.objectContaining({
      code: 'WALLET_REFUSED',
      reason: 'network',
      funds: 'untouched',
      message: expect.stringContaining(message) as string,
      hint: `If you mean this server: swapcli --network ${other} --api ${API}`,
    }) as Error,
  )
})

test('what is taken for what it is goes on', () => {
  expect(() => verifyNetwork('live', 'RELAY', API)).not.toThrow()
  expect(() => verifyNetwork('sandbox', 'SANDBOX_DEX', API)).not.toThrow()
})
