import { describe, expect, test } from 'vitest'
import type { ProviderState } from '../../../../src/service/providers/states.ts'
import { type AppState, SCREENS } from '../../../../src/tui/screens.ts'
import { cleanDocument } from '../../../../src/tui/kit/text/clean-document.ts'
import type { ListedProvider } from '../../../../src/tui/screens/providers/state.ts'
import { focusOf } from '../../../../src/tui/state.ts'
import { linesOf, testSizes, textOf } from '../../frame-lines.ts'
import { keys, NOW, play, screensOf, typed } from '../../sample-swap.ts'

function provider(key: string, change: Partial<ProviderState> = {}): ListedProvider {
  return cleanDocument({
    key,
    name: `${key} Protocol`,
    type: 'BRIDGE',
    state: {
      key,
      name: `${key} Protocol`,
      type: 'BRIDGE' as const,
      active: true,
      enabled: true,
      ready: change.reason === undefined,
      hosts: ['api.example'],
      baseUrl: 'https://api.example',
      docs: 'https://docs.example',
      settings: [],
      gate: { failures: 0, quota: { requests: 50, perMs: 60_000, used: 8, left: 42 } },
      record: { finished: 0, success: 0 },
      ...change,
    },
    record: { total: 14, success: 12, volumeUsd: '1234.50' },
    delivery: {
      ...{ provider: key, finished: 13, success: 12, refunded: 1, belowLeast: 0, measured: 12, pairs: [] },
      spread: [0, 1, 0, 7, 4],
      ...{ differenceBps: { median: -0.1, worst: -31.5 }, tookSec: { median: 42, worst: 180 }, estimatedSec: 60 },
    },
  })
}

const KEYLESS = provider('LIFI', {
  ready: false,
  reason: { code: 'needs_key', message: 'It needs API_KEY: a key of LI.FI' },
  settings: [{ name: 'API_KEY', required: true, secret: true, set: false, description: 'a key of LI.FI' }],
})
const OFF = provider('MAYA', { enabled: false, reason: { code: 'disabled', message: 'It is disabled' } })
const BROKEN = provider('ACROSS', {
  reason: {
    code: 'breaker_open',
    message: 'It failed 5 times in a row and is paused',
    until: new Date(NOW + 30_000).toISOString(),
  },
  gate: { failures: 5 },
})
const HOSTILE = provider('汉'.repeat(40), {
  name: '\u001B[2J',
  docs: '\u009B31m'.repeat(99),
  reason: { code: 'needs_key', message: '\u202E'.repeat(99) },
})

function listed(providers: readonly ListedProvider[], columns = 120, rows = 40): AppState {
  const events = [{ on: 'app', type: 'opened' } as const, ...keys('4')]
  return play(screensOf(columns, rows), [...events, { on: 'providers', type: 'listed', listed: providers }]).state
}

function onServer(state: AppState): AppState {
  return { ...state, place: { ...state.place, api: 'https://swaps.example/api/v1' } }
}

const ALL = [provider('RELAY'), KEYLESS, OFF, BROKEN, HOSTILE]
const MANY = Array.from({ length: 99 }, (_, at) => provider(`P${at}`))

testSizes([
  ['nothing yet', (...size) => play(screensOf(...size), keys('4')).state],
  ['no provider', (...size) => listed([], ...size)],
  ['odd providers', (...size) => listed(ALL, ...size)],
  ['more providers than lines', (...size) => listed(MANY, ...size)],
  ['the detail of an odd one', (...size) => play(listed(ALL, ...size), keys('end', 'enter')).state],
  ['those of a server', (...size) => onServer(listed(ALL, ...size))],
])

test('the list shows how each stands and how its swaps ended, and the keys', () => {
  const lines = linesOf(listed([provider('RELAY'), KEYLESS], 80, 24))
  expect(lines[3]).toMatch(/▸ RELAY .*12 of 13 .*ready/)
  expect(lines[4]).toMatch(/LIFI .*needs a key/)
  expect(lines.at(-1)).toMatch(/Enter details.*v check now.*\? help.*q quit/)
})

