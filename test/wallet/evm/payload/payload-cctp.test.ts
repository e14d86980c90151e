import { type Address, encodeFunctionData, type Hex, pad, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { TOKENS } from '../../../../src/core/evm/tokens.ts'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'
import { burnCall } from '../../../../src/providers/cctp/call.ts'
import { corridorOf } from '../../../../src/providers/cctp/chains.ts'
import { walletCallExec } from '../../../../src/providers/kit/wallet-call.ts'
import { bundledAsset } from '../../../support/bundled-catalog.ts'
import { USDC } from './contracts.ts'
import { ALICE, BOB, MALLORY } from './parties.ts'
import { BRIDGE_TERMS } from './terms.ts'

/* Burns of USDC: the provider's own is read whole, and every argument of it that lies is refused. */

const NOW_MS = Date.UTC(2026, 0, 15, 12)
const ZERO: Hex = `0x${'00'.repeat(32)}`
const FRAME = '0x636374702d666f72776172640000000000000000000000000000000000000000'
const abi = parseAbi([
  'function depositForBurnWithHook(uint256 amount, uint32 domain, bytes32 recipient, address token, bytes32 caller, uint256 maxFee, uint32 finality, bytes hook)',
])

interface Burn {
  readonly amount: bigint
  readonly domain: number
  readonly recipient: Hex
  readonly token: Address
  readonly caller: Hex
  readonly maxFee: bigint
  readonly hook: Hex
}
const honest: Burn = {
  amount: 100_000_000n,
  domain: 6,
  recipient: pad(BOB),
  token: USDC,
  caller: ZERO,
  maxFee: 500_000n,
  hook: FRAME,
}

async function readBurn(changes: Partial<Burn> = {}, terms: PayTerms = BRIDGE_TERMS) {
  const src = await bundledAsset(`ethereum:${USDC}`)
  const dst = await bundledAsset(`base:${TOKENS.base.USDC}`)
  const corridor = corridorOf({ src, dst })
  if (corridor === undefined) throw new Error('no corridor')
  const { amount, domain, recipient, token, caller, maxFee, hook } = { ...honest, ...changes }
  const call = burnCall(
    corridor,
    { amountIn: honest.amount, recipient: BOB },
    { way: 'fast', mintedBy: 'forwarder' },
    honest.maxFee,
  )
  const data = encodeFunctionData({ abi, args: [amount, domain, recipient, token, caller, maxFee, 1000, hook] })
  if (Object.keys(changes).length === 0) expect(call.data).toBe(data)
  const exec = walletCallExec({ ...call, data }, { src, amountIn: honest.amount }, { type: 'bridge', description: '' })
  return readPayload(exec, terms, NOW_MS)
}

describe('a burn of USDC', () => {
  it('is read whole: who is paid, the least that arrives, and no doubt', async () => {
    expect(await readBurn()).toMatchObject({
      functionName: 'depositForBurnWithHook',
      recipient: BOB,
      minimumReceived: 99_500_000n,
      approval: { spender: '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d', amount: 100_000_000n },
      doubts: [],
      warnings: [],
    })
  })

  it.each<[string, Partial<Burn>]>([
    ['another recipient', { recipient: pad(MALLORY) }],
    ['the payer as recipient', { recipient: pad(ALICE) }],
    ['more than an address as recipient', { recipient: `0x01${pad(BOB).slice(4)}` }],
    ['another chain', { domain: 3 }],
    ['another amount', { amount: 100_000_001n }],
    ['another token', { token: TOKENS.ethereum.USDT }],
    ['a fee that leaves less than must arrive', { maxFee: 1_000_003n }],
    ['a fee of all', { maxFee: 100_000_000n }],
    ['one caller alone who may mint', { caller: pad(MALLORY) }],
  ])('with %s is refused', async (_name, changes) => {
    await expect(readBurn(changes)).rejects.toMatchObject({ code: 'WALLET_REFUSED' })
  })

  it.each<[string, Hex]>([
    ['another hook', '0x1234'],
    ['a hook of another version', `0x${FRAME.slice(2, 56)}00000001`],
    ['a hook with something behind the frame', `${FRAME}00`],
  ])('with %s has a doubt', async (_name, hook) => {
    expect((await readBurn({ hook })).doubts.map(({ code }) => code)).toEqual(['opaque-call'])
  })

  it('that nobody is asked to mint says so, and is read whole', async () => {
    const src = await bundledAsset(`ethereum:${USDC}`)
    const dst = await bundledAsset(`base:${TOKENS.base.USDC}`)
    const corridor = corridorOf({ src, dst })
    if (corridor === undefined) throw new Error('no corridor')
    const lock = { amountIn: honest.amount, recipient: BOB }
    const call = burnCall(corridor, lock, { way: 'fast', mintedBy: 'claim' }, honest.maxFee)
    const exec = walletCallExec(call, { src, amountIn: honest.amount }, { type: 'bridge', description: '' })
    const terms = { ...BRIDGE_TERMS, provider: 'CCTP' }
    expect(readPayload(exec, terms, NOW_MS)).toMatchObject({
      functionName: 'depositForBurn',
      recipient: BOB,
      minimumReceived: 99_500_000n,
      doubts: [{ code: 'needs-claim' }],
    })
  })

  it.each<[string, PayTerms['dst']]>([
    ['another asset of the chain', { ...BRIDGE_TERMS.dst, address: TOKENS.base.USDT, symbol: 'USDT' }],
    ['another token that is called USDC', { ...BRIDGE_TERMS.dst, address: MALLORY }],
  ])('does not pay %s', async (_name, dst) => {
    await expect(readBurn({}, { ...BRIDGE_TERMS, dst })).rejects.toMatchObject({ code: 'WALLET_REFUSED' })
  })
})
