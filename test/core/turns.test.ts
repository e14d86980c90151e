import { expect, test } from 'vitest'
import { createTurns } from '../../src/core/turns.ts'
import { nextTurn } from '../../src/io/next-turn.ts'

/** Turns of this process's event loop, on a clock that moves with the work: a millisecond for each. */
function open() {
  let nowMs = 0
  const { take } = createTurns({ now: () => nowMs }, nextTurn)
  const done: string[] = []
  const work = async (name: string, caller?: string) => {
    await take(caller)
    done.push(name)
    nowMs += 1
  }
  return { take, work, done }
}

/** How much each turn of others finds done of it, until it is all done. */
async function countByTurn(done: readonly string[], all: number): Promise<readonly number[]> {
  const counts: number[] = []
  for (let before = 0; before < all; before = done.length) {
    await nextTurn()
    counts.push(done.length - before)
  }
  return counts
}

test('work of a quiet time begins at once', async () => {
  const { take } = open()
  expect(take()).toBeUndefined()
  await nextTurn()
  expect(take()).toBeUndefined()
})

test('of a burst so much is done in a turn as fits into 4 ms, and others have theirs in between', async () => {
  const { work, done } = open()
  for (let index = 0; index < 300; index += 1) void work(`${index}`)
  expect(await countByTurn(done, 300)).toEqual([2, ...Array.from({ length: 74 }, () => 4), 2])
  expect(done).toEqual(Array.from({ length: 300 }, (_, index) => `${index}`))
})

test('what comes while others wait is behind them, and nobody is forgotten', async () => {
  const { take, work, done } = open()
  for (let index = 0; index < 6; index += 1) void work(`${index}`)
  await nextTurn()
  void work('late')
  await countByTurn(done, 7)
  expect(done).toEqual(['0', '1', '2', '3', '4', '5', 'late'])
  await nextTurn()
  expect(take()).toBeUndefined()
})

test('callers that wait take turns, however much one of them has', async () => {
  const { work, done } = open()
  for (let index = 0; index < 8; index += 1) void work(`many ${index}`, 'many')
  void work('few 0', 'few')
  void work('few 1', 'few')
  await countByTurn(done, 10)
  expect(done.slice(0, 6)).toEqual(['many 0', 'many 1', 'few 0', 'many 2', 'few 1', 'many 3'])
})
