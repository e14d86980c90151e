import { expect, test } from 'vitest'
import { tokensOf, openSwapWorld, payWhole } from './swap-world.ts'

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
