import { join } from 'node:path'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { newHome } from '../../support/new-home.ts'
import { cli, FAST, json } from '../run-here.ts'

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
