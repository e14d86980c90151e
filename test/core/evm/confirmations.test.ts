import { expect, it } from 'vitest'
import { confirmationsOf, depthOf, isDeepEnough } from '../../../src/core/evm/confirmations.ts'

it('one block is enough for small amounts only where none is taken back', () => {
  const chains = ['ethereum', 'polygon', 'bsc', 'gnosis', 'monad', 'base', 'avalanche', 'constructor']
  expect(chains.map(confirmationsOf)).toEqual([2, 13, 3, 3, 3, 1, 1, 1])
})

it('large amounts wait deeper, and amounts that nobody states do not', () => {
  const large = 1_000_000_000n
  expect(depthOf('ethereum', large - 1n)).toEqual({ blocks: 2 })
  expect(depthOf('ethereum', undefined)).toEqual({ blocks: 32, tag: 'safe' })
  expect(depthOf('ethereum', large)).toEqual({ blocks: 32, tag: 'safe' })
  expect(depthOf('polygon', large)).toEqual({ blocks: 33 })
  expect(depthOf('bsc', large)).toEqual({ blocks: 3, tag: 'finalized' })
  expect(depthOf('base', large)).toEqual({ blocks: 1, tag: 'safe' })
  expect(depthOf('avalanche', large)).toEqual({ blocks: 1 })
})

it('a transaction is deep enough once its blocks and the named block are behind it', () => {
  const safe = { blocks: 3, tag: 'safe' } as const
  expect(isDeepEnough({ blocks: 3 }, 100n, 101n, undefined)).toBe(false)
  expect(isDeepEnough({ blocks: 3 }, 100n, 102n, undefined)).toBe(true)
  expect(isDeepEnough(safe, 100n, 102n, 99n)).toBe(false)
  expect(isDeepEnough(safe, 100n, 102n, 100n)).toBe(true)
  expect(isDeepEnough(safe, 100n, 130n, undefined)).toBe(false)
  expect(isDeepEnough(safe, 100n, 131n, undefined)).toBe(true)
})
