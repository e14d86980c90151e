import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { isKeyPress } from '../../../src/tui/terminal/key-decoder.ts'
import { listenForKeys } from '../../../src/tui/terminal/key-input.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

function openEar(isGuarded = false) {
  const clock = createFakeClock()
  const input = new PassThrough()
  const heard: string[] = []
  const arrivals: string[] = []
  const stop = listenForKeys(
    // A terminal in raw mode is a stream of bytes.
    input as unknown as NodeJS.ReadStream,
    clock,
    (press, arrival) => {
      heard.push(isKeyPress(press) && press.text !== '' ? press.text : press.name)
      arrivals.push(`${heard.at(-1)} ${arrival}`)
    },
    () => void heard.push('gone'),
    () => isGuarded,
  )
  const send = async (bytes: Buffer) => {
    input.write(bytes)
    await new Promise((done) => setImmediate(done))
  }
  return { clock, input, heard, arrivals, send, stop }
}

test('however many codes come in parts, one timer waits for the rest, and none once nobody listens', async () => {
  const running = new Set<() => void>()
  const startTimer = (_ms: number, run: () => void) => {
    running.add(run)
    return () => void running.delete(run)
  }
  const input = new PassThrough()
  const stop = listenForKeys(
    input as unknown as NodeJS.ReadStream,
    { ...createFakeClock(), startTimer },
    () => undefined,
    () => undefined,
  )
  for (let each = 0; each < 20; each += 1) {
    input.write('\u001B')
    await new Promise((done) => setImmediate(done))
    expect(running.size).toBe(1)
  }
  stop()
  expect(running.size).toBe(0)
})

describe('a guarded key', () => {
  const ESC = '\u001B'
  /** How what is sent in these parts arrives, each after so many milliseconds. */
  const arrive = async (...parts: readonly (readonly [afterMs: number, text: string])[]) => {
    const { clock, arrivals, send } = openEar(true)
    for (const [afterMs, text] of parts) {
      await clock.advance(afterMs)
      await send(Buffer.from(text))
    }
    await clock.advance(200)
    return arrivals
  }

  test('that comes after a quiet time, and with nothing behind it, is alone', async () => {
    expect(await arrive([1_000, 'P'])).toEqual(['P alone'])
    expect(await arrive([1_000, 'k'], [300, 'P'])).toEqual(['k alone', 'P alone'])
    const { clock, arrivals, send } = openEar(true)
    await send(Buffer.from('P'))
    await clock.advance(39)
    expect(arrivals).toEqual([])
    await clock.advance(1)
    expect(arrivals).toEqual(['P alone'])
  })

  test('is together with those of one read, and with one right behind it', async () => {
    expect(await arrive([1_000, 'Peter'])).toEqual(['P', 'e', 't', 'e', 'r'].map((key) => `${key} together`))
    expect(await arrive([1_000, 'P'], [10, 'e'])).toEqual(['P together', 'e quick'])
    expect(await arrive([1_000, '5000\r'])).toContain('enter together')
  })

  test('is quick soon after others, or after itself', async () => {
    expect(await arrive([1_000, 'k'], [100, 'P'])).toEqual(['k alone', 'P quick'])
    expect(await arrive([1_000, 'P'], [300, 'P'], [300, 'k'])).toEqual(['P alone', 'P quick', 'k alone'])
    expect(await arrive([1_000, 'P'], [300, 'P'], [60, 'k'])).toEqual(['P alone', 'P quick', 'k quick'])
  })

  test.each([33, 90])('is held where it repeats each %i ms, its first repeat too', async (everyMs) => {
    const repeats = [1, 2].map(() => [everyMs, '\r'] as const)
    for (const afterMs of [250, 660])
      expect(await arrive([1_000, '\r'], [afterMs, '\r'], ...repeats)).toEqual([
        ...['enter alone', 'enter held', 'enter held', 'enter held'],
      ])
  })

  test('is held where a slow reader gets its repeats in one read', async () => {
    expect(await arrive([1_000, '\r'], [50, '\r\r'], [10, '\r'])).toEqual([
      ...['enter alone', 'enter held', 'enter held', 'enter held'],
    ])
  })

  test.each([
    ['F1', `${ESC}O`, 'P'],
    ['F1 of kitty', `${ESC}[`, 'P'],
    ['Ctrl-F1', `${ESC}[1;5`, 'P'],
    ['an old mouse', `${ESC}[M`, 'P'],
    ['an answer of the terminal', `${ESC}]11;rgb:`, 'P'],
  ])('the rest of a code that was cut agrees to nothing: %s', async (_what, begun, rest) => {
    for (const afterMs of [55, 120, 800, 1_900])
      expect(await arrive([1_000, begun], [afterMs, rest])).toEqual([`P together`])
    expect(await arrive([1_000, begun], [2_100, rest])).toEqual([`P alone`])
  })

  test('an Esc is no code that was cut, and Ctrl-C waits for nothing', async () => {
    expect(await arrive([1_000, ESC], [300, 'P'])).toEqual(['esc alone', 'P alone'])
    const { arrivals, send } = openEar(true)
    await send(Buffer.from('P'))
    await send(Buffer.from('\u0003'))
    expect(arrivals.at(-1)).toMatch(/^ctrl-c/)
  })
})

