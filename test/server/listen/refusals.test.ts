import { once } from 'node:events'
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { SwapError } from '../../../src/core/api/errors.ts'
import { createRefusals, type Refusals } from '../../../src/server/listen/refusals.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

/** The client's ends of refused connections, and the server's. */
async function refuseMany(refusals: Refusals, count: number) {
  const server = createServer({ allowHalfOpen: true })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const pairs: { text: () => string; closed: Promise<unknown>; own: Socket }[] = []
  for (let index = 0; index < count; index += 1) {
    const socket = createConnection({ port, host: '127.0.0.1' })
    ends.push(() => socket.destroy())
    let text = ''
    socket.on('data', (chunk) => (text += String(chunk)))
    const closed = once(socket, 'close')
    const [own] = (await once(server, 'connection')) as [Socket]
    refusals.add(own, new SwapError('SERVICE_UNAVAILABLE', `No place for ${index}`, { retryAfterSec: 1 }))
    pairs.push({ text: () => text, closed, own })
  }
  return pairs
}

test('one refusal more than there may be takes the place of the first that was told, else of the first, which is told', async () => {
  const told: number[] = []
  const refusals = createRefusals({
    clock: createFakeClock(),
    requestId: () => 'req_1',
    onRefusal: (_id, status) => told.push(status),
    most: 3,
  })
  const first = await refuseMany(refusals, 3)
  refusals.answer(first[1]!.own)
  const more = await refuseMany(refusals, 2)
  const destroyed = () => [...first, ...more].map(({ own }) => own.destroyed)
  expect(destroyed()).toEqual([true, true, false, false, false])
  await Promise.all([first[0]?.closed, first[1]?.closed])
  const messages = [...first, ...more].map(({ text }) => /"message":"([^"]+)"/.exec(text())?.[1])
  expect(messages).toEqual(['No place for 0', 'No place for 1', undefined, undefined, undefined])
  expect(told).toEqual([503, 503])
})

test('a refused connection that says nothing is told after a second, and destroyed a second later', async () => {
  const clock = createFakeClock()
  const refusals = createRefusals({ clock, requestId: () => 'req_1', onRefusal: () => undefined })
  const [pair] = await refuseMany(refusals, 1)
  await clock.advance(999)
  expect([pair!.own.writable, refusals.answer(pair!.own)]).toEqual([true, true])
  expect(pair!.own.writable).toBe(false)
  await clock.advance(1)
  await pair!.closed
  expect(pair!.text().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 503'])
})
