import { describe, expect, expectTypeOf, test } from 'vitest'
import { defined } from '../../src/core/defined.ts'

describe('the defined members of an object', () => {
  test('leave out what is undefined, and nothing else', () => {
    const fields = defined({ zero: 0, empty: '', no: false, none: null, gone: undefined })
    expect(fields).toStrictEqual({ zero: 0, empty: '', no: false, none: null })
  })

  test('are optional in type where they may be undefined', () => {
    const text = 'x' as string | undefined
    expectTypeOf(defined({ text, count: 1 })).toEqualTypeOf<{ count: number } & { text?: string }>()
  })
})
