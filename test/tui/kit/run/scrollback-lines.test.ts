import { expect, test } from 'vitest'
import { linesOfRun } from '../../../../src/tui/kit/run/scrollback-lines.ts'
import { readRunDocument } from '../../../../src/wallet/run/run-document.ts'
import { RUN_OF_FORMAT_3 } from '../../../wallet/fixtures/run-format-3.ts'
import { RUN_OF_FORMAT_9 } from '../../../wallet/fixtures/run-format-9.ts'

test('the same again is within the same bounds', () => {
  const run = { ...readRunDocument(RUN_OF_FORMAT_3), version: 1 }
  const { depositor, recipient } = run.request
  const place = { network: 'live', api: undefined, version: '0.0.0' } as const
  expect(linesOfRun(run, place, undefined).at(-1)).toBe(
    `the same again: swapcli swap 100 ethereum:USDC base:ETH --provider ANY --depositor ${depositor} --recipient ${recipient} ` +
      '--slippage 50 --confidentiality none --exclude OTHER --referral-code ada ' +
      '--min-receive 0.0395 --max-loss 3 --max-cost 5.00usd --accept unknown-call,deposit --network live',
  )
})

test('what is left of a run names the home that the command line named', () => {
  const run = { ...readRunDocument(RUN_OF_FORMAT_3), version: 1 }
  const place = { network: 'live', api: undefined, version: '0.0.0', home: 'my N' } as const
  expect(linesOfRun(run, place, undefined).at(-1)).toMatch(/ --network live --home 'my N'$/)
  expect(linesOfRun({ ...run, step: 'tracked' }, place, undefined).at(-1)).toBe(
    `continue it: swapcli resume ${run.id} --network live --home 'my N'`,
  )
})

test('what is left of a run of the tour names no command: its home is gone', () => {
  const run = { ...readRunDocument(RUN_OF_FORMAT_3), version: 1 }
  const place = { network: 'sandbox', api: undefined, version: '0.0.0', isTour: true } as const
  expect(linesOfRun({ ...run, step: 'tracked' }, place, undefined)).toEqual([
    expect.stringMatching(/^run run_\S+: 100 ethereum:USDC to base:ETH, /),
  ])
  const failure = { message: 'It failed', hint: 'See it: swapcli status tx_1' }
  const words = { record: () => ['status  FAILED'], failure: () => failure, qr: async () => undefined }
  expect(linesOfRun(run, place, words)).toEqual(['status  FAILED', 'It failed'])
})

test('the same again accepts the dead asset that it accepted', () => {
  const run = { ...readRunDocument(RUN_OF_FORMAT_9), version: 1 }
  const place = { network: 'live', api: undefined, version: '0.0.0' } as const
  expect(linesOfRun(run, place, undefined).at(-1)).toMatch(/ --accept \S+,dead-asset --network live$/)
})
