import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { KNOWN, keystoreFile } from '../../../support/keystores.ts'
import { newHome } from '../../../support/new-home.ts'

const WORKER = fileURLToPath(new URL('memory-worker.ts', import.meta.url))

test('a key is in memory neither while a payment waits nor after the last signature, as bytes or as text', async () => {
  const home = await newHome()
  const [keyFile, passwordFile] = [join(home, 'key.json'), join(home, 'password')]
  const { key } = KNOWN
  await writeFile(keyFile, keystoreFile({ key, password: 'a good password' }))
  await writeFile(passwordFile, 'a good password')
  const flipped = Buffer.from(Buffer.from(key, 'hex').map((byte) => byte ^ 0xff)).toString('hex')
  const args = ['--import', 'tsx', WORKER, keyFile, passwordFile, KNOWN.address, flipped]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(JSON.parse(stdout)).toEqual({ waiting: 0, after: 0, control: 1 })
  for (const name of ['waiting', 'after']) {
    const texts = await readFile(`${keyFile}.${name}`, 'utf8')
    expect([texts.includes(flipped), texts.toLowerCase().includes(key)]).toEqual([true, false])
  }
})
