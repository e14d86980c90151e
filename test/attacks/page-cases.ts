import { failed, refused, SIGNED } from './case.ts'
import { type Change, type Json, type Lies, put } from './hostile-server.ts'
import type { AttackCase, NeighbourCase, Payment } from './range.ts'

/*
 * What others write is shown: texts that a terminal obeys, that hide or turn others, or that never end. The range fails a case
 * whose output holds one of them raw; what is paid must stay what was agreed.
 */

const PAYS = ['100', 'base:USDC', 'base:DAI'] as const
const ESC = '\u001B'
/** Writes to the clipboard. */
const CLIPBOARD = `DAI${ESC}]52;c;cm0gLXJm\u0007`
/** Clears the screen and writes at its top. */
const SCREEN = `${ESC}[2J${ESC}[H0.00 paid`
/** The same in one byte, for terminals of eight bits. */
const C1 = '\u009B2J\u009D52;c;cm0=\u009C'
const TITLE = `${ESC}]0;swapcli\u0007`
const LINK = `${ESC}]8;;http://thief.example${ESC}\\here${ESC}]8;;${ESC}\\`
const BIDI = 'safe \u202Eecnalab\u202C \u2066x\u2069'
const ZERO_WIDTH = 'DA\u200BI\u200D\u200E\u200F'
const LINES = 'fine\rNothing was paid\u000B\u000C\u0008\u0008'
const LONG = 'x'.repeat(1_000_000)

const attack = (name: string, ending: AttackCase['ending'], lies: Lies, more: Partial<Payment> = {}): AttackCase => ({
  ...{ name, who: 'page', ending, swap: PAYS, lies: () => lies, ...more },
})
const both = (members: Json): Lies => {
  const change: Change = (document) => put(document, members)
  return { quote: change, lock: change }
}
/** A refusal of the server in its own words. */
const fails = (path: string, error: Json, status = 422): Lies => ({
  answers: {
    [path]: () => ({ status, body: JSON.stringify({ error: { code: 'NO_ROUTE', message: 'no', ...error } }) }),
  },
})

export const PAGE_ATTACKS: readonly AttackCase[] = [
  attack('the currency writes to the clipboard', refused('terms'), both({ 'dst.currency': CLIPBOARD })),
  attack('the currency of what is paid clears the screen', refused('terms'), both({ 'src.currency': SCREEN })),
  attack('the currency hides in zero width', refused('terms'), both({ 'dst.currency': ZERO_WIDTH })),
  attack('a warning writes to the clipboard', SIGNED, both({ warnings: [CLIPBOARD] })),
  attack('a warning clears the screen', SIGNED, both({ warnings: [SCREEN] })),
  attack('a warning speaks to terminals of eight bits', SIGNED, both({ warnings: [C1] })),
  attack('a warning turns the line around', SIGNED, both({ warnings: [BIDI] })),
  attack('a warning goes back over the line', SIGNED, both({ warnings: [LINES] })),
  attack('a warning of a million letters', SIGNED, both({ warnings: [LONG] })),
  attack('a thousand warnings', SIGNED, both({ warnings: Array.from({ length: 1000 }, () => TITLE) })),
  attack('the provider is a title of the window', failed('NO_ROUTE'), both({ provider: TITLE })),
  attack('the id of the route is a link', failed('PROVIDER_UNAVAILABLE'), {
    quote: (route) => put(route, { routeId: LINK }),
  }),
  attack('the id of the lock clears the screen', failed('QUOTE_EXPIRED'), {
    lock: (told) => put(told, { lockId: SCREEN }),
  }),
  attack('a step is named by a link', SIGNED, both({ 'steps.0.provider': LINK })),
  attack('a cost is described by what clears the screen', SIGNED, both({ 'fees.items.0.description': SCREEN })),
  attack('who takes a cost is turned around', SIGNED, both({ 'fees.items.0.providerLabel': BIDI })),
  attack('the token of a cost writes to the clipboard', SIGNED, both({ 'fees.items.0.token.symbol': CLIPBOARD })),
  attack('the id of the transaction is a title', SIGNED, { execute: (told) => put(told, { transactionId: TITLE }) }),
  attack('the deposit address turns around', refused('payload'), {
    execute: (told) => put(told, { 'providerResult.depositAddress': BIDI }),
  }),
  attack('the memo writes to the clipboard', SIGNED, {
    execute: (told) => put(told, { 'providerResult.memo': CLIPBOARD }),
  }),
  attack(
    'the quote is refused with what clears the screen',
    failed('VALIDATION_ERROR'),
    fails('/quote', { message: SCREEN }),
  ),
  attack(
    'the lock is refused with a million letters',
    failed('VALIDATION_ERROR'),
    fails('/quote/lock', { message: LONG }),
  ),
  attack(
    'the execution is refused with a hint to the clipboard',
    failed('VALIDATION_ERROR'),
    fails('/quote/execute', { hint: CLIPBOARD }),
  ),
  attack('the code of a refusal is a title', failed('VALIDATION_ERROR'), fails('/quote/lock', { code: TITLE })),
  attack(
    'the reason of a refusal turns around',
    failed('VALIDATION_ERROR'),
    fails('/quote/execute', { details: { reason: BIDI, field: C1 } }),
  ),
  attack(
    'the status is told with what clears the screen',
    SIGNED,
    {
      track: (told) => put(told, { reason: SCREEN, outboundHash: CLIPBOARD }),
    },
    { options: { wait: true, timeout: '3' }, mayFail: true },
  ),
]

const honest = (name: string, text: string): NeighbourCase => ({
  ...{ name: `texts of ${name}`, who: 'page', swap: PAYS },
  lies: () => both({ warnings: [text] }),
})

export const PAGE_NEIGHBOURS: readonly NeighbourCase[] = [
  honest('Chinese, Japanese and Korean', '交換 スワップ 스왑'),
  honest('accents and Cyrillic', 'Größe, naïve, Обмен'),
  honest('emoji', 'to the moon 🚀'),
  honest('Arabic and Hebrew', 'مبادلة החלפה'),
  honest('quotes, backslashes and markup', '"a" \\n <b>$100</b> %s'),
]
