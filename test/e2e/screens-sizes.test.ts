import { describe, expect, test } from 'vitest'
import { newHome } from '../support/new-home.ts'
import type { ScreenDriver } from '../support/screen-driver.ts'
import { ASKED, fillIn, openRoute, openScreens, paperPayments, SLOW, UNTOUCHED } from './screens-world.ts'

/** Waits for a frame that fills a terminal of this size, with keys in its last line and no line broken. */
async function wholeFrame(screens: ScreenDriver, columns: number, rows: number): Promise<string> {
  const frame = await screens.until((screen) => {
    const lines = screen.split('\n')
    const isAsWide = lines[0]?.length === columns && /sandbox/.test(lines[0])
    return isAsWide && lines.length === rows && /\? help/.test(lines.at(-1) ?? '')
  })
  expect(screens.brokenLines()).toEqual([])
  return frame
}

const SIZES = [
  [40, 10],
  [80, 23],
  [120, 40],
  [200, 60],
] as const

// Each of the others is taken in the middle of everything.
describe.each([
  [40, 10],
  [200, 60],
])('on a terminal of %i x %i', (columns, rows) => {
  test('a swap is made by keys alone, while the terminal takes every other size and its own again', async () => {
    const home = await newHome()
    const screens = openScreens({ home, columns, rows, env: SLOW })
    const takeEverySize = async () => {
      for (const [otherColumns, otherRows] of SIZES) {
        await screens.resize(otherColumns, otherRows)
        await wholeFrame(screens, otherColumns, otherRows)
      }
      await screens.resize(columns, rows)
      return wholeFrame(screens, columns, rows)
    }
    await fillIn(screens, '100')
    const routes = await takeEverySize()
    expect(routes).toMatch(/ROUTE +NET \$/)
    expect(routes).toContain('AT LEAST')
    expect(routes).toMatch(/▸ SANDBOX_INTENTS +99\.\d\d/)
    expect(/─ RUNNING AND RECENT ─/.test(routes)).toBe(columns >= 120)
    await openRoute(screens, 'SANDBOX_BRIDGE')
    await takeEverySize()
    await screens.answer('P')
    await screens.until((screen) => !ASKED.test(screen))
    await takeEverySize()
    await screens.until('Done.')
    await takeEverySize()
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    expect(screens.terminal()).toEqual(UNTOUCHED)
    expect((await paperPayments(home)).map(({ kind }) => kind)).toEqual(['approve', 'bridge'])
  })
})

test('on a desk the keys of its panes hide, zoom and give the keys, and what is hidden is so at the next start', async () => {
  const home = await newHome()
  const screens = openScreens({ home, columns: 200, rows: 50 })
  await fillIn(screens, '100')
  await screens.until('─ RUNNING AND RECENT ─')
  screens.press('\u001Bz')
  await screens.until(
    (screen) => screen.includes('─ ROUTES · zoomed, Alt-Z shows all ─') && !screen.includes('─ ORDER ─'),
  )
  screens.press('\u001Bz')
  await screens.until('─ ORDER ─')
  screens.press('\u001Bo', '\u001Bo')
  await screens.until(/\/ filter.*\? help/)
  screens.press('\u001B6')
  await screens.until((screen) => !screen.includes('─ RUNNING AND RECENT ─') && screen.includes('─ ROUTES ─'))
  screens.press('q')
  expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
  const again = openScreens({ home, columns: 200, rows: 50 })
  expect(await again.until('─ ROUTES ─')).not.toContain('─ RUNNING AND RECENT ─')
  again.press('\u001B6')
  await again.until('─ RUNNING AND RECENT ─')
  again.press('q')
  await again.exit()
})
