import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVERY_CLAUSE } from '../../../src/core/entry/clauses.ts'
import { beginsEntry, type EntryOrder, isEntry, readEntry } from '../../../src/core/entry/read-entry.ts'

const orderOf = (text: string) => readEntry(text).order
const problemOf = (text: string) => readEntry(text).problem?.message

const BOB = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('an entry', () => {
  test.each<[string, EntryOrder]>([
    ['0.5 eth to usdc base', { amount: '0.5', from: 'eth', to: 'usdc@base', clauses: {} }],
    ['0.5 eth > usdc@base', { amount: '0.5', from: 'eth', to: 'usdc@base', clauses: {} }],
    ['0.5 eth>usdc@base', { amount: '0.5', from: 'eth', to: 'usdc@base', clauses: {} }],
    ['0.5 eth->base:USDC', { amount: '0.5', from: 'eth', to: 'base:USDC', clauses: {} }],
    ['0.5 eth base into usdc arbitrum one', { amount: '0.5', from: 'eth@base', to: 'usdc@arbitrum one', clauses: {} }],
    ['  .5  ETH  TO  USDC  BASE  ', { amount: '.5', from: 'ETH', to: 'USDC@BASE', clauses: {} }],
    ['1 ethereum:FTX TOKEN > btc', { amount: '1', from: 'ethereum:FTX TOKEN', to: 'btc', clauses: {} }],
    [`1 ${BOB} base > eth`, { amount: '1', from: `${BOB}@base`, to: 'eth', clauses: {} }],
    [
      '0.5 eth to usdc base slip 50bps for @bob',
      { amount: '0.5', from: 'eth', to: 'usdc@base', clauses: { slippage: '50bps', recipient: '@bob' } },
    ],
    [
      '100 usdc base to eth arbitrum via ACROSS min 0.03',
      { amount: '100', from: 'usdc@base', to: 'eth@arbitrum', clauses: { provider: 'ACROSS', minReceive: '0.03' } },
    ],
    [
      `1 btc to xrp to rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe tag 12345 rank fastest`,
      {
        amount: '1',
        from: 'btc',
        to: 'xrp',
        clauses: { recipient: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe', recipientMemo: '12345', rank: 'fastest' },
      },
    ],
    [
      '0.5 eth on base to usdc ON arbitrum one for @bob',
      { amount: '0.5', from: 'eth@base', to: 'usdc@arbitrum one', clauses: { recipient: '@bob' } },
    ],
    ['1 on on base to eth', { amount: '1', from: 'on@base', to: 'eth', clauses: {} }],
    // Tokens of the catalog that are called like words of an entry.
    ['1 via bsc to for bsc for @bob', { amount: '1', from: 'via@bsc', to: 'for@bsc', clauses: { recipient: '@bob' } }],
    ['1 into osmosis into into cosmos', { amount: '1', from: 'into@osmosis', to: 'into@cosmos', clauses: {} }],
  ])('is an order: %s', (text, order) => {
    expect(readEntry(text)).toMatchObject({ order, problem: undefined })
  })

  test('gives every part with its place and meaning', () => {
    expect(readEntry('0.5 eth > usdc base slip 50bps').spans).toEqual([
      { part: 'amount', start: 0, end: 3 },
      { part: 'from', start: 4, end: 7, reference: 'eth' },
      { part: 'separator', start: 8, end: 9 },
      { part: 'to', start: 10, end: 19, reference: 'usdc@base' },
      { part: 'keyword', start: 20, end: 24, clause: 'slippage' },
      { part: 'value', start: 25, end: 30, clause: 'slippage' },
    ])
  })

  test.each([
    ['', 'Nothing is written'],
    ['0.5', 'The asset to pay is missing'],
    ['0.5 eth', 'The asset to get is missing'],
    ['0.5 eth >', 'The asset to get is missing'],
    ['0.5 eth to', 'The asset to get is missing'],
    ['0.5 eth to usdc base slip', '"slip" needs a value'],
    ['0.5 eth on', 'The chain behind "on" is missing'],
    ['0.5 eth to usdc on', 'The chain behind "on" is missing'],
  ])('says what is missing at its end: "%s"', (text, message) => {
    expect(readEntry(text)).toMatchObject({ order: undefined, problem: { message, isUnfinished: true } })
  })

  test.each<[string, unknown]>([
    ['1,000 usdc base to eth', 'The amount must not contain separators; use digits and one point, for example 1234.5'],
    ['1 000 usdc base to eth', '"000" is no asset and no chain'],
    ['1 100 to eth', '"100" is no asset and no chain'],
    ['1 eth to 1500 usdc', '"1500" is no asset and no chain'],
    ['1 eth to usdc 100', '"100" is no asset and no chain'],
    ['1 ０００ eth to usdc base', '"０００" is no asset and no chain'],
    ['０.5 eth to usdc base', 'The amount must be a positive plain decimal number, for example 1.5'],
    ['1e3 eth to usdc base', 'The amount must be written out, without an exponent'],
    ['-1 eth to usdc base', 'The amount must be positive and carry no sign'],
    ['0 eth to usdc base', 'The amount must be greater than zero'],
    ['0.5eth to usdc base', '"0.5eth" is no amount'],
    ['max eth to usdc base', 'The amount must be a number: a line is read without knowing any balance'],
    ['50% eth to usdc base', 'The amount must be a number: a line is read without knowing any balance'],
    ['$100 usdc base to eth', 'The amount is one of the asset to pay, not of dollars'],
    ['eth to usdc base', 'The amount must be a positive plain decimal number, for example 1.5'],
    ['1 eth on to usdc base', 'The chain behind "on" is missing'],
    ['1 eth to usdc on for @bob', 'The chain behind "on" is missing'],
    ['1 > eth', '">" stands where an asset should'],
    ['1 eth > > usdc base', '">" stands where an asset should'],
    ['1 eth > usdc base > btc', '">" stands where an asset should'],
    ['1 eth to usdc into btc', '"into" stands where an asset should'],
    ['1 eth for @bob to usdc base', '"for" stands before the asset to get'],
    ['1 eth to usdc base to arbitrum', 'A second to names who is paid, and "arbitrum" is no address and no @contact'],
    ['1 eth to usdc base slip 0.5', expect.stringContaining('slip must have a unit where it has a decimal point')],
    ['1 eth to usdc base slip 50bps please', '"please" is not understood'],
    ['1 eth to usdc base slip 50bps slippage 1%', '"slippage" says a second time what is said'],
    ['1 eth to usdc base for @bob to @eve', '"to" says a second time what is said'],
    ['1 eth to usdc base min 1,000', expect.stringContaining('min must not contain separators')],
    ['1 eth to usdc base rank Best', 'rank must be best, fastest, cheapest or safest'],
    ['1 eth to usdc base via A;B', 'via must be the key of a provider'],
    ['1 eth to usdc@', '"usdc@" has no chain or no token: write it like ethereum:USDC'],
    ['1 eth to us\u200bdc base', 'The line has invisible characters: type it again'],
    ['1 eth to usdc base for \u202e@bob', 'The line has invisible characters: type it again'],
    ['1 eth\nto usdc base', 'The line has invisible characters: type it again'],
    ['1 eth tо usdc base', 'The asset to get is missing'],
    ['a'.repeat(1001), 'A line has at most 1000 characters'],
  ])('is none, and says why: %s', (text, message) => {
    expect(readEntry(text)).toMatchObject({ order: undefined, problem: { message } })
  })

  test.each([
    ['1k usdc to eth', 'Amounts are written out: 1000'],
    ['2.5M usdc to eth', 'Amounts are written out: 2500000'],
    ['0.5eth to usdc', 'Write a space behind the number: 0.5 eth'],
  ])('with a word for its amount says what to write: %s', (text, hint) => {
    expect(readEntry(text).problem?.hint).toBe(hint)
  })

  describe('of a caller that reads balances', () => {
    const read = (text: string) => readEntry(text, { takesShares: true })

    test.each([
      ['max eth to usdc base', 'max', 'eth'],
      ['ALL eth base>usdc', 'ALL', 'eth@base'],
      ['50% usdc on base to eth', '50%', 'usdc@base'],
      ['0.5 eth to usdc base', '0.5', 'eth'],
    ])('may have a share for its amount: %s', (text, amount, from) => {
      expect(read(text)).toMatchObject({ order: { amount, from }, problem: undefined })
    })

    test.each([
      ['150% eth to usdc base', '"150%" is no amount: a share is a percentage above 0% and up to 100%, such as 25%'],
      ['0% eth to usdc base', '"0%" is no amount: a share is a percentage above 0% and up to 100%, such as 25%'],
      ['half eth to usdc base', '"half" is no amount'],
    ])('says what to write for %s', (text, message) => {
      expect(read(text).problem).toEqual({
        ...{ message, hint: 'Write for example: 50% eth to usdc base', isUnfinished: false },
      })
    })

    test('is refused any other amount as everywhere', () => {
      for (const text of ['eth to usdc base', '1k eth to usdc base', '$1 eth to usdc base', 'max', '50% usdc']) {
        const wrong = read(text)
        expect(wrong.order).toBeUndefined()
        if (!/^(max|50%)/.test(text)) expect(wrong).toEqual(readEntry(text))
      }
    })
  })

  test('begins with a number, or with a word for an amount before two assets', () => {
    const texts = ['5', '.5 eth', '50%', 'max eth to', 'all usdc on base > eth', 'max eth>usdc', 'half eth->usdc base']
    expect(texts.filter((text) => !beginsEntry(text))).toEqual([])
    expect(['max', 'max eth', 'all settings', '0xA0b8', 'eth to usdc'].filter(beginsEntry)).toEqual([])
  })

  test('with a clause that does not apply is none', () => {
    expect(readEntry('1 eth to usdc base min 3', { clauses: ['slippage'] })).toMatchObject({
      order: undefined,
      problem: { message: '"min" does not apply here', hint: 'Behind the assets: slip' },
    })
  })

  test('is told from an amount alone', () => {
    expect(['0.5 eth', 'eth>usdc', ' 1 '].map(isEntry)).toEqual([true, true, false])
  })
})

const WORDS = [
  ...['0.5', '1', '000', '1,000', 'eth', 'usdc', 'base', 'arbitrum', 'usdc@base', 'base:USDC', '>', '->', 'to', 'TO'],
  ...['into', 'for', 'on', 'slip', '50bps', '0.5%', 'via', 'ACROSS', 'min', '0.03', 'rank', 'best', 'memo', 'tag', '7'],
  ...['@bob', BOB, 'tо', '＞', '', '-', '@', ':', '.', '%', 'max'],
]
const words = fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'binary', maxLength: 6 })), {
  maxLength: 14,
})
const line = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  words.map((each) => each.join(' ')),
  fc.array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 10 }).map((each) => `1 eth > usdc ${each.join(' ')}`),
)

