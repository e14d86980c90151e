import { expect, test } from 'vitest'
import { type Prepared, ProviderError } from '../../../src/providers/index.ts'
import { verifyPrepared } from '../../../src/service/execute/verify-prepared.ts'

const DEPOSIT: Prepared = {
  providerResult: { execution: 'server', depositAddress: '0x1' },
  ...{ tracking: null, needsHash: false },
}
const CALL: Prepared = {
  providerResult: { execution: 'client' },
  ...{ exec: { providerCalldata: '0x' }, tracking: { id: '1' }, needsHash: true },
}

test('a deposit and a call are handed out as their adapter prepared them', () => {
  expect([verifyPrepared(DEPOSIT), verifyPrepared(CALL)]).toEqual([DEPOSIT, CALL])
})

test.each<[string, unknown]>([
  ['no providerResult', undefined],
  ['no providerResult', { ...CALL, providerResult: undefined }],
  ['neither a call nor a deposit', { ...CALL, providerResult: { execution: 'WEIRD' } }],
  ['an exec that is no object', { ...CALL, exec: 'calldata' }],
  ['a call without exec', { ...CALL, exec: undefined }],
  ['a deposit without its address', { ...DEPOSIT, providerResult: { execution: 'server' } }],
  ['a deposit without its address', { ...DEPOSIT, providerResult: { execution: 'server', depositAddress: '' } }],
  ['no needsHash', { ...CALL, needsHash: 'yes' }],
  ['what is no JSON', { ...CALL, tracking: undefined }],
  ['what is no JSON', { ...CALL, tracking: { at: 1n } }],
])('what an adapter prepares is refused before it is stored: %s', (what, stated) => {
  expect(() => verifyPrepared(stated as Prepared)).toThrow(new ProviderError('bad_response', `It prepared ${what}`))
})
