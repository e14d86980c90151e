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
import { openScreenDriver, type ScreenDriver } from './screen-driver.ts'

const env = { SWAPCLI_SANDBOX_SPEED: '1' }
const DESK = fileURLToPath(new URL('../../.github/desk.svg', import.meta.url))

const home = mkdtempSync(join(tmpdir(), 'swapcli-captures-'))
try {
  command('swap', '0.05', 'ethereum:ETH', 'arbitrum:USDC', '--yes')
  command('swap', '40.0070', 'base:USDC', 'ethereum:USDC', '--yes')
  command('watch', 'add', 'ethereum:ETH', 'base:USDC', '1', '--above', '3200')
  command('watch', 'add', 'bitcoin:BTC', 'ethereum:USDC', '0.1')
  const small = await openAt(80, 24, false)
  await ask(small, '0.25 eth to usdc base')
  small.press('down', 'enter')
  await small.until('at least')
  show('review', small)
  await small.answer('n')
  await small.until('declined')
  small.close()
  const desk = await openAt(160, 40, true)
  await ask(desk, '0.5 eth to usdc base')
  desk.press('down', 'enter')
  await desk.until('at least')
  await desk.answer('0')
  desk.press('.5')
  await desk.answer('enter')
  await desk.until('\u2713 send')
  desk.press('1')
  await desk.until(/\[1 Swap\][^]*ROUTES[^]*swapping/)
  show('desk', desk)
  writeFileSync(
    DESK,
    desk.svg('The desk of swapcli: order, routes, what the marked one costs, rate, what runs, watched pairs'),
  )
  desk.close()
} finally {
  for (const folder of [home, stateOf(home)]) rmSync(folder, { recursive: true, force: true })
}

async function openAt(columns: number, rows: number, colour: boolean): Promise<ScreenDriver> {
  const screens = openScreenDriver({ home, env, columns, rows, colour })
  await screens.until('1 Swap')
  return screens
}

/** Asks for routes by a swap on one line. */
async function ask(screens: ScreenDriver, line: string): Promise<void> {
  screens.press(':')
  await screens.until('or a swap:')
  screens.press(line)
  await screens.until(/fill|base:USDC/)
  show('palette', screens)
  screens.press('enter')
  await screens.until(/4 routes · 4 providers/)
  show('routes', screens)
}

function show(name: string, screens: ScreenDriver): void {
  console.log(`--- ${name}\n${screens.screen()}\n`)
}

/** A command of the program that has ended, so that there is a past. */
function command(...args: readonly string[]): void {
  spawnSync(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...homeEnv(home), SWAPCLI_SANDBOX_SPEED: '100000' },
    stdio: 'ignore',
  })
}
