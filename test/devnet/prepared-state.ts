import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CHAIN_IDS, type ChainKey } from './addresses.ts'
import { anvilVersion, startAnvil } from './anvil.ts'
import { ACROSS_FILES, artifactVersions } from './artifacts.ts'
import { buildChain } from './recipe.ts'

const CACHE = join(import.meta.dirname, '../../.cache')
/** What decides what is on the chains. */
const INGREDIENTS = [
  ...['recipe.ts', 'addresses.ts', 'artifacts.ts', 'tether.ts', 'abi.ts', 'prepared-state.ts', 'price-feeds.ts'],
  '../../src/data/prices.json',
  ...ACROSS_FILES,
]

const DAY_SEC = 86_400

/** State files of the two chains, built when no earlier run with the same recipe, packages and node left them. */
export async function preparedState(): Promise<Readonly<Record<ChainKey, string>>> {
  const folder = join(CACHE, `devnet-${await fingerprint()}`)
  if (!existsSync(folder)) await build(folder)
  return { ethereum: join(folder, 'ethereum.json'), base: join(folder, 'base.json') }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update([...artifactVersions(), anvilVersion()].join('\n'))
  for (const file of INGREDIENTS) hash.update(await readFile(join(import.meta.dirname, file)))
  return hash.digest('hex').slice(0, 16)
}

/** Two processes may build at once: the first that is ready puts its folder in place, the other's is thrown away. */
async function build(folder: string): Promise<void> {
  const draft = join(CACHE, `devnet-draft-${randomUUID()}`)
  await mkdir(draft, { recursive: true })
  try {
    await Promise.all((['ethereum', 'base'] as const).map((key) => buildState(key, join(draft, `${key}.json`))))
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

async function buildState(key: ChainKey, file: string): Promise<void> {
  // Pools give a mean price only once they are older than that.
  const timestamp = String(Math.floor(Date.now() / 1000) - DAY_SEC)
  const anvil = await startAnvil({ chainId: CHAIN_IDS[key], dumpState: file, args: ['--timestamp', timestamp] })
  try {
    await buildChain(anvil.client, key)
  } finally {
    await anvil.stop()
  }
}
