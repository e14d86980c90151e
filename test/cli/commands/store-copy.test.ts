import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { collectGarbage } from '../../support/collect-garbage.ts'
import { newHome } from '../../support/new-home.ts'
import { describeOnPostgres, sharedPostgres, type TestDatabase } from '../../support/postgres.ts'
import { STORE_TEST_START_MS } from '../../support/store.ts'
import { fillStore } from '../../store/copy/stores.ts'
import { flipStoredBit } from '../../store/raw.ts'
import { cli, json } from '../run-here.ts'

const made: TestDatabase[] = []
afterEach(async () => {
  for (const database of made.splice(0)) await database.drop()
})

/** A home whose file holds a swap of each kind, and a database that holds nothing. */
async function makeHome() {
  const home = await newHome()
  const path = join(home, 'sandbox.db')
  const store = await openStore({ path, now: () => STORE_TEST_START_MS })
  await fillStore(store)
  await store.close()
  await collectGarbage()
  const database = await (await sharedPostgres()).createDatabase()
  made.push(database)
  return { home, path, url: database.url, env: { SWAPCLI_STORE: database.url } }
}

async function run(args: readonly string[], options: { home: string; env?: Record<string, string>; stdin?: string }) {
  try {
    return await cli(args, options)
  } finally {
    await collectGarbage()
  }
}

