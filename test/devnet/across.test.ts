import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAddress, type Hash, isAddress, isHex, parseEther } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Execution, StatusTransaction } from '../../src/core/api/documents.ts'
import type { QuoteRequest } from '../../src/core/api/service.ts'
import { openSwapService } from '../../src/open.ts'
import { liveProviders } from '../../src/providers/live.ts'
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts'
import { type AcrossApi, acrossApi, type AcrossApiOptions } from './across-api.ts'
import { describeOnChains } from './describe-on-chains.ts'
import { expireAndRefund, expireDeposits, fillDeposits } from './relayer.ts'
import { account, balances, type DevChain, type Devnet, fund, NATIVE, openDevnet, tokens } from './world.ts'

const alice = account(0)
const BOB = getAddress(`0x${'b0'.repeat(20)}`)
const nothing = { eth: 0n, weth: 0n, usdc: 0n, usdt: 0n, dai: 0n }
const usdcToBase: QuoteRequest = {
  ...{ srcChain: 'ethereum', srcAddress: tokens.ethereum.usdc, dstChain: 'base', dstAddress: tokens.base.usdc },
  amount: '100',
}
const ethToEthereum: QuoteRequest = {
  ...{ srcChain: 'base', srcAddress: NATIVE, dstChain: 'ethereum', dstAddress: NATIVE },
  amount: '0.5',
}

