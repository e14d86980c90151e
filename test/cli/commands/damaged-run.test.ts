import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { swap } from '../../../src/cli/commands/swap.ts'
import { runCommand } from '../../support/command-session.ts'
import { newHome } from '../../support/new-home.ts'
import { rawSql } from '../../store/raw.ts'
import { cli, FAST, failure, json } from '../run-here.ts'

/*
 * A run, or the mark of a home, that a flipped bit has made unreadable: the others go on, and nobody says that nothing was sent.
 */

const SWAP = ['100', 'ethereum:USDC', 'base:USDC']
const OPTIONS = { yes: true, provider: 'SANDBOX_BRIDGE' }

/** A home with runs that stopped before anything of them was signed. @returns their ids, oldest first */
async function homeWithOpenSwaps(count: number) {
  const home = await newHome()
  for (let made = 0; made < count; made += 1) {
    await runCommand(swap, SWAP, OPTIONS, {
      ...{ home, network: 'sandbox', json: true },
      checkpoint: (point) => {
        if (point === 'executed') throw new Error('stopped')
      },
    })
  }
  const inHome = (...words: string[]) => cli([...words, '--json'], { home, env: FAST })
  const { data } = json((await inHome('resume', '--list')).stdout) as { readonly data: readonly { id: string }[] }
  return { home, inHome, ids: data.map(({ id }) => id) }
}

/** Damages a small document of the wallet's file. */
function damage(home: string, key: string): void {
  rawSql(join(home, 'wallet-sandbox.db'), `UPDATE meta SET doc = replace(doc, '":"', '"?"') WHERE id = '${key}'`)
}

test('a damaged run keeps no other from going on, is named with what is open of it, and is given up by consent only', async () => {
  const { home, inHome, ids } = await homeWithOpenSwaps(2)
  const [bad = '', good = ''] = ids
  damage(home, `run:${bad}`)
  expect(json((await inHome('resume', '--list')).stdout)).toMatchObject({ data: [{ id: good }], damaged: [bad] })
  const resumed = await inHome('resume', '--yes')
  const known = { code: 'STORE_UNUSABLE', funds: 'unknown', details: { reason: 'damaged-run' } }
  expect([resumed.code, failure(resumed), resumed.stdout.includes('"SUCCESS"')]).toMatchObject([3, known, true])
  expect(failure(resumed)['message']).toBe(`Not continued, because they cannot be read: ${bad}`)
  for (const words of [
    ['resume', bad],
    ['resume', bad, '--forget'],
  ]) {
    const refused = await inHome(...words)
    expect([refused.code, failure(refused)]).toMatchObject([3, known])
    expect(failure(refused)['hint']).toMatch(new RegExp(`: swapcli resume ${bad} --forget --accept damaged-run$`))
  }
  expect((await inHome('resume', bad, '--forget', '--accept', 'damaged-run')).code).toBe(0)
  const kept = await readFile(join(home, `wallet-sandbox.db.${bad}.damaged`), 'latin1')
  expect([kept.includes(bad), kept.includes('"?"')]).toEqual([true, true])
  const after = await inHome('resume', '--list')
  expect([after.code, json(after.stdout)]).toEqual([0, { data: [] }])
  // One that can be read is given up without that.
  const other = await homeWithOpenSwaps(1)
  expect((await other.inHome('resume', other.ids[0] ?? '', '--forget')).code).toBe(0)
  expect((await readdir(other.home)).filter((name) => name.endsWith('.damaged'))).toEqual([])
})

test('a damaged mark of a home fails doctor once, and is made anew by consent', async () => {
  const { home, inHome, ids } = await homeWithOpenSwaps(1)
  damage(home, 'home')
  const refused = await inHome('resume', '--yes')
  expect([refused.code, failure(refused)['hint']]).toEqual([
    3,
    'Restore a backup, or go on without it: swapcli doctor --accept older-home',
  ])
  const marks = ({ stdout }: { readonly stdout: string }) =>
    (json(stdout) as { readonly data: readonly { name: string; result: string }[] }).data
      .filter(({ name }) => name === 'mark')
      .map(({ result }) => result)
  const found = await inHome('doctor', '--quick')
  expect([found.code, marks(found)]).toEqual([3, ['fail']])
  expect(marks(await inHome('doctor', '--quick', '--accept', 'older-home'))).toEqual(['ok'])
  // The run was begun before that, and no chain of the sandbox says whether it was paid.
  const asked = await inHome('resume', '--yes')
  expect([asked.code, failure(asked)['details']]).toEqual([7, { reason: 'older-home', runId: ids[0] }])
  expect((await inHome('resume', ids[0] ?? '', '--yes', '--accept', 'older-home')).code).toBe(0)
})
