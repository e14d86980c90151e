import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newHome } from '../../support/new-home.ts'
import { cli, failure, json } from '../run-cli.ts'

test.skipIf(process.platform === 'win32')(
  'doctor says who else can change or read files, and takes it from them with --fix',
  async () => {
    const home = await newHome()
    await cli(['config', 'set', 'slippage', '30'], { home })
    const [config, key] = [join(home, 'config.json'), join(home, 'wallets', 'key.json')]
    mkdirSync(join(home, 'wallets'), { mode: 0o700 })
    writeFileSync(key, '{}', { mode: 0o644 })
    chmodSync(config, 0o666)

    const refused = await cli(['chains', '--json'], { home })
    expect([refused.code, failure(refused)]).toMatchObject([
      3,
      {
        code: 'CONFIG_INVALID',
        details: { reason: 'files' },
        hint: `Look at what the file says, then: chmod go-w ${config}`,
      },
    ])
    const doctor = await cli(['doctor', '--json'], { home })
    const files = (json(doctor.stdout) as { data: { name: string }[] }).data.filter(({ name }) => name === 'files')
    expect([doctor.code, files]).toEqual([
      3,
      [
        { name: 'files', result: 'fail', detail: `other users can write ${config}`, next: `chmod go-w ${config}` },
        { name: 'files', result: 'warn', detail: `other users can read ${key}`, next: `chmod 600 ${key}` },
      ],
    ])
    expect((await cli(['doctor', '--fix'], { home })).stdout).toContain(`mended: other users can write ${config}`)
    expect((await cli(['doctor', '--fix'], { home })).code).toBe(0)
    expect([config, key].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600])
    expect((await cli(['config', 'get', 'slippage'], { home })).stdout).toBe('30\n')
  },
)
