import { expect, test } from 'vitest'
import { openServerLog } from '../../../src/cli/output/server-log.ts'
import { SwapError } from '../../../src/core/api/errors.ts'
import { type Clean, cleanText } from '../../../src/core/text/clean-text.ts'
import type { TrackingFailure } from '../../../src/service/index.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const START_MS = Date.parse('2026-01-15T12:00:00.000Z')
const AT = '2026-01-15T12:00:00.000Z'
const HOUR_MS = 60 * 60_000
const WEIRD: TrackingFailure = {
  provider: 'LIFI',
  transactionId: 'tx_1',
  code: 'bad_response',
  message: 'It reported the unknown status "WEIRD"',
}

/** A log, and what it said. */
function openLog(flags: { readonly saysJson: boolean; readonly quiet?: boolean }) {
  const clock = createFakeClock(START_MS)
  const said: string[] = []
  const log = openServerLog(
    {
      ...{ quiet: false, ...flags },
      say: (text: Clean) => said.push(text),
      clean: cleanText,
    },
    clock,
  )
  return { log, said, clock }
}

test('a provider that fails at every poll is told once, then once an hour with how often', async () => {
  const { log, said, clock } = openLog({ saysJson: true })
  for (let poll = 0; poll < 5; poll += 1) log.tracking(WEIRD)
  expect(said.map((line) => JSON.parse(line) as unknown)).toEqual([{ log: 'tracking', at: AT, ...WEIRD }])
  await clock.advance(HOUR_MS)
  log.tracking({ ...WEIRD, transactionId: 'tx_2' })
  log.tracking(WEIRD)
  expect(said.slice(1).map((line) => JSON.parse(line) as unknown)).toEqual([
    { log: 'tracking', at: '2026-01-15T13:00:00.000Z', ...WEIRD, transactionId: 'tx_2', times: 5 },
  ])
})

test('that it fails otherwise, and that another one does, is told at once', () => {
  const { log, said } = openLog({ saysJson: false })
  const timeout = { ...WEIRD, code: 'timeout', message: 'It did not respond' } as const
  for (const failure of [WEIRD, timeout, WEIRD, timeout, { ...WEIRD, provider: 'RELAY' }]) log.tracking(failure)
  expect(said).toEqual([
    'tracking: LIFI, tx_1: It reported the unknown status "WEIRD" (bad_response)',
    'tracking: LIFI, tx_1: It did not respond (timeout)',
    'tracking: RELAY, tx_1: It reported the unknown status "WEIRD" (bad_response)',
  ])
})

test('what fails in the background and a wrong clock are told the same way, and --quiet leaves them out', async () => {
  const { log, said, clock } = openLog({ saysJson: true })
  const quiet = openLog({ saysJson: true, quiet: true })
  for (const one of [log, quiet.log]) {
    one.failure(new Error('disk full'))
    one.failure(new Error('disk full'))
    one.clock('The clock is 3 s ahead')
    one.tracking(WEIRD)
  }
  expect(said.slice(0, 2).map((line) => JSON.parse(line) as unknown)).toEqual([
    { log: 'failure', at: AT, message: 'disk full' },
    { log: 'clock', at: AT, message: 'The clock is 3 s ahead' },
  ])
  await clock.advance(HOUR_MS)
  log.failure(new Error('disk full'))
  expect(JSON.parse(said.at(-1) ?? '')).toMatchObject({ log: 'failure', message: 'disk full', times: 2 })
  expect([said.length, quiet.said]).toEqual([4, []])
})

test('a request that fails is told each time, also with --quiet: its answer sends its reader here', () => {
  const { log, said } = openLog({ saysJson: true, quiet: true })
  const error = new SwapError('STORE_UNUSABLE', 'The store is damaged', { hint: 'See it: swapcli doctor' })
  const entry = { kind: 'error', requestId: 'req_1', message: error.message, error } as const
  log.request(entry)
  log.request(entry)
  log.request({ ...entry, message: 'x is not a function', error: new TypeError('x') })
  const told = { log: 'request', at: AT, requestId: 'req_1' }
  const damaged = 'STORE_UNUSABLE in req_1: The store is damaged See it: swapcli doctor'
  expect(said.map((line) => JSON.parse(line) as unknown)).toEqual([
    { ...told, message: damaged, code: 'STORE_UNUSABLE' },
    { ...told, message: damaged, code: 'STORE_UNUSABLE' },
    { ...told, message: 'bug in req_1: x is not a function' },
  ])
})

test('a request is a line of text or a document, also with --quiet: it was asked for', () => {
  const [text, document] = [openLog({ saysJson: false, quiet: true }), openLog({ saysJson: true, quiet: true })]
  const entry = { requestId: 'req_1', method: 'GET', route: '/healthz', status: 200, ms: 2, bytes: 3 }
  for (const { log } of [text, document]) log.access(entry)
  expect(text.said).toEqual([`${AT} req_1 GET /healthz 200 2 ms 3 bytes`])
  expect(document.said.map((line) => JSON.parse(line) as unknown)).toEqual([{ log: 'access', at: AT, ...entry }])
})
