import { expect, test } from 'vitest'
import { readRefusal } from '../../../src/providers/relay/refusals.ts'
import { bundledAsset } from '../../support/bundled-catalog.ts'
import { USDC } from '../../support/case-assets.ts'

/* Relay says what would work in its words alone, which were dropped. */

const src = await bundledAsset(`base:${USDC.base}`)
const read = (body: object, status = 400) => readRefusal({ status, body }, src)

test('an amount that is too low comes with the minimum that Relay names', () => {
  expect(read({ errorCode: 'AMOUNT_TOO_LOW', message: 'Amount must be at least 12.5 USDC' })).toEqual({
    status: 'no_route',
    code: 'below_minimum',
    message: 'The amount is too low for it (it says: Amount must be at least 12.5 USDC)',
    minimum: 12_500_000n,
  })
})

test('a route that is closed says until when', () => {
  const message = 'Route is temporarily restricted until 10:00 UTC'
  expect(read({ errorCode: 'ROUTE_TEMPORARILY_RESTRICTED', message })).toEqual({
    status: 'no_route',
    code: 'halted',
    message: `It has closed this route for a while (it says: ${message})`,
  })
})

test.each([
  [{ errorCode: 'SOMETHING_NEW', message: 'Verify your wallet first' }, 'SOMETHING_NEW'],
  [{ message: 'Verify your wallet first' }, 'no known code'],
])('an unknown refusal keeps its words: %o', (body, code) => {
  expect(() => read(body)).toThrow(`It refused the request with ${code} (it says: Verify your wallet first)`)
})
