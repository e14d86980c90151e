import { assetAt, unlistedAsset } from '../../../core/assets/find-assets.ts'
import type { ChainHoldings } from '../../../core/money/holdings.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import type { HeldAccount } from '../../context.ts'
import type { EffectTable } from '../../effect-io.ts'
import { noticeEvent } from '../../events.ts'
import { expectedProblem, problemText } from '../../problem.ts'
import { addAccount, type BalancesIo, listKnown, readApprovals, revoke } from './account-work.ts'
import type { BalancesEffects } from './state.ts'

/** Longest reason that is shown, in UTF-16 units. */
const MAX_REASON = 500

/** What the screen does outside. */
export const BALANCES_EFFECTS: EffectTable<BalancesEffects, BalancesIo> = {
  read: readAll,
  use: takeAsset,
  'list-accounts': listKnown,
  'add-account': addAccount,
  'read-approvals': readApprovals,
  revoke,
  answer: async ({ id, text }, io) => io.answers.give(`work ${id}`, text),
  'leave-work': async (_effect, io) => io.cancel('work'),
}

async function readAll(_effect: BalancesEffects['read'], io: BalancesIo): Promise<void> {
  const { portfolio } = io.context
  const signal = io.begin('balances')
  try {
    const accounts = (await portfolio?.(await io.openService())) ?? []
    io.dispatch({
      ...{ on: 'balances', type: 'listed' },
      accounts: accounts.map(({ name, address, kind }) => ({ name, address: cleanText(address, 256), kind })),
    })
    // Beside paper money it is said which accounts there are for real one.
    if (accounts.some(({ kind }) => kind === 'paper')) await listKnown({ on: 'balances', type: 'list-accounts' }, io)
    for (const account of accounts) if (!signal.aborted) await readOne(account, io, signal)
    io.dispatch({ on: 'balances', type: 'ended' })
  } catch (error) {
    io.dispatch({ on: 'balances', type: 'list-failed', problem: expectedProblem(error) })
  }
}

/** One that cannot be read keeps no other from it. */
async function readOne(account: HeldAccount, io: BalancesIo, signal: AbortSignal): Promise<void> {
  const { name } = account
  try {
    const { chains, before, change, usedUnknown, costs } = await account.read((chain) => {
      if (!signal.aborted) io.dispatch({ on: 'balances', type: 'chain', account: name, chain: cleanChain(chain) })
    })
    const note = usedUnknown === undefined ? '' : `tokens may be missing: ${cleanText(usedUnknown, MAX_REASON)}`
    if (signal.aborted) return
    io.dispatch({
      ...{ on: 'balances', type: 'read', account: name, before, change, note, costs },
      chains: chains.map(cleanChain),
    })
  } catch (error) {
    io.dispatch({ on: 'balances', type: 'read-failed', account: name, problem: expectedProblem(error) })
  }
}

function cleanChain(chain: ChainHoldings): ChainHoldings {
  const name = cleanText(chain.name, 60)
  if (chain.state === 'unread') return { ...chain, name, reason: cleanText(chain.reason, MAX_REASON) }
  return {
    ...{ ...chain, name },
    holdings: chain.holdings.map((holding) => ({ ...holding, symbol: cleanText(holding.symbol, 40) })),
  }
}

/** Fills the form of the next swap with what it sends. */
async function takeAsset({ chain, address }: BalancesEffects['use'], io: BalancesIo): Promise<void> {
  try {
    const asset = await assetAt(await io.openService(), chain, address)
    if (asset === undefined) throw unlistedAsset(chain, address)
    io.dispatch({ on: 'balances', type: 'asset-found', asset })
  } catch (error) {
    io.dispatch(noticeEvent('bad', `it cannot be swapped: ${problemText(expectedProblem(error))}`))
  }
}