describe('what is read', () => {
  test('is asked for when the screen is looked at, and by g', () => {
    const { effects } = play(screensOf(), [{ on: 'app', type: 'opened' }, ...keys('4', 'r')])
    expect(effects.filter(({ on }) => on === 'providers')).toEqual([
      { on: 'providers', type: 'list' },
      { on: 'providers', type: 'list' },
    ])
  })

  const tick = { on: 'app', type: 'tick' } as const

  test('counts down until a provider is asked again, and is read anew then', () => {
    const { state } = play(listed([BROKEN]), [{ on: 'providers', type: 'listed', listed: [BROKEN] }], NOW)
    expect(textOf(state)).toContain('paused after 5 failures, 30s left')
    const providers = { ...state.screens.providers, readAt: NOW + 28_000 }
    const read = { ...state, screens: { ...state.screens, providers } }
    expect(play(read, [tick], NOW + 29_999).effects).toEqual([])
    expect(play(read, [tick], NOW + 30_000).effects).toEqual([{ on: 'providers', type: 'list' }])
  })

  test('is read again every five seconds while it is looked at, once at a time, and keeps the mark and its words', () => {
    const start = listed([provider('RELAY'), OFF])
    expect(focusOf(SCREENS, start).ticks).toBe(true)
    expect(focusOf(SCREENS, play(start, keys('6')).state).ticks).toBe(false)
    expect(play(start, [tick], NOW + 4_999).effects).toEqual([])
    const again = play(start, [tick, tick], NOW + 5_000)
    expect(again.effects).toEqual([{ on: 'providers', type: 'list' }])
    expect(linesOf(again.state)).toEqual(linesOf({ ...start, now: NOW + 5_000 }))
    const more = play(again.state, [{ on: 'providers', type: 'listed', listed: [KEYLESS, provider('RELAY'), OFF] }])
    expect(textOf(more.state)).toMatch(/▸ RELAY/)
  })

  test('says once that it cannot be read now', () => {
    const failed = { on: 'providers', type: 'list-failed', problem: { message: 'gone', hint: undefined } } as const
    const first = play(listed([OFF]), [failed])
    expect(first.effects).toHaveLength(1)
    expect(play(first.state, [failed]).effects).toEqual([])
  })
})

describe('a check', () => {
  test('asks the marked one, or all, and none twice at a time', () => {
    const { state, effects } = play(listed([provider('RELAY'), OFF]), keys('down', 'v', 'V', 'v'))
    expect(effects).toEqual([
      { on: 'providers', type: 'check', keys: ['MAYA'] },
      { on: 'providers', type: 'check', keys: ['RELAY'] },
    ])
    expect(linesOf(state).filter((line) => line.includes('asking …')).length).toBe(2)
  })

  test('shows how long it took, or what is wrong and what to do', () => {
    const failed = {
      key: 'MAYA',
      result: 'failed',
      ms: 8000,
      problem: 'timeout',
      message: 'No answer',
      next: 'Try later',
    } as const
    const { state } = play(listed([provider('RELAY'), provider('MAYA')]), [
      { on: 'providers', type: 'checked', check: { key: 'RELAY', result: 'ok', ms: 123 } },
      { on: 'providers', type: 'checked', check: failed },
    ])
    expect(textOf(state)).toMatch(/RELAY .*123 ms/)
    expect(textOf(state)).toMatch(/MAYA .*timeout/)
    expect(textOf(play(state, keys('down', 'enter')).state)).toMatch(/failed: No answer\ndo +Try later/)
  })

  test('that failed makes a provider not ready, in the head, the column, the detail and the filter, until it answers one', () => {
    const checked = (state: AppState, result: 'failed' | 'ok', key = 'RELAY') =>
      play(state, [{ on: 'providers', type: 'checked', check: { key, result, problem: 'dns', message: 'No' } }]).state
    const failed = checked(listed([provider('RELAY'), provider('LIFI'), OFF]), 'failed')
    expect(textOf(failed)).toMatch(/1 of 3 ready, 1 failed the check ·/)
    expect(textOf(failed)).toMatch(/RELAY .*dns .*failed its check 0s ago/)
    expect(textOf(play(failed, keys('enter')).state)).toMatch(/state +failed its check 0s ago/)
    const filtered = play(failed, [...keys('/'), ...typed('state:failed')]).state
    expect([textOf(filtered).includes('RELAY'), textOf(filtered).includes('LIFI')]).toEqual([true, false])
    expect(textOf(checked(failed, 'ok'))).toMatch(/2 of 3 ready ·/)
    // Why it is not asked at all says more.
    expect(textOf(checked(failed, 'failed', 'MAYA'))).toMatch(/1 of 3 ready, 1 failed the check ·[^]*MAYA .* off/)
  })
})

test('how long the newest answers took stands in the list, and in the detail with the worst of them', () => {
  const of = (answers: number) => listed([provider('RELAY', { latency: { answers, medianMs: 210, worstMs: 3400 } })])
  expect(textOf(of(20))).toMatch(/LATENCY[^\n]*\n▸ RELAY +BRIDGE +210 ms/)
  expect(textOf(play(of(20), keys('enter')).state)).toContain(
    '210 ms (median), 3400 ms at worst, over the last 20 answers',
  )
  expect(textOf(play(of(1), keys('enter')).state)).toContain('210 ms, from one answer')
})

