import { expect, test } from 'vitest'
import { newHome } from '../support/new-home.ts'
import type { ScreenDriver } from '../support/screen-driver.ts'
import { fillIn, openScreens, paperPayments, UNTOUCHED } from './screens-world.ts'

const MOUSE = { SWAPCLI_MOUSE: 'on' }

/** Presses a button of the mouse where the text stands. @param button 0 for a click, 64 and 65 for the wheel */
function point(screens: ScreenDriver, text: string, button: 0 | 64 | 65 = 0): void {
  const lines = screens.screen().split('\n')
  const line = lines.findIndex((each) => each.includes(text))
  expect([text, line]).not.toEqual([text, -1])
  const column = (lines[line]?.indexOf(text) ?? 0) + 2
  screens.press(`\u001B[<${button};${column};${line + 1}M\u001B[<${button};${column};${line + 1}m`)
}

test('clicks mark routes, fields and tabs; two on a route lock and pay nothing', async () => {
  const home = await newHome()
  const screens = openScreens({ home, env: MOUSE })
  await fillIn(screens, '100')
  expect(screens.terminal().tellsMouse).toBe(true)
  point(screens, 'SANDBOX_DEX')
  await screens.until('▸ SANDBOX_DEX')
  point(screens, 'SANDBOX_DEX')
  await screens.until('Enter: select. A click locks and pays nothing')
  point(screens, 'Amount')
  await screens.until('▸ Amount')
  point(screens, 'Amount')
  await screens.until('Esc cancel')
  screens.press('esc')
  point(screens, ' 6 ')
  await screens.until('▸ Network')
  point(screens, '▸ Network', 65)
  await screens.until((screen) => !screen.includes('▸ Network'))
  screens.press(':', 'go stats')
  await screens.until(/: go stats[^]*▸ 5 +go to Stats/)
  point(screens, 'go to Stats')
  await screens.until('[5 Stats]')
  screens.press('q')
  expect((await screens.exit()).code).toBe(0)
  expect(screens.terminal()).toEqual(UNTOUCHED)
  expect(await paperPayments(home)).toEqual([])
})

test('the mouse is given back when the screens stop and when they are ended, and never taken without the setting', async () => {
  const screens = openScreens({ home: await newHome(), env: MOUSE })
  await screens.until(
    (screen) => screens.terminal().tellsMouse && screen.includes('how much') && !screen.includes('opening'),
  )
  // No shell is there that could stop it: it is back at once.
  screens.press('ctrl-z')
  await screens.until(() => /\?1000l[^]*\?1049l[^]*\?1049h[^]*\?1000h/.test(screens.written()))
  // Nothing has changed meanwhile, and all of it is drawn again.
  await screens.until('how much')
  screens.kill('SIGTERM')
  expect((await screens.exit()).code).toBe(143)
  expect(screens.terminal()).toEqual(UNTOUCHED)

  const without = openScreens({ home: await newHome() })
  await without.until('how much')
  expect([without.terminal().tellsMouse, without.written().includes('?1000')]).toEqual([false, false])
})
