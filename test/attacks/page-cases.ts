import { execute } from '../../src/cli/commands/execute.ts'
import { history } from '../../src/cli/commands/history.ts'
import { lock } from '../../src/cli/commands/lock.ts'
import { quote } from '../../src/cli/commands/quote.ts'
import { status } from '../../src/cli/commands/status.ts'
import { swap } from '../../src/cli/commands/swap.ts'
import { captureOutput } from '../support/captured-output.ts'
import { asObject } from '../support/contract-fields.ts'
import { type CommandPlace, runCommand, type Said } from '../support/command-session.ts'
import { failed, refused, SIGNED } from './case.ts'
import { type Change, type Json, type Lies, put } from './hostile-server.ts'
import type { AttackCase, NeighbourCase, Payment } from './range.ts'

/*
 * What others write is shown to a person: texts that a terminal obeys, that hide or turn others, or that never end. Each case
 * plays the commands around a payment without --json. It fails where one of them prints such a text raw, and where none prints
 * it at all: then nothing was tried. What is paid must stay what was agreed.
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
/** Letters that nobody sees, and that are no control or format characters. */
const FILLERS = 'no\u3164\u2800\u115F'
const LONG = 'x'.repeat(1_000_000)

type Run = NonNullable<Payment['run']>

/** What a person runs around a payment, one after the other; it ends as the payment does. */
const everyCommand: Run = async (place, values, { payer }) => {
  const people = { provider: values['provider'], depositor: payer, recipient: payer }
  const json: CommandPlace = { ...place, json: true }
  const quoted = await runCommand(quote, PAYS, { ...people, explain: true, why: true }, place)
  const { stdout: routes } = await runCommand(quote, PAYS, people, json)
  const locked = await runCommand(lock, ['-'], {}, { ...place, stdin: routes })
  const { stdout: document } = await runCommand(lock, ['-'], {}, { ...json, stdin: routes })
  const lockId = document === '' ? undefined : asObject(asObject(JSON.parse(document))['data'])['lockId']
  // By its id: what the server hands over is shown as it is, and verified by nobody.
  const executed = typeof lockId === 'string' ? [await runCommand(execute, [lockId], { accept: [] }, place)] : []
  const paid = await runCommand(swap, PAYS, values, place)
  const [id] = /tx_[a-z0-9]+/.exec(paid.stderr) ?? []
  const seen = id === undefined ? [] : [await runCommand(status, [id], {}, place)]
  const listed = await runCommand(history, [], {}, place)
  const texts = [quoted, locked, ...executed, paid, ...seen, listed].map(withProblem)
  return {
    stdout: texts.map(({ stdout }) => stdout).join(''),
    stderr: texts.map(({ stderr }) => stderr).join(''),
    error: paid.error,
  }
}

/** The failure of a command is printed too. */
function withProblem({ stdout, stderr, error }: Said): Said {
  const { output, said } = captureOutput()
  if (error !== undefined) output.problem(error, 'swap', true)
  return { stdout, stderr: `${stderr}${said.stderr}`, error }
}

/** @param prints the text of others that a command must show */
const attack = (
  name: string,
  ending: AttackCase['ending'],
  prints: string,
  lies: Lies,
  more: Partial<Payment> = {},
): AttackCase => ({
  ...{ name, who: 'page', ending, swap: PAYS, run: everyCommand, json: false, prints, lies: () => lies, ...more },
})
const both = (members: Json): Lies => {
  const change: Change = (document) => put(document, members)
  return { quote: change, lock: change }
}
const quoted = (name: string, member: string, text: string) =>
  attack(name, refused('terms'), text, both({ [member]: text }))
const noted = (name: string, member: string, text: string) => attack(name, SIGNED, text, both({ [member]: text }))
const warned = (name: string, text: string, prints = text) =>
  attack(`a warning ${name}`, SIGNED, prints, both({ warnings: [text] }))
const executed = (name: string, member: string, text: string, ending = SIGNED, more: Partial<Payment> = {}) =>
  attack(name, ending, text, { execute: (told) => put(told, { [member]: text }) }, more)
