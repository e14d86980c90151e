import { expect, test } from 'vitest'
import { type StatedAsset, verifyDecimals } from '../../src/payments/verify-decimals.ts'
import { runInSession } from '../support/command-session.ts'
import { startFakeNode } from '../support/fake-node.ts'

const TOKEN = '0x6666666666666666666666666666666666666666'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

function asset(chain: string, address: string, decimals: number | undefined, isNative = false): StatedAsset {
  return { label: `${chain}:${address}`, chain: { key: chain }, asset: { address, isNative, decimals } }
}

const listed = asset('ethereum', USDC, 6)

interface Case {
  readonly onChain?: bigint
  readonly mayBeUnread?: boolean
  readonly network?: 'live' | 'sandbox'
}

/** What becomes of an asset whose contract states these decimals at the user's own node of Base. */
async function verify(stated: StatedAsset, { onChain = 18n, mayBeUnread = false, network = 'live' }: Case = {}) {
  const node = await startFakeNode((method) =>
    method === 'eth_chainId'
      ? '0x2105'
      : method === 'eth_call'
        ? `0x${onChain.toString(16).padStart(64, '0')}`
        : undefined,
  )
  let found: Awaited<ReturnType<typeof verifyDecimals>> | undefined
  const { error } = await runInSession(
    async (session) => {
      found = await verifyDecimals(session, [listed, stated], mayBeUnread)
    },
    { network, settings: { 'rpc.base': node.url } },
  )
  return { error, decimals: found?.assets[1].asset.decimals, unread: found?.unread, calls: node.calls }
}

test('a server that says 2 instead of 18 decimals is refused: 99 of them would be next to nothing', async () => {
  const { error } = await verify(asset('base', TOKEN, 2))
  expect(error).toMatchObject({
    code: 'WALLET_REFUSED',
    exitCode: 6,
    reason: 'decimals',
    message: `base:${TOKEN} has 18 decimals on its chain, and 2 were told`,
  })
})

test('decimals that the chain confirms go through, and those that a server left out are read', async () => {
  expect(await verify(asset('base', TOKEN, 18))).toMatchObject({ error: undefined, decimals: 18, unread: [] })
  expect(await verify(asset('base', TOKEN, undefined))).toMatchObject({ error: undefined, decimals: 18 })
})

test('decimals that the contract does not state are refused', async () => {
  expect((await verify(asset('base', TOKEN, 18), { onChain: 2n ** 200n })).error).toMatchObject({
    reason: 'decimals',
    hint: 'Nothing was signed. Name a node that you trust: swapcli config set rpc.base https://…',
  })
})

test('the bundled catalog needs no node, and a coin of an EVM chain has 18', async () => {
  expect(await verify(asset('ethereum', USDC, 6))).toMatchObject({ error: undefined, decimals: 6, calls: [] })
  expect((await verify(asset('ethereum', USDC, 18))).error).toMatchObject({ reason: 'decimals' })
  const coin = '0x0000000000000000000000000000000000000000'
  expect(await verify(asset('base', coin, 18, true))).toMatchObject({ error: undefined, calls: [] })
})

test('a chain that cannot be read is refused where nobody looks, and told of where somebody does', async () => {
  const sui = asset('sui', '0xabc::new::NEW', 9)
  expect((await verify(sui)).error).toMatchObject({ reason: 'decimals' })
  expect(await verify(sui, { mayBeUnread: true })).toMatchObject({
    error: undefined,
    decimals: 9,
    unread: ['The decimals of sui:0xabc::new::NEW are those that were told: its chain cannot be read here'],
  })
})

test('nothing is read for the sandbox', async () => {
  expect(await verify(asset('base', TOKEN, 2), { network: 'sandbox' })).toMatchObject({ error: undefined, calls: [] })
})