test('an answer of the terminal stays in its place among the keys, and leaves the next one by itself', async () => {
  const { clock, arrivals, send } = openEar(true)
  const STATUS = Buffer.from('\u001B[0n')
  await send(STATUS)
  await clock.advance(1)
  await send(Buffer.from('P'))
  await clock.advance(100)
  expect(arrivals).toEqual(['status together', 'P alone'])
  // What was pressed before it came is heard before it.
  await clock.advance(1_000)
  await send(Buffer.from('k'))
  await clock.advance(10)
  await send(STATUS)
  await clock.advance(1_000)
  await send(Buffer.from('P\u001B[0nq'))
  expect(arrivals.slice(2)).toEqual([
    ...['k together', 'status together'],
    ...['P together', 'status together', 'q together'],
  ])
})

test('an Esc is a key once nothing follows it, and an arrow that comes in two parts stays one', async () => {
  const { clock, heard, send } = openEar()
  await send(Buffer.from('\u001B'))
  await clock.advance(20)
  await send(Buffer.from('[A'))
  await clock.advance(100)
  expect(heard).toEqual(['up'])
  await send(Buffer.from('\u001B'))
  await clock.advance(100)
  expect(heard).toEqual(['up', 'esc'])
})

test('a character whose bytes come in two parts is one', async () => {
  const { heard, send } = openEar()
  const bytes = Buffer.from('汉')
  await send(bytes.subarray(0, 1))
  await send(bytes.subarray(1))
  expect(heard).toEqual(['汉'])
})

test('the end of what is read is told; after leaving nothing is', async () => {
  const { clock, input, heard, send, stop } = openEar()
  await send(Buffer.from('a\u001B'))
  stop()
  await clock.advance(100)
  await send(Buffer.from('b'))
  expect(heard).toEqual(['a'])
  const other = openEar()
  other.input.end()
  await new Promise((done) => setImmediate(done))
  await new Promise((done) => setImmediate(done))
  expect([other.heard, input.isPaused()]).toEqual([['gone'], true])
})

/** A program that needs 20 ms for every key. */
function openSlowEar() {
  let now = 0
  const input = new PassThrough()
  const heard: string[] = []
  const stop = listenForKeys(
    input as unknown as NodeJS.ReadStream,
    { ...createFakeClock(), monotonicMs: () => now },
    ({ name }) => {
      now += 20
      heard.push(name)
    },
    () => undefined,
  )
  return { input, heard, stop }
}

test('Ctrl-C overtakes keys that were typed before it and wait, also within one read', async () => {
  const { input, heard } = openSlowEar()
  input.emit('data', 'abc')
  input.emit('data', 'd\u0003e')
  await new Promise((done) => setImmediate(done))
  expect(heard).toEqual(['a', 'ctrl-c'])
})

test('keys that come faster than they are worked off are all heard, in their order', async () => {
  const { input, heard, stop } = openSlowEar()
  input.emit('data', 'abc')
  input.emit('data', 'd')
  for (let turn = 0; turn < 6; turn += 1) await new Promise((done) => setImmediate(done))
  expect(heard).toEqual(['a', 'b', 'c', 'd'])
  input.emit('data', 'efg')
  stop()
  for (let turn = 0; turn < 6; turn += 1) await new Promise((done) => setImmediate(done))
  expect(heard).toEqual(['a', 'b', 'c', 'd', 'e'])
})
