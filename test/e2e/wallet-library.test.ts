import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { bytesToHex, createWalletClient, custom, http, parseUnits } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { type EvmAccount, openSwapWallet, type RpcProvider, type SwapReview, verifyPayment } from '../../src/wallet.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { balances, type DevChain } from '../devnet/world.ts'
import { stateOf } from '../support/home-env.ts'
import { swapErrorOf } from '../support/swap-error.ts'
import { sharedWorld, type User } from './wallet-world.ts'
import { libraryNodes, openUniswap } from './workers/library-service.ts'

/*
 * `swapcli/wallet` pays with accounts and clients of viem, against Uniswap's own contracts on local chains.
 */

const usdc = (amount: string) => parseUnits(amount, 6)
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const ETH = '0x0000000000000000000000000000000000000000'
const TO_COIN = { srcChain: 'base', srcAddress: USDC, dstChain: 'base', dstAddress: ETH }

/** Steps after which a process is killed; each has an account. */
const KILLS = ['locked', 'executed', 'signed', 'sent', 'tracked']

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

describeOnChains("swapcli/wallet with the caller's account", () => {
  // Blocks go on by themselves: a payment counts once another block follows.
  const world = sharedWorld({ blockTimeSec: 0.2, args: ['--mixed-mining'] })

  interface Chosen {
    readonly account: EvmAccount | { readonly account: EvmAccount }
    /** Asks Base. @default its URL */
    readonly base?: RpcProvider
  }

  async function openWallet(user: User, options: Chosen) {
    const { base, ethereum } = world.devnet
    const { home } = user
    const urls = { base: base.url, ethereum: ethereum.url }
    const service = await openUniswap(home, urls)
    ends.push(() => service.close())
    const nodes = { ...libraryNodes(urls), base: options.base ?? base.url }
    const wallet = await openSwapWallet({ service, home, stateHome: stateOf(home), nodes, account: options.account })
    ends.push(() => wallet.close())
    return { wallet, service }
  }

  /** What became of the account, network cost left out. */
  async function changeOf(user: User, chain: DevChain, before: Awaited<ReturnType<typeof balances>>) {
    const after = await balances(chain, user.address)
    const cost = (await user.sent(chain)).reduce((sum, { gasCost }) => sum + gasCost, 0n)
    return { usdc: after.usdc - before.usdc, eth: after.eth + cost - before.eth }
  }

  test('a local account pays what it agreed to, after an approval of exactly that', async () => {
    const { base } = world.devnet
    const user = await world.user({ index: 0, funds: { base: { usdc: usdc('500') } } })
    const { wallet } = await openWallet(user, { account: user.account })
    const before = await balances(base, user.address)
    const reviews: SwapReview[] = []
    const outcome = await wallet.swap(
      { ...TO_COIN, amount: '200.000001' },
      { onReview: (one) => reviews.push(one) > 0 },
    )
    expect(wallet.address).toBe(user.address)
    const sent = await user.sent(base)
    expect(sent.map(({ what }) => what)).toEqual([
      `approve ${base.contracts.swapRouter02} ${usdc('200.000001')}`,
      'multicall',
    ])
    expect([...outcome.approvals, outcome.hash]).toEqual(sent.map(({ hash }) => hash))
    expect(outcome).toMatchObject({ step: 'final', funds: 'moved', leftApprovals: [] })
    const received = outcome.transaction?.dstAmount ?? ''
    expect(await changeOf(user, base, before)).toEqual({ usdc: usdc('-200.000001'), eth: parseUnits(received, 18) })
    expect(reviews).toMatchObject([
      { kind: 'terms', lock: { provider: 'UNISWAP', src: { formatted: '200.000001' } } },
      {
        kind: 'payment',
        recipient: { address: user.address },
        payment: { leaves: ['200.000001 USDC'], simulated: 'arrival', leastBy: 'calldata', recipient: user.address },
        openDoubts: [],
        refusal: undefined,
      },
    ])
  })

  test('a wallet client signs, and a public client asks the chain; a payment that is declined sends nothing', async () => {
    const { base } = world.devnet
    const user = await world.user({ index: 1, funds: { base: { usdc: usdc('500') } } })
    const account = createWalletClient({ account: user.account, transport: http(base.url) })
    const { wallet } = await openWallet(user, { account, base: base.client })
    const request = { ...TO_COIN, amount: '50' }
    const refusal = await swapErrorOf(wallet.swap(request, { onReview: ({ kind }) => kind === 'terms' }))
    expect([refusal.code, refusal.reason, refusal.funds]).toEqual(['WALLET_REFUSED', 'declined', 'untouched'])
    expect(await user.sent(base)).toEqual([])
    const outcome = await wallet.swap(request, { onReview: () => true })
    expect([outcome.transaction?.status, (await user.sent(base)).length]).toEqual(['SUCCESS', 2])
  })

  test('an account that signs anything else than it was asked to sends nothing', async () => {
    const { base } = world.devnet
    const user = await world.user({ index: 2, funds: { base: { usdc: usdc('500') } } })
    const account = {
      address: user.address,
      signTransaction: (transaction: Parameters<User['account']['signTransaction']>[0]) =>
        user.account.signTransaction({ ...transaction, to: `0x${'66'.repeat(20)}` }),
    }
    const provider = custom({ request: (call: { method: string }) => base.client.request(call as never) })({})
    const { wallet } = await openWallet(user, { account, base: provider })
    const refusal = await swapErrorOf(wallet.swap({ ...TO_COIN, amount: '50' }, { onReview: () => true }))
    expect([refusal.code, refusal.funds, await user.sent(base)]).toEqual(['WALLET_REFUSED', 'untouched', []])
  })

  test('a provider of another chain is refused before anything is signed', async () => {
    const { base, ethereum } = world.devnet
    const user = await world.user({ index: 3, funds: { base: { usdc: usdc('500') } } })
    const { wallet } = await openWallet(user, { account: user.account, base: ethereum.client })
    const refusal = await swapErrorOf(wallet.swap({ ...TO_COIN, amount: '50' }, { onReview: () => true }))
    expect([refusal.funds, await user.sent(base)]).toEqual(['untouched', []])
    expect(refusal.message).toBe('A node set for Base reports chain id 1, not 8453')
  })

  test('a swap of another account is neither listed nor touched', async () => {
    const { base } = world.devnet
    const user = await world.user({ index: 5, funds: { base: { usdc: usdc('500') } } })
    const { wallet, service } = await openWallet(user, { account: user.account })
    const leave = new AbortController()
    const onProgress = ({ step }: { readonly step: string }) => {
      if (step === 'locked') leave.abort()
    }
    const hooks = { onReview: () => true, onProgress, signal: leave.signal }
    const stopped = await swapErrorOf(wallet.swap({ ...TO_COIN, amount: '50' }, hooks))
    expect([stopped.code, stopped.funds]).toEqual(['INTERRUPTED', 'untouched'])
    const [left] = await wallet.listUnfinished()

    const other = await openWallet({ ...user, home: user.home }, { account: (await world.user({ index: 6 })).account })
    expect(await other.wallet.listUnfinished()).toEqual([])
    const refusal = await swapErrorOf(other.wallet.resume(left?.runId ?? '', { onReview: () => true }))
    expect([refusal.code, refusal.reason]).toEqual(['WALLET_REFUSED', 'account'])
    expect(await wallet.listUnfinished()).toEqual([left])
    expect(await user.sent(base)).toEqual([])
    expect((await service.history()).data).toEqual([])
  })

  test('what the caller has locked and executed itself is verified without a node, and paid', async () => {
    const { base } = world.devnet
    const user = await world.user({ index: 4, funds: { base: { usdc: usdc('500') } } })
    const { wallet, service } = await openWallet(user, { account: user.account })
    const asked = { ...TO_COIN, amount: '50', depositor: user.address, recipient: user.address }
    const { data } = await service.quote(asked)
    const request = { ...asked, provider: data[0]?.provider ?? '', routeId: data[0]?.routeId ?? '' }
    const lock = await service.lock(request)
    const execution = await service.execute({ lockId: lock.lockId })
    const executed = { request, lock, execution }
    expect(await verifyPayment(executed)).toMatchObject({ doubts: [], minimumReceived: lock.minimumReceived })

    const elsewhere = { ...request, recipient: `0x${'66'.repeat(20)}` }
    const more = { ...execution, exec: { ...execution.exec, approvalAmount: usdc('51').toString() } }
    const wrong = [
      { ...executed, request: elsewhere },
      { ...executed, execution: more },
    ]
    const refusals = await Promise.all(wrong.map((one) => swapErrorOf(verifyPayment(one))))
    expect(refusals.map(({ reason }) => reason)).toEqual(['payload', 'payload'])
    for (const one of wrong) await swapErrorOf(wallet.pay(one, { onReview: () => true }))
    expect(await user.sent(base)).toEqual([])

    const kinds: string[] = []
    const outcome = await wallet.pay(executed, { onReview: ({ kind }) => kinds.push(kind) > 0 })
    expect([outcome.transaction?.status, outcome.transactionId]).toEqual(['SUCCESS', execution.transaction?.id])
    expect([kinds, (await user.sent(base)).map(({ hash }) => hash)]).toEqual([
      ['payment'],
      [...outcome.approvals, outcome.hash],
    ])
  })

  test.each(KILLS)('a process that is killed once it is %s is gone on with, and pays once', async (step) => {
    const { base, ethereum } = world.devnet
    const user = await world.user({
      index: 20 + KILLS.indexOf(step),
      funds: { base: { usdc: usdc('500'), eth: 10n ** 18n } },
    })
    const before = await balances(base, user.address)
    const key = bytesToHex(user.account.getHdKey().privateKey ?? new Uint8Array())
    const place = { home: user.home, stateHome: stateOf(user.home), base: base.url, ethereum: ethereum.url }
    const script = fileURLToPath(new URL('workers/wallet-library.ts', import.meta.url))
    const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify({ ...place, key, step })], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [, signal] = (await once(child, 'close')) as [number | null, string | null]
    expect(signal).toBe('SIGKILL')

    const { wallet } = await openWallet(user, { account: user.account })
    const [left] = await wallet.listUnfinished()
    const outcome = await wallet.resume(left?.runId ?? '', { onReview: () => true })
    expect(outcome.transaction?.status).toBe('SUCCESS')
    expect((await user.sent(base)).map(({ hash }) => hash)).toEqual([...outcome.approvals, outcome.hash])
    expect(left?.hash === undefined || left.hash === outcome.hash).toBe(true)
    expect((await changeOf(user, base, before)).usdc).toBe(usdc('-50'))
  })
})
