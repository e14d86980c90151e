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
          notCopied: ['routes', 'leases'],
          collections: expect.objectContaining({
            transactions: { rows: 4, digest: expect.stringMatching(/^[\da-f]{64}$/) as string },
          }) as object,
        },
      },
    ])
    const again = await run(['store', 'copy', 'file', '-'], { home, stdin: `${env.SWAPCLI_STORE}\n` })
    expect(again.stdout).toMatch(/was there +4 transactions/)
    expect(await list(env)).toEqual(before)
    const back = await newHome()
    expect(await run(['store', 'copy', 'database', 'file'], { home: back, env })).toMatchObject({ code: 0 })
    const { stdout } = await run(['history', '--json'], { home: back })
    expect(json(stdout)).toEqual(before)
    const checks = await run(['doctor', '--json'], { home: back })
    expect(checks.stdout).toContain(`none in ${join(back, 'sandbox.db')}`)
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
      [['file', 'elsewhere'], 'that names no store'],
      [['file', '/nowhere/live.db'], 'is the store of the live network, and this is the sandbox network'],
      [['file', 'postgres://u:secret#1@h/d'], 'that is no URL of a PostgreSQL database'],
      [['file', 'file'], 'both are the same store'],
    ] as const) {
      const { code, stderr } = await run(['store', 'copy', ...args], { home })
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
      expect(stderr).not.toContain('secret')
    }
    expect((await run(['store', 'copy', 'database', 'file'], { home, env })).code).toBe(3)
  })
})
