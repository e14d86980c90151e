import { describe, expect, test } from 'vitest'
import { acceptedDoubts, noteTrust } from '../../../src/cli/pay/accepted-doubts.ts'
import type { AcceptCode } from '../../../src/core/swap/acceptances.ts'

const API = 'http://127.0.0.1:8787/api/v1'

describe('what a run accepts', () => {
  const of = (accept: readonly AcceptCode[], trustServer = false, setting = '', api?: string) => {
    const notes: string[] = []
    noteTrust({ say: (text) => void notes.push(text) }, { trustServer })
    const found = acceptedDoubts(
      {
        settings: new Map([
          ['provider.RELAY.accept', { key: 'provider.RELAY.accept', value: setting, origin: 'file' }],
        ]),
      },
      { accept },
      { provider: 'RELAY', api, kept: ['vault'] },
    )
    return [found.accept, notes.length]
  }

  test('is what it accepted before, what is set for its provider, and what is named now', () => {
    expect(of(['deposit'], false, 'order-by-number, deposit,strange')).toEqual([
      ['vault', 'order-by-number', 'deposit'],
      0,
    ])
  })

  test('is not what is set for a provider that a server only names', () => {
    expect(of(['deposit'], false, 'order-by-number', API)).toEqual([['vault', 'deposit'], 0])
  })

  test('is no longer the whole server: whoever trusts it is told so', () => {
    expect(of([], true)).toEqual([['vault'], 1])
  })
})
