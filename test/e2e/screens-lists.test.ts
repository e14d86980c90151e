import { expect, test } from 'vitest'
import { newHome } from '../support/new-home.ts'
import { openRoute, openScreens } from './screens-world.ts'

const SIZES = [
  [40, 10],
  [80, 23],
  [120, 40],
  [200, 60],
] as const

test.each(SIZES)(
  'a swap is written on one line, its routes are sorted, filtered and compared, and it is found again: %i x %i',
  async (columns, rows) => {
    const home = await newHome()
    const screens = openScreens({ home, columns, rows })
    await screens.until('Enter to choose')
    // A word that means several assets is said while the line is written, and not taken.
    screens.press(':', '100 usdc > usdc base')
    await screens.until('may mean any of')
    screens.press('enter', 'ctrl-u', '100 usdc ethereum > usdc ba')
    await screens.until(/Tab +base/)
    screens.press('tab')
    await screens.until('Enter fills the form')
    screens.press('enter')
    await screens.until(/▸ SANDBOX_INTENTS/)
    await screens.until((screen) => !screen.includes('asking'))

    screens.press(' ', 'down', ' ')
    const compared = await screens.until('[2] less [1]')
    if (rows > 20) for (const name of ['you keep', 'at least', 'time']) expect(compared).toContain(name)
    screens.press(' ')
    await screens.until((screen) => !screen.includes('less [1]'))

    screens.press('/', 'provider:sandbox_br')
    await screens.until('1 of ')
    screens.press('enter')
    await screens.until('only provider:sandbox_br · 1 of 4')
    await screens.until(/▸ SANDBOX_BRIDGE/)
    screens.press('esc')
    await screens.until((screen) => !screen.includes('only provider'))
    screens.press('s')
    if (rows > 20) await screens.until('ROUTE ▲')

    await openRoute(screens, 'SANDBOX_BRIDGE')
    await screens.answer('P')
    await screens.until('Done.')
    screens.press('3')
    await screens.until('100 USDC')
    screens.press('/', 'status:suc')
    await screens.until('1 of 1')
    screens.press('tab', 'enter')
    await screens.until('only status:success')
    screens.press('enter')
    await screens.until('Enter swap again')
    screens.press('enter')
    await screens.until(/\[1 Swap\][^]*(Amount +100|100 ethereum:USDC)/)
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
  },
)
