import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newHome } from '../support/new-home.ts'
import type { ScreenDriver } from '../support/screen-driver.ts'
import { runInTerminal } from '../cli/run-terminal.ts'
import { openScreens, UNTOUCHED } from './screens-world.ts'

/*
 * `swapcli tour` in a terminal: what it says is done by keys, and it goes on; the user's home stays as it is, and that of the
 * tour is gone afterwards, however it ends.
 */

async function openTour(columns: number, rows: number) {
  const home = await newHome()
  const temporary = join(await newHome(), 'temporary')
  await mkdir(temporary)
  const options = { args: ['tour'], home, columns, rows, env: { TMPDIR: temporary, SWAPCLI_SANDBOX_SPEED: '1' } }
  return { home, temporary, screens: openScreens(options) }
}

/** Waits for what the guide says, whatever lines it is on. */
async function told(screens: ScreenDriver, text: string): Promise<void> {
  await screens.until((screen) => screen.split('\n').slice(1, 4).join(' ').replaceAll(/ +/g, ' ').includes(text))
}

describe('the tour', () => {
  test.each([
    [40, 10],
    [120, 40],
  ])('leads through a swap at %i x %i, and nothing is left of it', async (columns, rows) => {
    const { home, temporary, screens } = await openTour(columns, rows)
    await told(screens, 'TOUR 1/8 A swap fits on one line. Press :')
    screens.press(':')
    await told(screens, 'Type 0.1 eth to usdc base')
    expect((await readdir(temporary)).map((name) => name.replace(/-[^-]+$/, ''))).toEqual(['swapcli-tour'])
    screens.press('0.1 eth to usdc base', 'enter')
    await told(screens, 'TOUR 2/8 The best route stands first. Press i')
    screens.press('i')
    await told(screens, 'TOUR 3/8 Sent, taken, kept')
    screens.press('enter')
    // A route that has just come under the mark by itself is not taken by the first Enter.
    const shown = await screens.until(/TOUR 4|press Enter again/)
    if (shown.includes('press Enter again')) await screens.answer('enter')
    await told(screens, 'TOUR 4/8 P pays, in paper money.')
    await screens.answer(/ Y agrees/.test(screens.screen()) ? 'Y' : 'P')
    await told(screens, 'TOUR 5/8 It is paid')
    screens.press('3')
    await told(screens, 'TOUR 7/8 It has ended.')
    screens.press('?')
    await told(screens, 'TOUR 8/8 Esc closes the help.')
    screens.press('x')
    await told(screens, 'That was the tour. q leaves it')
    expect(screens.brokenLines()).toEqual([])
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    expect(screens.terminal()).toEqual(UNTOUCHED)
    expect(screens.scrollback()).toMatch(/SUCCESS[^]*nothing of it was kept/)
    expect(screens.scrollback()).not.toMatch(/the same again|swapcli resume/)
    expect([await readdir(home), await readdir(temporary)]).toEqual([[], []])
  })

  test.each([
    ['q', 0],
    ['ctrl-c', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 130],
  ] as const)('is left by %s, and its home is removed', async (how, code) => {
    const { home, temporary, screens } = await openTour(80, 24)
    await told(screens, 'TOUR 1/8')
    expect(await readdir(temporary)).toHaveLength(1)
    if (how === 'SIGTERM' || how === 'SIGHUP') screens.kill(how)
    else screens.press(how)
    expect(await screens.exit()).toEqual({ code, signal: undefined })
    expect([await readdir(home), await readdir(temporary)]).toEqual([[], []])
  })

  test('needs a terminal that can be drawn on', async () => {
    const run = runInTerminal(['tour'], await newHome(), { env: { TERM: 'dumb' } })
    expect(await run.end()).toBe(2)
    expect(run.all()).toContain('swapcli demo')
  })
})
