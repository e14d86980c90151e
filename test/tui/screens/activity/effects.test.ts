import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../../src/io/clock.ts'
import { writeNewFile } from '../../../../src/io/files/new-file.ts'
import { openSwapService } from '../../../../src/open.ts'
import { SwapError } from '../../../../src/core/api/errors.ts'
import type { SwapService } from '../../../../src/core/api/service.ts'
import { look } from '../../../../src/tui/screens/activity/effects.ts'
import { entryOf, readDetail } from '../../../../src/tui/screens/activity/detail-facts.ts'
import { rawSql } from '../../../store/raw.ts'
import { textOf } from '../../frame-lines.ts'
import { openScreens } from '../../open-screens.ts'
import { lockedRun } from '../review/sample-run.ts'
import { statusOf } from './sample-activity.ts'

/** A sandbox in a folder that is removed after the test. */
async function openSandbox(home?: string) {
  const folder = home ?? (await mkdtemp(join(tmpdir(), 'swapcli-activity-')))
  const embedded = await openSwapService({ home: folder, sandbox: { speed: 100_000 } })
  onTestFinished(async () => {
    await embedded.close()
    await rm(folder, { recursive: true, force: true })
  })
  return embedded
}

/** Swaps so much USDC. @returns the id of its transaction */
async function swapOnce(service: SwapService, amount: string): Promise<string> {
  const lock = await service.lock({
    srcChain: 'ethereum',
    srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    dstChain: 'bitcoin',
    dstAddress: 'native',
    amount,
    provider: 'SANDBOX_INTENTS',
    depositor: WALLET,
    recipient: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  })
  const { transaction } = await service.execute({ lockId: lock.lockId })
  return transaction?.id ?? ''
}

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('the newest page is read again only where the journal has gone on since', async () => {
  const embedded = await openSandbox()
  const events: string[] = []
  let readUntil: string | undefined
  const lookFrom = (from: string | undefined) =>
    look(
      { id: 1, query: { page: 1, perPage: 50 }, readUntil: from },
      {
        openService: async () => ({ service: embedded, catalog: embedded.catalog, embedded }),
        dispatch: (event) => {
          events.push(event.type)
          if (event.type === 'looked') readUntil = event.readUntil
        },
      },
    )
  await lookFrom(undefined)
  expect(events.splice(0).sort()).toEqual(['counts', 'looked', 'page'])
  await lookFrom(readUntil)
  expect(events).toEqual([])
  await swapOnce(embedded, '100')
  await lookFrom(readUntil)
  expect(events.sort()).toEqual(['counts', 'looked', 'page'])
})

/** The screens on a sandbox in which these amounts of USDC were swapped. */
async function world(amounts: readonly string[], change: (service: SwapService) => SwapService = (same) => same) {
  const home = await mkdtemp(join(tmpdir(), 'swapcli-activity-'))
  const embedded = await openSandbox(home)
  const ids: string[] = []
  for (const amount of amounts) ids.push(await swapOnce(embedded, amount))
  const { send, press, until, state } = openScreens({
    clock: systemClock,
    open: async () => ({ service: change(embedded), catalog: embedded.catalog, embedded }),
    writeFile: (name, text) => writeNewFile(join(home, name), text),
  })
  send([{ on: 'app', type: 'started' }])
  await until(({ ready }) => ready)
  press('3')
  return { home, ids, press, until, state }
}

test('past swaps are listed newest first, counted, and followed to their end', async () => {
  const { ids, until, state } = await world(['100', '200'])
  await until(
    ({ screens: { activity } }) =>
      activity.items.length === 2 && activity.items.every((each) => each.status === 'SUCCESS'),
  )
  await until(({ screens: { activity } }) => activity.counts?.byStatus.SUCCESS === 2)
  expect(state().screens.activity.items.map(({ id }) => id)).toEqual([...ids].reverse())
  expect(state().screens.activity.counts?.providers).toEqual(['SANDBOX_INTENTS'])
})

test('the detail holds the journal of the store, and no links to pages that know nothing of the sandbox', async () => {
  const { press, until, state } = await world(['100'])
  await until(({ screens: { activity } }) => activity.items.length === 1)
  press('enter')
  await until(({ screens: { activity } }) => activity.detail?.transaction.status === 'SUCCESS')
  const { entries = [], hashes = [] } = state().screens.activity.detail ?? {}
  expect(entries[0]?.text).toBe('executed, awaiting payment, provider SANDBOX_INTENTS, status PENDING')
  expect(entries.at(-1)?.text).toBe('ended, status SUCCESS, stage done, provider SANDBOX_INTENTS')
  expect(hashes.map(({ name, link }) => [name, link])).toEqual([
    ['source', undefined],
    ['destination', undefined],
  ])
})

test('the detail names an entry of the journal that is damaged beside the others', async () => {
  const { home, press, until, state } = await world(['100'])
  await until(({ screens: { activity } }) => activity.items[0]?.status === 'SUCCESS')
  rawSql(join(home, 'sandbox.db'), `UPDATE events SET sum = 'flipped' WHERE seq = 3`)
  press('enter')
  await until(({ screens: { activity } }) => activity.detail?.transaction.status === 'SUCCESS')
  const { entries = [] } = state().screens.activity.detail ?? {}
  expect(entries.slice(-2).map(({ text }) => text.split(',')[0])).toEqual([
    'ended',
    'event 3 is damaged (swapcli doctor --network sandbox)',
  ])
})

/** Damages what the store holds of swaps: by the sum, since what was read before is not read again while that stays. */
function damageSwaps(home: string, ids: readonly string[]): void {
  rawSql(join(home, 'sandbox.db'), ...ids.map((id) => `UPDATE transactions SET sum = 'flipped' WHERE id = '${id}'`))
}