describe('whatever is typed', () => {
  test('is read without a crash, and every character but space belongs to one part', () => {
    fc.assert(
      fc.property(line, (text) => {
        const { spans, order, problem } = readEntry(text)
        expect(order === undefined).toBe(problem !== undefined)
        let at = 0
        for (const { start, end } of spans) {
          expect(text.slice(at, start).trim()).toBe('')
          expect(end).toBeGreaterThan(start)
          at = end
        }
        if (order !== undefined) expect(text.slice(at).trim()).toBe('')
      }),
      { numRuns: 2000 },
    )
  })

  test('is never an order for anything else: written from its order, it has the same words', () => {
    const plain = (text: string) =>
      text
        .toLowerCase()
        .replaceAll(/->|>/g, ' > ')
        .split(/[\s@]+/)
        .filter(Boolean)
    let orders = 0
    fc.assert(
      fc.property(line, (text) => {
        const order = orderOf(text)
        if (order === undefined) return
        orders += 1
        const { amount, from, to, clauses } = order
        const said = [amount, from, to, ...Object.values(clauses)].flatMap(plain).sort()
        const rest = plain(text).sort()
        for (const word of said) {
          const found = rest.indexOf(word)
          expect(found, `${word} of ${text}`).not.toBe(-1)
          rest.splice(found, 1)
        }
        // What is left are the words between: one for the pair, one a clause, and on before a chain.
        const between = rest.filter((word) => word !== 'on')
        expect(between).toHaveLength(1 + Object.keys(clauses).length)
        for (const word of between)
          expect(['>', 'to', 'into', 'for', 'slip', 'via', 'min', 'rank', 'memo', 'tag']).toContain(word)
      }),
      { numRuns: 5000 },
    )
    expect(orders).toBeGreaterThan(50)
  })

  test('an order that is written is the order that is read', () => {
    const token = fc.constantFrom('eth', 'usdc@base', 'base:USDC', 'via', 'for', `base:${BOB}`, 'USDC.e')
    const values = {
      recipient: fc.constantFrom('@bob', BOB, 'alice.eth'),
      recipientMemo: fc.constantFrom('12345', 'none'),
      slippage: fc.constantFrom('50', '50bps', '0.5%'),
      minReceive: fc.constantFrom('0.03', '1000'),
      provider: fc.constantFrom('ACROSS', 'near-intents'),
      rank: fc.constantFrom('best', 'safest'),
    }
    const order = fc.record({
      amount: fc.constantFrom('1', '0.5', '.25', '1000000'),
      from: token,
      to: token,
      clauses: fc.record(values, { requiredKeys: [] }),
      order: fc.shuffledSubarray([...EVERY_CLAUSE], { minLength: EVERY_CLAUSE.length }),
      separator: fc.constantFrom(' > ', '>', ' to ', ' INTO ', '->'),
    })
    const names = {
      recipient: 'for',
      recipientMemo: 'memo',
      slippage: 'slip',
      minReceive: 'min',
      provider: 'via',
      rank: 'rank',
    }
    fc.assert(
      fc.property(order, ({ separator, order: sequence, ...asked }) => {
        const behind = sequence.flatMap((name) => {
          const value = asked.clauses[name]
          return value === undefined ? [] : [`${names[name]} ${value}`]
        })
        const text = [`${asked.amount} ${asked.from}${separator}${asked.to}`, ...behind].join(' ')
        expect(orderOf(text), text).toEqual(asked)
        // One word more or fewer is not the same order.
        const cut = text.split(' ')
        for (const at of cut.keys()) {
          const without = cut.filter((_, index) => index !== at).join(' ')
          expect(orderOf(without), without).not.toEqual(asked)
          const doubled = [...cut.slice(0, at), cut[at], ...cut.slice(at)].join(' ')
          expect(orderOf(doubled), doubled).not.toEqual(asked)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('letters that only look like those of a word are not that word', () => {
    expect(problemOf('0.5 eth ｔｏ usdc base')).toBe('The asset to get is missing')
    expect(orderOf('0.5 еth to usdс base')).toMatchObject({ from: 'еth', to: 'usdс@base' })
  })
})
