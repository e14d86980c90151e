import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli } from '../cli/run-here.ts'
import type { ScreenDriver } from '../support/screen-driver.ts'
import { fillIn, openRoute, openScreens, paperPayments, SLOW, UNTOUCHED } from './screens-world.ts'
import { newHome } from '../support/new-home.ts'

/** Waits for a frame of this size: tabs in its first line, the place at its right end, keys in its last; none broken. */
async function frameOf(screens: ScreenDriver, columns: number, rows: number): Promise<string> {
  const frame = await screens.until((screen) => {
    const lines = screen.split('\n')
    const [tabs = ''] = lines
    const isWhole = / \[?6 /.test(tabs) && tabs.length === columns && /sandbox( \(paper\))?$/.test(tabs)
    return isWhole && lines.length === rows && /\? help/.test(lines.at(-1) ?? '')
  })
  expect(screens.brokenLines()).toEqual([])
  return frame
}

/** SGR codes but the one that ends every look. */
function looks(written: string): readonly string[] {
  // eslint-disable-next-line no-control-regex -- these are the codes that are counted
  return (written.match(/\u001B\[[0-9;:]*m/g) ?? []).filter((code) => code !== '\u001B[0m')
}

/** Inverse on and off: the cell that is the text cursor, which nothing else would show. */
const CURSOR_LOOKS = ['\u001B[7m', '\u001B[m']

describe('the size of the terminal', () => {
  test('may change while routes come in and while a swap is followed; no line is broken', async () => {
    const screens = openScreens({ home: await newHome(), columns: 80, rows: 24, env: { SWAPCLI_SANDBOX_SPEED: '1' } })
    // Every provider takes 3 s to quote this amount.
    await fillIn(screens, '100.0100', 'asking')
    expect(await frameOf(screens, 80, 24)).toContain('To        base:USDC')
    await screens.resize(250, 80)
    expect(await frameOf(screens, 250, 80)).toContain('To        base:USDC')
    await screens.resize(100, 30)
    await screens.until('4 routes · 4 providers')
    expect(await frameOf(screens, 100, 30)).toMatch(/▸ SANDBOX_INTENTS .* \S+ USDC/)

    await openRoute(screens, 'SANDBOX_BRIDGE')
    await screens.answer('P')
    await screens.until('PENDING')
    for (const [columns, rows] of [
      [80, 24],
      [250, 80],
      [100, 30],
    ] as const) {
      await screens.resize(columns, rows)
      const frame = await frameOf(screens, columns, rows)
      for (const text of ['✓ lock', '✓ execute', '✓ send', 'inbound', 'outbound', 'PENDING', 'of paper sent by']) {
        expect([columns, frame]).toEqual([columns, expect.stringContaining(text)])
      }
    }
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    expect(screens.terminal()).toEqual(UNTOUCHED)
  })

  test('is asked for where it is too small, and the screen comes back as it was', async () => {
    const screens = openScreens({ home: await newHome() })
    await fillIn(screens, '100')
    await screens.resize(39, 24)
    expect((await screens.until('this terminal has 39 x 24')).trim()).toBe(
      'swapcli needs 40 x 10 cells\nthis terminal has 39 x 24\nq quits',
    )
    // What cannot be seen is not done.
    screens.press('enter', 'P')
    await screens.resize(30, 5)
    await screens.until('this terminal has 30 x 5')
    await screens.resize(100, 30)
    expect(await frameOf(screens, 100, 30)).toMatch(/4 routes · 4 providers[^]*▸ SANDBOX_INTENTS/)
    await screens.resize(40, 9)
    await screens.until('this terminal has 40 x 9')
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    expect(screens.terminal()).toEqual(UNTOUCHED)
  })
})

test('keys that are pressed while the first frame is drawn leave no trace in it', async () => {
  const screens = openScreens({ home: await newHome(), columns: 80, rows: 24 })
  await screens.until(() => screens.terminal().buffer === 'alternate')
  // They mean nothing; a terminal that still echoes would write them down.
  for (let turns = 0; turns < 2_000; turns += 1) {
    screens.press('Z')
    if (turns > 1_000 && screens.screen().includes('6 Set')) break
    await new Promise((next) => setImmediate(next))
  }
  await screens.until('how much to send')
  screens.press('?')
  await screens.until('Keys on this screen')
  screens.press('esc')
  await screens.until('how much to send')
  expect(await frameOf(screens, 80, 24)).not.toContain('Z')
})

describe('every other tab', () => {
  test.each([
    ['3', '[3 Activity]', /No swaps yet\./, 'refresh'],
    ['4', '[4 Providers]', /▸ SANDBOX_BRIDGE +BRIDGE .*ready/, 'turn on or off'],
    ['5', '[5 Stats]', /No swaps yet on the sandbox network\./, 'providers or pairs'],
    ['6', '[6 Settings]', /▸ Network +network +sandbox/, 'change'],
    ['7', '[7 Balances]', /no figure of yesterday[^]*▸ paper +ethereum +ETH +10 /, 'swap from it'],
  ])('of the key %s opens as %s without swaps, and its help opens and closes', async (key, tab, content, help) => {
    const screens = openScreens({ home: await newHome() })
    await screens.until('Enter to choose')
    screens.press(key)
    const empty = await screens.until((screen) => screen.includes(tab) && content.test(screen))
    expect(await frameOf(screens, 100, 30)).toBe(empty)
    screens.press('?')
    const shown = await screens.until('Keys on this screen')
    expect(shown).toContain(help)
    expect(shown).not.toMatch(content)
    screens.press('esc')
    await screens.until((screen) => content.test(screen) && !screen.includes('Keys on this screen'))
    screens.press('1')
    await screens.until('Enter to choose')
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    expect(screens.scrollback()).toBe('')
  })
})

describe('colour', () => {
  test('is used where it may be', async () => {
    const screens = openScreens({ home: await newHome(), colour: true })
    await fillIn(screens, '100')
    expect(looks(screens.written()).length).toBeGreaterThan(50)
  })

  test('and every other look but the text cursor are left out for NO_COLOR', async () => {
    const screens = openScreens({ home: await newHome() })
    await fillIn(screens, '100')
    await openRoute(screens, 'SANDBOX_BRIDGE')
    await screens.answer('P')
    await screens.until('Done.')
    screens.press('q')
    await screens.exit()
    expect(new Set(looks(screens.written()))).toEqual(new Set(CURSOR_LOOKS))
  })
})

test('a terminal that answers is known by its name, and pays by no key that came before it had drawn what is asked', async () => {
  const home = await newHome()
  const screens = openScreens({ home, version: 'ghostty 1.2.3', env: SLOW })
  await fillIn(screens, '100')
  screens.hold(true)
  await openRoute(screens, 'SANDBOX_BRIDGE')
  await screens.answer('P')
  // The next key is read after it.
  screens.press('?')
  await screens.until('Keys on this screen')
  screens.press('esc')
  await screens.until('Agree to these terms?')
  screens.hold(false)
  await screens.answer('P')
  await screens.until('PENDING')
  // Progress, which a terminal of no name is not told of.
  await screens.until(() => screens.written().includes('\u001B]9;4;1;'))
  screens.press('ctrl-c')
  expect(await screens.exit()).toEqual({ code: 130, signal: undefined })
  expect(screens.terminal()).toEqual(UNTOUCHED)
  expect((await paperPayments(home)).map(({ kind }) => kind)).toEqual(['approve', 'bridge'])
})

test('a screen reader gets lines, on a terminal that rings, has a title and is given back', async () => {
  const screens = openScreens({ home: await newHome(), env: { INK_SCREEN_READER: 'true' } })
  await screens.until((screen) => screen.includes('how much') && screens.terminal().title !== '')
  expect(screens.terminal()).toEqual({ ...UNTOUCHED, bracketedPaste: true, tellsFocus: true, title: 'swapcli' })
  screens.press('ctrl-z')
  await screens.until(() => /\?2004h[^]*\?2004l[^]*\?2004h[^]*how much/.test(screens.written()))
  screens.press('q')
  expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
  expect(screens.terminal()).toEqual(UNTOUCHED)
})

describe('without a terminal that can be drawn on', () => {
  test('the help is shown instead, and no control code is written', async () => {
    const piped = await cli([], { home: await newHome() })
    expect([piped.code, piped.stdout]).toEqual([2, ''])
    expect(piped.stderr).toContain('Usage: swapcli')
    expect(piped.stderr).toContain('The screens need a terminal')
    expect(piped.stderr).not.toContain('\u001B')
    const dumb = openScreens({ home: await newHome(), rows: 60, env: { TERM: 'dumb' } })
    expect(await dumb.exit()).toEqual({ code: 0, signal: undefined })
    expect(dumb.written()).toContain('Usage: swapcli')
    expect(dumb.written()).not.toContain('\u001B')
  })
})

describe('a terminal is given back as it was', () => {
  /** Lets a test break the program from outside, with the very code that users have. */
  const BREAKABLE =
    "--import=data:text/javascript,process.on('SIGUSR2',()=>{throw%20new%20Error('broken%20from%20outside')})"

  test('by SIGTERM, with the command that goes on with an open swap', async () => {
    const screens = openScreens({ home: await newHome(), env: SLOW })
    await fillIn(screens, '100')
    await openRoute(screens, 'SANDBOX_BRIDGE')
    screens.kill('SIGTERM')
    expect(await screens.exit()).toEqual({ code: 143, signal: undefined })
    expect(screens.terminal()).toEqual(UNTOUCHED)
    expect(screens.scrollback()).toMatch(
      /^run (run_\w+): 100 ethereum:USDC to base:USDC, nothing was sent\ncontinue it: swapcli resume \1 --network sandbox$/,
    )
  })

  test('after Ctrl-L has drawn every line of it anew', async () => {
    const screens = openScreens({ home: await newHome() })
    await fillIn(screens, '100')
    const drawn = screens.written().length
    screens.press('ctrl-l')
    // eslint-disable-next-line no-control-regex -- it is erased first
    await screens.until(() => /\u001B\[2J[^]*SWAP[^]*SANDBOX_DEX[^]*quit/i.test(screens.written().slice(drawn)))
    expect(await frameOf(screens, 100, 30)).toMatch(/4 routes · 4 providers/)
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
  })

  test('by Ctrl-Z, and taken back when the program goes on', async () => {
    const screens = openScreens({ home: await newHome() })
    await fillIn(screens, '100')
    const left = screens.written().length
    // No shell is there that could stop it: it is back at once.
    screens.press('ctrl-z')
    await screens.until(() => /\?1049l[^]*\?1049h[^]*SANDBOX_DEX/.test(screens.written().slice(left)))
    expect(await frameOf(screens, 100, 30)).toMatch(/4 routes · 4 providers/)
    const stopped = screens.written().length
    screens.kill('SIGSTOP')
    screens.kill('SIGCONT')
    await screens.until(() => /\?1049h[^]*SANDBOX_DEX/.test(screens.written().slice(stopped)))
    expect(await frameOf(screens, 100, 30)).toMatch(/4 routes · 4 providers/)
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    expect(screens.terminal()).toEqual(UNTOUCHED)
  })

  test('while somebody else stops it, which no shell is there to do', async () => {
    const screens = openScreens({ home: await newHome() })
    await fillIn(screens, '100')
    const left = screens.written().length
    screens.kill('SIGTSTP')
    await screens.until(() => /\?1049l[^]*\?1049h[^]*SANDBOX_DEX/.test(screens.written().slice(left)))
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    expect(screens.terminal()).toEqual(UNTOUCHED)
  })

  test('by SIGQUIT, which ends the screens as a shell shows it', async () => {
    const screens = openScreens({ home: await newHome(), env: SLOW })
    await fillIn(screens, '100')
    await openRoute(screens, 'SANDBOX_BRIDGE')
    screens.kill('SIGQUIT')
    expect(await screens.exit()).toEqual({ code: 131, signal: undefined })
    expect(screens.terminal()).toEqual(UNTOUCHED)
    expect(screens.scrollback()).toMatch(/\ncontinue it: swapcli resume run_\w+ --network sandbox$/)
  })

  test('by SIGHUP', async () => {
    const screens = openScreens({ home: await newHome() })
    await fillIn(screens, '100')
    screens.kill('SIGHUP')
    expect(await screens.exit()).toEqual({ code: 130, signal: undefined })
    expect(screens.terminal()).toEqual(UNTOUCHED)
  })

  test('that is gone is no bug, and what was paid before is noted', async () => {
    const home = await newHome()
    const errors = join(home, 'errors.txt')
    const screens = openScreens({ home, env: SLOW, errors })
    await fillIn(screens, '100')
    await openRoute(screens, 'SANDBOX_BRIDGE')
    await screens.answer('P')
    await screens.until('PENDING')
    screens.hangUp()
    expect(await screens.exit()).toEqual({ code: 130, signal: undefined })
    const said = await readFile(errors, 'utf8')
    expect(said).not.toMatch(/bug|setRawMode|Assertion/)
    expect(said).toMatch(/^$|could be written \(EIO\)\. What it was to report was paid: 0x\w{64} \(run_\w+, tx_\w+\)/)
    const { stdout } = await cli(['resume', '--list', '--json'], { home })
    expect(stdout).toMatch(/"step":"tracked"/)
  })

  test('before what Node warns of is written', async () => {
    const WARNING =
      "--import=data:text/javascript,process.on('SIGUSR2',()=>process.emitWarning('heard%20from%20outside'))"
    const screens = openScreens({ home: await newHome(), env: { NODE_OPTIONS: WARNING } })
    await fillIn(screens, '100')
    screens.kill('SIGUSR2')
    screens.press('?')
    await screens.until('Keys on this screen')
    expect(screens.written()).not.toContain('heard from outside')
    screens.press('x')
    await screens.until('SANDBOX_DEX')
    screens.press('q')
    expect(await screens.exit()).toEqual({ code: 0, signal: undefined })
    expect(screens.scrollback()).toContain('heard from outside')
  })

  test('by a crash, after which is said what is known about the money, and then what broke', async () => {
    const home = await newHome()
    const screens = openScreens({ home, env: { ...SLOW, NODE_OPTIONS: BREAKABLE } })
    await fillIn(screens, '100')
    await openRoute(screens, 'SANDBOX_BRIDGE')
    await screens.answer('P')
    await screens.until('PENDING')
    screens.kill('SIGUSR2')
    expect(await screens.exit()).toEqual({ code: 1, signal: undefined })
    expect(screens.terminal()).toEqual(UNTOUCHED)
    expect(screens.scrollback()).toMatch(
      /^run (run_\w+): 100 ethereum:USDC to base:USDC, sent\ncontinue it: swapcli resume \1 --network sandbox\n[^]*broken from outside/,
    )
    expect((await paperPayments(home)).map(({ kind }) => kind)).toEqual(['approve', 'bridge'])
  })
})
