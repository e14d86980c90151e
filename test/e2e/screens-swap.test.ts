import { describe, expect, test, vi } from 'vitest'
import { cli, json } from '../cli/run-here.ts'
import { asList, asObject } from '../support/contract-fields.ts'
import {
  changeAmount,
  FAST,
  fillIn,
  openRoute,
  openScreens,
  paperPayments,
  SLOW,
  SLOWER,
  UNTOUCHED,
} from './screens-world.ts'
import { newHome } from '../support/new-home.ts'
import { PATIENT } from '../support/patience.ts'

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

function againCommand(amount: string): string {
  return `the same again: swapcli swap ${amount} ethereum:USDC base:USDC --provider SANDBOX_BRIDGE --depositor ${WALLET} --recipient ${WALLET} --slippage 100 --network sandbox`
}

describe('the screens in a terminal', () => {
  test('make a swap by keys alone, and leave its record and the same as a command on the main screen', async () => {
    const home = await newHome()
    const screens = openScreens({ home })
    const routes = await fillIn(screens, '100')
    expect(routes).toMatch(/▸ SANDBOX_INTENTS .* best/)
    await openRoute(screens, 'SANDBOX_BRIDGE')
    await screens.until(() => screens.terminal().title !== 'swapcli: 1 running')
    expect(screens.terminal()).toEqual({
      buffer: 'alternate',
      cursorShown: false,
      bracketedPaste: true,
      tellsFocus: true,
      tellsMouse: false,
      title: 'swapcli: 1 waiting for you',
    })
    await screens.answer('P')
    const end = await screens.until('Done.')
    expect(end).toMatch(/✓ lock .*\n✓ execute .*tx_.*\n(✓ \w+ +0x\w+\n)+✓ outbound .*\n✓ done +\S+ USDC received/)
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    expect(screens.terminal()).toEqual(UNTOUCHED)
    const record = screens.scrollback()
    expect(record).toMatch(/^status +SUCCESS$/m)
    expect(record).toContain(/✓ send +(0x\w+)/.exec(end)?.[1])
    expect(record.endsWith(againCommand('100'))).toBe(true)
    expect((await paperPayments(home)).map(({ kind }) => kind)).toEqual(['approve', 'bridge'])
  })

  test('show a refund with its hash and what is known about the money, and leave the same behind', async () => {
    const screens = openScreens({ home: await newHome() })
    await fillIn(screens, '100.0070')
    await openRoute(screens, 'SANDBOX_BRIDGE')
    await screens.answer('P')
    const end = await screens.until('! The swap was refunded')
    expect(end).toContain('money        sent, and returned')
    const refund = /✗ refunded +(0x\w{64})/.exec(end)?.[1] ?? 'no refund hash'
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    const record = screens.scrollback()
    expect(record).toMatch(/^status +REFUND$/m)
    expect(/^refund hash +(\w+)$/m.exec(record)?.[1]).toBe(refund)
    expect(record).toContain(`100.007 USDC on ethereum went back to ${WALLET}`)
    expect(record).toMatch(/See it: swapcli status tx_\w+/)
    expect(record.endsWith(againCommand('100.0070'))).toBe(true)
  })

  test('lock a route again whose lock ran out, say what moved, and pay once', async () => {
    const home = await newHome()
    const screens = openScreens({ home, env: { SWAPCLI_LOCK_TTL: '3' } })
    const routes = await fillIn(screens, '100.0090')
    const quoted = /SANDBOX_BRIDGE +\S+ +(\S+) USDC/.exec(routes)?.[1] ?? 'no quote'
    let terms = await openRoute(screens, 'SANDBOX_BRIDGE')
    // The price moves by 1 % between the quote and the lock.
    const [, before, locked = '', change] = receiveRow(terms)
    expect(before).toBe(quoted)
    expect(change).toMatch(/^\(-(0\.99|1\.00) %\)$/)
    terms = await screens.until('L locks the route again')
    expect(terms).toContain('The lock expired')
    // A lock that ran out is agreed to by no key.
    await screens.answer('P')
    // A machine that is busy may take longer than a lock lives.
    for (let tries = 0, isDone = false; tries < 5 && !isDone; tries += 1) {
      await screens.answer('L')
      terms = await screens.until('Agree to these terms?')
      await screens.answer('P')
      isDone = (await screens.until(/Done\.|L locks the route again/)).includes('Done.')
    }
    expect(receiveRow(terms)[1]).toBe(locked)
    await screens.until('Done.')
    screens.press('q')
    await screens.exit()
    expect((await paperPayments(home)).map(({ kind }) => kind)).toEqual(['approve', 'bridge'])
  })

  test('say for every provider why it has no route, and take another amount', async () => {
    const screens = openScreens({ home: await newHome() })
    const none = await fillIn(screens, '100.0404')
    expect(none).toContain('0 routes · 4 providers')
    for (const provider of ['BRIDGE', 'DEX', 'DEPOSIT', 'INTENTS']) {
      expect(none).toContain(`· SANDBOX_${provider}: no route, no liquidity · No liquidity for this pair`)
    }
    screens.press('enter')
    await changeAmount(screens, '100')
    await screens.until('4 routes · 4 providers')
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    expect(screens.scrollback()).toBe('')
  })

  test('go on with a swap whose process was killed after it had paid, and pay no second time', async () => {
    const home = await newHome()
    const first = openScreens({ home, env: SLOWER })
    await fillIn(first, '100')
    await openRoute(first, 'SANDBOX_BRIDGE')
    await first.answer('P')
    const sent = await first.until(/✓ send +0x\w+[^]*of paper sent by/)
    const hash = /✓ send +(0x\w+)/.exec(sent)?.[1]
    first.kill('SIGKILL')
    expect(await first.exit()).toEqual({ code: 0, signal: 9 })

    const second = openScreens({ home, env: SLOWER })
    await second.until('a swap has not ended: 2 shows it, where c continues it')
    second.press('2')
    await second.until(/▸ 100 ethereum:USDC to base:USDC, SANDBOX_BRIDGE: sent/)
    second.press('c')
    const end = await second.until('Done.')
    expect(/✓ send +(0x\w+)/.exec(end)?.[1]).toBe(hash)
    second.press('q')
    expect(await second.exit()).toEqual({ code: 0, signal: undefined })
    expect(second.scrollback().endsWith(againCommand('100'))).toBe(true)
    expect((await paperPayments(home)).map(({ kind }) => kind)).toEqual(['approve', 'bridge'])
    const history = asObject(json((await cli(['history', '--json'], { home })).stdout))
    expect(asList(history['data']).map((each) => asObject(each)['inboundHash'])).toEqual([hash])
  })

  test('leave nothing open of a swap whose process was killed as it saw the end, and resume says how it ended', async () => {
    const home = await newHome()
    const first = openScreens({ home, columns: 100, env: { SWAPCLI_TEST_KILL_AT: 'final-seen' } })
    await fillIn(first, '100')
    await openRoute(first, 'SANDBOX_BRIDGE')
    await first.answer('P')
    expect(await first.exit()).toEqual({ code: 0, signal: 9 })
    const second = openScreens({ home, columns: 100 })
    await second.until(/Enter to choose|how much \S+ to send/)
    second.press('3')
    expect(await second.until(/^1 swap · 1 SUCCESS$/m)).not.toMatch(/\d (left )?open/)
    second.press('2')
    await second.until('Choose a route on the Swap screen (1), and press Enter there.')
    second.press('q')
    expect(await second.exit()).toEqual({ code: 0, signal: undefined })
    const resumed = await cli(['resume', '--json'], { home, env: FAST })
    expect(asList(asObject(json(resumed.stdout))['data'])).toMatchObject([{ final: true }])
    expect((await paperPayments(home)).map(({ kind }) => kind)).toEqual(['approve', 'bridge'])
  })

  // The points between these are those of the same program without screens.
  test.each(['execute-answered', 'signed', 'payment-sent'])(
    'go on with a swap whose process was killed at the point "%s", and pay once',
    async (point) => {
      const home = await newHome()
      const first = openScreens({ home, env: { SWAPCLI_TEST_KILL_AT: point } })
      await fillIn(first, '100')
      await openRoute(first, 'SANDBOX_BRIDGE')
      await first.answer('P')
      expect(await first.exit()).toEqual({ code: 0, signal: 9 })
      const second = openScreens({ home })
      await second.until('a swap has not ended: 2 shows it, where c continues it')
      second.press('2')
      await second.until('▸ 100 ethereum:USDC to base:USDC, SANDBOX_BRIDGE')
      second.press('c')
      await second.until('Done.')
      second.press('q')
      expect(await second.exit()).toEqual({ code: 0, signal: undefined })
      expect((await paperPayments(home)).map(({ kind }) => kind)).toEqual(['approve', 'bridge'])
      const history = asObject(json((await cli(['history', '--json'], { home })).stdout))
      expect(asList(history['data']).map((each) => asObject(each)['status'])).toEqual(['SUCCESS'])
    },
  )

  test('call a user who looks at another tab when the swap has ended, once, and say so until a key is pressed', async () => {
    const screens = openScreens({ home: await newHome(), env: SLOW })
    await fillIn(screens, '100')
    await openRoute(screens, 'SANDBOX_BRIDGE')
    await screens.answer('P')
    await screens.until('PENDING')
    screens.press('6')
    await screens.until(/\[6 Settings\] .*▶ /)
    expect(screens.bells()).toBe(0)
    await screens.until(/3 Act\S*•[^]*100 USDC to USDC: done, [0-9.]+ USDC received/)
    await vi.waitFor(() => expect(screens.terminal().title).toBe('swapcli: USDC to USDC: done'), PATIENT)
    expect(screens.bells()).toBe(1)
    // A key that comes at once is not that of somebody who has read it.
    await vi.waitFor(() => {
      screens.press('3')
      expect(screens.terminal().title).toBe('swapcli')
    }, PATIENT)
    await screens.until((screen) => screen.includes('[3 Activity]') && !screen.includes('USDC received'))
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    expect([screens.bells(), screens.terminal()]).toEqual([1, UNTOUCHED])
  })

  test('are left by Ctrl-C in the middle of a swap with exit code 130 and the command that goes on', async () => {
    const home = await newHome()
    const screens = openScreens({ home, env: SLOW })
    await fillIn(screens, '100')
    await openRoute(screens, 'SANDBOX_BRIDGE')
    await screens.answer('P')
    const sent = await screens.until('PENDING')
    const run = /run +(run_\w+)/.exec(sent)?.[1] ?? 'no run'
    screens.press('ctrl-c')
    expect(await screens.exit()).toEqual({ code: 130, signal: undefined })
    expect(screens.terminal()).toEqual(UNTOUCHED)
    const resume = `swapcli resume ${run} --network sandbox`
    expect(screens.scrollback()).toBe(`run ${run}: 100 ethereum:USDC to base:USDC, sent\ncontinue it: ${resume}`)
    // The command that it names does what it says.
    const resumed = await cli(resume.split(' ').slice(1), { home, env: FAST })
    expect(resumed.code).toBe(0)
    expect(resumed.stdout).toMatch(/^status +SUCCESS$/m)
    expect((await paperPayments(home)).map(({ kind }) => kind)).toEqual(['approve', 'bridge'])
  })
})

/** `receive  before USDC  locked USDC  change` as its numbers, and the change in percent. */
function receiveRow(terms: string): readonly string[] {
  return /receive +(\S+) USDC +(\S+) USDC +(?:\S+ (\(.*\))|=)/.exec(terms) ?? []
}
