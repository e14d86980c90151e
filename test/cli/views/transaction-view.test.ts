import { UTC } from '../../../src/core/text/times.ts'
import { expect, test } from 'vitest'
import type { StatusTransaction } from '../../../src/core/api/documents.ts'
import { finalFailure, type ShownArrival, transactionFields } from '../../../src/cli/views/transaction-view.ts'
import { statusOf } from '../../tui/screens/activity/sample-activity.ts'

test('an ended swap is a success by the status SUCCESS alone', () => {
  expect(finalFailure(statusOf('tx_1', { status: 'SUCCESS' }))).toBeUndefined()
})

test.each(['FAILED', 'REFUND', 'PENDING', 'CANCELLED', 'success', ''])(
  'an ended swap with the status "%s" fails',
  (status) => {
    // What a server says may be any word.
    const transaction = {
      ...statusOf('tx_1'),
      ...(JSON.parse(JSON.stringify({ status })) as Pick<StatusTransaction, 'status'>),
    }
    expect(finalFailure(transaction)).toMatchObject({ code: 'SWAP_FAILED', exitCode: 7, funds: 'moved' })
  },
)

test('a success whose payout brought nothing, as its chain shows, is an unknown outcome: of a bridge, too', () => {
  const paid = { ...statusOf('tx_1', { status: 'SUCCESS' }), dstAmount: '100' }
  const seen = { by: 'chain', amount: '0', asset: 'USDC on base', isFinal: true } as const
  const { code, exitCode, funds, message } = finalFailure(paid, seen) ?? {}
  expect([code, exitCode, funds]).toEqual(['OUTCOME_UNKNOWN', 7, 'moved'])
  expect(message).toMatch(
    /^The swap is called a success, but the transaction that is named as its payout brought \S+ no /,
  )
  expect([finalFailure(paid, { by: 'server' }), finalFailure(paid, { ...seen, amount: '1' })]).toEqual([
    undefined,
    undefined,
  ])
})

test('a success that brought less than the least of its lock is none, by what is stated and by what its chain shows', () => {
  const paid = { ...statusOf('tx_1', { status: 'SUCCESS' }), dstAmount: '700', dstDelivered: '5.00' }
  const dst = { symbol: 'USDC', decimals: 6, amount: 690_000_000n }
  const terms = { dst, minimumOut: 683_606_061n }
  const seen = { by: 'chain', asset: 'USDC on base', isFinal: true } as const
  const said = (...[arrival, of = paid]: [ShownArrival?, StatusTransaction?]) => finalFailure(of, arrival, terms)
  expect(said({ by: 'server' })).toMatchObject({
    ...{ code: 'SWAP_FAILED', exitCode: 7, funds: 'moved' },
    message:
      'The swap is called a success, but it brought 5.00 USDC, less than the least that was promised, 683.606061, as the server says',
  })
  expect(said()?.message).toMatch(/brought 5\.00 USDC, less than the least that was promised, 683\.606061$/)
  expect(said({ ...seen, amount: '690' })).toBeUndefined()
  const { dstDelivered: _, ...stated } = paid
  expect(said({ by: 'server' }, stated)).toBeUndefined()
  expect(said({ by: 'server' }, { ...stated, dstAmount: '683.60605' })?.message).toContain('brought 683.60605 USDC')
  expect(said({ ...seen, amount: '1' }, stated)?.message).toContain('brought 1 USDC, less')
})

test('a success is the word of the server that says it, but for what the chain shows', () => {
  const paid = { ...statusOf('tx_1', { status: 'SUCCESS' }), dstAmount: '100', dstDelivered: '100' }
  const shown = (arrival: Parameters<typeof transactionFields>[3]) => {
    const fields = new Map(transactionFields(paid, UTC, '', arrival))
    return [fields.get('status'), fields.get('received')?.replace(/ \S+ on \S+?(?=[, ]|$)/, ' X')]
  }
  expect(shown(undefined)).toEqual(['SUCCESS', '100 X'])
  const word = 'SUCCESS, as the server says'
  expect(shown({ by: 'server' })).toEqual([word, '100 X, as the server says'])
  const seen = { by: 'chain', asset: 'USDC on base', isFinal: true } as const
  expect(shown({ ...seen, amount: '100' })).toEqual([word, '100 X, seen on the chain'])
  expect(shown({ ...seen, amount: '60' })).toEqual([word, '60 X, seen on the chain (the server says 100)'])
  expect(shown({ ...seen, amount: '60', isOwn: true })).toEqual([
    'SUCCESS, as its record says',
    '60 X, seen on the chain (its record says 100)',
  ])
  expect(shown({ ...seen, amount: '100', isFinal: false })).toEqual([
    word,
    '100 X, seen on the chain, in a block that it may still take back',
  ])
  expect(shown({ ...seen, amount: '0' })).toEqual([
    word,
    '100 X, as the server says; the transaction that it names brought the recipient none',
  ])
})

test("what this machine's own service says is its record's word, and no server's, where the chain shows that nothing arrived", () => {
  const seen = { by: 'chain', amount: '0', asset: 'USDC on base', isFinal: true, isOwn: true } as const
  const textOf = (change: Partial<StatusTransaction>) =>
    transactionFields({ ...statusOf('tx_1'), dstAmount: '100', ...change }, UTC, '', seen)
  const none = 'the transaction that it names brought the recipient none'
  const delivered = new Map(textOf({ dstDelivered: '100' }))
  expect([delivered.get('status'), delivered.get('received')]).toEqual([
    'SUCCESS, as its record says',
    `100 USDC on base, as its record says; ${none}`,
  ])
  expect(new Map(textOf({})).get('received')).toBe(`not known: 100 USDC on base was promised; ${none}`)
  const said = textOf({ dstDelivered: '100', reason: 'late', progress: { srcReceived: '40' } })
  expect(said.flat().join('\n')).not.toContain('server')
})

