import { createHash } from 'node:crypto'
import { copyFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noteInMarker, readMarker } from '../../../src/store/sqlite/store-file.ts'
import { copyHome } from '../../support/copy-home.ts'
import { stateOf } from '../../support/home-env.ts'
import { newHome } from '../../support/new-home.ts'
import { stopSwapAt } from '../../support/stopped-swap.ts'
import { cli, type CliResult, FAST, failure, json } from '../run-here.ts'

/*
 * A home that lacks what it held, as a copy that was made while it was used, is refused until a person goes on with it.
 */

const SWAP = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_BRIDGE', '--yes', '--json']

/** A home that has paid one swap, on a machine that has seen it. */
async function paidHome() {
  const home = await newHome()
  const machine = { ...FAST, SWAPCLI_STATE: stateOf(home) }
  const inHome = (words: readonly string[], of = home) => cli(words, { home: of, env: machine })
  expect((await inHome(SWAP)).code).toBe(0)
  return { home, inHome }
}

/** Its files by name, with what they hold. */
async function filesOf(home: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(home)).filter((name) => name.includes('.db') && !/-(?:wal|shm)$/.test(name))
  const sum = async (name: string) =>
    createHash('sha256')
      .update(await readFile(join(home, name)))
      .digest('hex')
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await sum(name)] as const)))
}

const details = (said: CliResult) => [said.code, failure(said)['details']]

/** What doctor says of one thing. */
function check({ stdout }: CliResult, name: string): unknown {
  const { data } = json(stdout) as { readonly data: readonly { readonly name: string; readonly result: string }[] }
  return data.filter((one) => one.name === name)
}

test('a copy that was made while the home was used changes nothing, and goes on once that is accepted', async () => {
  const { home, inHome } = await paidHome()
  const copy = await newHome()
  await copyHome(home, copy)
  expect((await inHome(SWAP)).code).toBe(0)
  // The last files that were copied are newer than the first ones.
  for (const name of ['sandbox.db.exists', 'wallet-sandbox.db.exists'])
    await copyFile(join(home, name), join(copy, name))
  const before = await filesOf(copy)
  for (const words of [['history'], SWAP]) {
    const refused = await inHome([...words, '--json'], copy)
    expect(details(refused)).toEqual([3, { reason: 'lost-writes' }])
    expect(failure(refused)['message']).toContain('it is an incomplete or an older copy')
    expect(failure(refused)['hint']).toMatch(
      /^Nothing was changed\. .*: swapcli restore FILE --home DIR; to go on with what is there: swapcli doctor --accept lost-writes$/,
    )
  }
  expect(await filesOf(copy)).toMatchObject(before)
  const accepted = await inHome(['doctor', '--accept', 'lost-writes', '--json'], copy)
  const lost = (file: string) => expect.stringContaining(`${file} lacks the last`) as string
  expect(check(accepted, 'accepted')).toEqual([
    { name: 'accepted', result: 'ok', detail: lost('/sandbox.db') },
    { name: 'accepted', result: 'ok', detail: lost('/wallet-sandbox.db') },
  ])
  expect((await inHome(['history', '--json'], copy)).code).toBe(0)
  // What the home has paid since, this copy does not know: that is another thing to accept.
  expect(details(await inHome(SWAP, copy))).toMatchObject([6, { reason: 'older-home' }])
  expect(check(await inHome(['doctor', '--json'], copy), 'mark')).toMatchObject([{ result: 'fail' }])
  const adopted = await inHome(['doctor', '--accept', 'older-home', '--json'], copy)
  expect(check(adopted, 'mark')).toMatchObject([{ result: 'ok' }])
  expect((await inHome(SWAP, copy)).code).toBe(0)
  expect(details(await inHome(SWAP))).toMatchObject([6, { reason: 'older-home' }])
})

test('a wallet file that is gone begins empty once that is accepted, and nothing else is to be accepted', async () => {
  const { home, inHome } = await paidHome()
  await stopSwapAt(home, 'executed')
  for (const suffix of ['', '-wal', '-shm']) await rm(join(home, `wallet-sandbox.db${suffix}`), { force: true })
  const refused = await inHome(['resume', '--list', '--json'])
  expect(details(refused)).toEqual([3, { reason: 'lost-writes' }])
  expect(failure(refused)['hint']).toMatch(/to begin with an empty one: swapcli doctor --accept lost-writes$/)
  const accepted = await inHome(['doctor', '--accept', 'lost-writes', '--json'])
  expect([accepted.code, check(accepted, 'accepted'), check(accepted, 'mark'), check(accepted, 'runs')]).toMatchObject([
    0,
    [
      {
        result: 'ok',
        detail: expect.stringMatching(/is missing, .*\. Swaps that only it knew are gone, paid or not;/) as string,
      },
    ],
    [{ result: 'ok' }],
    [
      {
        detail: expect.stringMatching(
          /^0 unfinished runs .* agree; it has 1 pending transaction of no unfinished run$/,
        ) as string,
      },
    ],
  ])
  expect((await inHome(['doctor', '--json'])).code).toBe(0)
  expect((await inHome(['resume', '--list', '--json'])).code).toBe(0)
  expect((await inHome(SWAP)).code).toBe(0)
})

