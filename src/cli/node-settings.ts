import { isSwapError, SwapError } from '../core/api/errors.ts'
import { MEMO_LEDGERS } from '../core/assets/recipient-memo.ts'
import { isNodeSetting } from '../io/index.ts'
import { isFamilyKey, PSBT_CHAINS } from '../wallet/index.ts'
import { findChain } from './quote/find-asset.ts'
import { openLists, type Session } from './session.ts'

/** Why a node under this key would never be asked; undefined where it is, or the bundled catalog lacks the chain. */
export async function unusedNodeProblem(session: Session, key: string): Promise<string | undefined> {
  if (!isNodeSetting(key)) return undefined
  const chains = await (await session.bundledCatalog()).chains()
  const chain = chains.find((one) => one.key === chainOf(key))
  if (chain === undefined) return undefined
  if (key.startsWith('esplora.')) {
    if (PSBT_CHAINS.includes(chain.key)) return undefined
    return `${key} would have no effect: an esplora is asked for coins of ${PSBT_CHAINS.join(', ')} only`
  }
  if (isFamilyKey(chain.addressFamily)) return undefined
  if (key.startsWith('rpc.') && MEMO_LEDGERS.some((ledger) => ledger === chain.key)) return undefined
  const read = chains.filter(({ addressFamily }) => isFamilyKey(addressFamily)).map((one) => one.key)
  return `${key} would have no effect: only EVM chains, and ${MEMO_LEDGERS.join(' and ')}, are read, ${read.slice(0, 5).join(', ')} and ${read.length - 5} others`
}

/** What says which keys there are beside this one. */
export function readChainsHint(key: string): string {
  return key.startsWith('esplora.')
    ? `Set one of theirs: swapcli config set esplora.${PSBT_CHAINS[0] ?? ''} -`
    : 'See them: swapcli chains --query evm'
}

/**
 * Nodes of chains that do not exist, or that this program reads nothing of: whoever sets them believes that they are asked.
 * @throws CONFIG_INVALID
 */
export async function refuseUnusedNodes(session: Session): Promise<void> {
  for (const { key, origin } of session.settings.values()) {
    if (!isNodeSetting(key)) continue
    const unused = await unusedNodeProblem(session, key)
    const refuse = (message: string, hint: string) =>
      new SwapError('CONFIG_INVALID', `${message} (from ${origin})`, { field: key, hint })
    const unset = origin === session.configFile ? `Remove it: swapcli config unset ${key}` : readChainsHint(key)
    if (unused !== undefined) throw refuse(unused, unset)
    const unknown = await unknownChain(session, chainOf(key))
    if (unknown !== undefined) throw refuse(`${key}: ${unknown.message}`, unknown.hint ?? unset)
  }
}

/** Why no chain has this key. A refresh, or a server, may know more chains than the bundled catalog. */
async function unknownChain(session: Session, word: string): Promise<Pick<SwapError, 'message' | 'hint'> | undefined> {
  const chains = await (await session.bundledCatalog()).chains()
  if (chains.some(({ key }) => key === word)) return undefined
  try {
    const key = await findChain(await openLists(session), word)
    return key === word ? undefined : { message: `Unknown chain ${word}`, hint: `Did you mean ${key}?` }
  } catch (error) {
    if (isSwapError(error) && error.code === 'VALIDATION_ERROR') return error
    throw error
  }
}

function chainOf(key: string): string {
  return key.slice(key.indexOf('.') + 1)
}
