/*
 * Makes the bundled catalog anew of what was read of the packages: npm run catalog
 * With --read the packages are fetched and read first. What is left out, and why, is written to .cache/catalog/left-out.tsv.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createDataFiles } from '../../src/io/data-files.ts'
import { encodeCatalog } from './encode-catalog.ts'
import { keyOf, makeCatalog, readFacts, readingsByToken } from './make-catalog.ts'
import type { Reading } from './read-sources.ts'
import { loadReadings, writeReadings } from './readings-files.ts'
import { KEPT_ALONE } from './sources.ts'

const DATA = new URL('../../src/data/', import.meta.url)
const CACHE = new URL('../../.cache/catalog/', import.meta.url)

const chains = createDataFiles().chains()
if (process.argv.includes('--read')) {
  const { readSources } = await import('./read-sources.ts')
  writeReadings(worthKeeping([...(await readSources(chains)).values()].flat()))
}
const { assets, leftOut } = makeCatalog(chains, loadReadings())
const { imageBases } = JSON.parse(readFileSync(new URL('chains.json', DATA), 'utf8')) as { imageBases: string[] }
for (const [key, text] of encodeCatalog(chains, assets, imageBases)) {
  writeFileSync(new URL(`assets/${key}.tsv`, DATA), text)
}
mkdirSync(CACHE, { recursive: true })
const lines = leftOut.map(({ chain, symbol, address, why }) => `${chain}\t${symbol}\t${address}\t${why}\n`)
writeFileSync(new URL('left-out.tsv', CACHE), lines.join(''))
process.stdout.write(`${assets.length} tokens; ${leftOut.length} left out\n`)

/** Without tokens that a single family names, unless its list is kept or a fact of ours is about them. */
function worthKeeping(readings: readonly Reading[]): readonly Reading[] {
  const own = new Set([...readFacts<Keyed>('assets'), ...readFacts<Keyed>('dead')].map(keyOf))
  const byToken = readingsByToken(readings)
  const isShared = (key: string) => new Set(byToken.get(key)?.map(({ family }) => family)).size > 1
  return readings.filter((reading) => {
    const key = keyOf(reading)
    return KEPT_ALONE.includes(reading.family) || own.has(key) || isShared(key)
  })
}

type Keyed = Parameters<typeof keyOf>[0]
