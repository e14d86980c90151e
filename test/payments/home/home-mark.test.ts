import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openHomeMark, readHomeMark } from '../../../src/payments/home/home-mark.ts'
import { openRunFile } from '../../../src/cli/pay/runs.ts'
import type { HomeMark } from '../../../src/core/ports.ts'
import { openStore } from '../../../src/store/index.ts'
import { type CommandPlace, runInSession } from '../../support/command-session.ts'
import { copyHome } from '../../support/copy-home.ts'
import { newHome } from '../../support/new-home.ts'

// With their markers: without them an older file is refused before its mark is read.
const [WALLET, STORE] = [filesOf('wallet-sandbox.db'), filesOf('sandbox.db')]

/** A home with a store, and a machine that has seen it. */
async function machine() {
  const [home, stateHome] = [await newHome(), await newHome()]
  const store = await openStore({ path: join(home, 'sandbox.db'), now: () => 0 })
  await store.close()
  return { home, stateHome }
}

/** Uses the mark of a home. @returns what was told of it */
async function withMark(
  place: CommandPlace,
  use: (mark: HomeMark) => Promise<void>,
  open: typeof openHomeMark = readHomeMark,
): Promise<readonly string[]> {
  const told: string[] = []
  const { error } = await runInSession(
    async (session) => {
      const { documents } = await openRunFile(session)
      await use(await open({ place: session, wallet: documents, tell: (text) => told.push(text) }))
    },
    { network: 'sandbox', ...place },
  )
  if (error !== undefined) throw error instanceof Error ? error : new Error('failed', { cause: error })
  return told
}

const advance = (place: CommandPlace) => withMark(place, (mark) => mark.advance())

async function standingOf(place: CommandPlace): Promise<HomeMark['standing'] | undefined> {
  let standing: HomeMark['standing'] | undefined
  await withMark(place, async (mark) => void (standing = mark.standing))
  return standing
}

/** What each change of a home left open to doubt. */
async function endingsOf(place: CommandPlace) {
  let changes: HomeMark['changes']
  await withMark(place, async (mark) => void (changes = mark.changes))
  return changes?.map(({ doubt }) => doubt)
}

/** A copy of a folder that nobody uses. */
async function copyOf(folder: string): Promise<string> {
  const copy = await newHome()
  await copyHome(folder, copy)
  return copy
}

/** Puts files of a copy back; those that it does not have are gone. */
async function putBack(copy: string, folder: string, names: readonly string[]): Promise<void> {
  const kept = await readdir(copy)
  for (const name of names) {
    await rm(join(folder, name), { force: true })
    if (kept.includes(name)) await cp(join(copy, name), join(folder, name))
  }
}

const OLDER = expect.objectContaining({
  ...{ code: 'OUTCOME_UNKNOWN', reason: 'older-home', funds: 'unknown', exitCode: 7 },
}) as Error

