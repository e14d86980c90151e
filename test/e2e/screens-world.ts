import { expect, onTestFinished } from 'vitest'
import { createPaperWallet, type PaperTransaction } from '../../src/sandbox/paper-wallet.ts'
import { openDocuments } from '../../src/store/sqlite/open-documents.ts'
import { walletFile } from '../../src/payments/wallet-file.ts'
import { type DriverOptions, openScreenDriver, type ScreenDriver } from '../support/screen-driver.ts'

/** A sandbox in which swaps settle before anybody can look. */
export const FAST = { SWAPCLI_SANDBOX_SPEED: '100000' }
/** A sandbox in which they take some seconds: time enough to break something off in between. */
export const SLOW = { SWAPCLI_SANDBOX_SPEED: '10' }

/** One in which they take longer than screens take to be closed and opened anew. */
export const SLOWER = { SWAPCLI_SANDBOX_SPEED: '3' }

/** The state of a terminal that nothing was done to. */
export const UNTOUCHED = {
  buffer: 'normal',
  cursorShown: true,
  bracketedPaste: false,
  tellsFocus: false,
  tellsMouse: false,
  title: '',
} as const

/** The screens of the built program; they are ended when the test ends before they do. */
export function openScreens(options: DriverOptions): ScreenDriver {
  const screens = openScreenDriver({ ...options, env: { ...FAST, ...options.env } })
  onTestFinished(() => screens.close())
  return screens
}

/** Chooses an asset in the list that is open. */
export async function pick(screens: ScreenDriver, text: string, row: RegExp): Promise<void> {
  await screens.until('symbol, name or address')
  screens.press(text)
  await screens.until((screen) => screen.includes(`> ${text}`) && row.test(screen))
  screens.press('enter')
}

/** Fills the form in by keys. @param until what then must be seen @default the answers of every provider */
export async function fillIn(screens: ScreenDriver, amount: string, until = ' 4 providers'): Promise<string> {
  // The pair of the last time may be in the form already.
  await screens.until(/Enter to choose|how much \S+ to send/)
  screens.press('f')
  await pick(screens, 'ethereum:usdc', /▸ USDC +Ethereum/)
  await screens.until('how much USDC to send')
  screens.press(amount, 'enter')
  const next = await screens.until(/Receive which asset|asking|routes · |route · /)
  if (next.includes('Receive which asset')) await pick(screens, 'base:usdc', /▸ USDC +Base/)
  return screens.until(until)
}

/** Writes another amount into the form. */
export async function changeAmount(screens: ScreenDriver, amount: string): Promise<void> {
  await screens.until('a amount')
  screens.press('a')
  await screens.until('Esc cancel')
  screens.press('ctrl-u', amount, 'enter')
}

/** The question of a lock; on few lines in few words. */
export const ASKED = /Agree to these terms\?|pays at once; \S+ declines/

/** Marks the route of a provider and opens it. */
export async function openRoute(screens: ScreenDriver, provider: string): Promise<string> {
  for (let tries = 0; tries < 6; tries += 1) {
    const marked = markedRoute(await screens.until(/▸ SANDBOX_\w+/))
    if (marked === provider) break
    screens.press('down')
    // Not any change: a countdown changes the screen too, and the next press would skip a route.
    await screens.until((screen) => ![undefined, marked].includes(markedRoute(screen)))
  }
  expect(screens.screen()).toContain(`▸ ${provider}`)
  await screens.answer('enter')
  // A route that has just come under the mark by itself is not taken by the first Enter.
  const shown = await screens.until((screen) => ASKED.test(screen) || screen.includes('press Enter again'))
  if (shown.includes('press Enter again')) await screens.answer('enter')
  return screens.until(ASKED)
}

function markedRoute(screen: string): string | undefined {
  return /▸ (SANDBOX_\w+)/.exec(screen)?.[1]
}

/** Everything that the paper wallet of a home has ever sent. */
export async function paperPayments(home: string): Promise<readonly PaperTransaction[]> {
  const documents = await openDocuments({ path: walletFile(home, 'sandbox') })
  try {
    return await createPaperWallet({ ledger: documents }).transactions()
  } finally {
    await documents.close()
  }
}
