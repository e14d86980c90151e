import { describe, expect, test } from 'vitest'
import { depositSteps, readStepFacts, type SteppedDeposit } from '../../../src/wallet/terms/deposit-steps.ts'

const MEMO = '=:ETH.ETH:0x86d526d6624AbC0178cF7296cD538Ecc080A95F1:0/1/0'
const HEX = Buffer.from(MEMO).toString('hex')
const VAULT = 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr'
const ALICE = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

const DEPOSIT: SteppedDeposit = {
  ...{ address: VAULT, amount: '0.5 BTC', memo: MEMO, family: 'bitcoin', payer: ALICE },
  coin: { decimals: 8, symbol: 'BTC' },
  ...{ dustUnits: 10_000n, feeRate: 21, until: '2026-01-15T12:15:00.000Z' },
}

const rules = (change: Partial<SteppedDeposit> = {}) => depositSteps({ ...DEPOSIT, ...change })?.map(({ rule }) => rule)

describe('the steps of a deposit with a memo', () => {
  test('are the checklist of the network, each with its reason', () => {
    expect(depositSteps(DEPOSIT)).toEqual([
      {
        rule: `One transaction with coins of one address only: ${ALICE}`,
        reason: 'whoever the first input is of is the sender, and gets a refund',
      },
      {
        rule: `First output: exactly 0.5 BTC to ${VAULT}`,
        reason:
          'the network takes the first output for the deposit. It must be more than 0.0001 BTC: what is not is ignored and lost',
      },
      {
        rule: `Second output: the change, back to ${ALICE}`,
        reason: 'a new address for the change would be that of somebody else to the network',
      },
      {
        rule: 'Third output: 0 as OP_RETURN with these 58 bytes (hex)',
        hex: HEX,
        reason:
          'it is the memo, the only order that the network gets, and holds 80 bytes at most: left out, cut or changed, the money comes back less fees or is lost',
      },
      {
        rule: 'Keep this order, and add no output',
        reason:
          'a wallet that sorts outputs (BIP-69) hides the deposit and the memo, which very likely loses it; more than 10 outputs are not read',
      },
      {
        rule: 'Pay a fee of 21 base units a byte, or more',
        reason: 'it should be in the next block: vaults change, and a deposit to an old one is lost',
      },
      {
        rule: 'No input of a Taproot address (bc1p, ltc1p), and none of MWEB',
        reason: 'the network does not see who sent it',
      },
      {
        rule: 'Send it before 2026-01-15T12:15:00.000Z, and nothing after',
        reason: 'by then the vault may be another one',
      },
    ])
  })

  test('leave out what the network does not say', () => {
    const said = rules({
      payer: undefined,
      dustUnits: undefined,
      feeRate: undefined,
      until: undefined,
      family: undefined,
    })
    expect(said).toContain('One transaction with coins of one address only: your address')
    expect(said).toContain('Pay a fee for one of the next blocks')
    expect(said).toHaveLength(7)
  })

  test('write a longer memo into further outputs, in their order', () => {
    const memo =
      '=:ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48:0x5615E8AB93b9d695b6d4d6545f7792aA59e1069a:118500000/1/0'
    const hex = Buffer.from(`${memo.slice(0, 79)}^`).toString('hex')
    expect(depositSteps({ ...DEPOSIT, memo })?.map((step) => step.hex)[3]).toBe(hex)
    expect(rules({ memo })?.slice(3, 7)).toEqual([
      'Third output: 0 as OP_RETURN with these 80 bytes (hex)',
      'Output 4: 0.00000294 BTC to bc1qxs6kvdeh8yexzsf489jnzvpk89sn5vf3hm9czf',
      'Output 5: 0.00000294 BTC to bc1q8q6nqvpsxqcz7vf0xqqqqqqqqqqqqqqqqx2x2v',
      'Keep this order, and add no output',
    ])
  })

  test('are none for a memo that cannot be sent', () => {
    expect(rules({ memo: 'x'.repeat(300) })).toBeUndefined()
    expect(rules({ memo: 'x'.repeat(81), family: 'dash' })).toBeUndefined()
    expect(rules({ memo: 'a\nb' })).toBeUndefined()
  })
})

test('what a network says of a deposit is read where it is an amount and a rate', () => {
  expect(readStepFacts({ dustThreshold: '10000', feeRate: 21 })).toEqual({ dustUnits: 10_000n, feeRate: 21 })
  expect(readStepFacts({ dustThreshold: 10_000, feeRate: '21' })).toEqual({ dustUnits: undefined, feeRate: undefined })
  expect(readStepFacts({ dustThreshold: '-1', feeRate: 0.5 })).toEqual({ dustUnits: undefined, feeRate: undefined })
  expect(readStepFacts(undefined)).toEqual({ dustUnits: undefined, feeRate: undefined })
})
