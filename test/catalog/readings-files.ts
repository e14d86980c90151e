import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Reading } from './read-sources.ts'
import type { Family } from './sources.ts'

/*
 * What was read of the packages, so that the catalog can be made anew and checked without fetching them. Of a token that a
 * single family names, and that is not bundled for it alone, nothing is kept.
 */

const FOLDER = new URL('readings/', import.meta.url)

/** Writes a file for each family. */
export function writeReadings(readings: readonly Reading[]): void {
  mkdirSync(FOLDER, { recursive: true })
  for (const family of new Set(readings.map(({ family }) => family))) {
    const lines = readings
      .filter((reading) => reading.family === family)
      .map(({ chain, address, symbol, decimals, name, image, bridgedBy }) =>
        [chain, address, symbol, decimals, name === symbol ? '=' : name, image, bridgedBy].join('\t').trimEnd(),
      )
    writeFileSync(new URL(`${family}.tsv`, FOLDER), `${lines.join('\n')}\n`)
  }
}

/** The readings of all families. */
export function loadReadings(): readonly Reading[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((file) => {
      const family = file.replace('.tsv', '') as Family
      return readFileSync(new URL(file, FOLDER), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line): Reading => {
          const [chain = '', address = '', symbol = '', decimals, name = '', image = '', bridged] = line.split('\t')
          const bridgedBy = bridged === 'canonical' ? 'canonical' : ''
          return {
            family,
            chain,
            address,
            symbol,
            decimals: Number(decimals),
            name: name === '=' ? symbol : name,
            image,
            bridgedBy,
          }
        })
    })
}
