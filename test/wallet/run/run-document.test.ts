import { expect, test } from 'vitest'
import { readRunDocument, writeRunDocument } from '../../../src/wallet/run/run-document.ts'
import { verifyLockedTerms } from '../../../src/wallet/terms/pay-terms.ts'
import { RUN_OF_FORMAT_2 } from '../fixtures/run-format-2.ts'
import { RUN_OF_FORMAT_3 } from '../fixtures/run-format-3.ts'
import { RUN_OF_FORMAT_4 } from '../fixtures/run-format-4.ts'
import { RUN_OF_FORMAT_5 } from '../fixtures/run-format-5.ts'
import { RUN_OF_FORMAT_6 } from '../fixtures/run-format-6.ts'
import { RUN_OF_FORMAT_7 } from '../fixtures/run-format-7.ts'
import { RUN_OF_FORMAT_8 } from '../fixtures/run-format-8.ts'
import { RUN_OF_FORMAT_9 } from '../fixtures/run-format-9.ts'

type Held = (typeof RUN_OF_FORMAT_9)['run']
type Read = ReturnType<typeof readRunDocument>
type Part<K extends keyof Read> = NonNullable<Read[K]>

/** Names of members; loose objects may have others. */
type Names<T> = keyof { [K in keyof T as string extends K ? never : K]: true }
type Same<A, B> = [Names<A>, Names<B>] extends [Names<B>, Names<A>] ? true : false

/** Where this does not compile, format 9 does not hold what the program reads: add a format 10, and a step from 9. */
const ADD_A_FORMAT: readonly [
  Same<Held, Read>,
  Same<Held['request'], Part<'request'>>,
  Same<Held['source'], Part<'source'>>,
  Same<Held['target'], Part<'target'>>,
  Same<Held['lock'], Part<'lock'>>,
  Same<Held['lock']['terms'], Part<'lock'>['terms']>,
  Same<Held['payment'], Part<'payment'>>,
] = [true, true, true, true, true, true, true]

/** The fixtures are runs that are over: their step is another one here, so that nothing is left out. */
const writeUnended = (run: Read) => writeRunDocument({ ...run, step: 'sent' })
/** As this version keeps it: what its approvals were for is not known. */
const unended = <R extends object>({ run }: { readonly run: R }) => ({
  ...{ format: 9, approves: '', run: { ...run, step: 'sent' } },
})

test('a run of format 9 is read with every member, and kept as it was', () => {
  expect(ADD_A_FORMAT).not.toContain(false)
  const run = readRunDocument(RUN_OF_FORMAT_9)
  expect(run.request.acceptDeadAsset).toBe(true)
  expect(writeUnended(run)).toEqual(unended(RUN_OF_FORMAT_9))
})

test('a run of format 8 is read with every member, and accepts no dead asset', () => {
  const run = readRunDocument(RUN_OF_FORMAT_8)
  expect([run.request.recipientMemo, run.lock?.terms.recipientMemo]).toEqual(['12345', '12345'])
  expect(run.request.acceptDeadAsset).toBeUndefined()
  expect(writeUnended(run)).toEqual(unended(RUN_OF_FORMAT_8))
})

test('a run of format 7 is read with every member, and pays nobody with a memo', () => {
  const run = readRunDocument(RUN_OF_FORMAT_7)
  expect(run.request.recipientMemo).toBeUndefined()
  expect([run.place, run.agreedAt, run.generation, run.endGeneration]).toEqual([
    { ...RUN_OF_FORMAT_7.run.place, block: 27_000_000n },
    ...[RUN_OF_FORMAT_7.run.agreedAt, RUN_OF_FORMAT_7.run.generation, RUN_OF_FORMAT_7.run.endGeneration],
  ])
  expect(writeUnended(run)).toEqual(unended(RUN_OF_FORMAT_7))
})

test('a run of format 6 is read with every member, and did not note the generation of its home', () => {
  const run = readRunDocument(RUN_OF_FORMAT_6)
  expect([run.agreedAt, run.generation]).toEqual([RUN_OF_FORMAT_6.run.agreedAt, undefined])
  expect(writeUnended(run)).toEqual(unended(RUN_OF_FORMAT_6))
})

test('a run of format 5 is read with every member, and was agreed to when it was begun', () => {
  const run = readRunDocument(RUN_OF_FORMAT_5)
  expect([run.agreed, run.agreedAt]).toEqual([true, undefined])
  expect(writeUnended(run)).toEqual(unended(RUN_OF_FORMAT_5))
})

