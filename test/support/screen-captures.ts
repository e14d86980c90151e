/*
 * Plays a swap on the sandbox by keys and prints the screens as text, for the README: tsx test/support/screen-captures.ts
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM } from './built-program.ts'
import { homeEnv, stateOf } from './home-env.ts'
import { openScreenDriver } from './screen-driver.ts'

const env = { SWAPCLI_SANDBOX_SPEED: '100000' }

const home = mkdtempSync(join(tmpdir(), 'swapcli-captures-'))
try {
  swapBefore('0.05', 'ethereum:ETH', 'arbitrum:USDC')
  swapBefore('40.0070', 'base:USDC', 'ethereum:USDC')
  const screens = openScreenDriver({ home, env, columns: 100, rows: 30 })
  const show = (name: string) => console.log(`--- ${name}\n${screens.screen()}\n`)
  await screens.until('Enter to choose')
  screens.press('enter')
  await screens.until(/▸ \S/)
  screens.press('usdc')
  await screens.until((screen) => /> usdc[^]* found/.test(screen) && !screen.includes('opening'))
  show('picker')
  screens.press('enter')
  await screens.until('how much USDC to send')
  screens.press('100', 'enter')
  await screens.until('Receive which asset?')
  screens.press('base:usdc')
  await screens.until((screen) => screen.includes('> base:usdc') && /▸ USDC +Base/.test(screen))
  screens.press('enter')
  await screens.until('4 providers')
  show('routes')
  screens.press('down', 'down', 'enter')
  await screens.until('Agree to these terms?')
  show('review')
  await screens.answer('P')
  await screens.until('Done.')
  show('timeline')
  screens.press('3')
  await screens.until(/▸ \d\d-\d\d .*SUCCESS/)
  show('activity')
  screens.press('q')
  await screens.exit()
  console.log(`--- main screen\n${screens.scrollback()}`)
  screens.close()
} finally {
  for (const folder of [home, stateOf(home)]) rmSync(folder, { recursive: true, force: true })
}

/** A swap made by the command, so that there is a past. */
function swapBefore(amount: string, from: string, to: string): void {
  const args = [PROGRAM, 'swap', amount, from, to, '--yes']
  spawnSync(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', ...homeEnv(home), ...env },
    stdio: 'ignore',
  })
}
