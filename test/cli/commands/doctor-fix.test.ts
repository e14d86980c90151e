import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newHome } from '../../support/new-home.ts'
import { cli, failure, json } from '../run-here.ts'

interface Checked {
  readonly name: string
  readonly result: string
  readonly detail: string
  readonly next?: string
}

test.skipIf(process.platform === 'win32')(
  'doctor says who else can change or read files of both networks, and takes it from them at once with --fix',
  async () => {
    const home = await newHome()
    await cli(['config', 'set', 'slippage', '30'], { home })
    const paths = {
      config: join(home, 'config.json'),
      store: join(home, 'live.db'),
      wallets: join(home, 'wallets'),
      key: join(home, 'wallets', 'key.json'),
    }
    mkdirSync(paths.wallets)
    writeFileSync(paths.key, '{}')
    writeFileSync(paths.store, '')
    for (const path of [home, paths.wallets]) chmodSync(path, 0o755)
    for (const path of [paths.key, paths.store]) chmodSync(path, 0o644)
    chmodSync(paths.config, 0o666)

    const refused = await cli(['chains', '--json'], { home })
    const hint = `Look at what the file says, then: chmod 600 ${paths.config}`
    expect([refused.code, failure(refused)]).toMatchObject([
      3,
      { code: 'CONFIG_INVALID', details: { reason: 'files' }, hint },
    ])
    const check = async (...words: readonly string[]) => {
      const { code, stdout } = await cli(['doctor', '--json', ...words], { home })
      const { data } = json(stdout) as { data: Checked[] }
      return { code, files: data.filter(({ name }) => name === 'files') }
    }
    const found = await check()
    expect([
      found.code,
      new Set(found.files.map(({ result, detail, next }) => `${result} ${detail}: ${next}`)),
    ]).toEqual([
      3,
      new Set([
        `fail other users can write ${paths.config}: chmod 600 ${paths.config}`,
        `warn other users can read ${paths.store}: chmod 600 ${paths.store}`,
        `warn other users can read ${paths.key}: chmod 600 ${paths.key}`,
        `warn other users can read ${paths.wallets}: chmod 700 ${paths.wallets}`,
        `warn other users can read ${home}: chmod 700 ${home}`,
      ]),
    ])
    const mended = await check('--fix')
    expect([mended.code, mended.files.length, new Set(mended.files.map(({ result }) => result))]).toEqual([
      0,
      5,
      new Set(['ok']),
    ])
    const modes = [home, ...Object.values(paths)].map((path) => statSync(path).mode & 0o777)
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o700, 0o600])
    expect((await check()).files).toEqual([
      { name: 'files', result: 'ok', detail: 'no other user can change or read them' },
    ])
    expect((await cli(['config', 'get', 'slippage'], { home })).stdout).toBe('30\n')
  },
)

test.skipIf(process.platform === 'win32')('doctor leaves a folder alone that holds files of others too', async () => {
  const home = await newHome()
  writeFileSync(join(home, 'notes.txt'), '', { mode: 0o644 })
  chmodSync(home, 0o755)
  await cli(['config', 'set', 'slippage', '30'], { home })
  expect((await cli(['doctor', '--fix'], { home })).code).toBe(0)
  expect([home, join(home, 'notes.txt')].map((path) => statSync(path).mode & 0o777)).toEqual([0o755, 0o644])
})
