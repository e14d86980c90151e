import { type Hash, parseUnits } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { balances } from '../devnet/world.ts'
import type { ScreenDriver } from '../support/screen-driver.ts'
import { openScreens, pick, UNTOUCHED } from './screens-world.ts'
import { openWalletWorld, type User, type WalletWorld } from './wallet-world.ts'
import { PATIENT } from '../support/patience.ts'

/*
 * The screens with an account that really pays: on local chains with the real contracts, its password typed.
 */

let world: WalletWorld
beforeEach(async () => {
  world = await openWalletWorld()
})
afterEach(() => world.close())

/** The screens on the live network; the password is in no file. */
function liveScreens(user: User): ScreenDriver {
  const { SWAPCLI_WALLET_PASSWORD_FILE: _file, ...env } = user.env
  return openScreens({ home: user.home, columns: 100, rows: 45, env: { ...env, SWAPCLI_CONFIRM_ABOVE: '100' } })
}

/** By keys: 0.1 ETH of Base to USDC, up to what is to be signed. */
async function openPayment(screens: ScreenDriver): Promise<string> {
  await screens.until('Enter to choose')
  screens.press('enter')
  await pick(screens, 'base:eth', /▸ ETH +Base/)
  await screens.until('how much ETH to send')
  screens.press('0.1', 'enter')
  await pick(screens, 'base:usdc', /▸ USDC +Base/)
  await screens.until(/▸ UNISWAP/)
  await screens.answer('enter')
  await screens.until('Agree to these terms?')
  await screens.answer('Y')
  return screens.until('to send 0.1 ETH')
}

/** Signs: the amount is typed, since it is worth more than the user lets pass by a key, and then the password. */
async function sign(screens: ScreenDriver): Promise<void> {
  await screens.until('type 0.1 and Enter to send 0.1 ETH')
  await screens.answer('0.1')
  // Enter in one read with the amount would be a paste.
  await screens.until('> 0.1')
  screens.press('enter')
  await givePassword(screens)
}

async function givePassword(screens: ScreenDriver): Promise<void> {
  await screens.until('Password of the account main')
  await screens.answer('correct horse')
  screens.press('enter')
}

/** Signs on a chain that makes no block, up to the sent transaction. */
async function sendWithoutBlock(screens: ScreenDriver): Promise<Hash> {
  await openPayment(screens)
  await world.devnet.base.client.setAutomine(false)
  await sign(screens)
  const waits = await screens.until(/waiting for the transaction to be mined/)
  return hashOf(waits)
}

function hashOf(screen: string): Hash {
  const [, digits] = /. (?:send|speed-up|cancel) +0x([0-9a-f]{64})/.exec(screen) ?? []
  if (digits === undefined) throw new Error(`no hash on the screen:\n${screen}`)
  return `0x${digits}`
}

/** Waits until another transaction than that is sent. */
async function replaced(screens: ScreenDriver, old: Hash): Promise<Hash> {
  const shown = await screens.until((screen) => /▸ inbound/.test(screen) && hashOf(screen) !== old)
  const hash = hashOf(shown)
  await vi.waitFor(() => world.devnet.base.client.getTransaction({ hash }), PATIENT)
  return hash
}

describeOnChains('a swap by keys with an account of this machine', () => {
  test('shows what is signed, takes the amount and the password, is paid once, and leaves its record', async () => {
    const { base } = world.devnet
    const user = await world.user({ index: 0 })
    const screens = liveScreens(user)
    const payment = await openPayment(screens)
    expect(payment).toMatch(/sign on +Base \(chain id 8453\)/)
    expect(payment).toMatch(/leaves +0\.1 ETH/)
    expect(payment).toContain(base.contracts.swapRouter02)
    expect(payment).toMatch(/function +multicall/)
    expect(payment).toMatch(/simulated +.*-0\.1 ETH/)
    await screens.answer('2')
    await screens.until('> 2')
    screens.press('enter')
    await screens.until('Type 0.1, or Esc')
    screens.press('0.1')
    await screens.until('> 0.1')
    screens.press('enter')
    await screens.until('Password of the account main')
    await screens.answer('wrong')
    screens.press('enter')
    await screens.until('That password was wrong')
    expect(screens.written()).not.toContain('wrong horse')
    await givePassword(screens)
    await screens.until('Done.')
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    expect(screens.terminal()).toEqual(UNTOUCHED)
    expect(screens.written()).not.toContain('correct horse')
    const [sent, ...others] = await user.sent(base)
    expect([sent?.what, others]).toEqual(['multicall', []])
    expect(screens.scrollback()).toMatch(/^status +SUCCESS$/m)
    expect(screens.scrollback()).toContain(sent?.hash)
    expect(screens.scrollback()).toContain('the same again: swapcli swap 0.1 base:ETH base:USDC --provider UNISWAP')
  })

  test('is sped up by + while no block takes it: paid once, under its new hash', async () => {
    const { base } = world.devnet
    const user = await world.user({ index: 0 })
    const before = await balances(base, user.address)
    const screens = liveScreens(user)
    const slow = await sendWithoutBlock(screens)
    screens.press('+')
    await screens.until('Speed it up?')
    await screens.answer('Y')
    await givePassword(screens)
    const fast = await replaced(screens, slow)
    await base.client.mine({ blocks: 1 })
    await screens.until('Done.')
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    const [sent, ...others] = await user.sent(base)
    expect([sent?.hash, sent?.what, others]).toEqual([fast, 'multicall', []])
    const after = await balances(base, user.address)
    expect(before.eth - after.eth - (sent?.gasCost ?? 0n)).toBe(parseUnits('0.1', 18))
  })

  test('is cancelled by - while no block takes it: only the network cost of that is gone', async () => {
    const { base } = world.devnet
    const user = await world.user({ index: 0 })
    const before = await balances(base, user.address)
    const screens = liveScreens(user)
    const slow = await sendWithoutBlock(screens)
    screens.press('-')
    await screens.until('Cancel it?')
    await screens.answer('n')
    await screens.until('+ speed up')
    screens.press('-')
    await screens.until('Cancel it?')
    await screens.answer('Y')
    await givePassword(screens)
    await replaced(screens, slow)
    await base.client.mine({ blocks: 1 })
    await screens.until('cancelled')
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    const [sent, ...others] = await user.sent(base)
    expect([sent?.what, others]).toEqual(['transfer of the coin', []])
    expect(await balances(base, user.address)).toEqual({ ...before, eth: before.eth - (sent?.gasCost ?? 0n) })
  })
})
