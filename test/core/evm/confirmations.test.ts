import { expect, it } from 'vitest'
import { confirmationsOf } from '../../../src/core/evm/confirmations.ts'

it('one block is enough only where none is taken back', () => {
  const chains = ['ethereum', 'polygon', 'bsc', 'gnosis', 'monad', 'base', 'avalanche', 'constructor']
  expect(chains.map(confirmationsOf)).toEqual([2, 5, 3, 3, 3, 1, 1, 1])
})
