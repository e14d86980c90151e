import { expect, test } from 'vitest'
import { describeOnPostgres } from '../support/postgres.ts'
import { NOTHING_WRONG } from './judge.ts'
import { swapThroughOutages } from './outages.ts'
import { ALL_KINDS } from './swaps.ts'

/* `npm run proof -- servers` does the same with more swaps. */

const SWAPS = 30 * ALL_KINDS
const CLIENTS = 16

describeOnPostgres('in the middle of swaps', () => {
  test('a server is killed, another one is paused, and the database is stopped at once: nothing acknowledged is lost, and every swap ends once', async () => {
    const { findings, lost, counted, stated, codes } = await swapThroughOutages(SWAPS, CLIENTS)
    expect(findings).toEqual(NOTHING_WRONG)
    // Else nothing was in the middle.
    expect(lost).toBeGreaterThan(0)
    const expected = { PENDING: 0, SUCCESS: SWAPS / 2, FAILED: SWAPS / 4, REFUND: SWAPS / 4 }
    expect(counted).toEqual(expected)
    expect(stated).toEqual(codes.map(() => expect.objectContaining({ ...expected, total: SWAPS })))
    expect(codes).toEqual([0, 0, 0, 0])
  })
})
