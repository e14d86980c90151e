import { expect, test } from 'vitest'
import { type DamageResult, proveDamages } from './damage.ts'
import type { DamagedFile } from './damages.ts'
import { runRequest } from './run-request.ts'

/*
 * A sample of what `npm run proof -- damage` does a thousand times to each file: in this process, which an abort of the
 * program would take along.
 */

const FILES: readonly DamagedFile[] = ['store', 'wallet file', 'settings', 'account', 'key', 'marker']
const SEEDS = 3

test('a damaged file of a home changes no answer, or gives a clear error', async () => {
  const results: DamageResult[] = []
  await proveDamages({
    files: FILES,
    from: 4,
    seeds: SEEDS,
    workers: 1,
    openWorker: () => ({ run: (request) => runRequest(request), end: () => undefined }),
    onResult: (result) => results.push(result),
  })
  expect(results).toHaveLength(FILES.length * SEEDS)
  expect(results.filter(({ verdict }) => verdict === 'wrong' || verdict === 'abort')).toEqual([])
})
