import { existsSync } from 'node:fs'
import { resolveChain } from '../../../core/assets/asset-reference.ts'
import { isSwapError, SwapError } from '../../../core/api/errors.ts'
import { countText } from '../../../core/text/count-text.ts'
import { loadBalances, walletFile } from '../../../payments/index.ts'
import type { AssetPlace, ContractReport } from '../../../service/index.ts'
import { defineCommand } from '../../command.ts'
import type { Output } from '../../output/output.ts'
import { during } from '../../output/spinner.ts'
import { openRunFile } from '../../pay/runs.ts'
import { findAsset } from '../../quote/find-asset.ts'
import { openOwn, type Session } from '../../session.ts'
import { usage } from '../../usage.ts'
import { printContracts } from '../../views/contract-view.ts'

/** Compares rows of the catalog with what their contracts state. */
export const check = defineCommand({
  arguments: {
    asset: {
      kind: 'asset',
      many: true,
      description: 'assets to compare: base:USDC, chain:ADDRESS; without any, those that you have',
    },
  },
  options: {
    chain: { kind: 'list', of: { kind: 'chain' }, value: 'chain', description: 'all assets of this chain' },
    limit: {
      kind: 'number',
      value: 'rows',
      whole: true,
      min: 1,
      max: 2_000,
      default: 200,
      description: 'ask about so many rows at most',
    },
    fresh: { kind: 'switch', description: 'ask again about rows that were found the same within 7 days' },
    timeout: {
      kind: 'duration',
      value: 'seconds',
      min: 1,
      max: 600,
      default: 60,
      description: 'longest time for all of it',
    },
  },
  examples: [
    'catalog check --network live',
    'catalog check base:USDC ethereum:USDT --network live',
    'catalog check --chain base --limit 500 --network live --json',
  ],
  notes:
    'Those that you have are the assets of your swaps and locks, what your accounts held when their balances were last read, and\n' +
    'what a refresh has added. Contracts of EVM chains are read: what two operators of nodes say alike counts, or what your own\n' +
    'node says. Nothing in the catalog is changed. Exit code 3 when a row differs from its contract, 5 when no row could be compared.',
  local: true,
  run: async (session, { asset: texts }, { chain: chains, limit, fresh, timeout }) => {
    const { output } = session
    if (session.network !== 'live') {
      throw usage('The sandbox has no contracts to compare with', 'swapcli catalog check --network live')
    }
    const own = await openOwn(session)
    const opened = { service: own, catalog: own.catalog, embedded: own }
    const assets = await Promise.all(
      texts.map(async (text): Promise<AssetPlace> => {
        const found = await findAsset(opened, text, { field: 'asset' })
        return { chain: found.chain.key, address: found.asset.address }
      }),
    )
    const keys = await Promise.all(chains.map(async (text) => (await resolveChain(own.catalog, text)).key))
    const held = assets.length + keys.length > 0 ? [] : await readHeldAssets(session)
    const admin = await own.admin()
    const report = await during(
      session,
      'Reading contracts',
      admin.checkContracts({
        assets,
        chains: keys,
        held,
        limit,
        isFresh: fresh,
        deadlineMs: timeout * 1000,
        signal: session.signal,
      }),
    )
    if (output.json) output.printJson({ data: report })
    else await printContracts(output, report, limit)
    warnOfAmounts(output, report)
    refuseDifferences(report)
  },
})

/** What the accounts of this home hold, as far as that was read before; nothing where no wallet was ever used. */
async function readHeldAssets(session: Session): Promise<readonly AssetPlace[]> {
  if (!existsSync(walletFile(session.home, session.network))) return []
  try {
    const [{ documents }, { readHeld }] = await Promise.all([openRunFile(session, true), loadBalances()])
    return await readHeld(documents)
  } catch (error) {
    if (!isSwapError(error)) throw error
    session.output.note(`what your accounts hold is left out: ${error.message}`)
    return []
  }
}

/** Wrong decimals make every amount wrong, also the least that a swap must give. */
function warnOfAmounts(output: Output, { differing }: ContractReport): void {
  for (const { chain, address, symbol, differences } of differing) {
    if (!differences.includes('decimals')) continue
    output.warn(`Do not swap ${symbol} (${chain}:${address}): every amount of it is shown and read wrong here`)
  }
}

/** @throws CONFIG_INVALID where rows differ, SERVICE_UNAVAILABLE where none of those that can be read was compared */
function refuseDifferences({ differing, unknown, same, kept }: ContractReport): void {
  if (differing.length > 0) {
    const named = differing.slice(0, MOST_NAMED).map(({ chain, symbol }) => `${chain}:${symbol}`)
    const more = differing.length > MOST_NAMED ? ` and ${differing.length - MOST_NAMED} more` : ''
    const count = countText(differing.length, 'row differs from its contract', 'rows differ from their contracts')
    throw new SwapError('CONFIG_INVALID', `${count}: ${named.join(', ')}${more}`, {
      hint:
        'Do not swap by these symbols: ask the issuer for the address, and name that. A newer list may mend it: ' +
        'swapcli catalog refresh --network live, or a newer swapcli',
    })
  }
  const [first] = unknown
  if (first === undefined || same + kept > 0) return
  throw new SwapError('SERVICE_UNAVAILABLE', `No row could be compared: ${first.why}`, {
    hint: `Try again, or set a node that you trust: swapcli config set rpc.${first.chain} <url>`,
  })
}

/** Rows that a failure names. */
const MOST_NAMED = 5
