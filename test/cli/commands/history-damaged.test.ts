import { join } from 'node:path'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { history } from '../../../src/cli/commands/history.ts'
import { ANSWERS } from '../../server/fake-service.ts'
import { runCommand } from '../../support/command-session.ts'
import { localServer } from '../../support/local-server.ts'
import { newHome } from '../../support/new-home.ts'
import { cli, FAST, json } from '../run-here.ts'

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('a list that lacks a damaged transaction says so with --quiet too, and a CSV that lacks one fails', async () => {
  const home = await newHome()
  expect((await cli(['demo', '--json'], { home, env: FAST })).code).toBe(0)
  const store = new Database(join(home, 'sandbox.db'))
  store.exec("UPDATE transactions SET sum = 'flipped'")
  store.close()
  const listed = await cli(['history', '--quiet'], { home })
  expect([listed.code, listed.stderr]).toEqual([0, expect.stringContaining('1 damaged transaction not shown')])
  const csv = await cli(['history', '--quiet', '--csv'], { home })
  expect([csv.code, csv.stderr]).toEqual([3, expect.stringContaining('The CSV lacks 1 damaged transaction')])
  const asJson = await cli(['history', '--json'], { home })
  expect([asJson.code, asJson.stderr, json(asJson.stdout)]).toMatchObject([0, '', { damaged: [expect.any(String)] }])
})

test('of a server, what cannot be read is named and the rest is listed, as swaps of everybody', async () => {
  const { history: page } = ANSWERS
  const data = [...page.data, { ...page.data[0], id: 'tx_odd', hash: 7 }]
  const server = await localServer((_request, response) => response.end(JSON.stringify({ ...page, data })))
  const settings = { api: `${server.url}/api/v1` }
  try {
    const listed = await runCommand(history, [], {}, { settings })
    expect([listed.error, listed.stdout]).toEqual([undefined, expect.stringContaining(page.data[0]?.id ?? '')])
    expect(listed.stderr).toContain('1 transaction of the server cannot be read: tx_odd')
    expect(listed.stderr).toContain(`swaps of everybody who uses ${settings.api}; those of a wallet: --address ADDRESS`)
    const own = await runCommand(history, [], { address: [WALLET], csv: true }, { settings })
    expect([own.error, own.stderr]).toEqual([
      expect.objectContaining({
        code: 'BAD_GATEWAY',
        message: 'The CSV lacks 1 transaction of the server that cannot be read',
      }),
      expect.not.stringContaining('everybody'),
    ])
  } finally {
    await server.close()
  }
})

test('a damaged transaction that is asked for by its id, or its hash, ends with what is damaged and what to do', async () => {
  const home = await newHome()
  expect((await cli(['demo', '--json'], { home, env: FAST })).code).toBe(0)
  const { data } = json((await cli(['history', '--json'], { home })).stdout) as { data: [{ id: string; hash: string }] }
  const [{ id, hash }] = data
  const path = join(home, 'sandbox.db')
  const store = new Database(path)
  store.exec("UPDATE transactions SET sum = 'flipped'")
  store.close()
  const commands = [`history --id ${id}`, `history --csv --id ${id}`, `stats --id ${id}`, `track ${id}`]
  for (const command of [...commands, `status ${id}`, `status ${hash}`, `status ${id} --watch`]) {
    const asked = await cli(command.split(' '), { home })
    expect([command, asked.code, asked.stdout, asked.stderr.split('\n').slice(-4)]).toEqual([
      ...[command, 3, ''],
      [
        `Error: The store ${path} is damaged: transactions ${id} does not match its checksum or form.`,
        'Funds: it is not known whether they moved.',
        `Next: Copy ${path} to a safe place, then restore a backup: swapcli restore FILE --home DIR`,
        '',
      ],
    ])
  }
})
