import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { swap } from '../../src/cli/commands/swap.ts'
import { systemClock } from '../../src/io/clock.ts'
import { openPostgresStore } from '../../src/store/postgres/open.ts'
import { runCommand, runInSession } from '../support/command-session.ts'
import { collectGarbage } from '../support/collect-garbage.ts'
import { copyHome } from '../support/copy-home.ts'
import { newHome } from '../support/new-home.ts'
import { describeOnPostgres, type PostgresServer, startPostgres, type TestDatabase } from '../support/postgres.ts'
import { addTransaction, sampleTransaction } from '../support/store.ts'
import { type CliResult, cli, failure, FAST, json } from './run-here.ts'

const PASSWORD = 'p@ss:w/rd'
const HOUR_MS = 3_600_000
const SWAP = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_BRIDGE', '--yes', '--json']

describeOnPostgres('a store in a database, from the command line', () => {
  let server: PostgresServer
  let database: TestDatabase
  let url: string
  beforeAll(async () => {
    server = await startPostgres({ tcp: true, password: PASSWORD })
  })
  afterAll(async () => server.close())
  beforeEach(async () => {
    database = await server.createDatabase()
    url = server.url(database.name, 'tcp').replace(PASSWORD, encodeURIComponent(PASSWORD))
  })

  const env = () => ({ ...FAST, SWAPCLI_STORE: url })
  const data = ({ stdout }: CliResult) => (json(stdout) as { readonly data: unknown }).data
  const checksOf = async (home: string, more: Readonly<Record<string, string>> = {}) => {
    const result = await cli(['doctor', '--json'], { home, env: { ...env(), ...more } })
    const checks = data(result) as readonly { name: string; result: string; detail: string }[]
    return { code: result.code, checks, of: (name: string) => checks.filter((check) => check.name === name) }
  }

  test('every command finds in it what another home has put there, and only the wallet stays in a home', async () => {
    const [home, other] = [await newHome(), await newHome()]
    expect((await cli(SWAP, { home, env: env() })).code).toBe(0)
    expect(readdirSync(home).filter((name) => !name.startsWith('wallet-sandbox.db'))).toEqual([])
    const [mine, theirs] = await Promise.all(
      [home, other].map((each) => cli(['history', '--json'], { home: each, env: env() })),
    )
    expect([mine?.code, (data(mine!) as unknown[]).length]).toEqual([0, 1])
    expect(theirs?.stdout).toBe(mine?.stdout)
    const shown = data(await cli(['store', '--json'], { home, env: env() })) as { store: Record<string, unknown> }
    expect(shown.store).toMatchObject({
      database: `postgres://swapcli@127.0.0.1:${server.port}/${database.name}`,
      transactions: { PENDING: 0, SUCCESS: 1 },
      removable: expect.anything() as unknown,
    })
    const lines = (await cli(['export', '--jsonl'], { home, env: env() })).stdout.trim().split('\n')
    const types = lines.map((line) => (json(line) as { type: string }).type)
    expect([types[0], types[1], new Set(types.slice(2))]).toEqual(['transaction', 'run', new Set(['event'])])
    const { code, of } = await checksOf(home)
    expect([code, of('store').map(({ result }) => result), of('mark')[0]?.result]).toEqual([
      0,
      ['ok', 'ok', 'ok', 'ok'],
      'ok',
    ])
    expect(existsSync(join(home, 'sandbox.db'))).toBe(false)
  })

  test('doctor says where store-listen leads elsewhere, or nowhere', async () => {
    const home = await newHome()
    const other = await server.createDatabase()
    const way = (name: string, port = server.port) =>
      url.replace(database.name, name).replace(`:${server.port}/`, `:${port}/`)
    expect((await cli(['history'], { home, env: { ...FAST, SWAPCLI_STORE: way(other.name) } })).code).toBe(0)
    for (const [listen, says] of [
      [url, 'leads to the same database'],
      [way(other.name), 'is another one'],
      [way(database.name, 1), 'does not answer'],
      ['postgres://', 'names no user'],
    ] as const) {
      const { of } = await checksOf(home, { SWAPCLI_STORE_LISTEN: listen })
      const { detail = '' } = of('store').find((check) => check.detail.includes('store-listen')) ?? {}
      expect(detail).toContain(says)
    }
    expect((await checksOf(home, { SWAPCLI_STORE_LISTEN: 'off' })).of('store')).toHaveLength(4)
  })

  test('its URL is printed by nothing, and typed with a password it is warned of', async () => {
    const home = await newHome()
    const secrets = [PASSWORD, encodeURIComponent(PASSWORD), 'p%40ss']
    const said: CliResult[] = []
    const run = async (args: string[], options: Parameters<typeof cli>[1] = {}) => {
      const result = await cli(args, { home, ...options })
      said.push(result)
      return result
    }
    expect((await run(['config', 'set', 'store', url])).code).toBe(2)
    expect((await run(['config', 'set', 'store', '-'], { stdin: `${url}\n` })).code).toBe(0)
    for (const words of ['config list', 'config get store', 'doctor', 'store', 'history', 'config list --json'])
      expect([words, (await run(words.split(' '))).code]).toEqual([words, 0])
    const typed = await run(['history', '--quiet', '--store', url])
    expect([typed.code, typed.stderr]).toEqual([0, expect.stringContaining('--store holds a password')])
    const wrong = url.replace(encodeURIComponent(PASSWORD), 'hunter2')
    for (const [args, more] of [
      [['history'], { SWAPCLI_STORE: wrong }],
      [['history', '--json'], { SWAPCLI_STORE: wrong }],
      [['doctor'], { SWAPCLI_STORE: wrong }],
      [['history'], { SWAPCLI_STORE: wrong.replace('postgres', 'mysql') }],
    ] as const) {
      const result = await run([...args], { env: { ...more, SWAPCLI_DEBUG: '1' } })
      expect([args, result.code]).toEqual([args, 3])
      expect(result.stdout + result.stderr).not.toContain('hunter2')
    }
    for (const { stdout, stderr } of said) for (const secret of secrets) expect(stdout + stderr).not.toContain(secret)
  })

  test('a URL of something else, or a server beside it, is refused before anything is opened', async () => {
    const home = await newHome()
    const wrong = await cli(['history', '--json'], { home, env: { SWAPCLI_STORE: 'sqlite:///tmp/x.db' } })
    expect([wrong.code, failure(wrong)['code']]).toEqual([3, 'CONFIG_INVALID'])
    const both = await cli(['history', '--store', database.url, '--api', 'http://127.0.0.1:1/api/v1'], { home })
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('contradict each other')])
    const file = await cli(['doctor', '--json'], { home, env: { SWAPCLI_STORE: 'sqlite:///tmp/x.db' } })
    expect([file.code, readdirSync(home).includes('sandbox.db')]).toEqual([3, false])
    // What is typed for this run stands above a server of the settings.
    const typed = await cli(['history', '--store', database.url], { home, env: { SWAPCLI_API: 'http://127.0.0.1:1/' } })
    expect([typed.code, typed.stderr]).toEqual([0, expect.stringContaining('no transactions')])
  })

  test('homes that share it keep their marks apart, and an older copy of one is noticed on any machine', async () => {
    const [home, other, copy] = [await newHome(), await newHome(), await newHome()]
    for (const each of [home, other, home]) expect((await cli(SWAP, { home: each, env: env() })).code).toBe(0)
    await copyHome(home, copy)
    expect((await cli(SWAP, { home, env: env() })).code).toBe(0)
    for (const each of [home, other]) expect((await checksOf(each)).of('mark')[0]?.result).toBe('ok')
    const mark = (await checksOf(copy)).of('mark')[0]
    expect(mark).toMatchObject({ result: 'fail', detail: expect.stringContaining('older') as unknown })
    const again = await cli(SWAP, { home: copy, env: env() })
    expect([again.code, failure(again)['details']]).toEqual([6, expect.objectContaining({ reason: 'older-home' })])
    expect((await cli(['doctor', '--accept', 'older-home'], { home: copy, env: env() })).code).toBe(0)
    expect((await cli(SWAP, { home: copy, env: env() })).code).toBe(0)
    // From here on it is the other one that is older.
    expect((await checksOf(home)).of('mark')[0]?.result).toBe('fail')
  })

  test('another store, and one that lost what a home had counted in it, is gone on with once that is accepted', async () => {
    const home = await newHome()
    const other = await server.createDatabase()
    const stores = [FAST, env(), { ...FAST, SWAPCLI_STORE: url.replace(database.name, other.name) }, FAST]
    expect((await cli(SWAP, { home, env: FAST })).code).toBe(0)
    for (const store of stores.slice(1)) {
      const refused = await cli(SWAP, { home, env: store })
      expect([refused.code, failure(refused)['details']]).toEqual([
        6,
        expect.objectContaining({ reason: 'older-home' }),
      ])
      expect(failure(refused)['message']).toContain('or is another one')
      expect((await cli(['doctor', '--accept', 'older-home'], { home, env: store })).code).toBe(0)
      for (const _ of [1, 2]) expect((await cli(SWAP, { home, env: store })).code).toBe(0)
    }
    expect((await cli(['doctor', '--accept', 'older-home'], { home, env: env() })).code).toBe(0)
    expect((await checksOf(home)).of('mark')[0]?.result).toBe('ok')
    await server.query("delete from swapcli_sandbox.documents where id like 'home%'", database.name)
    expect((await checksOf(home)).of('mark')[0]).toMatchObject({ result: 'fail' })
  })

  test('a database that was put back to before the last payment is noticed', async () => {
    const home = await newHome()
    const sql = (text: string) => server.query(text, database.name)
    expect((await cli(SWAP, { home, env: env() })).code).toBe(0)
    await sql('create table saved as select * from swapcli_sandbox.documents')
    expect((await cli(SWAP, { home, env: env() })).code).toBe(0)
    expect((await checksOf(home)).of('mark')[0]?.result).toBe('ok')
    await sql('delete from swapcli_sandbox.documents')
    await sql('insert into swapcli_sandbox.documents select * from saved')
    expect((await checksOf(home)).of('mark')[0]).toMatchObject({ result: 'fail' })
    const again = await cli(SWAP, { home, env: env() })
    expect([again.code, failure(again)['details']]).toEqual([6, expect.objectContaining({ reason: 'older-home' })])
  })

  test('a swap that is in the file of a home, and not yet in the database, is looked for there', async () => {
    const home = await newHome()
    expect((await cli([...SWAP, '--no-wait'], { home, env: { ...FAST, SWAPCLI_SANDBOX_SPEED: '1' } })).code).toBe(0)
    const advice = 'swapcli store copy file database'
    const doctor = await cli(['doctor', '--json'], { home, env: env() })
    expect([doctor.code, doctor.stdout]).toEqual([3, expect.stringContaining(advice)])
    const resumed = await cli(['resume'], { home, env: env() })
    expect([resumed.code, resumed.stderr]).toEqual([7, expect.stringContaining(advice)])
    await collectGarbage()
    expect((await cli(['store', 'copy', 'file', 'database'], { home, env: env() })).code).toBe(0)
    const after = await cli(['doctor', '--json'], { home, env: env() })
    expect([after.code, after.stdout.includes(advice)]).toEqual([0, false])
  })

  test('what is made of more documents than a check names is made anew by one repair', async () => {
    const { store } = await openPostgresStore({
      ...{ url, env: {}, network: 'sandbox', clock: systemClock, random: Math.random },
    })
    for (let at = 0; at < 230; at += 1) await addTransaction(store, sampleTransaction(`tx_${at}`))
    await store.close()
    await server.query('update swapcli_sandbox.transaction_facts set usd = 1', database.name)
    const home = await newHome()
    const check = await cli(['store', 'check'], { home, env: env() })
    expect([check.code, check.stderr]).toEqual([3, expect.stringContaining('swapcli store check --repair')])
    expect((await cli(['store', 'check', '--repair'], { home, env: env() })).code).toBe(0)
    expect((await cli(['store', 'check'], { home, env: env() })).stdout).toContain('no damage')
  })

  test('a backup holds the wallet, says that the swaps are elsewhere, and so does its restore', async () => {
    const [home, restored, place] = [await newHome(), await newHome(), await newHome()]
    const file = join(place, 'backup.tar')
    expect((await cli(SWAP, { home, env: env() })).code).toBe(0)
    const backup = await cli(['backup', file], { home, env: env() })
    expect([backup.code, backup.stderr]).toEqual([0, expect.stringContaining('pg_dump')])
    const check = await cli(['restore', file, '--check'], { home, env: env() })
    expect([check.code, check.stdout]).toEqual([0, expect.stringContaining('the swaps are in the database')])
    const restore = await cli(['restore', file], { home: restored })
    expect([restore.code, restore.stderr]).toEqual([0, expect.stringContaining('swapcli config set store -')])
    expect(backup.stderr + check.stdout + restore.stderr).not.toContain(encodeURIComponent(PASSWORD))
    // Nothing was paid since: it goes on with its database.
    const state = { SWAPCLI_STATE: await newHome() }
    expect((await checksOf(restored, state)).of('mark')[0]?.result).toBe('ok')
    expect((await cli(SWAP, { home: restored, env: { ...env(), ...state } })).code).toBe(0)
    // The home that it was taken from is the older one.
    expect((await checksOf(home)).of('mark')[0]?.result).toBe('fail')
  })

  test.each([HOUR_MS, -HOUR_MS])(
    'a swap of a machine whose clock is %d ms off goes by the clock of the database',
    async (offMs) => {
      const home = await newHome()
      const clock = { ...systemClock, now: () => systemClock.now() + offMs }
      const place = { home, network: 'sandbox', clock, settings: { store: url, 'sandbox-speed': '100000' } } as const
      const values = { yes: true, provider: 'SANDBOX_BRIDGE' }
      const { error, stderr } = await runCommand(swap, ['100', 'ethereum:USDC', 'base:USDC'], values, place)
      expect([error, stderr]).toEqual([undefined, expect.stringContaining('the clock of this machine is 3600.0 s')])
      const apart: number[] = []
      await runInSession(async (session) => {
        const { service } = await session.open()
        const [found] = (await service.history()).data
        apart.push(Date.parse(found?.createdAt ?? '') - systemClock.now(), session.clock.now() - systemClock.now())
      }, place)
      for (const ms of apart) expect(Math.abs(ms)).toBeLessThan(60_000)
    },
  )

  test('while it is away, commands say so by exit codes, and doctor looks at what is left', async () => {
    const home = await newHome()
    expect((await cli(SWAP, { home, env: env() })).code).toBe(0)
    await server.stop('fast')
    try {
      const history = await cli(['history', '--json'], { home, env: env() })
      expect([history.code, failure(history)['code'], failure(history)['details']]).toEqual([
        5,
        'SERVICE_UNAVAILABLE',
        expect.objectContaining({ reason: 'store-away' }),
      ])
      expect((await cli(['wallet', '--json'], { home, env: env() })).code).toBe(0)
      const { code, of } = await checksOf(home)
      expect([code, of('store').map(({ result }) => result), of('wallet')[0]?.result]).toEqual([3, ['fail'], 'ok'])
    } finally {
      await server.start()
    }
  })
})
