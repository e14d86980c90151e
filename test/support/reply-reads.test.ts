import { expect, it } from 'vitest'
import { watchReads } from './reply-reads.ts'

const BODY = { amount: '1', fees: [{ type: 'a' }, { type: 'b' }], details: { time: 5, note: 'x' } }

/** Which fields of the body a look at it counts as read. */
function readBy(look: (body: typeof BODY) => unknown): readonly string[] {
  const watched = watchReads(BODY)
  look(watched.body as typeof BODY)
  const paths = [
    ['amount'],
    ['fees'],
    ['fees', '0'],
    ['fees', '1', 'type'],
    ['details'],
    ['details', 'time'],
    ['nothing'],
  ]
  return paths.filter((path) => watched.isRead(path)).map((path) => path.join('.'))
}

it('what is taken out of a reply is read, and what it stands in', () => {
  expect(readBy(({ amount }) => amount)).toEqual(['amount'])
  expect(readBy(({ details }) => details.time)).toEqual(['details', 'details.time'])
  expect(readBy(({ fees }) => fees[1]?.type)).toEqual(['fees', 'fees.1.type'])
})

it('so is what is asked for whether it is there, and what is listed', () => {
  expect(readBy((body) => 'nothing' in body)).toEqual(['nothing'])
  expect(readBy(({ details }) => Object.keys(details))).toEqual(['details', 'details.time'])
  expect(readBy(({ details }) => Object.hasOwn(details, 'time'))).toEqual(['details', 'details.time'])
})

it('all that is copied into a text is read', () => {
  expect(readBy((body) => JSON.stringify(body))).toEqual([
    ...['amount', 'fees', 'fees.0', 'fees.1.type', 'details', 'details.time'],
  ])
})

it('a watched reply holds what the reply holds, each part of it once', () => {
  const { body } = watchReads(BODY) as { body: typeof BODY }
  expect(body).toEqual(BODY)
  expect(body.fees[0]).toBe(body.fees[0])
  expect(Array.isArray(body.fees)).toBe(true)
})
