import { expect, test } from 'vitest'
import { newHome } from '../support/new-home.ts'
import { createRandom } from '../simulation/random.ts'
import { openScreens, UNTOUCHED } from './screens-world.ts'

const KEYS = 10_000
const OFTEN = ['enter', 'esc', 'tab', 'up', 'down', 'backspace', ' ', '\u001B[5~', '\u001B[F']
const WORDS = [
  'ethereum:usdc\r',
  'base:usdc\r',
  '100\r',
  '1',
  '2',
  '3',
  '汉',
  '\u001B[200~0.5 eth to usdc\u001B[201~',
  '\u001B[',
]
/** No `q`, which may leave the screens; capital letters are keys of their own. */
const LETTERS = 'abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNPRSTUVWXYZ?/:.%[]{}'

test('keys at changing sizes, faster than anybody types, leave no line broken and the terminal as it was', async () => {
  const random = createRandom(7)
  const screens = openScreens({ home: await newHome(), columns: 120, rows: 40 })
  await screens.until('Enter to choose')
  for (let typed = 0; typed < KEYS; typed += 1) {
    const at = random.next()
    screens.press(at < 0.4 ? random.pick(OFTEN) : random.pick(at < 0.85 ? [...LETTERS] : WORDS))
    if (typed % 100 !== 99) continue
    const [columns, rows] = [20 + random.below(200), 5 + random.below(60)]
    await screens.resize(columns, rows)
    // The whole frame is drawn for its size, whatever was typed meanwhile.
    await screens.until((screen) => {
      const lines = screen.split('\n')
      const isDrawn = columns < 40 || rows < 10 ? /swapcli|runs|lock/.test(screen) : lines[0]?.length === columns
      return isDrawn && lines.length === rows
    })
    expect(screens.brokenLines()).toEqual([])
  }
  screens.press('ctrl-c')
  expect(await screens.exit()).toEqual({ code: 130, signal: undefined })
  expect(screens.terminal()).toEqual(UNTOUCHED)
})
