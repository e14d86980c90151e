import { expect, test } from 'vitest'
import { UTC } from '../../../../src/core/text/times.ts'
import { factsOfRun } from '../../../../src/tui/kit/run/run-facts.ts'
import { runRows } from '../../../../src/tui/kit/run/run-rows.ts'
import { continuingText } from '../../../../src/tui/kit/run/scrollback-lines.ts'
import { copyText } from '../../../../src/tui/screens/review/clipboard.ts'
import { depositRun, LONG_MEMO, SHORT_MEMO } from '../../../wallet/utxo/deposit-run.ts'

const ALICE = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const VAULT = 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr'
const PLACE = { network: 'live', api: undefined, version: '0' } as const
const BEFORE = Date.parse('2026-01-15T12:00:00.000Z')
const AFTER = Date.parse('2026-01-15T12:30:00.000Z')
const hexOf = (memo: string) => Buffer.from(memo).toString('hex')

function waiting(memo = SHORT_MEMO) {
  return factsOfRun(
    depositRun({ chain: 'bitcoin', symbol: 'BTC', vault: VAULT, depositor: ALICE, units: 50_000_000n, memo }),
  )
}

function linesOf(
  run: ReturnType<typeof waiting>,
  width: number,
  now = BEFORE,
  seen: Partial<Parameters<typeof runRows>[0]> = {},
): readonly string[] {
  const shown = { run, isRunning: true, now, width, spoken: false, place: PLACE, awaySince: undefined, zone: UTC }
  const rows = runRows({ ...shown, ...seen })
  return rows.map((row) => row.map(({ text }) => text).join(''))
}

test.each([120, 130])('the hex of a memo has a line to itself at %i columns', (width) => {
  expect(linesOf(waiting(), width)).toContain(hexOf(SHORT_MEMO))
})

test('the hex of a longer memo is cut between bytes, and the key copies the whole', () => {
  const run = waiting(LONG_MEMO)
  const hex = run.deposit?.steps.find((step) => step.hex !== undefined)?.hex ?? ''
  const lines = linesOf(run, 121).filter((line) => /^[0-9a-f]+$/.test(line))
  expect(lines.map(({ length }) => length)).toEqual([120, 40])
  expect(lines.join('')).toBe(hex)
  expect(copyText('copy-hex', run, undefined, PLACE)).toMatchObject({ type: 'copy', text: hex })
})

test('the deposit screen names what makes a transaction of it, and a key copies that', () => {
  const command = 'swapcli psbt tx_1 --network live'
  expect(linesOf(waiting(), 120)).toContain(`psbt         the same for your wallet to sign: ${command}`)
  expect(copyText('copy-psbt', waiting(), undefined, PLACE)).toMatchObject({ type: 'copy', text: command })
})

test('no command goes on with a swap of the tour: none is copied, and the key alone is named', () => {
  const place = { ...PLACE, isTour: true }
  expect(copyText('copy-resume', waiting(), undefined, PLACE)).toMatchObject({ type: 'copy' })
  expect(copyText('copy-resume', waiting(), undefined, place)).toMatchObject({ type: 'send' })
  expect(continuingText('run_1', place, 'c')).toBe('c continues it')
})

test('after the deadline no transaction is offered', () => {
  expect(linesOf(waiting(), 120, AFTER).some((line) => line.startsWith('psbt'))).toBe(false)
})

test('what waits for somebody who does not answer says for how long', () => {
  const away = (seen: Partial<Parameters<typeof runRows>[0]>) =>
    linesOf(waiting(), 60, BEFORE, { awaySince: BEFORE - 31_000, ...seen }).filter((line) => line.includes('answered'))
  const server = { ...PLACE, api: 'https://swaps.example/api/v1' }
  expect(away({ place: server })).toEqual([`${' '.repeat(13)}the server has not answered for 31s`])
  expect(away({})).toEqual([`${' '.repeat(13)}nobody has answered for 31s`])
  expect([away({ isRunning: false }), away({ awaySince: undefined })]).toEqual([[], []])
})
