import { sameAddress } from '../../../core/assets/address-key.ts'
import type { CatalogAsset } from '../../../core/assets/catalog.ts'
import { isSwapError } from '../../../core/api/errors.ts'
import type { MicroUsd } from '../../../core/money/usd.ts'
import { type FailedChain, loadBalances, loadValues } from '../../../payments/index.ts'
import { type KnownSpender, loadFamily, type PayChain } from '../../../wallet/index.ts'
import { countText } from '../../../core/text/count-text.ts'
import { during } from '../../output/spinner.ts'
import type { Session } from '../../session.ts'
import type { OpenedApprovals, ReadApproval } from './recorded-approvals.ts'

/*
 * What contracts of known providers may take of the tokens that an account holds, whoever approved it. Contracts that no table
 * names are not found: no chain lists the allowances of an account.
 */

/** An approval that no payment of this machine made. */
export interface HeldApproval extends ReadApproval {
  /** Whose contract the spender is. */
  readonly spenderName: string
  /** What it may take now: the smaller of allowance and balance, base units. */
  readonly atRisk: bigint
  /** What that is worth by evidence that no counterparty makes; undefined where nobody independent says. */
  readonly atRiskUsd: MicroUsd | undefined
}

/** What was found, and what is missing. */
export interface HeldApprovals {
  readonly held: readonly HeldApproval[]
  readonly failed: readonly FailedChain[]
  /** Sentences on what could not be read of chains that answered, and on chains that nobody can ask. */
  readonly missing: readonly string[]
}

/** Tokens of a chain that are asked for, in catalog order. */
const MOST_TOKENS = 200

/**
 * Reads them of the chains.
 * @param owner canonical form
 * @param keys catalog keys of EVM chains. @default those with a node of the user's own, and the main ones
 */
export async function findHeldApprovals(
  session: Session,
  opened: OpenedApprovals,
  owner: string,
  keys: readonly string[],
): Promise<HeldApprovals> {
  const { MAIN_CHAINS } = await loadBalances()
  const reachable = await opened.payChains.keys()
  const hasOwnNode = (key: string) => (session.settings.get(`rpc.${key}`)?.value ?? '') !== ''
  const asked = reachable.filter((key) =>
    keys.length === 0 ? hasOwnNode(key) || MAIN_CHAINS.includes(key) : keys.includes(key),
  )
  const failed: FailedChain[] = []
  const missing = keys.filter((key) => !reachable.includes(key)).map((key) => `no RPC is known for ${key}`)
  const readOne = async (key: string): Promise<readonly HeldApproval[]> => {
    const chain = await opened.payChains.chain(key)
    if (chain === undefined) return []
    try {
      return await readChain(session, opened, chain, owner, (text) => missing.push(`${chain.name}: ${text}`))
    } catch (error) {
      if (!isSwapError(error)) throw error
      failed.push({ chain, error })
      return []
    }
  }
  const found = await during(session, 'asking the chains', Promise.all(asked.map(readOne)))
  return { held: found.flat(), failed, missing }
}

async function readChain(
  session: Session,
  { catalog, recorded }: OpenedApprovals,
  chain: PayChain,
  owner: string,
  tell: (missing: string) => void,
): Promise<readonly HeldApproval[]> {
  const family = await loadFamily(chain.family)
  const [balances, reader] = await Promise.all([family.loadBalances?.(), family.loadApprovals?.()])
  if (balances === undefined || reader === undefined) return []
  const tokens = (await catalog.assets(chain.key)).filter(({ isNative }) => !isNative).slice(0, MOST_TOKENS)
  const read = await balances.readBalances(chain, owner, tokens)
  const held = read.balances.filter(({ units }) => units > 0n)
  const { length: tokensUnread } = read.unreadable
  if (tokensUnread > 0) tell(`${countText(tokensUnread, 'token')} gave no balance`)
  const spenders = reader.knownSpenders(chain.chainId)
  const asked = held.flatMap(({ asset, units }) =>
    spenders
      .map((spender) => ({ asset, balance: units, spender, approval: approvalOf(chain, owner, asset, spender) }))
      .filter(({ approval }) => !recorded.some((one) => isSame(one, approval))),
  )
  const approvals = asked.map(({ approval }) => approval)
  const allowances = approvals.length === 0 ? [] : await reader.readAllowances(chain, approvals, session.clock.now())
  const allowancesUnread = approvals.filter((_approval, at) => allowances[at] === undefined).length
  if (allowancesUnread > 0) tell(`${countText(allowancesUnread, 'allowance')} could not be read`)
  const given = asked.flatMap((one, at) => {
    const units = allowances[at] ?? 0n
    return units === 0n ? [] : [{ ...one, units, atRisk: units < one.balance ? units : one.balance }]
  })
  const { appraise } = (await loadValues()).openLossValues(session)
  const { valueHoldings } = await loadBalances()
  const worth = await valueHoldings(
    appraise,
    given.map(({ asset, atRisk }) => ({ asset, units: atRisk })),
  )
  return given.map(({ approval, asset, spender, units, atRisk }, at) => ({
    ...{ ...approval, runs: [], provider: '', symbol: asset.symbol, decimals: asset.decimals },
    ...{ chain, units, isUnlimited: reader.isUnlimited(units), spenderName: spender.name },
    ...{ atRisk, atRiskUsd: worth[at]?.usd },
  }))
}

function approvalOf(
  { chainId }: PayChain,
  owner: string,
  asset: CatalogAsset,
  { address, keeper }: KnownSpender,
): Named {
  return { chainId, owner, token: asset.address, spender: address, keeper }
}

type Named = Pick<ReadApproval, 'chainId' | 'owner' | 'token' | 'spender' | 'keeper'>

function isSame(one: Named, other: Named): boolean {
  return (
    one.chainId === other.chainId &&
    one.keeper === other.keeper &&
    [one.owner, one.token, one.spender].every((address, at) =>
      sameAddress(address, [other.owner, other.token, other.spender][at] ?? ''),
    )
  )
}