test('a store that is gone begins empty once that is accepted, and nothing else is to be accepted', async () => {
  const { home, inHome } = await paidHome()
  for (const suffix of ['', '-wal', '-shm']) await rm(join(home, `sandbox.db${suffix}`), { force: true })
  expect(details(await inHome(SWAP))).toEqual([3, { reason: 'lost-writes' }])
  const accepted = await inHome(['doctor', '--accept', 'lost-writes', '--json'])
  expect([accepted.code, check(accepted, 'accepted'), check(accepted, 'mark')]).toMatchObject([
    0,
    [
      {
        result: 'ok',
        detail: expect.stringMatching(/is missing, .*\. Transactions that only it knew are gone;/) as string,
      },
    ],
    [{ result: 'ok' }],
  ])
  const next = await inHome(['doctor', '--json'])
  expect([next.code, check(next, 'mark')]).toMatchObject([0, [{ result: 'ok' }]])
  expect((await inHome(SWAP)).code).toBe(0)
})

test('what is left in a wallet file that lacks its last writes is held against the chain, as in an older home', async () => {
  const { home, inHome } = await paidHome()
  const run = await stopSwapAt(home, 'executed')
  const path = join(home, 'wallet-sandbox.db')
  noteInMarker(path, { commits: (readMarker(path)?.commits ?? 0) + 1 })
  expect(details(await inHome(['resume', '--json']))).toEqual([3, { reason: 'lost-writes' }])
  await inHome(['doctor', '--accept', 'lost-writes', '--json'])
  expect(check(await inHome(['doctor', '--json']), 'mark')).toMatchObject([{ result: 'ok' }])
  const asked = await inHome(['resume', run, '--yes', '--json'])
  expect(details(asked)).toMatchObject([7, { reason: 'older-home' }])
  expect((await inHome(['resume', run, '--yes', '--accept', 'older-home', '--json'])).code).toBe(0)
})

test('a loss that is accepted does not hide that a copy of the home went further', async () => {
  const { home, inHome } = await paidHome()
  const copy = await newHome()
  await copyHome(home, copy)
  expect((await inHome(SWAP, copy)).code).toBe(0)
  for (const suffix of ['', '-wal', '-shm']) await rm(join(home, `wallet-sandbox.db${suffix}`), { force: true })
  const accepted = await inHome(['doctor', '--accept', 'lost-writes', '--json'])
  expect([accepted.code, check(accepted, 'mark')]).toMatchObject([3, [{ result: 'fail' }]])
  expect(details(await inHome(SWAP))).toMatchObject([6, { reason: 'older-home' }])
  expect((await inHome(SWAP, copy)).code).toBe(0)
})

test('where nothing is lost, nothing is accepted, and a later loss is noticed', async () => {
  const { home, inHome } = await paidHome()
  const older = await newHome()
  await copyHome(home, older)
  const accepted = await inHome(['doctor', '--accept', 'lost-writes,older-home', '--quick', '--json'])
  expect([accepted.code, check(accepted, 'accepted')]).toEqual([
    0,
    [{ name: 'accepted', result: 'ok', detail: 'nothing: nothing is lost or older' }],
  ])
  expect((await inHome(SWAP)).code).toBe(0)
  await copyFile(join(older, 'sandbox.db'), join(home, 'sandbox.db'))
  expect(details(await inHome(['history', '--json']))).toEqual([3, { reason: 'lost-writes' }])
})

test('a store that its owner deletes on purpose is accepted once, for good', async () => {
  const { home, inHome } = await paidHome()
  for (const name of await readdir(home)) if (name.startsWith('sandbox.db')) await rm(join(home, name), { force: true })
  const looked = ['doctor', '--quick', '--json']
  for (let count = 0; count < 2; count += 1)
    expect(check(await inHome(looked), 'mark')).toMatchObject([{ result: 'fail' }])
  const refused = await inHome(SWAP)
  expect(details(refused)).toEqual([6, { reason: 'older-home' }])
  expect(failure(refused)['message']).toMatch(
    /it was put back or deleted, or is another one\. If that was on purpose, accept it once$/,
  )
  expect(failure(refused)['hint']).toMatch(/make this one the copy to go on with: swapcli doctor --accept older-home$/)
  expect(json((await inHome(['resume', '--list', '--json'])).stdout)).toEqual({ data: [] })
  expect((await inHome(['doctor', '--accept', 'older-home', '--quick'])).code).toBe(0)
  for (let count = 0; count < 2; count += 1) expect((await inHome(SWAP)).code).toBe(0)
  expect(check(await inHome(['doctor', '--json']), 'mark')).toMatchObject([{ result: 'ok' }])
})

test('a store that is gone with its marker is accepted before anything made a new one', async () => {
  const { home, inHome } = await paidHome()
  for (const name of await readdir(home)) if (name.startsWith('sandbox.db')) await rm(join(home, name), { force: true })
  expect((await inHome(['doctor', '--accept', 'older-home', '--quick'])).code).toBe(0)
  expect(check(await inHome(['doctor', '--json']), 'mark')).toMatchObject([{ result: 'ok' }])
  expect((await inHome(SWAP)).code).toBe(0)
})

test('doctor of a home that lost its wallet file names what the store has of swaps that are gone', async () => {
  const { home, inHome } = await paidHome()
  await stopSwapAt(home, 'executed')
  for (const name of await readdir(home))
    if (name.startsWith('wallet-sandbox.db')) await rm(join(home, name), { force: true })
  const said = await inHome(['doctor', '--quick', '--json'])
  const path = join(home, 'wallet-sandbox.db')
  expect([check(said, 'wallet'), check(said, 'runs'), check(said, 'mark')]).toMatchObject([
    [{ result: 'ok', detail: `no unfinished swaps in this file, which is not all that this home did (${path})` }],
    [
      {
        result: 'warn',
        detail: expect.stringMatching(/^the store has 1 pending transaction of no unfinished run/) as string,
      },
    ],
    [{ result: 'fail' }],
  ])
})
