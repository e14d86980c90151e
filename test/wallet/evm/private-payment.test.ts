import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { sendPrivately } from '../../../src/core/evm/private-sending.ts'
import { readFreeNonce } from '../../../src/wallet/evm/chain/checks.ts'
import type { EvmChain } from '../../../src/wallet/evm/evm-chain.ts'
import { createEvmWallet } from '../../../src/wallet/evm/wallet.ts'
import { createCountingIds, createFakeClock } from '../../support/fake-clock.ts'
import { fakeRpc } from '../../support/fake-rpc.ts'

const OWNER = privateKeyToAccount(`0x${'01'.repeat(32)}`)

async function signed(nonce: number, chainId = 1) {
  const raw = await OWNER.signTransaction({
    ...{ type: 'eip1559', chainId, nonce, to: OWNER.address, gas: 21_000n, value: 1n },
    ...{ maxFeePerGas: 10n, maxPriorityFeePerGas: 1n },
  })
  return { hash: keccak256(raw), raw }
}

/** A chain whose nodes know of five transactions of the account, and who was sent bytes. */
function open(isPrivate = true) {
  const clock = createFakeClock()
  const sent: string[] = []
  const nodes = (who: string) =>
    fakeRpc([
      async ({ method, params: [raw] }) => {
        if (method === 'eth_getTransactionCount') return '0x5'
        if (method === 'eth_sendRawTransaction') sent.push(who)
        return method === 'eth_sendRawTransaction' ? keccak256(raw as `0x${string}`) : null
      },
    ])
  const sending = { hosts: ['private.example'], publicAfterMs: 600_000 }
  const rpc = isPrivate ? sendPrivately(nodes('public'), nodes('private'), sending, clock) : nodes('public')
  const place = { family: 'evm', key: 'ethereum', name: 'Ethereum', chainId: 1, nativeSymbol: 'ETH' } as const
  const chain: EvmChain = { ...place, rpc, confirmations: 2 }
  return { chain, clock, sent }
}

test('a payment that waits at a private endpoint keeps its nonce from the next one', async () => {
  const kept = await Promise.all([signed(5), signed(6), signed(90, 10)])
  const unsettled = () => Promise.resolve(kept)
  expect(await readFreeNonce(open().chain, OWNER.address, unsettled)).toBe(7)
  expect(await readFreeNonce(open().chain, OWNER.address, undefined)).toBe(5)
  expect(await readFreeNonce(open().chain, OWNER.address, async () => [await signed(3)])).toBe(5)
})

test('what nodes know of is counted by them alone', async () => {
  expect(await readFreeNonce(open(false).chain, OWNER.address, async () => [await signed(6)])).toBe(5)
})

test.each([
  ['goes public once its time is up, counted from when it was signed', 600_000, ['private', 'public']],
  ['stays private until then', 599_999, ['private']],
])('a payment of an earlier process %s', async (_name, ageMs, to) => {
  const { chain, clock, sent } = open()
  const wallet = createEvmWallet({
    ...{ address: OWNER.address, clock, ids: createCountingIds(), options: { allowance: 'exact' } },
    signer: () => Promise.reject(new Error('it signed')),
    chain: () => Promise.resolve(chain),
    isListed: () => Promise.resolve(true),
  })
  await wallet.broadcast({ ...(await signed(5)), sentAtMs: clock.now() - ageMs })
  expect(sent).toEqual(to)
})