/** How a transaction stands, also in the list of all. */
const followed = (name: string, member: string, text: string, more: Json = {}) => {
  const change: Change = (told) => put(told, { [`transaction.${member}`]: text, ...more })
  const list = (body: string) => {
    const { data, ...rest } = asObject(JSON.parse(body))
    const rows: readonly unknown[] = Array.isArray(data) ? data : []
    return { body: JSON.stringify({ ...rest, data: rows.map((row) => put(asObject(row), { [member]: text })) }) }
  }
  return attack(
    name,
    SIGNED,
    text,
    { track: change, answers: { '/transaction/history': list } },
    { options: { wait: true, timeout: '3' }, mayFail: true },
  )
}
/** A refusal of the server in its own words. */
const fails = (name: string, path: string, text: string, error: Json) =>
  attack(name, failed('VALIDATION_ERROR'), text, {
    answers: {
      [path]: () => ({ status: 422, body: JSON.stringify({ error: { code: 'NO_ROUTE', message: 'no', ...error } }) }),
    },
  })

export const PAGE_ATTACKS: readonly AttackCase[] = [
  quoted('the title of a column writes to the clipboard', 'dst.currency', CLIPBOARD),
  quoted('the title of a column hides in zero width', 'dst.currency', ZERO_WIDTH),
  quoted('the title of a column turns the line around', 'dst.currency', BIDI),
  quoted('the currency of what is paid clears the screen', 'src.currency', SCREEN),
  quoted('the amount to receive is a title of the window', 'dst.formatted', TITLE),
  quoted('what is promised at least goes back over the line', 'minimumReceived', LINES),
  noted('the kind of a cost clears the screen', 'fees.items.0.type', SCREEN),
  // What is no value in dollars is unknown, and costs are told by what they come to.
  attack('the value of a route is a link', SIGNED, '', both({ 'dst.usd': LINK })),
  attack('all costs together are told with what turns around', SIGNED, '', both({ 'fees.total.formatted': BIDI })),
  warned('writes to the clipboard', CLIPBOARD),
  warned('clears the screen', SCREEN),
  warned('speaks to terminals of eight bits', C1),
  warned('turns the line around', BIDI),
  warned('goes back over the line', LINES),
  warned('hides behind letters that nobody sees', FILLERS),
  warned('of a million letters', LONG, LONG.slice(0, 100)),
  attack('a thousand warnings', SIGNED, TITLE, both({ warnings: Array.from({ length: 1000 }, () => TITLE) })),
  attack('the provider is a title of the window', failed('NO_ROUTE'), TITLE, both({ provider: TITLE })),
  attack('the id of the lock clears the screen', failed('QUOTE_EXPIRED'), SCREEN, {
    lock: (told) => put(told, { lockId: SCREEN }),
  }),
  attack('the end of the lock is a link', refused('terms'), LINK, {
    lock: (told) => put(told, { expiresAt: LINK }),
  }),
  executed('the id of the transaction is a title', 'transaction.id', TITLE, SIGNED, { mayFail: true }),
  executed('what to do is told by a link', 'exec.meta.instructions', LINK),
  executed('the deposit address turns around', 'providerResult.depositAddress', BIDI, refused('payload')),
  executed('the memo writes to the clipboard', 'providerResult.depositMemo', CLIPBOARD),
  executed('the coin to send along clears the screen', 'exec.value', SCREEN, refused('payload')),
  followed('the status clears the screen', 'status', SCREEN),
  followed('the stage writes to the clipboard', 'stage', CLIPBOARD, { 'transaction.status': 'PENDING' }),
  followed('the provider of a transaction turns around', 'provider', BIDI),
  followed('the token that was received writes to the clipboard', 'dstAsset.symbol', CLIPBOARD),
  followed('the hash of the payout goes back over the line', 'outboundHash', LINES),
  followed('the reason speaks to terminals of eight bits', 'reason', C1),
  followed('the time of the last change is a title', 'updatedAt', TITLE),
  fails('the quote is refused with letters that nobody sees', '/quote', FILLERS, { message: FILLERS }),
  fails('the lock is refused with a hint of letters that nobody sees', '/quote/lock', FILLERS, { hint: FILLERS }),
  fails('the code of a refusal is of letters that nobody sees', '/quote/execute', FILLERS, { code: FILLERS }),
]

const honest = (name: string, text: string): NeighbourCase => ({
  ...{ name: `texts of ${name}`, who: 'page', swap: PAYS, run: everyCommand, json: false, prints: text },
  lies: () => both({ warnings: [text] }),
})

export const PAGE_NEIGHBOURS: readonly NeighbourCase[] = [
  honest('Chinese, Japanese and Korean', '交換 スワップ 스왑'),
  honest('accents and Cyrillic', 'Größe, naïve, Обмен'),
  honest('emoji', 'to the moon 🚀'),
  honest('Arabic and Hebrew', 'مبادلة החלפה'),
  honest('quotes, backslashes and markup', '"a" \\n <b>$100</b> %s'),
]