test('a run that is over and paid keeps what it signed, not what it was handed out to sign', () => {
  const run = { ...readRunDocument(RUN_OF_FORMAT_7), step: 'final' } as const
  const { execution, ...kept } = run
  expect(execution).toBeDefined()
  expect(readRunDocument(writeRunDocument(run))).toEqual(kept)
  const { payment: _paidElsewhere, ...deposit } = run
  expect(readRunDocument(writeRunDocument(deposit))).toEqual(deposit)
})

test('a run says beside it what its approvals let others take, and of earlier versions that it does not know', () => {
  const run = readRunDocument(RUN_OF_FORMAT_7)
  const approvesOf = (payments: readonly NonNullable<Read['payment']>[]) => {
    const { payment: _spends, ...unpaid } = run
    return (writeRunDocument({ ...unpaid, earlier: [...payments] }) as { readonly approves?: string }).approves
  }
  const approval = { hash: '0x1', raw: '0x', last: false, kind: 'approve', approves: 'token:0xa:0xb' } as const
  const { source, request } = run
  const place = `${source.chainId} ${request.depositor}`
  expect(approvesOf([])).toBeUndefined()
  expect(approvesOf([{ ...approval, kind: 'reset' }, approval])).toBe(`${place} token:0xa:0xb`)
  expect(approvesOf([{ ...approval, approves: 'permit2:0xa:0xc' }, approval])).toBe(
    `${place} permit2:0xa:0xc token:0xa:0xb`,
  )
  expect(approvesOf([{ ...approval, approves: '' }])).toBe(place)
  const { approves: _unknown, ...earlier } = approval
  expect(approvesOf([earlier, approval])).toBe('')
  const { earlier: _done, ...first } = run
  const pending = { ...first, payment: { ...approval, replaced: [] } }
  expect(writeRunDocument(pending)).toMatchObject({ approves: `${place} token:0xa:0xb` })
})

test('a run of format 4 is read with every member, and did not note where its account stood', () => {
  const run = readRunDocument(RUN_OF_FORMAT_4)
  expect([run.mostFeeRate, run.paysDeposits, run.payment?.isPrivate]).toEqual([3_000_000_000n, false, true])
  expect(run.place).toBeUndefined()
  expect(writeUnended(run)).toEqual(unended(RUN_OF_FORMAT_4))
})

test.each(['signed', 'sent'])('a run that is stored as %s without what was signed is damaged', (step) => {
  const { payment: _signed, ...rest } = RUN_OF_FORMAT_7.run
  const stored = { format: 7, run: { ...rest, step } }
  expect(() => readRunDocument(stored)).toThrow(`it is stored as ${step}, without what was signed`)
  expect(readRunDocument({ ...RUN_OF_FORMAT_7, run: { ...RUN_OF_FORMAT_7.run, step } }).step).toBe(step)
})

test('a run of format 3 is read with every member, and kept so that the version before refuses it', () => {
  const run = readRunDocument(RUN_OF_FORMAT_3)
  expect([run.minReceive, run.shown, run.mostCost, run.source.units]).toEqual([
    39_500_000_000_000_000n,
    40_000_000_000_000_000n,
    { usd: 5_000_000n },
    100_000_000n,
  ])
  expect(writeUnended(run)).toEqual(unended(RUN_OF_FORMAT_3))
})

test('the least of a run of format 2, which may be a word of the server, is none that the user takes, and stays a bound', () => {
  const run = readRunDocument(RUN_OF_FORMAT_2)
  expect([run.leastOut, run.minReceive]).toEqual([BigInt(RUN_OF_FORMAT_2.run.leastOut), undefined])
  expect(() => verifyLockedTerms(run)).not.toThrow()
  const terms = { ...RUN_OF_FORMAT_2.run.lock.terms, minimumOut: '39500000000000000' }
  const lower = { ...RUN_OF_FORMAT_2.run, lock: { ...RUN_OF_FORMAT_2.run.lock, terms } }
  expect(() => verifyLockedTerms(readRunDocument({ format: 2, run: lower }))).toThrow('the quote promised 0.0396 ETH')
})

test('a run of format 2 is kept so that the version before refuses it', () => {
  expect(writeUnended(readRunDocument(RUN_OF_FORMAT_2))).toEqual(unended(RUN_OF_FORMAT_2))
})

test('a loss that the version before noted for a user who had named none gives way to the bound of this one', () => {
  const run = { ...RUN_OF_FORMAT_2.run, mostLossBps: 1_500 }
  expect(readRunDocument({ format: 2, run }).mostLossBps).toBeUndefined()
  expect(readRunDocument({ format: 3, run }).mostLossBps).toBe(1_500)
})
