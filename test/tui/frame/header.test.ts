import { describe, expect, test } from 'vitest'
import { headerRow } from '../../../src/tui/frame/header.ts'
import { statusRows } from '../../../src/tui/frame/status.ts'
import type { Job } from '../../../src/tui/jobs/jobs.ts'
import type { Row } from '../../../src/tui/kit/text/rows.ts'
import { type AppState, type ProgramEvent, SCREENS } from '../../../src/tui/screens.ts'
import { keys, NOW, play, screensOf } from '../sample-swap.ts'

const textOf = (row: Row) => row.map(({ text }) => text).join('')
const header = (state: AppState, spoken = false) => textOf(headerRow(SCREENS, state, spoken))
const status = (state: AppState) => statusRows(SCREENS, state).map(textOf)

const JOB: Job = {
  id: 'run_1',
  amount: '0.05',
  from: 'ETH',
  to: 'USDC',
  doing: 'swapping',
  waits: false,
  lockEndsAt: undefined,
  isPaid: true,
  estimateSec: 90,
}
const begun = (change: Partial<Job> = {}): ProgramEvent => ({ on: 'app', type: 'job', job: { ...JOB, ...change } })
const FAILED: ProgramEvent = { on: 'app', type: 'job-over', id: 'run_1', end: { how: 'failed' } }
const TICK: ProgramEvent = { on: 'app', type: 'tick' }

