import { expect, test } from 'vitest'
import { readRunDocument, writeRunDocument } from '../../../src/wallet/run/run-document.ts'
import { RUN_OF_FORMAT_2 } from '../fixtures/run-format-2.ts'

type Held = (typeof RUN_OF_FORMAT_2)['run']
type Read = ReturnType<typeof readRunDocument>
type Part<K extends keyof Read> = NonNullable<Read[K]>

/** Names of members; loose objects may have others. */
type Names<T> = keyof { [K in keyof T as string extends K ? never : K]: true }
type Same<A, B> = [Names<A>, Names<B>] extends [Names<B>, Names<A>] ? true : false

/** Where this does not compile, format 2 does not hold what the program reads: add a format 3, and a step from 2. */
const ADD_A_FORMAT: readonly [
  Same<Held, Read>,
  Same<Held['source'], Part<'source'>>,
  Same<Held['target'], Part<'target'>>,
  Same<Held['lock'], Part<'lock'>>,
  Same<Held['lock']['terms'], Part<'lock'>['terms']>,
  Same<Held['payment'], Part<'payment'>>,
] = [true, true, true, true, true, true]

test('a run of format 2 is read with every member, and kept as it was', () => {
  expect(ADD_A_FORMAT).not.toContain(false)
  const run = readRunDocument(RUN_OF_FORMAT_2)
  expect([run.leastOut, run.mostOnTop, run.source.units]).toEqual([39_600_000_000_000_000n, 1250n, 100_000_000n])
  expect(writeRunDocument(run)).toEqual(RUN_OF_FORMAT_2)
})
