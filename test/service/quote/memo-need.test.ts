import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/core/ports.ts'
import { type ProviderCall, ProviderError, type ProviderManifest } from '../../../src/providers/contract.ts'
import { requiresMemo } from '../../../src/service/quote/memo-need.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const XRP_WALLET = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'
const STELLAR_WALLET = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'

interface Asked {
  readonly status?: number
  readonly isLock?: boolean
  readonly node?: string
}

/** Asks a node of a chain that answers with this, or fails. */
async function ask(chainKey: 'xrpl' | 'stellar' | 'ton', answer: Json | Error, asked: Asked = {}) {
  const calls: { readonly baseUrl: ProviderManifest['baseUrl']; readonly call: ProviderCall }[] = []
  const connections = {
    http: ({ baseUrl }: ProviderManifest) => ({
      request: (call: ProviderCall) => {
        calls.push({ baseUrl, call })
        if (answer instanceof Error) return Promise.reject(answer)
        return Promise.resolve({ status: asked.status ?? 200, body: answer, text: JSON.stringify(answer) })
      },
    }),
  }
  const parts = { clock: createFakeClock(), connections, leaving: new AbortController().signal }
  const { isLock = true, node = 'https://node.example, https://other.example' } = asked
  const account = chainKey === 'xrpl' ? XRP_WALLET : STELLAR_WALLET
  const isRequired = await requiresMemo(parts, { chainKey, node }, account, { isLock, signal: undefined })
  return { isRequired, calls }
}

const accountInfo = (Flags: number) => ({ result: { account_data: { Account: XRP_WALLET, Flags }, status: 'success' } })

describe('the XRP Ledger', () => {
  test('requires a tag where the account has set lsfRequireDestTag', async () => {
    const flags = [0x0002_0000, 0x0012_0000, 0, 0x0001_0000, 0x0004_0000]
    const answers = await Promise.all(flags.map((flag) => ask('xrpl', accountInfo(flag))))
    expect(answers.map(({ isRequired }) => isRequired)).toEqual([true, true, false, false, false])
    expect(answers[0]?.calls).toMatchObject([
      {
        baseUrl: 'https://node.example',
        call: {
          ...{ method: 'POST', path: '' },
          body: { method: 'account_info', params: [{ account: XRP_WALLET, ledger_index: 'validated' }] },
        },
      },
    ])
  })

  test('requires none of an account that is not there yet', async () => {
    expect((await ask('xrpl', { result: { error: 'actNotFound', status: 'error' } })).isRequired).toBe(false)
  })
})

describe('Stellar', () => {
  test('requires a memo where config.memo_required is 1 (SEP-29)', async () => {
    const entries = [{ 'config.memo_required': 'MQ==' }, { 'config.memo_required': 'MA==' }, { other: 'MQ==' }, {}]
    const answers = await Promise.all(entries.map((data) => ask('stellar', { id: STELLAR_WALLET, data })))
    expect(answers.map(({ isRequired }) => isRequired)).toEqual([true, false, false, false])
    expect(answers[0]?.calls).toMatchObject([{ call: { method: 'GET', path: `/accounts/${STELLAR_WALLET}` } }])
  })

  test('says nothing of an account by the answer about another one', async () => {
    const answer = { id: 'GCEZWKCA5VLDNRLN3RPRJMRZOX3Z6G5CHCGSNFHEYVXM3XOJMDS674JZ', data: {} }
    await expect(ask('stellar', answer)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })

  test('requires none of an account that is not there yet', async () => {
    expect((await ask('stellar', { status: 404 }, { status: 404 })).isRequired).toBe(false)
  })
})

test('a ledger that says nothing of it is not asked', async () => {
  expect(await ask('ton', {})).toEqual({ isRequired: false, calls: [] })
})

describe('a node that gives no answer', () => {
  const silent = new ProviderError('unreachable', 'It could not be reached')
  test.each([
    ['does not answer', silent, {}, 'It could not be reached'],
    [
      'answers about another account, which needs none',
      { result: { account_data: { Account: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', Flags: 0 } } },
      {},
      'its answer is about another account',
    ],
    ['answers something else', { result: { account_data: {} } }, {}, 'its answer cannot be read'],
    ['is of another error', { result: { error: 'noNetwork' } }, {}, 'its answer cannot be read'],
    ['is no https URL', {}, { node: 'http://node.example' }, 'rpc.xrpl is no https URL without a query'],
  ])('ends a lock, and not a quote: it %s', async (_name, answer, asked, why) => {
    await expect(ask('xrpl', answer, asked)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: `The node that is set for xrpl does not say whether ${XRP_WALLET} needs a memo: ${why}`,
    })
    expect((await ask('xrpl', answer, { ...asked, isLock: false })).isRequired).toBe(false)
  })
})
