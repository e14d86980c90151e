import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { isKeyPress } from '../../../src/tui/terminal/key-decoder.ts'
import { listenForKeys } from '../../../src/tui/terminal/key-input.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

function openEar() {
  const clock = createFakeClock()
  const input = new PassThrough()
  const heard: string[] = []
  const stop = listenForKeys(
    // A terminal in raw mode is a stream of bytes.
    input as unknown as NodeJS.ReadStream,
    clock,
    (press) => void heard.push(isKeyPress(press) && press.text !== '' ? press.text : press.name),
    () => void heard.push('gone'),
  )
  const send = async (bytes: Buffer) => {
    input.write(bytes)
    await new Promise((done) => setImmediate(done))
  }
  return { clock, input, heard, send, stop }
}

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
