import { describe, expect, test } from 'vitest'
import { newHome } from '../cli/run-cli.ts'
import { fillIn, openRoute, openScreens, paperPayments, UNTOUCHED } from './screens-world.ts'

describe('the screens in a terminal', { timeout: 60_000 }, () => {
  test('make a swap by keys alone, and leave its record and the same as a command on the main screen', async () => {
    const home = await newHome()
    const screens = openScreens({ home })
    const routes = await fillIn(screens, '100')
    expect(routes).toMatch(/▸ SANDBOX_INTENTS .* BEST/)
    await openRoute(screens, 'SANDBOX_BRIDGE')
    expect(screens.terminal()).toEqual({ buffer: 'alternate', cursorShown: false, bracketedPaste: true })
    screens.press('y')
    const end = await screens.until('Done.')
    expect(end).toMatch(/✓ lock .*\n✓ execute .*tx_.*\n(✓ \w+ +0x\w+\n)+✓ outbound .*\n✓ done +\S+ USDC received/)
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    expect(screens.terminal()).toEqual(UNTOUCHED)
    const [, hash = ''] = /✓ send +(0x\w+)/.exec(end) ?? []
    const record = screens.scrollback()
    expect(record).toContain(hash)
    const wallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    expect(record.replaceAll('\n', '')).toContain(
      `the same again: swapcli swap 100 ethereum:USDC base:USDC --provider SANDBOX_BRIDGE --depositor ${wallet} --recipient ${wallet} --slippage 100 --network sandbox`,
    )
    expect((await paperPayments(home)).map(({ kind }) => kind)).toEqual(['approve', 'bridge'])
  })
})
