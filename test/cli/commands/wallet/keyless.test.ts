import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { account } from '../../../devnet/addresses.ts'
import { newHome } from '../../../support/new-home.ts'
import { cli, failure, json } from '../../run-here.ts'

/*
 * A backup without keys, restored, has accounts whose keys are elsewhere. The copy of a key file that `wallet create` tells a
 * user to keep was refused there: the name was taken, by exactly the account that lacked it.
 */

const keyText = (index: number) => Buffer.from(account(index).getHdKey().privateKey ?? []).toString('hex')

/** A home whose account `main` lost its key file, and what is needed to give it back. */
async function keylessHome() {
  const [home, elsewhere] = [await newHome(), await newHome()]
  const password = join(elsewhere, 'password.txt')
  await writeFile(password, 'a password on file\n', { mode: 0o600 })
  const copy = join(elsewhere, 'main-backup.json')
  const importing = (words: readonly string[], stdin?: string) =>
    cli(['wallet', 'import', ...words, '--password-file', password, '--json'], {
      home,
      ...(stdin === undefined ? {} : { stdin }),
    })
  const made = await importing(['main', '--private-key'], keyText(0))
  expect(made.code).toBe(0)
  const { data } = json(made.stdout) as { data: { file: string } }
  await rename(data.file, copy)
  return { home, elsewhere, copy, importing, made: data }
}

const accountsOf = async (home: string) => {
  const { data } = json((await cli(['doctor', '--quick', '--json'], { home })).stdout) as {
    data: readonly { readonly name: string; readonly result: string; readonly next?: string }[]
  }
  return data.filter(({ name }) => name === 'accounts')
}

test('the command that doctor names gives an account its key again, and changes nothing else of it', async () => {
  const { home, copy, importing, made } = await keylessHome()
  expect(await accountsOf(home)).toMatchObject([
    { result: 'fail', next: 'Put it back, or import the key again: swapcli wallet import main --keystore FILE' },
  ])
  const given = await importing(['main', '--keystore', copy])
  expect([given.code, json(given.stdout)]).toEqual([0, { data: made }])
  expect(await readFile(made.file, 'utf8')).toBe(await readFile(copy, 'utf8'))
  expect(await accountsOf(home)).toMatchObject([{ result: 'ok' }])
  const again = await importing(['main', '--keystore', copy])
  expect([again.code, failure(again)['message']]).toEqual([6, 'There is already an account named main'])
})

test('a key of another address is refused, naming both, and an address to watch or a device as ever', async () => {
  const { home, importing } = await keylessHome()
  const before = await readdir(join(home, 'wallets'))
  const other = await importing(['main', '--private-key'], keyText(1))
  expect([other.code, failure(other)['message']]).toEqual([
    6,
    `There is already an account named main, of ${account(0).address}, whose key is missing; this key is of ${account(1).address}`,
  ])
  const watched = await cli(['wallet', 'import', 'main', '--address', account(0).address, '--json'], { home })
  expect([watched.code, failure(watched)['message']]).toEqual([6, 'There is already an account named main'])
  expect(await readdir(join(home, 'wallets'))).toEqual(before)
})

test('the key itself does as well, and so does a file that stays where it is', async () => {
  const { home, copy, importing, made } = await keylessHome()
  expect((await importing(['main', '--keystore', copy, '--in-place'])).code).toBe(0)
  const shown = json((await cli(['wallet', 'show', 'main', '--json'], { home })).stdout)
  expect(shown).toEqual({ data: { ...made, file: copy, inPlace: true } })
  // Now the other program's file is gone.
  await rm(copy)
  const given = await importing(['main', '--private-key'], keyText(0))
  expect([given.code, json(given.stdout)]).toMatchObject([0, { data: { ...made, file: expect.any(String) as string } }])
  expect(await accountsOf(home)).toMatchObject([{ result: 'ok' }])
})

test('a restore names the command for a key that is missing, and no key that is where it was', async () => {
  const { home, elsewhere, copy, importing } = await keylessHome()
  expect((await importing(['main', '--keystore', copy])).code).toBe(0)
  const foreign = join(elsewhere, 'foreign.json')
  await writeFile(foreign, await readFile(copy, 'utf8'), { mode: 0o600 })
  expect((await importing(['dev', '--keystore', foreign, '--in-place'])).code).toBe(0)
  const file = join(elsewhere, 'backup.tar')
  expect((await cli(['backup', file, '--json'], { home })).code).toBe(0)
  const restored = await cli(['restore', file], { home: await newHome() })
  expect([restored.code, restored.stderr.split('\n').filter((line) => line.startsWith('missing'))]).toEqual([
    0,
    ['missing     the key of main: import it again: swapcli wallet import main --keystore FILE'],
  ])
})
