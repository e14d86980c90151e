import { expect, onTestFinished, test } from 'vitest'
import { newHome } from '../../support/new-home.ts'
import { cli, FAST, json } from '../run-here.ts'

test("people read times by the machine's clocks, or in UTC where they set so; JSON and CSV have UTC", async () => {
  const before = process.env['TZ']
  onTestFinished(() => void (process.env['TZ'] = before))
  process.env['TZ'] = 'Asia/Kolkata'
  const home = await newHome()
  expect((await cli(['demo', '--json'], { home, env: FAST })).code).toBe(0)
  const { data } = json((await cli(['history', '--json'], { home })).stdout) as {
    data: [{ id: string; createdAt: string }]
  }
  const [{ id, createdAt }] = data
  const there = new Date(createdAt).toLocaleString('sv-SE', { timeZone: 'Asia/Kolkata' })
  const lines = async (...args: string[]) => (await cli(args, { home })).stdout.split('\n')
  const [header = '', row = ''] = await lines('history')
  expect([header.slice(0, 15), row.slice(0, 16)]).toEqual(['CREATED (local)', there.slice(0, 16)])
  const [utcHeader = '', utcRow = ''] = await lines('history', '--set', 'times=utc')
  expect([utcHeader.slice(0, 13), utcRow.slice(0, 16)]).toEqual([
    'CREATED (UTC)',
    createdAt.replace('T', ' ').slice(0, 16),
  ])
  expect(await lines('history', '--csv')).toContainEqual(expect.stringContaining(createdAt))
  expect(await lines('status', id)).toContainEqual(
    expect.stringMatching(/^updated +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+05:30$/),
  )
})