describe('turning on and off', () => {
  test('keeps the setting, and says from when on it counts', () => {
    const start = listed([provider('RELAY'), OFF])
    expect(play(start, keys('x', 'down', 'x')).effects).toEqual([
      { on: 'providers', type: 'switch', key: 'RELAY', isOn: false },
      { on: 'providers', type: 'switch', key: 'MAYA', isOn: true },
    ])
    const { state } = play(start, [{ on: 'providers', type: 'switched', key: 'RELAY', isOn: false }])
    expect(textOf(state)).toMatch(/RELAY .*off after reopening/)
    expect(play(state, keys('x')).effects).toEqual([{ on: 'providers', type: 'switch', key: 'RELAY', isOn: true }])
  })

  test('counts once the screens are opened again, which O does only where something was turned', () => {
    const { state } = play(listed([provider('RELAY')]), [
      { on: 'providers', type: 'switched', key: 'RELAY', isOn: false },
    ])
    expect(play(state, keys('O')).effects).toEqual([{ on: 'app', type: 'leave', how: 'reopen' }])
    expect(play(listed([provider('RELAY')]), keys('O')).effects.map(({ type }) => type)).toEqual(['send'])
  })

  test('is refused for providers of a server, with the reason', () => {
    const { effects } = play(onServer(listed([provider('RELAY')])), keys('x', 'v'))
    expect(effects.map(({ type }) => type)).toEqual(['send', 'send'])
  })
})

describe('the detail', () => {
  test('says of figures of a server whose word they are', () => {
    const served = { ...provider('RELAY'), state: undefined }
    const word = 'The server says, of all its users:'
    expect(textOf(play(onServer(listed([served], 80, 40)), keys('enter')).state)).toContain(word)
    expect(textOf(play(listed([provider('RELAY')], 80, 40), keys('enter')).state)).not.toContain(word)
    const head = '1 provider of the server; figures are its word, of all its users'
    expect(textOf(onServer(listed([served], 80, 40)))).toContain(head)
  })

  test('says why it is not asked, and the command that changes it', () => {
    const detail = (of: ListedProvider) => textOf(play(listed([of]), keys('enter')).state)
    expect(detail(KEYLESS)).toMatch(/why +It needs API_KEY.*\ndo +swapcli config set provider\.LIFI\.api-key -/)
    expect(detail(OFF)).toMatch(/do +swapcli providers enable MAYA --network sandbox/)
    expect(detail(BROKEN)).toContain('until 12:00:30 UTC; c asks it now')
  })

  test('says what was delivered of what was promised, and what is left of the quota', () => {
    const text = textOf(play(listed([provider('RELAY')]), keys('enter')).state)
    expect(text).toMatch(/last 13 +12 of 13 ended well, 1 refunded/)
    expect(text).toMatch(/took +median 42s, worst 3m, estimated 60s/)
    expect(text).toMatch(/delivered +median -0\.01 %, worst -0\.32 %, of 12/)
    expect(text).toMatch(/^ +4 as promised, or more +█{7}$/m)
    expect(text).toMatch(/^ +7 up to 0\.1 % less +█{12}$/m)
    expect(text).toMatch(/^ +1 up to 1 % less +█{2}$/m)
    expect(text).toMatch(/safety +0\.62 of 1/)
    expect(text).toContain('42 of 50 requests left in 60s')
  })
})

describe('the list of providers', () => {
  const timed = (key: string, medianMs: number | undefined, change: Partial<ProviderState> = {}) => {
    const latency = medianMs === undefined ? {} : { latency: { answers: 9, medianMs, worstMs: 999 } }
    return provider(key, { ...latency, ...change })
  }
  const SOME = [timed('A', 1000), timed('B', undefined), timed('C', 90), OFF]
  const order = (state: AppState) => linesOf(state).flatMap((line) => /^[▸ ] ([A-Z]+) +BRIDGE/.exec(line)?.[1] ?? [])
  const latency = [...keys('s', 's', 's', 's')]

  test('is sorted by a column, which says so, and the mark stays on its row', () => {
    const start = play(listed(SOME, 160), keys('down')).state
    const { state } = play(start, latency)
    expect([order(state), state.screens.providers.marked]).toEqual([['C', 'A', 'B', 'MAYA'], 'B'])
    expect(textOf(state)).toContain('LATENCY ▲')
    expect(linesOf(state).find((line) => line.startsWith('▸'))).toContain('▸ B')
    expect(order(play(state, keys('S')).state)).toEqual(['A', 'C', 'B', 'MAYA'])
  })

  test('is filtered by words and fields while they are written, and whole again after Esc', () => {
    const open = play(listed(SOME), [...keys('/'), ...typed('state:dis')]).state
    expect([focusOf(SCREENS, open), order(open)]).toMatchObject([{ mode: 'filter', takesText: true }, ['MAYA']])
    const kept = play(open, keys('enter')).state
    expect(textOf(kept)).toContain('only state:dis · 1 of 4 · Esc shows all')
    expect(play(kept, keys('enter')).state.screens.providers.showsDetail).toBe(true)
    expect(order(play(kept, keys('esc')).state)).toEqual(['A', 'B', 'C', 'MAYA'])
    // What is not shown is not acted on.
    const none = play(listed(SOME), [...keys('/'), ...typed('zzz'), ...keys('enter')]).state
    expect(play(none, keys('v', 'x', 'y', 'enter')).effects).toEqual([])
    expect(textOf(none)).toContain('0 of 4')
  })
})