test('a damaged swap is named and counted, the others are shown, and an export says that it lacks it', async () => {
  const { home, ids, press, until, state } = await world(['100', '200', '300'])
  await until(
    ({ screens: { activity } }) =>
      activity.items.length === 3 && activity.items.every((each) => each.status === 'SUCCESS'),
  )
  const [first, damaged = '', last] = ids
  damageSwaps(home, [damaged])
  press('r')
  await until(({ screens: { activity } }) => activity.damaged.length === 1)
  await until(({ notice }) => notice?.text === `damaged, and not shown: ${damaged} (swapcli doctor)`)
  const text = textOf(state())
  expect(text).toContain(`damaged, and not shown: ${damaged} (swapcli doctor)`)
  expect(text).toContain('3 swaps · 1 damaged, not shown · 3 SUCCESS')
  expect(text).toMatch(/300 USDC .*SUCCESS *\n.* 100 USDC .*SUCCESS/)
  press('E')
  await until(({ notice }) => notice?.tone === 'bad' && notice.text.startsWith('2 swaps written to '))
  expect(state().notice?.text).toMatch(new RegExp(`\\.csv; damaged, and not in it: ${damaged} \\(swapcli doctor\\)$`))
  const [file = ''] = (await readdir(home)).filter((name) => name.endsWith('.csv'))
  const [, ...lines] = (await readFile(join(home, file), 'utf8')).trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',')[0])).toEqual([last, first])
})

test('an export goes on behind a page of which all is damaged', async () => {
  const { home, ids, press, until } = await world(Array.from({ length: 51 }, (_, index) => `${100 + index}`))
  await until(({ screens: { activity } }) => activity.items.length === 50)
  damageSwaps(home, ids.slice(1))
  press('r')
  await until(({ screens: { activity } }) => activity.damaged.length === 50 && activity.items.length === 1)
  press('E')
  await until(({ notice }) => notice?.text.startsWith('1 swap written to ') === true)
})

test('a pending swap that cannot be read keeps no other from being followed', async () => {
  let damaged: string | undefined
  const { ids, until, state } = await world(['100', '200'], (service) => ({
    ...service,
    status: (query, options) => {
      damaged ??= query.transactionId
      if (query.transactionId !== damaged) return service.status(query, options)
      return Promise.reject(new SwapError('STORE_UNUSABLE', `transactions ${damaged} is damaged`))
    },
  }))
  await until(({ screens: { activity } }) => activity.items.some(({ status }) => status === 'SUCCESS'))
  const { items } = state().screens.activity
  expect(items.map(({ id, status }) => [id, status])).toEqual([
    [ids[1], 'PENDING'],
    [ids[0], 'SUCCESS'],
  ])
  await until(({ notice }) => notice?.text === `a pending swap cannot be followed: transactions ${ids[1]} is damaged`)
})

test('an export takes every page of the filter, and writes over nothing', async () => {
  const { home, ids, press, until } = await world(Array.from({ length: 52 }, (_, index) => `${100 + index}`))
  await until(({ screens: { activity } }) => activity.items.length === 50)
  press('E')
  await until(({ notice }) => notice?.text.startsWith('52 swaps written') === true)
  press('E')
  await until(({ notice }) => notice?.text.endsWith('-2.csv') === true)
  const files = (await readdir(home)).filter((name) => name.endsWith('.csv'))
  expect(files.length).toBe(2)
  for (const file of files) {
    const [header, ...lines] = (await readFile(join(home, file), 'utf8')).trimEnd().split('\r\n')
    expect(header?.startsWith('id,createdAt,status,')).toBe(true)
    expect(lines.map((line) => line.split(',')[0])).toEqual([...ids].reverse())
  }
})

test('a service that fails is told of, and the screens go on', async () => {
  const fails = () => Promise.reject(new SwapError('SERVICE_UNAVAILABLE', 'down \u001B[2J', { hint: 'swapcli doctor' }))
  const { press, until, state } = await world([], (service) => ({ ...service, history: fails, stats: fails }))
  await until(({ screens: { activity } }) => activity.problem !== undefined)
  // It stands in the place of the list, and there alone.
  expect(state().screens.activity.problem).toEqual({ message: 'down \\u{1b}[2J', hint: 'swapcli doctor' })
  expect(state().notice).toBeUndefined()
  press('4')
  await until(({ screens: { providers } }) => providers.problem !== undefined)
  press('1')
  await until(({ tab }) => tab === 'swap')
})

test('an entry of the journal that says something unknown is shown as it is, cleaned', () => {
  const data = { note: '\u001B]52;c;eA==\u0007', deep: { a: 1 }, count: 3 }
  expect(
    entryOf({ seq: 1, at: '2026-01-15T12:00:00.000Z', type: 'transaction.odd' as 'transaction.final', data }),
  ).toEqual({
    at: '2026-01-15T12:00:00.000Z',
    text: 'transaction.odd, note \\u{1b}]52;c;eA==\\u{7}, count 3',
  })
})

test('the detail holds what arrived against the terms that this machine locked', async () => {
  const transaction = { ...statusOf('tx_1'), provider: 'SANDBOX_DEPOSIT' }
  const opened = { service: { status: async () => ({ transaction, final: true }) } }
  const run = lockedRun()
  const held: unknown[] = []
  const context = {
    place: {},
    words: { failure: (...asked: unknown[]) => void held.push(...asked) },
    runs: async () => ({ journal: { listOf: async (id: string) => (id === 'tx_1' ? [run] : []) } }),
  }
  await readDetail(
    'tx_1',
    opened as unknown as Parameters<typeof readDetail>[1],
    { context, signal: new AbortController().signal } as unknown as Parameters<typeof readDetail>[2],
  )
  expect(held).toEqual([transaction, run.lock?.terms])
})