describe('the mark of a home', () => {
  test('is missing before the first payment, and current after it and in the next process', async () => {
    const place = await machine()
    await withMark(place, async (mark) => {
      expect(mark.standing).toBe('unmarked')
      await mark.advance()
      expect(mark.standing).toBe('current')
      await mark.advance()
    })
    expect(await standingOf(place)).toBe('current')
    const seen = (await readdir(join(place.stateHome, 'homes'))).filter((name) => name.endsWith('.json'))
    expect(seen).toEqual([expect.stringMatching(/^home_[0-9a-z]{26}\.json$/)])
    const path = join(place.stateHome, 'homes', seen[0] ?? '')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(place.stateHome, 'homes'))).mode & 0o777).toBe(0o700)
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ counter: 2 })
  })

  test('is written when the home is opened for its first swap, so that a copy made before the payment is older after it', async () => {
    const place = await machine()
    const standings: string[] = []
    const note = async (mark: HomeMark) => void standings.push(mark.standing)
    await withMark(place, note, openHomeMark)
    const copy = { ...place, home: await copyOf(place.home) }
    await withMark(place, note, openHomeMark)
    await advance(place)
    expect(standings).toEqual(['unmarked', 'current'])
    await withMark(copy, note, openHomeMark)
    await expect(advance(copy)).rejects.toEqual(OLDER)
    expect(standings.at(-1)).toBe('older')
  })

  test('says that a copy that is put back is older, and signs nothing more there, until a person makes it the current one', async () => {
    const place = await machine()
    await advance(place)
    const copy = await copyOf(place.home)
    await advance(place)
    const restored = { ...place, home: copy }
    expect(await standingOf(restored)).toBe('older')
    await expect(advance(restored)).rejects.toEqual(OLDER)
    expect(await standingOf(place)).toBe('current')
    await withMark(restored, async (mark) => {
      await mark.adopt()
      expect(mark.standing).toBe('current')
      await mark.advance()
    })
    expect(await standingOf(restored)).toBe('current')
    expect(await standingOf(place)).toBe('older')
  })

  test('keeps two copies that are open at once from both going on', async () => {
    const place = await machine()
    await advance(place)
    const copy = { ...place, home: await copyOf(place.home) }
    await withMark(place, (first) =>
      withMark(copy, async (second) => {
        expect([first.standing, second.standing]).toEqual(['current', 'current'])
        const ended = await Promise.allSettled([first.advance(), second.advance()])
        expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
        expect([first.standing, second.standing].sort()).toEqual(['current', 'older'])
      }).then(() => undefined),
    )
  })

  test('is raised by any number of processes of one home', async () => {
    const place = await machine()
    await withMark(place, (first) =>
      withMark(place, async (second) => {
        await Promise.all([first, second, first, second, second].map((mark) => mark.advance()))
        expect([first.standing, second.standing]).toEqual(['current', 'current'])
      }).then(() => undefined),
    )
    expect(await standingOf(place)).toBe('current')
  })

  test('is missing on another machine, and makes the home no older one when it comes back', async () => {
    const place = await machine()
    await advance(place)
    const other = { home: await copyOf(place.home), stateHome: await newHome() }
    expect(await standingOf(other)).toBe('unmarked')
    await advance(other)
    expect(await standingOf(other)).toBe('current')
    // What the first machine paid after the copy was made, the home that comes back has not seen.
    expect(await standingOf({ ...place, home: other.home })).toBe('unmarked')
    await advance(place)
    expect(await standingOf({ ...place, home: other.home })).toBe('older')
  })

  test('is never older after a crash between two of its writes', async () => {
    const place = await machine()
    await advance(place)
    const [before, seenBefore] = [await copyOf(place.home), await copyOf(place.stateHome)]
    await advance(place)
    const [after, seenAfter] = [await copyOf(place.home), await copyOf(place.stateHome)]
    const isBack = async (names: readonly string[], seen: string) => {
      const home = await copyOf(after)
      await putBack(before, home, names)
      const stateHome = await copyOf(seen)
      const standing = await standingOf({ home, stateHome })
      if (standing === 'current') await advance({ home, stateHome })
      return standing
    }
    expect(await isBack([], seenBefore)).toBe('current')
    expect(await isBack(STORE, seenBefore)).toBe('current')
    // No crash leaves these: the wallet's file is written first, and durably.
    expect(await isBack(WALLET, seenBefore)).toBe('older')
    expect(await isBack([...WALLET, ...STORE], seenAfter)).toBe('older')
  })

  test.each(['before', 'after'])('is current where the process ends %s the wallet file is written', async (when) => {
    const place = await machine()
    await advance(place)
    const end = new Error('killed')
    const open: typeof openHomeMark = (parts) =>
      readHomeMark({
        ...parts,
        wallet: {
          ...parts.wallet,
          put: async (...written) => {
            if (when === 'after') await parts.wallet.put(...written)
            throw end
          },
        },
      })
    await expect(withMark(place, (mark) => mark.advance(), open)).rejects.toBe(end)
    expect(await standingOf(place)).toBe('current')
  })

  test('says so where the store alone is put back, or is another one', async () => {
    const place = await machine()
    await advance(place)
    const first = await copyOf(place.home)
    await advance(place)
    await advance(place)
    await putBack(first, place.home, STORE)
    expect(await standingOf(place)).toBe('older')
    await withMark(place, (mark) => mark.adopt())
    expect(await standingOf(place)).toBe('current')
  })

  test.each([
    ['store', STORE],
    ['wallet file', WALLET],
  ])('says so where the %s is of another home', async (_file, names) => {
    const [place, other] = [await machine(), await machine()]
    await advance(place)
    await advance(other)
    await putBack(await copyOf(other.home), place.home, names)
    await withMark(place, async (mark) => {
      expect([mark.standing, mark.behind]).toEqual(['older', 'files'])
      await expect(mark.advance()).rejects.toEqual(OLDER)
      await mark.adopt()
    })
    expect(await standingOf(place)).toBe('current')
  })

  test('says so where the wallet file is one that was kept before the first payment, and where it is a new one', async () => {
    const place = await machine()
    await runInSession(
      async (session) => {
        const { documents } = await openRunFile(session)
        await documents.put('run:run_1', {}, 0)
      },
      { network: 'sandbox', ...place },
    )
    const first = await copyOf(place.home)
    await advance(place)
    await putBack(first, place.home, WALLET)
    expect(await standingOf(place)).toBe('older')
    for (const name of WALLET) await rm(join(place.home, name), { force: true })
    expect(await standingOf(place)).toBe('older')
    await withMark(place, async (mark) => {
      expect(mark.behind).toBe('wallet')
      await mark.adopt()
    })
    await withMark(place, async (mark) =>
      expect([mark.standing, mark.adoptedAt]).toEqual(['current', expect.stringMatching(/^2/)]),
    )
  })

  test('leaves the store out where a server keeps it, also when the home is used without the server again', async () => {
    const place = await machine()
    await advance(place)
    const settings = { api: 'http://127.0.0.1:1/api/v1' }
    for (let count = 0; count < 3; count += 1) await advance({ ...place, settings })
    expect(await standingOf(place)).toBe('current')
    await advance(place)
    expect(await standingOf(place)).toBe('current')
  })

  test('is a remark where this machine cannot keep it', async () => {
    const { home } = await machine()
    const stateHome = join(await newHome(), 'file')
    await writeFile(stateHome, '')
    const told = await withMark({ home, stateHome }, async (mark) => {
      await mark.advance()
      await mark.advance()
    })
    expect(told).toEqual([expect.stringMatching(/^an older copy of this home would not be noticed: /)])
    expect(await standingOf({ home, stateHome })).toBe('unmarked')
  })

  test.skipIf(process.platform === 'win32')('is not believed where others could have written it', async () => {
    const place = await machine()
    await advance(place)
    const folder = join(place.stateHome, 'homes')
    for (const name of await readdir(folder)) await chmod(join(folder, name), 0o666)
    let standing: string | undefined
    const told = await withMark(place, async (mark) => void (standing = mark.standing))
    expect([standing, told]).toEqual(['unmarked', [expect.stringContaining('Other users can write')]])
    await advance(place)
    expect(await standingOf(place)).toBe('current')
  })

  test.each([
    ['cut off', () => '{"counter":'],
    ['counts to the end of numbers', (text: string) => text.replace(/"counter":\d+/, '"counter":9007199254740991')],
    ['counts so far that none follows', (text: string) => text.replace(/"counter":\d+/, '"counter":281474976710655')],
  ])('is not believed where it is damaged: %s', async (_how, damage) => {
    const place = await machine()
    await advance(place)
    const folder = join(place.stateHome, 'homes')
    for (const name of (await readdir(folder)).filter((one) => one.endsWith('.json'))) {
      await writeFile(join(folder, name), damage(await readFile(join(folder, name), 'utf8')))
    }
    let standing: string | undefined
    const told = await withMark(place, async (mark) => void (standing = mark.standing))
    expect([standing, told]).toEqual([
      'unmarked',
      [expect.stringMatching(/would not be noticed: .* is damaged; the next/)],
    ])
    await advance(place)
    expect(await standingOf(place)).toBe('current')
  })

  test('names how each generation ended: by what nobody here saw, and by what another copy did', async () => {
    const place = await machine()
    await advance(place)
    const copy = { ...place, home: await copyOf(place.home) }
    await advance(place)
    expect(await endingsOf(place)).toEqual([])
    await withMark(copy, (mark) => mark.adopt())
    expect(await endingsOf(copy)).toEqual(['elsewhere'])
    const moved = { home: await copyOf(copy.home), stateHome: await newHome() }
    // Also before anything is written there.
    expect(await endingsOf(moved)).toEqual(['elsewhere', 'unseen'])
    await advance(moved)
    await advance(moved)
    expect(await endingsOf(moved)).toEqual(['elsewhere', 'unseen'])
  })

  test('is doubted by nothing where its store alone was put back, unless it came from elsewhere', async () => {
    const place = await machine()
    await advance(place)
    const first = await copyOf(place.home)
    for (let count = 0; count < 2; count += 1) await advance(place)
    await putBack(first, place.home, STORE)
    const moved = { home: await copyOf(place.home), stateHome: await newHome() }
    for (const one of [place, moved]) await withMark(one, (mark) => mark.adopt())
    expect([await endingsOf(place), await endingsOf(moved)]).toEqual([[undefined], ['unseen']])
  })

  test('is read as an earlier version kept it, which named no generations', async () => {
    const place = await machine()
    const adoptedAt = '2026-01-15T12:00:00.000Z'
    const kept = { homeId: 'home_0a', generation: 'mark_0a', counter: 3, stamp: 'mark_0b', adoptedAt }
    await runInSession(
      async (session) => {
        const { documents } = await openRunFile(session)
        await documents.put('home', kept, 0)
      },
      { network: 'sandbox', ...place },
    )
    await withMark(place, async (mark) => {
      expect([mark.standing, mark.adoptedAt, mark.changes]).toEqual([
        ...['unmarked', adoptedAt],
        [{ after: 'mark_0a', doubt: 'unseen' }],
      ])
      await mark.advance()
      expect([mark.standing, mark.adoptedAt, mark.changes]).toEqual([
        ...['current', adoptedAt],
        [{ after: 'mark_0a', doubt: 'unseen' }],
      ])
    })
  })

  test('never names a file outside of its folder', async () => {
    const place = await machine()
    await mkdir(join(place.stateHome, 'homes'), { recursive: true })
    await runInSession(
      async (session) => {
        const { documents } = await openRunFile(session)
        const mark = { homeId: '../../x', generation: 'a', counter: 1, stamp: 'a' }
        await documents.put('home', mark, 0)
      },
      { network: 'sandbox', ...place },
    )
    await expect(standingOf(place)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
  })
})

function filesOf(name: string): readonly string[] {
  return ['', '-wal', '-shm', '.exists'].map((suffix) => name + suffix)
}
