import { expect, test } from 'vitest'
import type { RunJournal, SwapRun } from '../../../../../src/wallet/run/journal.ts'
import { ownKnowledge } from '../../../../../src/tui/screens/swap/fill/own-knowledge.ts'
import { SwapError } from '../../../../../src/core/api/errors.ts'
import type { TuiContext } from '../../../../../src/tui/context.ts'
import { USDC } from '../../../sample-swap.ts'

const PLACE = { network: 'live', api: undefined, version: '1.0.0' } as const

function knowing(change: Partial<TuiContext>) {
  return ownKnowledge({ place: PLACE, settings: { values: {}, write: async () => undefined }, ...change })
}

/** A journal of these runs, newest first; those without an id cannot be read. */
function journalOf(kept: readonly (Partial<SwapRun> | undefined)[]): NonNullable<TuiContext['runs']> {
  const listNewest = async (most: number, skip?: (id: string) => void): Promise<SwapRun[]> =>
    kept.slice(0, most).flatMap((run) => {
      if (run === undefined) skip?.('run_lost')
      return run === undefined ? [] : [run as SwapRun]
    })
  return async () => ({ journal: { listNewest } as RunJournal, wallet: undefined })
}

test('the newest executed run of the service in use is found behind any number of others', async () => {
  const others = Array.from({ length: 19 }, () => ({ api: 'http://swap.example', transactionId: 'tx_other' }))
  const own = { id: 'run_own', transactionId: 'tx_own', createdAt: '2026-01-01' }
  const newestOf = async (kept: readonly (Partial<SwapRun> | undefined)[]) =>
    (await knowing({ runs: journalOf(kept) }).newestRun())?.id
  expect(await newestOf([undefined, ...others, { id: 'run_quoted' }, own])).toBe('run_own')
  expect(await newestOf([undefined, ...others])).toBeUndefined()
  expect(await knowing({}).newestRun()).toBeUndefined()
})

test('contacts and own accounts are known, those of chains with memos with what their payments state', async () => {
  const own = knowing({
    settings: { values: { 'contact.bob': 'rBob 7', slippage: '50' }, write: async () => undefined },
    wallets: async () => [{ name: 'main', address: 'rMain', kind: 'watch' }],
    accounts: async (role) => {
      if (role === 'depositor') throw new SwapError('CONFIG_INVALID', 'It is damaged')
      return { address: 'rExchange', memo: '9' }
    },
  })
  expect(await own.payees({ ...USDC, addressFamily: 'xrpl' })).toEqual(['rBob 7', 'rMain none', 'rExchange 9'])
  expect(await own.payees(USDC)).toEqual(['rBob 7', 'rMain', 'rExchange'])
})