describe('the header', () => {
  test.each([
    ['sandbox', undefined, 120, 'sandbox (paper)'],
    ['sandbox', undefined, 90, 'sandbox (paper)'],
    ['sandbox', undefined, 80, 'sandbox'],
    ['sandbox', undefined, 66, 'sandbox'],
    ['live', undefined, 80, 'LIVE'],
    ['live', 'http://swap.example/api/v1', 130, 'LIVE http://swap.example/api/v1'],
    ['live', 'http://swap.example/api/v1', 80, 'LIVE'],
    ['sandbox', 'http://swap.example/api/v1', 122, 'sandbox swap.example/api/v1'],
  ] as const)('says always whether the money is real: %s, %s at %i columns', (network, api, columns, place) => {
    const state = { ...screensOf(columns, 24), place: { network, api, version: '0.0.0' } }
    expect(header(state)).toMatch(/^\[1 Swap\] {1,2}2 Rev/)
    expect([header(state).length, header(state).endsWith(` ${place}`)]).toEqual([columns, true])
  })

  test.each([
    ['sandbox', 'live', 120, 'LIVE SERVER, sandbox here'],
    ['sandbox', 'live', 84, 'LIVE SERVER'],
    ['live', 'sandbox', 120, 'sandbox SERVER, LIVE here'],
    ['live', 'sandbox', 76, 'sandbox SERVER'],
  ] as const)('says where the network is %s and the server %s, at %i columns', (network, server, columns, text) => {
    const place = { network, api: 'http://swap.example/api/v1', version: '0.0.0' }
    const { state } = play({ ...screensOf(columns, 24), place }, [{ on: 'app', type: 'network', network: server }])
    expect(header(state).endsWith(` ${text}`)).toBe(true)
    expect(headerRow(SCREENS, state, false).at(-1)?.role).toBe('bad')
    expect(status(state).join(' ')).toContain(`swapcli --network ${server} --api http://swap.example/api/v1`)
    // It may have become another one.
    const mended = play(state, [{ on: 'app', type: 'network', network }]).state
    expect([header(mended).includes('SERVER'), status(mended)[0]?.startsWith('!')]).toEqual([false, false])
  })

  test('has room for what is going on: names of tabs give way to it', () => {
    const at = (columns: number, ...more: readonly ProgramEvent[]) => {
      const { state } = play(screensOf(columns, 24), [begun(), ...more])
      return header(play(state, [TICK], NOW + 31_000).state)
    }
    expect(at(130)).toBe(
      '[1 Swap]  2 Review   3 Activity   4 Providers   5 Stats   6 Settings   7 Balances   8 Watch       ▶ 0.05 ETH→USDC 31s/90s  sandbox',
    )
    expect(at(88)).toBe('[1 Swap] 2 Rev 3 Act 4 Prov 5 Stats 6 Set 7 Bal 8 Watch      ▶ ETH→USDC 31s/90s  sandbox')
    const lock = begun({ id: 'run_2', waits: true, lockEndsAt: NOW + 79_000 })
    expect(at(88, lock)).toBe(
      '[1 Swap] 2 Rev 3 Act 4 Prov 5 Stats 6 Set 7 Bal 8 Watch   ⏱ lock 48s  ▶ 31s/90s  sandbox',
    )
    for (let columns = 20; columns < 160; columns += 1)
      expect([columns, at(columns, lock).length]).toEqual([columns, columns])
  })

  test('on the narrowest terminal shows every key, and what runs, a lock and who does not answer before these', () => {
    const at = (columns: number, ...more: readonly ProgramEvent[]) => {
      const { state } = play(screensOf(columns, 10), more)
      return header(play(state, [TICK], NOW + 31_000).state)
    }
    const lock = begun({ id: 'run_2', waits: true, lockEndsAt: NOW + 79_000 })
    const away: ProgramEvent = { on: 'app', type: 'link', isUp: false }
    expect(at(40)).toBe('[1 Swap] 2 3 4 5 6 7 8   sandbox (paper)')
    expect(at(40, begun())).toBe('[1 Swap]     ▶ ETH→USDC 31s/90s  sandbox')
    expect(at(40, lock)).toBe('[1 Swap] 2 3 4 5 6 7 8     ⏱48s  sandbox')
    expect(at(40, away)).toBe('[1 Swap] 2 3 4 5 6 7 8  offline  sandbox')
    expect(at(40, away, lock, begun())).toBe('[1 Swap]     offline  ⏱48s  ▶ 1  sandbox')
    expect(at(40, begun(), FAILED, lock, begun())).toContain('3•')
    for (let columns = 40; columns < 77; columns += 1) expect(at(columns, begun())).toContain('31s/90s')
  })

  test('cuts no name of a tab, whichever is shown and however wide it is', () => {
    const names = ['Swap', 'Rev', 'Act', 'Prov', 'Stats', 'Set', 'Bal', 'Watch']
    const whole = SCREENS.map(({ title }) => title)
    for (let columns = 40; columns < 160; columns += 1)
      for (const key of ['1', '2', '4', '7'] as const) {
        const shown = header(play(screensOf(columns, 24), keys(key)).state)
        const said = [...shown.matchAll(/(?<!\[)[1-8] ([A-Z][a-z]+)/g)].map(([, name]) => name)
        const rest = (all: readonly string[]) => all.filter((_, at) => at !== Number(key) - 1)
        expect([[], rest(names), rest(whole)]).toContainEqual(said)
        expect([columns, key, columns < 80 || said.length > 0]).toEqual([columns, key, true])
      }
  })

  test('marks Activity when a swap has ended, until it is shown', () => {
    const { state } = play(screensOf(80, 24), [begun(), FAILED])
    expect(header(state)).toContain(' 3 Act• ')
    expect(header({ ...state, size: { columns: 120, rows: 24 } }, true)).toContain(' 3 Activity (new) ')
    expect(header(play(state, keys('3')).state)).toContain('[3 Activity] ')
    expect(header(play(state, keys('3', '1')).state)).toContain(' 3 Act  ')
  })

  test('marks no screen for what happened while it was shown', () => {
    const shown = play(screensOf(80, 24), [...keys('3'), begun(), FAILED]).state
    expect(header(play(shown, keys('1')).state)).toContain(' 3 Act  ')
    const message = { id: 'pair', tone: 'info', text: 'above', plain: 'above', at: NOW } as const
    const alert: ProgramEvent = { on: 'app', type: 'happened', message, screen: 'watch' }
    expect(header(play(play(screensOf(80, 24), [...keys('8'), alert]).state, keys('1')).state)).toContain(' 8 Watch  ')
    expect(header(play(screensOf(80, 24), [alert]).state)).toContain(' 8 Watch• ')
  })
})

describe('the line above the keys', () => {
  test('keeps what happened until a key is pressed that comes later than a second, over any other word', () => {
    const notice: ProgramEvent = { on: 'app', type: 'notice', notice: { tone: 'info', text: 'copied' } }
    const { state } = play(screensOf(), [begun(), begun({ id: 'run_2', from: 'BTC' }), FAILED, notice])
    expect(status(state)).toEqual(['0.05 ETH to USDC: failed'])
    const two = play(state, [{ ...FAILED, id: 'run_2' }], NOW + 10).state
    expect(status(two)).toEqual(['0.05 BTC to USDC: failed (1 more)'])
    expect(status(play(two, keys('j'), NOW + 900).state)).toEqual(['0.05 BTC to USDC: failed (1 more)'])
    const one = play(two, keys('j'), NOW + 2_000).state
    expect(status(one)).toEqual(['0.05 ETH to USDC: failed'])
    expect(status(play({ ...one, ready: true }, keys('j'), NOW + 2_000).state)).toEqual([''])
  })

  test('names the screen that shows more of a lock, but not on that screen', () => {
    const lock = begun({ waits: true, lockEndsAt: NOW + 60_000 })
    const { state } = play(play(screensOf(), [lock]).state, [TICK], NOW + 50_000)
    expect(status(state)).toEqual(['the lock on 0.05 ETH to USDC is about to run out: see Review'])
    expect(status(play(state, keys('2'), NOW + 50_000).state)).toEqual([
      'the lock on 0.05 ETH to USDC is about to run out',
    ])
  })

  test('is not taken for seen where the terminal is too small to show it', () => {
    const { state } = play(screensOf(20, 4), [begun(), FAILED])
    expect(play(state, keys('j'), NOW + 5_000).state.jobs.unseen).toHaveLength(1)
  })
})
