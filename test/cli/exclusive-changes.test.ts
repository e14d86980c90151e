import { readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changeAlone, changeSetting } from '../../src/cli/exclusive-changes.ts'
import { systemClock } from '../../src/io/clock.ts'
import { configFile, readConfig } from '../../src/io/config/config-file.ts'
import { settingsUnwritable } from '../../src/io/index.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { newHome } from '../support/new-home.ts'
import { cli, failure } from './run-here.ts'
import { tryFileLock } from '../../src/store/sqlite/file-lock.ts'
import { storeFailure } from '../../src/store/sqlite/failures.ts'

const place = async () => ({ configFile: configFile(await newHome()), clock: systemClock })

test('changes of one process at the same time are all kept', async () => {
  const here = await place()
  const keys = Array.from({ length: 10 }, (_, at) => `contact.a${at}`)
  await Promise.all(keys.map((key) => changeSetting(here, key, 'x')))
  expect((await readConfig(here.configFile)).map(({ key }) => key).sort()).toEqual(keys)
})

test('a change that fails lets the next one go on', async () => {
  const here = await place()
  await expect(changeAlone(here, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await changeAlone(here, () => Promise.resolve('done'))).toBe('done')
})

test('a change waits its turn for a minute, so that many at once all have one, then says that nothing was changed', async () => {
  const clock = createFakeClock()
  const here = { ...(await place()), clock }
  const release = await tryFileLock(`${here.configFile}.lock`)
  let code: unknown
  const change = changeSetting(here, 'slippage', '50').catch((error: unknown) => (code = error))
  for (let sec = 0; sec < 50; sec += 1) await clock.advance(1_000)
  expect(code).toBeUndefined()
  while (code === undefined) await clock.advance(1_000)
  await change
  expect(code).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  release?.()
  await changeSetting(here, 'slippage', '50')
  expect(await readConfig(here.configFile)).toMatchObject([{ key: 'slippage', value: '50' }])
})

test('what a process that was killed wrote down of a secret goes with the next change, and its lock with the process', async () => {
  const home = await newHome()
  const file = configFile(home)
  await cli(['config', 'set', 'slippage', '30'], { home })
  const kept = readFileSync(file, 'utf8')
  // Killed after half of the draft, after the whole of it, and before its lock file was removed, which never is.
  writeFileSync(`${file}.tmp-1234567890abcdef`, '{"provider.LIFI.api-key":"se')
  writeFileSync(`${file}.tmp-1234567891abcdef`, '{"provider.LIFI.api-key":"secret"}')
  writeFileSync(`${file}.0123456789ab.tmp`, '{"provider.LIFI.api-key":"secret"}')
  writeFileSync(`${file}.mine`, 'mine')
  expect(readFileSync(file, 'utf8')).toBe(kept)
  const { stdout } = await cli(['doctor', '--quick'], { home })
  expect(stdout.split('\n').filter((line) => line.includes('may hold a key'))).toEqual(
    ['0123456789ab.tmp', 'tmp-1234567890abcdef', 'tmp-1234567891abcdef'].map(
      (name) => `warn  settings  a command was ended while it wrote ${file}.${name}, which may hold a key`,
    ),
  )
  await cli(['config', 'set', 'slippage', '40'], { home })
  const left = readdirSync(home).filter((name) => name.startsWith('config'))
  expect(left.sort()).toEqual(['config.json', 'config.json.lock', 'config.json.mine'])
  expect(await readConfig(file)).toMatchObject([{ key: 'slippage', value: '40' }])
})

test('settings behind a link stay there, and so do none of their drafts', async () => {
  const [home, elsewhere] = [await newHome(), await newHome()]
  const file = join(elsewhere, 'swapcli.json')
  writeFileSync(file, '{"slippage":"30","rank":"best"}', { mode: 0o600 })
  writeFileSync(`${file}.0123456789ab.tmp`, '{"provider.LIFI.api-key":"secret"}')
  symlinkSync(file, configFile(home))
  await cli(['config', 'set', 'slippage', '40'], { home })
  expect([readdirSync(elsewhere), readlinkSync(configFile(home))]).toEqual([['swapcli.json'], file])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ slippage: '40', rank: 'best' })
})

test('an account whose command was killed between key and account is no account, is shown, and holds up no other', async () => {
  const home = await newHome()
  const wallets = join(home, 'wallets')
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  await cli(['wallet', 'import', 'cold', '--address', address], { home })
  const key = join(wallets, 'main--2026-01-15T12-00-00.000Z--f39fd6e51aad88f6f4ce6ab8827279cfffb92266.json')
  const draft = join(wallets, 'main.account.json.0123456789ab.tmp')
  writeFileSync(key, '{}', { mode: 0o600 })
  writeFileSync(draft, '{', { mode: 0o600 })
  const listed = await cli(['wallet', 'list'], { home })
  expect(listed.stderr).toContain(`no account has ${key}`)
  expect(listed.stderr).toContain(`no account has ${draft}`)
  const made = await cli(['wallet', 'import', 'main', '--address', address], { home })
  expect(made.code === 0 ? undefined : failure(made)).toBeUndefined()
  expect(readdirSync(wallets).sort()).toEqual(['cold.account.json', key.slice(wallets.length + 1), 'main.account.json'])
  const after = await cli(['wallet', 'list', '--json'], { home })
  expect(after.stderr).not.toContain(draft)
})

test.each(['ENOSPC', 'SQLITE_FULL'])(
  'settings that find the disk full (%s) say so once, and which one to free',
  (code) => {
    const full = Object.assign(new Error('no room'), { code })
    const ofLock = storeFailure(full, '/home/me/.swapcli/config.json.lock')
    for (const cause of [full, ofLock]) {
      expect(settingsUnwritable('/home/me/.swapcli/config.json', cause)).toMatchObject({
        message: 'The configuration file /home/me/.swapcli/config.json cannot be written: the disk is full',
        hint: 'Free space on the disk of /home/me/.swapcli and try again, or choose another folder with --home or SWAPCLI_HOME',
      })
    }
  },
)
