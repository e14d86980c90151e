import { expect, test } from 'vitest'
import type { KnownSetting } from '../../src/io/config/resolve-settings.ts'
import { placeWords } from '../../src/cli/place-words.ts'

/** Settings by key, value and where they come from. */
function settings(...rows: readonly (readonly [key: KnownSetting['key'], value: string, origin: string])[]) {
  return { settings: new Map(rows.map(([key, value, origin]) => [key, { key, value, origin }] as const)) }
}

test('a suggested command names the network or server that the command line named, and none that is set anyway', () => {
  expect(placeWords(settings(['network', 'live', '--network']))).toEqual(['--network', 'live'])
  expect(placeWords(settings(['api', 'http://127.0.0.1:8787/api/v1', '--api']))).toEqual([
    '--api',
    'http://127.0.0.1:8787/api/v1',
  ])
  expect(placeWords(settings(['network', 'live', 'SWAPCLI_NETWORK']))).toEqual([])
  expect(placeWords(settings())).toEqual([])
})
