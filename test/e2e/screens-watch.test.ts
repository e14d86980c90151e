import { expect, test } from 'vitest'
import { cli } from '../cli/run-here.ts'
import { newHome } from '../support/new-home.ts'
import { openScreens, UNTOUCHED } from './screens-world.ts'

const PAIR = ['ethereum:USDC', 'base:USDC'] as const

test('an alert rings while another tab is shown, once, and the pair stands on its own screen with its chart', async () => {
  const home = await newHome()
  await cli(['watch', 'add', ...PAIR, '100', '--above', '0.5', '--sandbox'], { home })
  const screens = openScreens({ home })
  const told = await screens.until(/1 ethereum:USDC = [01]\.\d+ base:USDC, above 0\.5/)
  expect(told).toContain('[1 Swap]')
  expect(told).toMatch(/8( Wat\w*)?•/)
  // What is told elsewhere says no amount.
  await expect
    .poll(() => [screens.bells(), screens.terminal().title])
    .toEqual([1, 'swapcli: ethereum:USDC to base:USDC: above its limit'])
  screens.press('8')
  const list = await screens.until((screen) => screen.includes('above 0.5') && screen.includes('[1 day]'))
  expect(list).toMatch(/▸ ethereum:USDC to base:USDC +[01]\.\d+ /)
  screens.press('A')
  await screens.until('above 3300 below 2800')
  screens.press('base:usdc ethereum:usdc', 'enter')
  await screens.until(/▸ base:USDC to ethereum:USDC/)
  screens.press('x')
  await screens.until('base:USDC to ethereum:USDC is watched no more')
  await screens.until(/▸ ethereum:USDC to base:USDC/)
  screens.press('enter')
  await screens.until(/From +ethereum:USDC/)
  expect(screens.bells()).toBe(1)
  screens.press('ctrl-c')
  expect(await screens.exit()).toEqual({ code: 130, signal: undefined })
  expect(screens.terminal()).toEqual(UNTOUCHED)
})
