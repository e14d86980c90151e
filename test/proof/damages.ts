import { cp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Random, seededRandom } from './random.ts'
import type { SampleHome, SampleHomes } from './sample-home.ts'

/** Kinds of files of a home, with one of each. */
export const DAMAGED_FILES = {
  store: 'sandbox.db',
  'store log': 'sandbox.db-wal',
  'wallet file': 'wallet-sandbox.db',
  'wallet log': 'wallet-sandbox.db-wal',
  settings: 'config.json',
  account: 'wallets/main.account.json',
  key: 'wallets/main.json',
  marker: 'sandbox.db.exists',
} as const
export type DamagedFile = keyof typeof DAMAGED_FILES

/** What is done to a file. */
export type DamageKind =
  | 'bits flipped'
  | 'range overwritten'
  | 'page zeroed'
  | 'cut off'
  | 'gone'
  | 'first frame'
  | 'another file in its place'

/** A damage, as done. */
export interface Damage {
  readonly seed: number
  readonly file: DamagedFile
  readonly kind: DamageKind
  /** Which sample it was done to. */
  readonly sample: 'closed' | 'killed'
  /** Where, in words. */
  readonly where: string
}

const PAGE = 4096
/** Bytes of the header of a log, and of that of a frame in it (https://www.sqlite.org/fileformat2.html#the_write_ahead_log). */
const LOG_HEADER = 32
const FRAME_HEADER = 24

/** Copies a sample to `folder` and damages a file of the copy, as the seed says. */
export async function makeDamage(
  samples: SampleHomes,
  file: DamagedFile,
  seed: number,
  folder: string,
): Promise<Damage & { readonly home: SampleHome }> {
  const random = seededRandom(seed * 16 + Object.keys(DAMAGED_FILES).indexOf(file))
  const isLog = file.endsWith('log')
  const sample = isLog || random.below(2) === 0 ? 'killed' : 'closed'
  await cp(samples[sample].folder, folder, { recursive: true, preserveTimestamps: true })
  const path = join(folder, 'home', DAMAGED_FILES[file])
  const kind = random.pick(kindsOf(file))
  const where = await damage(path, kind, random)
  return { seed, file, kind, sample, where, home: { ...samples[sample], folder } }
}

function kindsOf(file: DamagedFile): readonly DamageKind[] {
  const everywhere: readonly DamageKind[] = [
    ...(['bits flipped', 'bits flipped', 'bits flipped', 'range overwritten', 'range overwritten'] as const),
    ...(['page zeroed', 'cut off', 'gone', 'another file in its place'] as const),
  ]
  return file.endsWith('log') ? [...everywhere, 'first frame', 'first frame'] : everywhere
}

/** @returns where it was done */
async function damage(path: string, kind: DamageKind, random: Random): Promise<string> {
  const { size } = await stat(path)
  switch (kind) {
    case 'bits flipped': {
      const places = Array.from({ length: random.pick([1, 1, 1, 2, 8]) }, () => flipOf(random, 0, size))
      await flip(path, places)
      return places.map(({ at, bit }) => `${at}:${bit}`).join(' ')
    }
    case 'first frame': {
      const place = flipOf(random, 0, Math.min(size, LOG_HEADER + FRAME_HEADER + PAGE))
      await flip(path, [place])
      return `${place.at}:${place.bit}`
    }
    case 'range overwritten': {
      const at = random.below(size)
      const length = Math.min(size - at, 1 + random.below(random.pick([16, 512, PAGE])))
      await write(path, at, Buffer.from(Array.from({ length }, () => random.below(256))))
      return `${at} to ${at + length}`
    }
    case 'page zeroed': {
      const at = random.below(Math.ceil(size / PAGE)) * PAGE
      await write(path, at, Buffer.alloc(Math.min(PAGE, size - at)))
      return `${at}`
    }
    case 'cut off': {
      const at = random.pick([0, random.below(size), Math.floor(random.below(size) / PAGE) * PAGE])
      await truncate(path, at)
      return `at ${at}`
    }
    case 'gone':
      await rm(path)
      return ''
    case 'another file in its place': {
      const other = random.pick(await othersLike(path))
      await writeFile(path, await readFile(other))
      return other.slice(dirname(path).length + 1)
    }
  }
}

/** The other files of the folder that end alike; every other file where there is none. */
async function othersLike(path: string): Promise<readonly string[]> {
  const folder = dirname(path)
  const found = await readdir(folder, { withFileTypes: true })
  const others = found
    .filter((each) => each.isFile())
    .map(({ name }) => join(folder, name))
    .filter((each) => each !== path)
    .sort()
  const ending = /\.[a-z-]+$/.exec(path)?.[0] ?? ''
  const alike = others.filter((each) => each.endsWith(ending))
  return alike.length === 0 ? others : alike
}

interface Flip {
  readonly at: number
  readonly bit: number
}

function flipOf(random: Random, from: number, to: number): Flip {
  return { at: from + random.below(to - from), bit: random.below(8) }
}

async function flip(path: string, places: readonly Flip[]): Promise<void> {
  const bytes = await readFile(path)
  for (const { at, bit } of places) bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
  // In place: the file keeps its mode and owner.
  await writeFile(path, bytes)
}

async function write(path: string, at: number, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.write(bytes, 0, bytes.length, at)
  } finally {
    await handle.close()
  }
}
