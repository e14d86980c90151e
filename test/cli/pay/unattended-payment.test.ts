import type { Doubt } from '../../../src/core/swap/acceptances.ts'
import { expect, test } from 'vitest'
import { checkUnattendedPayment } from '../../../src/cli/pay/unattended-payment.ts'

const API = 'http://127.0.0.1:8787/api/v1'
const BOB = '0x2222222222222222222222222222222222222222'
const OVER_SERVER = { id: 'run_1', api: API }
const ANYTHING: Doubt = { code: 'opaque-call', text: 'It is anything' }
const NOT_AMONG: Doubt = { code: 'unknown-call', text: 'This contract is not among those' }
const PLAIN = { recipient: BOB, doubts: [] }

test.each([
  ['that leaves nothing open', OVER_SERVER, PLAIN, false],
  ['of a server that is trusted', OVER_SERVER, { recipient: undefined, doubts: [ANYTHING] }, true],
  ['of the service of this machine', { id: 'run_1' }, { recipient: undefined, doubts: [ANYTHING] }, false],
])('a payment %s is made unseen', (_name, run, review, trusts) => {
  expect(() => checkUnattendedPayment(run, review, trusts)).not.toThrow()
})

test.each([
  [
    'does not show who is paid',
    { recipient: undefined, doubts: [ANYTHING] },
    'What the server asks to be signed does not show who is paid, and no one reviews it',
  ],
  [
    'leaves something open, such as a contract that is not known',
    { recipient: BOB, doubts: [NOT_AMONG, ANYTHING] },
    'What the server asks to be signed leaves something open, and no one reviews it: This contract is not among those',
  ],
])('a payment of a server that %s is not made unseen', (_name, review, message) => {
  expect(() => checkUnattendedPayment(OVER_SERVER, review, false)).toThrow(
    expect.objectContaining({
      code: 'WALLET_REFUSED',
      funds: 'untouched',
      message,
      hint: 'Nothing was signed. Look at it on a terminal, without --yes, or trust the server: swapcli resume run_1 --trust-server',
    }) as Error,
  )
})
