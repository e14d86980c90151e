import { describe, expect, test } from 'vitest'
import type { Wallet } from '../../../../src/wallet/payment.ts'
import { choose, ENTER, type Screens, swapWorld } from './swap-world.ts'

const BACK = '\u001B[Z'

/** By keys: one swap up to its terms, and from the same routes another one, which then is shown. */
async function chooseTwo(screens: Screens): Promise<void> {
  await choose(screens, '100', 'ethereum:usdc', 'base:usdc', 'SANDBOX_BRIDGE')
  await screens.shows('Agree to these terms?')
  screens.press('1')
  await screens.shows('▸ SANDBOX_BRIDGE')
  screens.press(ENTER)
  await screens.shows(/ 1 100 USDC→USDC lock \d+s {2}▸2 100 USDC→USDC lock \d+s/)
}

describe('two swaps at a time', () => {
  test('are agreed to one by one, each by its own answer, and both are paid and delivered', async () => {
    const world = await swapWorld()
    const screens = world.show()
    await chooseTwo(screens)
    await screens.answer('P')
    await screens.shows(/1 100 USDC→USDC lock \d+s {2}▸2 100 USDC→USDC done/)
    expect((await world.journal.all()).map(({ step }) => step).sort()).toEqual(['final', 'locked'])
    screens.press(BACK)
    await screens.answer('P')
    await screens.shows(/▸1 100 USDC→USDC done {3}2 100 USDC→USDC done/)
    expect((await world.journal.all()).map(({ step }) => step)).toEqual(['final', 'final'])
    const paid = (await world.paper.transactions()).filter(({ kind }) => kind === 'bridge')
    expect(new Set(paid.map(({ nonce }) => nonce)).size).toBe(2)
    screens.press('q')
    const { record } = await screens.runtime.left
    expect(record.filter((line) => line.startsWith('the same again:'))).toHaveLength(2)
  })

  test('are both waited for when the screens are left, and told of', async () => {
    let release: () => void = () => undefined
    const released = new Promise<void>((done) => (release = done))
    const slow = (paper: Wallet): Wallet => ({
      ...paper,
      broadcast: async (payment) => {
        await released
        return paper.broadcast(payment)
      },
    })
    const world = await swapWorld({ wallet: slow })
    const screens = world.show()
    await chooseTwo(screens)
    await screens.answer('P')
    await screens.shows('2 100 USDC→USDC sending')
    screens.press(BACK)
    await screens.answer('P')
    await screens.shows('▸1 100 USDC→USDC sending')
    screens.press('\u0003')
    release()
    const { record } = await screens.runtime.left
    expect(record.filter((line) => line.startsWith('continue it: swapcli resume'))).toHaveLength(2)
    // What was sent is in the journal. Both signed for the same nonce, so that one of them is void.
    const noted = (await world.journal.listUnfinished()).map(({ payment }) => payment?.hash)
    const sent = (await world.paper.transactions()).filter(({ kind }) => kind === 'bridge')
    expect([noted.length, sent.length]).toEqual([2, 1])
    expect(noted).toContain(sent[0]?.hash)
  })
})