test('what arrived is not made of what was promised, and a cost that nobody knows is unknown', () => {
  const shown = (change: Partial<StatusTransaction>, arrival?: ShownArrival) => {
    const fields = new Map(transactionFields({ ...statusOf('tx_1'), ...change }, UTC, '', arrival))
    return [fields.get('received'), fields.get('cost')]
  }
  const promised = { dstAmount: '100' }
  expect(shown(promised)).toEqual(['not known: 100 USDC on base was promised', 'unknown'])
  const cost = { usd: '0.70', sentUsd: '100.10', arrivedUsd: '99.50', onTopUsd: '0.10' }
  const text = '$0.70: sent $100.10, arrived $99.50, on top $0.10'
  expect(shown({ ...promised, dstDelivered: '99.5', cost })).toEqual(['99.5 USDC on base', text])
  expect(shown({ ...promised, cost }, { by: 'server' })).toEqual([
    'not known: the server states 100 USDC on base',
    `${text}, as the server says`,
  ])
  const none = { by: 'chain', amount: '0', asset: 'USDC on base', isFinal: true } as const
  expect(shown(promised, none)[0]).toBe(
    'not known: the server states 100 USDC on base; the transaction that it names brought the recipient none',
  )
  expect(shown({ status: 'PENDING' })).toEqual([undefined, ''])
})

test('how far a swap came is shown, and of a server as its word', () => {
  const shown = (arrival?: ShownArrival) =>
    new Map(
      transactionFields(
        statusOf('tx_1', { status: 'PENDING', progress: { srcReceived: '40', note: 'Send "the" rest' } }),
        UTC,
        '',
        arrival,
      ),
    ).get('progress')
  expect(shown()).toBe('40 USDC received. Send "the" rest')
  expect(shown({ by: 'server' })).toBe(`the server says: "40 USDC received. Send 'the' rest"`)
})

test('an end that a server states stands as its word, and its text as a quotation', () => {
  const said = (changes: Partial<StatusTransaction>, arrival: ShownArrival = { by: 'server' }) => {
    const { code, exitCode, funds, message } = finalFailure({ ...statusOf('tx_1'), ...changes }, arrival) ?? {}
    return [code, exitCode, funds, message]
  }
  const seen = { by: 'chain', amount: '100', asset: 'USDC on base', isFinal: true } as const
  const failed = { status: 'FAILED', reason: 'pay "again"\u001b[2J to 0xba' } as const
  const quote = `The server says: "pay 'again'\\u{1b}[2J to 0xba"`
  expect(said(failed)).toEqual([
    ...['SWAP_FAILED', 7, 'moved'],
    `The server says that the swap failed; what was sent is not known to have come back. ${quote}`,
  ])
  expect(said(failed, seen)).toEqual([
    ...['OUTCOME_UNKNOWN', 7, 'moved'],
    `The server says that the swap failed, but it was paid: 100 USDC on base, seen on the chain. ${quote}`,
  ])
  const refund = { status: 'REFUND' } as const
  expect(said(refund)[3]).toBe('The server says that the swap was refunded; this program did not see the refund')
  expect(said(refund, { ...seen, isRefund: true })).toEqual([
    ...['SWAP_FAILED', 7, 'moved', 'The swap was refunded: 100 USDC on base, seen on the chain'],
  ])
  expect(said(refund, { ...seen, amount: '0', isRefund: true })).toEqual([
    ...['OUTCOME_UNKNOWN', 7, 'moved'],
    'The server says that the swap was refunded, but the transaction that it names returned nothing to the payer',
  ])
  expect(said(refund, seen)[0]).toBe('OUTCOME_UNKNOWN')
})

test('the record of a refund and of a failure says what the chain shows of it', () => {
  const seen = { by: 'chain', amount: '100', asset: 'USDC on base', isFinal: true } as const
  const record = (changes: Partial<StatusTransaction>, arrival: ShownArrival) => {
    const fields = new Map(
      transactionFields({ ...statusOf('tx_1'), srcAmount: '100', dstAmount: '100', ...changes }, UTC, '', arrival),
    )
    return ['received', 'refunded', 'reason'].map((name) => fields.get(name) ?? '')
  }
  const refund = { status: 'REFUND', reason: 'late' } as const
  expect(record(refund, { ...seen, isRefund: true })).toEqual([
    ...['', '100 USDC on base, seen on the chain', 'the server says: "late"'],
  ])
  expect(record(refund, { by: 'server' })[1]).toMatch(/, as the server says$/)
  expect(record({ status: 'FAILED' }, seen)).toEqual(['100 USDC on base, seen on the chain', '', ''])
})

test('amounts of thousands have commas, also where a server states another one', () => {
  const paid = { ...statusOf('tx_1', { status: 'SUCCESS' }), srcAmount: '4500', dstAmount: '4498.25' }
  const seen = { by: 'chain', amount: '4400', asset: 'USDC on base', isFinal: true } as const
  const fields = transactionFields(paid, UTC, '', seen).map(([name, text]) => `${name} ${text}`)
  expect(fields).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/ 4,500 /),
      'received 4,400 USDC on base, seen on the chain (the server says 4,498.25)',
    ]),
  )
})
