import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addAccount } from '../../support/command-session.ts'
import { newHome } from '../../support/new-home.ts'
import { cli, json } from '../run-here.ts'

/* What doctor and wallet list say of the files of accounts: a lost or damaged one was passed over in silence. */

const MAIN = '0x6370eF2f4Db3611D657b90667De398a2Cc2a370C'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const KEY = Uint8Array.from({ length: 32 }, (_, index) => index + 1)

async function homeWithAccount() {
  const home = await newHome()
  await addAccount(home, 'main', MAIN, KEY)
  const wallets = join(home, 'wallets')
  const key = readdirSync(wallets).find((name) => !name.endsWith('.account.json')) ?? ''
  return { home, account: join(wallets, 'main.account.json'), key: join(wallets, key) }
}

async function accountsOf(home: string) {
  const { data } = json((await cli(['doctor', '--quick', '--json'], { home })).stdout) as {
    data: readonly { readonly name: string }[]
  }
  return data.filter(({ name }) => name === 'accounts')
}

test('doctor reads the files of accounts, and says nothing where there are none', async () => {
  const { home } = await homeWithAccount()
  const detail = `1 account can be read (${join(home, 'wallets')})`
  expect(await accountsOf(home)).toEqual([{ name: 'accounts', result: 'ok', detail }])
  expect(await accountsOf(await newHome())).toEqual([])
})

test('doctor names an account file that is damaged', async () => {
  const { home, account, key } = await homeWithAccount()
  writeFileSync(account, '{')
  const moved = `mv ${account} ${account}.damaged`
  const next = `Move it away, and take its key up again: ${moved}; swapcli wallet import main --in-place --keystore ${key}`
  const detail = `The account file ${account} is damaged`
  expect(await accountsOf(home)).toEqual([{ name: 'accounts', result: 'fail', detail, next }])
})

test('doctor names a key file that is missing, damaged, or that of another account', async () => {
  const { home, key } = await homeWithAccount()
  const text = readFileSync(key, 'utf8')
  const next = `Restore a backup of ${key}, or import the account again: swapcli wallet remove main`
  const found = async (now: string) => {
    writeFileSync(key, now)
    return accountsOf(home)
  }
  const row = { name: 'accounts', result: 'fail', next }
  const damaged = `${key} is not a keystore file: it is not a JSON object`
  expect(await found('')).toEqual([{ ...row, detail: damaged }])
  const other = text.replace(/"address":\s*"[^"]*"/, `"address":"${OTHER.slice(2)}"`)
  expect(await found(other)).toEqual([{ ...row, detail: `${key} is of ${OTHER}, and main is ${MAIN}` }])
  rmSync(key)
  expect(await accountsOf(home)).toMatchObject([{ result: 'fail', detail: `The key file of main is missing: ${key}` }])
})

test('a key whose account file is lost is named by doctor and by wallet list', async () => {
  const { home, account, key } = await homeWithAccount()
  rmSync(account)
  const what = `no account has ${key}: its account file is lost, or was never written`
  expect(await accountsOf(home)).toMatchObject([{ result: 'warn', detail: what }])
  const listed = await cli(['wallet', 'list', '--json'], { home })
  expect([listed.code, json(listed.stdout)]).toEqual([0, { data: [], leftovers: [key] }])
})
