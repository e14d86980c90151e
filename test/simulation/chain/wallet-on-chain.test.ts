import { expect, test } from 'vitest'
import type { Payment } from '../../../src/wallet/payment.ts'
import type { NodeSettings } from './interface.ts'
import { openSwapWorld, payWhole, tokensOf } from './swap-world.ts'

test('the wallet reviews a bridge deposit without a doubt, approves, pays and settles it', async () => {
  const world = openSwapWorld()
  const wallet = await world.openWallet()
  const swap = world.bridgeSwap()
  const review = await wallet.review(swap.execution, swap.terms)
  expect(review).toMatchObject({
    doubts: [],
    warnings: [],
    simulated: 'departure',
    changes: ['-100 USDC'],
    leastBy: 'calldata',
  })
  expect(review.cost?.refusal).toBeUndefined()
  const { states } = await payWhole(wallet, swap)
  expect(states).toEqual(['approve mined', 'call mined'])
})

test('the wallet reviews a swap on one chain without a doubt, and pays it', async () => {
  const world = openSwapWorld()
  const wallet = await world.openWallet()
  const swap = world.routerSwap()
  const review = await wallet.review(swap.execution, swap.terms)
  expect(review).toMatchObject({ doubts: [], warnings: [], simulated: 'arrival' })
  const { states } = await payWhole(wallet, swap)
  expect(states).toEqual(['approve mined', 'call mined'])
  expect(world.ethereum.balanceOf(world.address, tokensOf('ethereum').weth.address)).toBe(50_000_000_000_000_000n)
})

test('another process goes on where one ended, after each step, and nothing is paid twice', async () => {
  const world = openSwapWorld()
  const swap = world.bridgeSwap()
  const payments: Payment[] = []
  for (const _ of ['approve', 'call']) {
    const payment = await (await world.openWallet()).sign(swap.execution, swap.terms, payments)
    // It was sent, and whoever sent it did not live to hear that.
    await (await world.openWallet()).broadcast(payment)
    await (await world.openWallet()).broadcast(payment)
    const outcome = await (await world.openWallet()).settle(payment, new AbortController().signal, payments)
    expect(outcome).toEqual({ state: 'mined', hash: payment.hash })
    payments.push(payment)
  }
  expect(world.ethereum.ledger().map(({ hash, ok }) => [hash, ok])).toEqual(payments.map(({ hash }) => [hash, true]))
  expect(world.ethereum.deposits()).toMatchObject([{ hash: payments[1]?.hash, outputAmount: 99_900_000n }])
  world.base.payOut(world.address, 99_900_000n, tokensOf('base').usdc.address)
  world.clock.nowMs += 2_000
  expect(world.base.balanceOf(world.address, tokensOf('base').usdc.address)).toBe(1_099_900_000n)
})

test('what a reorganisation makes nodes forget is sent again until it stands', async () => {
  const world = openSwapWorld()
  const wallet = await world.openWallet()
  const swap = world.bridgeSwap()
  const payment = await wallet.sign(swap.execution, swap.terms, [])
  await wallet.broadcast(payment)
  world.clock.nowMs += 12_000
  expect(world.ethereum.reorganise(1, 'forgotten')).toEqual([payment.hash])
  await expect(wallet.settle(payment, new AbortController().signal)).resolves.toEqual({
    state: 'mined',
    hash: payment.hash,
  })
  expect(world.ethereum.ledger()).toMatchObject([{ hash: payment.hash, ok: true, depth: 2 }])
})

test.each<[string, Partial<NodeSettings>]>([
  [
    'lies about balances, nonces, fees and receipts',
    { lies: { balanceBps: 1, nonceShift: 5, feeBps: 90_000, receipts: 'reversed' } },
  ],
  ['lies about simulations', { lies: { simulations: 'nothing' } }],
  ['says yes to signed bytes and forgets them', { sending: 'loses' }],
])('one of three nodes that %s stops no payment', async (_, settings) => {
  const world = openSwapWorld()
  world.ethereum.node('alpha').turn(settings)
  const wallet = await world.openWallet()
  const swap = world.bridgeSwap()
  const review = await wallet.review(swap.execution, swap.terms)
  expect(review.doubts).toEqual([])
  expect((await payWhole(wallet, swap)).states).toEqual(['approve mined', 'call mined'])
  expect(world.ethereum.deposits()).toHaveLength(1)
})

test('nodes without eth_simulateV1 run the code that the wallet lends them instead', async () => {
  const world = openSwapWorld()
  for (const node of world.ethereum.nodes) node.turn({ lacks: ['eth_simulateV1'] })
  const wallet = await world.openWallet()
  const swap = world.routerSwap()
  const review = await wallet.review(swap.execution, swap.terms)
  expect(review).toMatchObject({ doubts: [], changes: ['-100 USDC', '+0.05 WETH'] })
  expect((await payWhole(wallet, swap)).states).toEqual(['approve mined', 'call mined'])
})
