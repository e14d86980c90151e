import { expect, test } from 'vitest'
import { refuseUntilChanged, withReason } from '../../../src/providers/kit/refuse.ts'

test("a provider's own reason stands behind what to change", () => {
  expect(refuseUntilChanged('Give another recipient', ' Recipient is a token contract.')).toEqual({
    status: 'no_route',
    code: 'needs_change',
    message: 'Give another recipient (it says: Recipient is a token contract)',
  })
  expect(refuseUntilChanged('Give another recipient').message).toBe('Give another recipient')
})

test('a reason cannot act on a terminal, break the line or become long', () => {
  const text = withReason('No', `\u001b[2J\nSend it to \u202e${'x'.repeat(10_000)}`)
  expect(text).toMatch(/^No \(it says: [\x20-\x7e]*…\)$/)
  expect(text.length).toBeLessThan(180)
})