describeOnChains('Across between the local chains', () => {
  let devnet: Devnet
  let api: AcrossApi
  let home: string
  let clock: FakeClock
  let service: Awaited<ReturnType<typeof openSwapService>>

  beforeEach(async () => {
    devnet = await openDevnet()
    home = await mkdtemp(join(tmpdir(), 'swapcli-devnet-'))
    await fund(devnet.ethereum, alice.address, { usdc: 1_000_000_000n })
  })
  afterEach(async () => {
    await service.close()
    await Promise.all([api.close(), devnet.close()])
    await rm(home, { recursive: true })
  })

  async function open(options: AcrossApiOptions = {}) {
    api = await acrossApi(devnet, options)
    const { timestamp } = await devnet.ethereum.client.getBlock()
    clock = createFakeClock(Number(timestamp) * 1000)
    const settings: Record<string, string> = {
      'ACROSS.URL': api.url,
      'RPC.ethereum': devnet.ethereum.url,
      'RPC.base': devnet.base.url,
      ...Object.fromEntries(
        liveProviders()
          .filter(({ manifest }) => manifest.key !== 'ACROSS')
          .map(({ manifest }) => [`${manifest.key}.ENABLED`, 'false']),
      ),
    }
    const setting = (key: string, name: string) => settings[`${key}.${name}`]
    service = await openSwapService({ network: 'live', home, clock, setting })
  }

  /** Sends the steps of an exec as they are; gives the hash of the last. */
  async function pay(chain: DevChain, { exec }: Execution): Promise<Hash> {
    const hashes: Hash[] = []
    for (const step of exec?.allSteps ?? []) {
      const { to, data, value } = step as { to: string; data: string; value: string }
      if (!isAddress(to) || !isHex(data)) throw new Error('A step that is no call')
      const hash = await chain.client.sendTransaction({ account: alice, to, data, value: BigInt(value) })
      expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe('success')
      hashes.push(hash)
    }
    await chain.client.mine({ blocks: 1 })
    const last = hashes.at(-1)
    if (last === undefined) throw new Error('An exec without steps')
    return last
  }

  async function deposit(request: QuoteRequest, chain: DevChain) {
    const wallets = { depositor: alice.address, recipient: BOB }
    const lock = await service.lock({ ...request, ...wallets, provider: 'ACROSS' })
    const execution = await service.execute({ lockId: lock.lockId })
    const transactionId = execution.transaction?.id ?? ''
    const hash = await pay(chain, execution)
    await service.track({ transactionId, txHash: hash })
    expect((await service.store.transactions.get(transactionId))?.doc.hashProof).toBe('paid')
    return { transactionId, hash, execution }
  }

  async function statusOf(transactionId: string): Promise<Partial<StatusTransaction>> {
    await clock.advance(600_000)
    const { status, stage, outboundHash, refundHash } = (await service.status({ transactionId })).transaction
    return { status, stage, outboundHash, ...(refundHash === undefined ? {} : { refundHash }) }
  }

  it('is priced with fees that add up', async () => {
    await open()
    const { data, verdicts } = await service.quote(usdcToBase)
    expect(verdicts).toEqual([{ provider: 'ACROSS', outcome: 'routes', routes: 1 }])
    expect(data.map(({ provider, src, dst, minimumReceived }) => ({ provider, src, dst, minimumReceived }))).toEqual([
      {
        provider: 'ACROSS',
        src: { formatted: '100', currency: 'USDC', usd: '100.00' },
        dst: { formatted: '99.97', currency: 'USDC', usd: '99.97' },
        minimumReceived: '99.97',
      },
    ])
  })

  it('brings a token to the other chain once a relayer has paid out', async () => {
    await open()
    const { transactionId, execution } = await deposit(usdcToBase, devnet.ethereum)
    expect(execution.exec?.approvalTarget).toBe(devnet.ethereum.contracts.spokePool)
    expect(await statusOf(transactionId)).toEqual({ status: 'PENDING', stage: 'swapping', outboundHash: null })
    const [filled, ...more] = await fillDeposits(devnet)
    expect(more).toEqual([])
    expect(await fillDeposits(devnet)).toEqual([])
    const outboundHash = filled?.hash
    expect(await statusOf(transactionId)).toEqual({ status: 'SUCCESS', stage: 'done', outboundHash })
    expect(await balances(devnet.base, BOB)).toEqual({ ...nothing, usdc: 99_970_000n })
    expect((await balances(devnet.ethereum, alice.address)).usdc).toBe(900_000_000n)
  })

  it('brings the coin to the other chain, paid out by a relayer that needs no telling', async () => {
    await open({ fillsWhenAsked: true })
    const { transactionId } = await deposit(ethToEthereum, devnet.base)
    expect(await statusOf(transactionId)).toMatchObject({ status: 'PENDING', stage: 'paying_out' })
    await devnet.ethereum.client.mine({ blocks: 64 })
    expect(await statusOf(transactionId)).toMatchObject({ status: 'SUCCESS' })
    expect(await balances(devnet.ethereum, BOB)).toEqual({ ...nothing, eth: parseEther('0.49985') })
  })

  it('gives a deposit back that no relayer paid out in time', async () => {
    await open()
    const { transactionId } = await deposit(usdcToBase, devnet.ethereum)
    await expireDeposits(devnet)
    expect(await statusOf(transactionId)).toMatchObject({ status: 'PENDING' })
    const [refund] = await expireAndRefund(devnet)
    expect(await statusOf(transactionId)).toMatchObject({ status: 'PENDING' })
    await devnet.ethereum.client.mine({ blocks: 64 })
    const refundHash = refund?.hash
    expect(await statusOf(transactionId)).toEqual({ status: 'REFUND', stage: 'done', outboundHash: null, refundHash })
    expect(await fillDeposits(devnet)).toEqual([])
    expect((await balances(devnet.ethereum, alice.address)).usdc).toBe(1_000_000_000n)
    expect(await balances(devnet.base, BOB)).toEqual(nothing)
  })

  it('follows the deposit that was sent again after its allowance was missing, and the swap had ended FAILED', async () => {
    await open()
    const wallets = { depositor: alice.address, recipient: BOB }
    const lock = await service.lock({ ...usdcToBase, ...wallets, provider: 'ACROSS' })
    const execution = await service.execute({ lockId: lock.lockId })
    const transactionId = execution.transaction?.id ?? ''
    const { providerTarget: to, providerCalldata: data } = execution.exec ?? {}
    if (to === undefined || data === undefined || !isAddress(to) || !isHex(data)) throw new Error('No call')
    const { client } = devnet.ethereum
    const early = await client.sendTransaction({ account: alice, to, data, value: 0n, gas: 500_000n })
    expect((await client.waitForTransactionReceipt({ hash: early })).status).toBe('reverted')
    await client.mine({ blocks: 1 })
    await service.track({ transactionId, txHash: early })
    expect(await statusOf(transactionId)).toMatchObject({ status: 'FAILED' })
    const hash = await pay(devnet.ethereum, execution)
    expect(await service.track({ transactionId, txHash: hash })).toMatchObject({
      transaction: { hash, status: 'PENDING' },
      final: false,
    })
    const [filled] = await fillDeposits(devnet)
    const outboundHash = filled?.hash
    expect(await statusOf(transactionId)).toEqual({ status: 'SUCCESS', stage: 'done', outboundHash })
  })

  it('sees by the chains alone that a relayer has paid, once the API is switched off', async () => {
    await open()
    const { transactionId } = await deposit(usdcToBase, devnet.ethereum)
    api.switchOff()
    expect(await statusOf(transactionId)).toEqual({ status: 'PENDING', stage: 'swapping', outboundHash: null })
    const [filled] = await fillDeposits(devnet)
    await devnet.base.client.mine({ blocks: 64 })
    const outboundHash = filled?.hash
    expect(await statusOf(transactionId)).toEqual({ status: 'SUCCESS', stage: 'done', outboundHash })
    expect((await service.store.transactions.get(transactionId))?.doc.deliveredOut).toBe(99_970_000n)
  })

  it('sees by the chains alone that coins were paid', async () => {
    await open()
    const { transactionId } = await deposit(ethToEthereum, devnet.base)
    api.switchOff()
    const [filled] = await fillDeposits(devnet)
    for (const { client } of [devnet.base, devnet.ethereum]) await client.mine({ blocks: 64 })
    const outboundHash = filled?.hash
    expect(await statusOf(transactionId)).toEqual({ status: 'SUCCESS', stage: 'done', outboundHash })
  })

  it('sees by the chains alone that a deposit came back', async () => {
    await open()
    const { transactionId } = await deposit(usdcToBase, devnet.ethereum)
    api.switchOff()
    await expireDeposits(devnet)
    expect(await statusOf(transactionId)).toMatchObject({ status: 'PENDING', stage: 'swapping' })
    const [refund] = await expireAndRefund(devnet)
    await devnet.ethereum.client.mine({ blocks: 64 })
    const refundHash = refund?.hash
    expect(await statusOf(transactionId)).toEqual({ status: 'REFUND', stage: 'done', outboundHash: null, refundHash })
  })

  it('tells two deposits of the same amount apart', async () => {
    await open()
    const first = await deposit(usdcToBase, devnet.ethereum)
    await expireAndRefund(devnet)
    const second = await deposit(usdcToBase, devnet.ethereum)
    expect(await statusOf(second.transactionId)).toMatchObject({ status: 'PENDING' })
    expect(await statusOf(first.transactionId)).toMatchObject({ status: 'REFUND' })
  })

  it('refuses what it does not bridge', async () => {
    await open()
    const { verdicts } = await service.quote({ ...usdcToBase, dstAddress: NATIVE })
    expect(verdicts).toMatchObject([{ provider: 'ACROSS', outcome: 'no_route', code: 'pair_unsupported' }])
  })
})