describeOnPostgres('store copy', () => {
  test('copies the file of a home into the database of the setting, and back into a file', async () => {
    const { home, path, env } = await makeHome()
    const list = async (more: Record<string, string> = {}) => {
      const { stdout } = await run(['history', '--json'], { home, env: more })
      return json(stdout)
    }
    const plan = await run(['store', 'copy', 'file', 'database', '--dry-run'], { home, env })
    expect([plan.code, plan.stdout]).toEqual([0, expect.stringContaining('4 transactions, 5 locks, 5 events')])
    expect(plan.stdout).toContain('which holds nothing')
    const before = await list()
    const copied = await run(['store', 'copy', 'file', 'database', '--json'], { home, env })
    expect([copied.code, json(copied.stdout)]).toEqual([
      0,
      {
        data: {
          ...{ from: path, to: expect.stringContaining('postgres://swapcli@') as string, outcome: 'copied', left: [] },
          notCopied: ['routes', 'rates', 'leases'],
          collections: expect.objectContaining({
            transactions: { rows: 4, digest: expect.stringMatching(/^[\da-f]{64}$/) as string },
          }) as object,
        },
      },
    ])
    const again = await run(['store', 'copy', 'file', '-'], { home, stdin: `${env.SWAPCLI_STORE}\n` })
    expect(again.stdout).toMatch(/was there +4 transactions/)
    const stale = await run(['history'], { home })
    expect(stale.stderr).toMatch(
      /were copied to postgres:.* no store is set: this is the file from before.* rm \S+sandbox\.db\.moved/,
    )
    expect((await run(['history'], { home, env })).stderr).not.toContain('from before')
    expect(await list(env)).toEqual(before)
    const back = await newHome()
    expect(await run(['store', 'copy', 'database', 'file'], { home: back, env })).toMatchObject({ code: 0 })
    const { stdout } = await run(['history', '--json'], { home: back })
    expect(json(stdout)).toEqual(before)
    const checks = await run(['doctor', '--json'], { home: back })
    expect(checks.stdout).toContain(`none in ${join(back, 'sandbox.db')}`)
  })

  test('brings the swaps back into the file that was copied away, which is kept under another name', async () => {
    const { home, path, env } = await makeHome()
    await run(['store', 'copy', 'file', 'database'], { home, env })
    const swap = ['swap', '10', 'ethereum:USDC', 'base:USDC', '--yes', '--sandbox-speed', '1000', '--quiet']
    expect(await run(swap, { home, env })).toMatchObject({ code: 0 })
    const refused = await run(['store', 'copy', 'database', 'file'], { home, env })
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--aside')])
    const back = await run(['store', 'copy', 'database', 'file', '--aside', '--json'], { home, env })
    const { data } = json(back.stdout) as { data: { setAside: string } }
    expect(data.setAside).toMatch(/sandbox\.before-copy-.*\.db$/)
    const idsOf = async (more: Record<string, string>) => {
      const { stdout } = await run(['history', '--json'], { home, env: more })
      return (json(stdout) as { data: { id: string }[] }).data.map(({ id }) => id)
    }
    expect(await idsOf({})).toEqual(await idsOf(env))
    expect(await idsOf({})).toHaveLength(5)
    const old = await openStore({ path: data.setAside, now: () => STORE_TEST_START_MS })
    expect((await old.transactions.list({}, 1, 9)).total).toBe(4)
    await old.close()
    await collectGarbage()
    // Also where the file is gone, as it may be once the swaps are in the database.
    for (const part of ['', '-wal', '-shm']) rmSync(`${path}${part}`, { force: true })
    expect(await run(['store', 'copy', 'database', 'file'], { home, env })).not.toMatchObject({ code: 0 })
    expect(await run(['store', 'copy', 'database', 'file', '--aside'], { home, env })).toMatchObject({ code: 0 })
    expect(await idsOf({})).toHaveLength(5)
  })

  test('of a store that is used already says what can be done, and what --aside would do', async () => {
    const { home, path, env } = await makeHome()
    expect((await run(['store', 'copy', 'file', 'database'], { home, env })).code).toBe(0)
    const other = await newHome()
    const used = await run(['store', 'copy', path, 'file', '--dry-run'], { home: other })
    expect(used.code).toBe(0)
    expect((await run(['demo', '--json'], { home: other })).code).toBe(0)
    const aside = ['store', 'copy', path, 'file', '--aside']
    const plan = await run([...aside, '--dry-run'], { home: other })
    expect([plan.code, plan.stdout]).toEqual([0, expect.stringContaining('it is kept under another name first')])
    expect(await run(aside, { home: other })).toMatchObject({ code: 0 })
    expect((await run(['demo', '--json'], { home })).code).toBe(0)
    const refused = await run(['store', 'copy', 'file', 'database', '--aside'], { home, env })
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Name a new file or an empty database')])
    expect(refused.stderr).not.toContain('--aside')
  })

  test('says how the copy becomes the store of the home', async () => {
    const { home, path, url, env } = await makeHome()
    const note = async (args: readonly string[], more?: Record<string, string>) =>
      (await run(['store', 'copy', ...args], { home, ...(more === undefined ? {} : { env: more }) })).stderr
    expect(await note(['file', url])).toContain('to use it: swapcli config set store -')
    expect(await note(['file', 'database'], env)).toContain('the setting store names it')
    const other = join(home, 'other.db')
    expect(await note(['database', other], env)).toContain(
      `no home uses it: to make it the store of this one: swapcli store copy ${other} file --aside`,
    )
    expect(await note(['database', 'file', '--aside'], env)).toContain('to use it: swapcli config unset store')
    expect(await note([other, path, '--aside'])).toContain('the home uses it')
  })

  test('says what is damaged, and how it is left behind', async () => {
    const { home, path, env } = await makeHome()
    flipStoredBit(path, 'transactions', `id = 'tx_1'`, 'tx_1')
    await collectGarbage()
    const url = env.SWAPCLI_STORE.replace('swapcli@', 'swapcli:open-sesame@')
    const refused = await run(['store', 'copy', 'file', url], { home })
    expect(refused.code).toBe(3)
    expect(refused.stderr).toContain('transactions:tx_1 is damaged: the copy is not finished')
    expect(refused.stderr).toMatch(/swapcli store copy file .* --leave transactions:tx_1/)
    expect(refused.stderr).toContain('other users of this machine can read the command line')
    expect(refused.stderr + refused.stdout).not.toContain('open-sesame')
    const left = await run(['store', 'copy', 'file', url, '--leave', 'transactions:tx_1'], { home })
    expect([left.code, left.stdout]).toEqual([0, expect.stringContaining('3 transactions')])
    expect(left.stderr).toContain('left behind   transactions:tx_1')
  })

  test('refuses what is no store, and one of another network', async () => {
    const { home, env } = await makeHome()
    for (const [args, message] of [
      [['database', 'file'], 'no database is set'],
      [['file', 'elsewhere'], 'TO names no store'],
      [['file', '/nowhere/live.db'], 'is the store of the live network, and this is the sandbox network'],
      [['file', 'postgres://u:secret#1@h/d'], 'TO is no URL of a PostgreSQL database'],
      [['file', 'file'], 'both are the same store'],
    ] as const) {
      const { code, stderr } = await run(['store', 'copy', ...args], { home })
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
      expect(stderr).not.toContain('secret')
    }
    expect((await run(['store', 'copy', 'database', 'file'], { home, env })).code).toBe(3)
  })
})
