/*
 * Plays a swap on the sandbox by keys and prints the screens as text, for the README, and draws the desk as an image:
 * tsx test/support/screen-captures.ts
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROGRAM } from './built-program.ts'
import { homeEnv, stateOf } from './home-env.ts'
import { openScreenDriver } from './screen-driver.ts'

const env = { SWAPCLI_SANDBOX_SPEED: '1' }
const DESK = fileURLToPath(new URL('../../.github/desk.svg', import.meta.url))

const home = mkdtempSync(join(tmpdir(), 'swapcli-captures-'))
try {
  command('swap', '0.05', 'ethereum:ETH', 'arbitrum:USDC', '--yes')
  command('swap', '40.0070', 'base:USDC', 'ethereum:USDC', '--yes')
  command('watch', 'add', 'ethereum:ETH', 'base:USDC', '1', '--above', '3200')
  command('watch', 'add', 'bitcoin:BTC', 'ethereum:USDC', '0.1')
  const screens = openScreenDriver({ home, env, columns: 160, rows: 45, colour: true })
  const show = (name: string) => console.log(`--- ${name}\n${screens.screen()}\n`)
  await screens.until('Enter to choose')
  screens.press(':')
  await screens.until('an action, or a swap')
  screens.press('0.5 eth to usdc base')
  show('palette')
  screens.press('enter')
  await screens.until('4 providers')
  show('routes')
  screens.press('down', 'enter')
  await screens.until('AT LEAST'.toLowerCase())
  show('review')
  await screens.answer('0')
  screens.press('.5', 'enter')
  await screens.until((screen) => screen.includes('✓ send'))
  screens.press('1')
  await screens.until(/\[1 Swap\][^]*ROUTES[^]*swapping/)
  show('desk')
  writeFileSync(
    DESK,
    screens.svg(
      'The desk of swapcli: the order, its routes, what the marked one costs, the rate, what runs, and watched pairs',
    ),
  )
  screens.close()
} finally {
  for (const folder of [home, stateOf(home)]) rmSync(folder, { recursive: true, force: true })
}

/** A command of the program that has ended, so that there is a past. */
function command(...args: readonly string[]): void {
  spawnSync(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...homeEnv(home), SWAPCLI_SANDBOX_SPEED: '100000' },
    stdio: 'ignore',
  })
}
