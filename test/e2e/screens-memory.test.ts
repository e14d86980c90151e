import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newHome } from '../support/new-home.ts'
import { fillIn, openScreens } from './screens-world.ts'

/*
 * What the screens remember from one time to the next, in a file of the home.
 */

test('the screens open on the pair and the screen of the last time; the first time they say what to do', async () => {
  const home = await newHome()
  const first = openScreens({ home, columns: 80, rows: 24 })
  await first.until('Press : and write a swap on one line')
  expect(await fillIn(first, '100')).not.toContain('Press : and write')
  first.press('*')
  await first.until('ethereum:USDC → base:USDC is a favourite')
  first.press('q')
  expect((await first.exit()).code).toBe(0)

  const second = openScreens({ home, columns: 80, rows: 24 })
  await second.until(/From +ethereum:USDC[^]*To +base:USDC/)
  expect(second.screen()).not.toContain('Press : and write')
  second.press('b')
  await second.until(/▸ \* +ethereum:USDC → base:USDC/)
  second.press('enter')
  await second.until('Esc cancel')
  second.press('50', 'enter')
  await second.until(' 4 providers')
  second.press('5')
  await second.until('[5 Stats]')
  second.press('q')
  expect((await second.exit()).code).toBe(0)

  const third = openScreens({ home, columns: 40, rows: 10 })
  await third.until(/\[5 Stats\]/)
  third.press('ctrl-c')
  expect((await third.exit()).code).toBe(130)
  const file = join(home, 'screens-sandbox.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    tab: 'stats',
    favourites: [{ from: { symbol: 'USDC' } }],
  })
})

test('a damaged file is said, ignored, and written anew', async () => {
  const home = await newHome()
  const file = join(home, 'screens-sandbox.json')
  await writeFile(file, '{"recent":', { mode: 0o600 })
  const screens = openScreens({ home, columns: 80, rows: 24 })
  await screens.until('what was remembered of last time is damaged: it begins anew')
  await fillIn(screens, '100')
  screens.press('q')
  expect((await screens.exit()).code).toBe(0)
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    recent: [{ to: { chain: 'base' } }],
    favourites: [],
  })
})
