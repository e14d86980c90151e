import { parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { cli, json } from '../cli/run-here.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { balances } from '../devnet/world.ts'
import { asList, asObject } from '../support/contract-fields.ts'
import { newHome } from '../support/new-home.ts'
import type { ScreenDriver } from '../support/screen-driver.ts'
import { changeAmount, fillIn, openRoute, openScreens, paperPayments, pick, SLOW, SLOWER } from './screens-world.ts'
import { allowance, sharedWorld, type User } from './wallet-world.ts'

/*
 * Several swaps at a time by keys: each is asked about, paid and followed by itself.
 */

// Each other point is tried with one swap, in wallet-crash.
const KILLED = ['signed', 'payment-sent']

/** By keys: two swaps up to their terms, the second of which is shown. */
async function openTwo(screens: ScreenDriver): Promise<void> {
  await fillIn(screens, '100')
  await openRoute(screens, 'SANDBOX_BRIDGE')
  screens.press('1')
  await changeAmount(screens, '7')
  await screens.until(/Amount +7 [^]*3 routes · 4 providers/)
  await openRoute(screens, 'SANDBOX_BRIDGE')
  await screens.until(/ 1 100 USDC→USDC lock \S+ {2}▸2 7 USDC→USDC lock/)
}

/** Agrees to both, and waits until both are on their way. */
async function payBoth(screens: ScreenDriver): Promise<void> {
  await screens.answer('P')
  await screens.until(/▸2 7 USDC→USDC \d+s/)
  screens.press('shift-tab')
  await screens.answer('P')
  await screens.until(/▸1 100 USDC→USDC \d+s/)
}

/** Kinds of the paper wallet's transactions in the order of nonces, and how each swap of the home ended. */
async function outcomeOf(home: string) {
  const payments = await paperPayments(home)
  const history = asList(asObject(json((await cli(['history', '--json'], { home })).stdout))['data']).map((each) =>
    asObject(each),
  )
  const hashes = payments.filter(({ kind }) => kind === 'bridge').map(({ hash }) => hash)
  expect(history.map(({ inboundHash }) => inboundHash).sort()).toEqual([...hashes].sort())
  return [payments.map(({ kind }) => kind), history.map(({ status }) => status)]
}

const BOTH_PAID = [
  ['approve', 'bridge', 'approve', 'bridge'],
  ['SUCCESS', 'SUCCESS'],
]

describe('two swaps at a time in the sandbox', () => {
  test('are paid by their own keys, run beside each other, and are both told when the screens are left', async () => {
    const home = await newHome()
    const screens = openScreens({ home, env: SLOW })
    await openTwo(screens)
    await payBoth(screens)
    await screens.until(/▶ .* \+1/)
    await screens.until(/▸1 100 USDC→USDC done {3}2 7 USDC→USDC done/)
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    expect(screens.scrollback().match(/^the same again: swapcli swap \d+/gm)).toEqual([
      'the same again: swapcli swap 100',
      'the same again: swapcli swap 7',
    ])
    expect(await outcomeOf(home)).toEqual(BOTH_PAID)
  })

  test('go on in other screens after the process was killed, and neither is paid twice', async () => {
    const home = await newHome()
    const first = openScreens({ home, env: SLOWER })
    await openTwo(first)
    await payBoth(first)
    first.kill('SIGKILL')
    await first.exit()
    const screens = openScreens({ home, env: SLOWER })
    await screens.until('2 swaps have not ended: 2 shows them, where c continues them')
    screens.press('2', 'c')
    await screens.until('Done.')
    screens.press('tab')
    await screens.until('Unfinished swaps of this machine')
    screens.press('c')
    await screens.until('Done.')
    screens.press('q')
    await screens.exit()
    expect(await outcomeOf(home)).toEqual(BOTH_PAID)
  })
})

describeOnChains('two swaps of one token and one spender at a time', () => {
  const world = sharedWorld()
  const funds = { base: { eth: parseUnits('1', 18), usdc: parseUnits('100', 6) } }

  const openLive = (user: User, env: Readonly<Record<string, string>> = {}): ScreenDriver => {
    const { SWAPCLI_WALLET_PASSWORD_FILE: _file, ...own } = user.env
    return openScreens({ home: user.home, columns: 120, rows: 45, env: { ...own, ...env } })
  }

  /** By keys: two swaps up to what is to be signed, the second of which is shown. */
  const openPayments = async (screens: ScreenDriver): Promise<void> => {
    await screens.until('Enter to choose')
    screens.press('enter')
    await pick(screens, 'base:usdc', /▸ USDC +Base/)
    await screens.until('how much USDC to send')
    screens.press('20', 'enter')
    await pick(screens, 'base:eth', /▸ ETH +Base/)
    for (const amount of ['20', '10']) {
      if (amount === '10') {
        screens.press('1')
        await changeAmount(screens, amount)
      }
      await screens.until(new RegExp(`▸ UNISWAP[^]*you send ${amount} USDC`))
      await screens.answer('enter')
      const shown = await screens.until(/Agree to these terms\?|press Enter again/)
      if (shown.includes('press Enter again')) await screens.answer('enter')
      await screens.until('Agree to these terms?')
      await screens.answer('Y')
      await screens.until(`Sign and send ${amount} USDC?`)
    }
  }

  const givePassword = async (screens: ScreenDriver): Promise<void> => {
    await screens.until('Password of the account main')
    await screens.answer('correct horse')
    screens.press('enter')
  }

  /** Both swaps were paid once, each behind an exact approval of these amounts, and nothing is left allowed. */
  const paid = async (user: User, amounts: readonly string[]): Promise<void> => {
    const { base } = world.devnet
    const { swapRouter02 } = base.contracts
    const sent = await user.sent(base)
    const records = asList(asObject(json((await user.here(['history', '--json'])).stdout))['data']).map((each) =>
      asObject(each),
    )
    expect(records.map(({ inboundHash, status }) => [inboundHash, status]).sort()).toEqual(
      sent.flatMap(({ what, hash }) => (what === 'multicall' ? [[hash, 'SUCCESS']] : [])).sort(),
    )
    expect(sent.map(({ nonce, what, ok }) => [nonce, what, ok])).toEqual(
      amounts
        .flatMap((amount) => [`approve ${swapRouter02} ${parseUnits(amount, 6)}`, 'multicall'])
        .map((what, nonce) => [nonce, what, true]),
    )
    expect((await balances(base, user.address)).usdc).toBe(parseUnits('70', 6))
    expect(await allowance(base, base.tokens.usdc, user.address, swapRouter02)).toBe(0n)
  }

  test('are paid in turn: the one that waits says for which, and each uses up its own exact approval', async () => {
    const user = await world.user({ index: 71, funds })
    const screens = openLive(user)
    await openPayments(screens)
    screens.press('shift-tab')
    await screens.until('Sign and send 20 USDC?')
    await screens.answer('P')
    await screens.until('Password of the account main')
    screens.press('tab')
    await screens.answer('P')
    await screens.until(/waiting for the swap of 20 base:USDC to base:ETH \(run_\w+\), which has the account/)
    await screens.until(/ 1 20 USDC→ETH asks {2}▸2 10 USDC→ETH waits/)
    expect(await user.sent(world.devnet.base)).toEqual([])
    screens.press('shift-tab')
    await givePassword(screens)
    await screens.until(/▸1 20 USDC→ETH done {3}2 10 USDC→ETH asks/)
    screens.press('tab')
    await givePassword(screens)
    await screens.until(/ 1 20 USDC→ETH done {2}▸2 10 USDC→ETH done/)
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    await paid(user, ['20', '10'])
  })
  test.each(KILLED)(
    'are each paid once where the process is killed at the point "%s" of the first, whose approval the other one uses',
    async (point) => {
      const user = await world.user({ index: KILLED.indexOf(point) + 72, funds })
      const first = openLive(user, { SWAPCLI_TEST_KILL_AT: point })
      await openPayments(first)
      first.press('shift-tab')
      await first.until('Sign and send 20 USDC?')
      await first.answer('P')
      await givePassword(first)
      expect(await first.exit()).toEqual({ code: 0, signal: 9 })

      const screens = openLive(user)
      await screens.until('2 swaps have not ended: 2 shows them, where c continues them')
      screens.press('2')
      // That of 10 USDC, which was asked about last.
      await screens.until(/▸ \S+ base:USDC to base:ETH/)
      for (let swap = 1; swap <= 2; swap += 1) {
        screens.press('c')
        for (let isPaid = false; !isPaid;) {
          const shown = await screens.until(/Done\.|Sign and send \d+ USDC\?|Password of the account main/)
          if (shown.includes('Sign and send')) await screens.answer('P')
          if (shown.includes('Password')) await givePassword(screens)
          isPaid = shown.includes('Done.')
          await screens.until((screen) => isPaid || screen !== shown)
        }
        if (swap === 1) {
          screens.press('tab')
          await screens.until('Unfinished swaps of this machine')
        }
      }
      screens.press('q')
      expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
      // An approval that was only signed is void once the other swap has its nonce.
      await paid(user, [point === 'signed' ? '10' : '20', '20'])
    },
  )
})
