import { expect, test } from 'vitest'
import { timelineOf } from '../../../../src/tui/kit/run/timeline.ts'
import { openRun, statusOf } from '../../screens/activity/sample-activity.ts'

test.each([
  [{ dstDelivered: '99.7' }, undefined, '99.7 USDC received'],
  [{}, undefined, 'what arrived is not known: 99.8 USDC was promised'],
  [{}, 'http://server', 'what arrived is not known: the server states 99.8 USDC'],
])('the end of a swap calls received what was measured alone: %j', (delivered, api, text) => {
  const run = openRun('run_1', { step: 'final', transaction: statusOf('tx_1', delivered), api })
  expect(timelineOf(run).at(-1)).toEqual({ name: 'done', state: 'done', text })
})
