import { expect, test } from 'vitest'
import { checkUnattendedPayment, openDoubts } from '../../src/payments/unattended-payment.ts'
import { SwapError } from '../../src/core/api/errors.ts'
import { describeAccepted } from '../../src/wallet/index.ts'
import type { AcceptCode, Doubt } from '../../src/core/swap/acceptances.ts'

const API = 'http://127.0.0.1:8787/api/v1'
const BOB = '0x2222222222222222222222222222222222222222'
const OVER_SERVER = { id: 'run_1', api: API }
const LOCAL = { id: 'run_1' }
const doubt = (code: AcceptCode): Doubt => ({ code, text: `It is ${code}` })
const accepting = (...accept: AcceptCode[]) => ({ ...OVER_SERVER, accept })
const UNSIMULATED = { recipient: BOB, doubts: [] }
const SIMULATED = { ...UNSIMULATED, simulated: 'arrival' as const }
/** For another chain. */
const DEPARTED = { ...UNSIMULATED, simulated: 'departure' as const }
const promised = (code: AcceptCode): Doubt => ({ ...doubt(code), isPromise: true })

test.each([
  ['that leaves nothing open', OVER_SERVER, SIMULATED, false],
  ['of a server that is trusted', OVER_SERVER, { ...SIMULATED, recipient: undefined }, true],
  [
    'whose doubts were all accepted by name',
    accepting('unknown-call', 'fee-on-top', 'deposit'),
    { ...SIMULATED, doubts: [doubt('unknown-call'), doubt('fee-on-top')] },
    false,
  ],
  [
    'of the service of this machine that was simulated on one chain',
    LOCAL,
    { ...SIMULATED, recipient: undefined, doubts: [doubt('opaque-call')] },
    false,
  ],
  [
    'of the service of this machine to a deposit address of its provider',
    LOCAL,
    { ...UNSIMULATED, doubts: [promised('deposit')] },
    false,
  ],
  [
    'of the service of this machine that names an order of its provider by a number',
    LOCAL,
    { ...DEPARTED, doubts: [promised('order-by-number'), doubt('fee-on-top')] },
    false,
  ],
  [
    'that was read whole and that no node can simulate',
    OVER_SERVER,
    { ...UNSIMULATED, doubts: [doubt('not-simulated')] },
    false,
  ],
  ['that was read whole, by a single node', LOCAL, { ...SIMULATED, doubts: [doubt('single-node')] }, false],
])('a payment %s is made unseen', (_name, run, review, trusts) => {
  expect(() => checkUnattendedPayment(run, review, { trustsServer: trusts })).not.toThrow()
})

test.each([
  ['does not show who is paid', OVER_SERVER, { ...SIMULATED, recipient: undefined }, false, 'opaque-call'],
  [
    'leaves two things open, of which one was accepted',
    accepting('vault'),
    { ...SIMULATED, doubts: [doubt('vault'), doubt('unknown-call')] },
    false,
    'vault,unknown-call',
  ],
  [
    'is read in part and that no node can simulate, although the server is trusted',
    OVER_SERVER,
    { ...UNSIMULATED, doubts: [doubt('unknown-call'), doubt('not-simulated')] },
    true,
    'not-simulated',
  ],
  [
    'of the service of this machine spends a token that takes fees',
    LOCAL,
    { ...SIMULATED, doubts: [doubt('fee-on-transfer')] },
    false,
    'fee-on-transfer',
  ],
  [
    'of the service of this machine has a token whose transfers no node shows, and is not simulated',
    LOCAL,
    { ...UNSIMULATED, doubts: [doubt('untried-transfer'), doubt('not-simulated')] },
    false,
    'untried-transfer,not-simulated',
  ],
  [
    'of the service of this machine has to be finished by a second transaction, whatever a simulation shows',
    LOCAL,
    { ...SIMULATED, doubts: [doubt('needs-claim')] },
    false,
    'needs-claim',
  ],
  [
    'of the service of this machine names an order of its provider that no node simulated',
    LOCAL,
    { ...UNSIMULATED, doubts: [promised('order-by-number')] },
    false,
    'order-by-number',
  ],
  [
    'names an order of its provider, as a server says',
    OVER_SERVER,
    { ...DEPARTED, doubts: [promised('order-by-number')] },
    false,
    'order-by-number',
  ],
  [
    'of the service of this machine is read in part only, and no node simulated it',
    LOCAL,
    { ...UNSIMULATED, doubts: [doubt('unknown-call')] },
    false,
    'unknown-call',
  ],
])(
  'a payment that %s is not made unseen, and the refusal names what would accept it',
  (_name, run, review, trusts, codes) => {
    expect(() => checkUnattendedPayment(run, review, { trustsServer: trusts })).toThrow(
      expect.objectContaining({
        ...{ code: 'WALLET_REFUSED', funds: 'untouched', reason: 'doubt' },
        message: expect.stringMatching(/^The payment leaves something open, and no one reviews it: /) as string,
        hint: `Nothing was signed. Look at it yourself: swapcli resume run_1; or accept it: swapcli resume run_1 --yes --accept ${codes}`,
      }) as Error,
    )
  },
)

test.each(['unknown-call', 'opaque-call', 'passed-on', 'swaps-first', 'vault', 'order-by-number', 'deposit'] as const)(
  'what a simulation shows of one chain settles no %s about another',
  (code) => {
    const review = { ...DEPARTED, doubts: [doubt(code)] }
    expect(() => checkUnattendedPayment(LOCAL, review, { trustsServer: false })).toThrow(`It is ${code}`)
  },
)

test('a payment that another signer would make is refused with the option that accepts it, since its run is closed', () => {
  const fee = { ...SIMULATED, doubts: [doubt('fee-on-transfer')] }
  expect(() => checkUnattendedPayment(LOCAL, fee, { trustsServer: false, isPrinted: true })).toThrow(
    expect.objectContaining({
      hint: 'No transaction was printed. Look at it with --dry-run, or accept it: --accept fee-on-transfer',
    }) as Error,
  )
  expect(() =>
    checkUnattendedPayment({ ...LOCAL, accept: ['fee-on-transfer'] }, fee, { trustsServer: false, isPrinted: true }),
  ).not.toThrow()
})

test('a payment that costs the network too much is not made unseen', () => {
  const refusal = new SwapError('WALLET_REFUSED', 'The network cost is up to 1 ETH', { reason: 'cost' })
  const cost = { units: 1n, usd: undefined, refusal }
  expect(() => checkUnattendedPayment(LOCAL, { ...SIMULATED, cost }, { trustsServer: true })).toThrow(refusal)
})

test('what was accepted is what was open, beside what was only allowed', () => {
  const doubts = [doubt('unknown-call'), doubt('fee-on-transfer')]
  const accept: AcceptCode[] = ['fee-on-transfer', 'vault']
  const of = (run: object) => {
    const open = openDoubts(run, { ...SIMULATED, doubts }).map(({ code }) => code)
    return describeAccepted({ accept, openDoubts: open })
  }
  expect([of(LOCAL), of(OVER_SERVER), describeAccepted({ accept }), describeAccepted({})]).toEqual([
    'fee-on-transfer (allowed: vault)',
    'unknown-call, fee-on-transfer (allowed: vault)',
    'none was open (allowed: fee-on-transfer, vault)',
    '',
  ])
})
