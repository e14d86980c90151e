import { sameAddress } from '../../../core/assets/address-key.ts'
import type { CatalogAsset } from '../../../core/assets/catalog.ts'
import { PERMIT2 } from '../../../core/evm/contracts.ts'
import { isSwapError } from '../../../core/api/errors.ts'
import type { MicroUsd } from '../../../core/money/usd.ts'
import { type FailedChain, loadBalances, loadValues } from '../../../payments/index.ts'
import { type Approvals as ApprovalTools, type KnownSpender, loadFamily, type PayChain } from '../../../wallet/index.ts'
import { countText } from '../../../core/text/count-text.ts'
import { during } from '../../output/spinner.ts'
import type { Session } from '../../session.ts'
import type { OpenedApprovals, ReadApproval } from './recorded-approvals.ts'

/*
 * What contracts of known providers may take of the tokens that an account holds, whoever approved it. Contracts that no table
 * names are not found: no chain lists the allowances of an account.
 */

/** An approval with what may be lost by it. */
export interface WeighedApproval extends ReadApproval {
  /** Whose contract the spender is; '' where no table says. */
  readonly spenderName: string
  /** What it may take now: the least of allowance, balance and, where Permit2 keeps the allowance, what Permit2 may take; base
   * units; undefined where allowance or balance is not known. */
  readonly atRisk: bigint | undefined
  /** What that is worth by evidence that no counterparty makes; undefined where nobody independent says. */
  readonly atRiskUsd: MicroUsd | undefined
}

/** One that no payment of this machine made. */
export interface HeldApproval extends WeighedApproval {
  readonly atRisk: bigint
}

/** What was found, and what is missing. */
export interface HeldApprovals {
  readonly held: readonly HeldApproval[]
  readonly failed: readonly FailedChain[]
  /** Sentences on what could not be read of chains that answered, and on chains that nobody can ask. */
  readonly missing: readonly ChainSentence[]
}

/** What is to be known of a chain. */
export interface ChainSentence {
  /** Catalog key. */
  readonly chain: string
  /** With the name of the chain. */
  readonly text: string
}

/** Tokens of a chain that are asked for, in catalog order. */
const MOST_TOKENS = 200

/**
 * Reads them of the chains.
 * @param owner canonical form
 * @param keys catalog keys of EVM chains. @default those of `chainsToAsk`
 */
export async function findHeldApprovals(
  session: Session,
  opened: OpenedApprovals,
  owner: string,
  keys: readonly string[],
): Promise<HeldApprovals> {
  const reachable = await opened.payChains.keys()
  const asked = keys.length === 0 ? await chainsToAsk(session, opened) : reachable.filter((key) => keys.includes(key))
  const unasked = keys
    .filter((key) => !reachable.includes(key))
    .map((key) => ({ chain: key, text: `no RPC is known for ${key}` }))
  const reading = Promise.all(asked.map((key) => findHeldOn(session, opened, owner, key)))
  const found = await during(session, 'asking the chains', reading)
  return {
    held: found.flatMap(({ held }) => held),
    failed: found.flatMap(({ failed }) => failed),
    missing: [...unasked, ...found.flatMap(({ missing }) => missing)],
  }
}

/** Catalog keys of the chains that are asked where none is named: those with a node of the user's own, and the main ones. */
export async function chainsToAsk(
  session: Session,
  { payChains }: Pick<OpenedApprovals, 'payChains'>,
): Promise<readonly string[]> {
  const { MAIN_CHAINS } = await loadBalances()
  const hasOwnNode = (key: string) => (session.settings.get(`rpc.${key}`)?.value ?? '') !== ''
  return (await payChains.keys()).filter((key) => hasOwnNode(key) || MAIN_CHAINS.includes(key))
}

/** The same of one chain. @param key of the catalog */
export async function findHeldOn(
  session: Session,
  opened: OpenedApprovals,
  owner: string,
  key: string,
): Promise<HeldApprovals> {
  const chain = await opened.payChains.chain(key)
  if (chain === undefined) return { held: [], failed: [], missing: [] }
  const missing: ChainSentence[] = []
  const tell = (text: string) => missing.push({ chain: key, text: `${chain.name}: ${text}` })
  try {
    return { held: await readChain(session, opened, chain, owner, tell), failed: [], missing }
  } catch (error) {
    if (!isSwapError(error)) throw error
    return { held: [], failed: [{ chain, error }], missing }
  }
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
  const limits = await readPermit2Limits(session, reader, chain, approvals)
  const given = asked.flatMap((one, at) => {
    const units = allowances[at] ?? 0n
    return units === 0n ? [] : [{ ...one, units, atRisk: leastOf(units, one.balance, limits[at]) }]
  })
  const worth = await appraiseUnits(
    session,
    given.map(({ asset, atRisk }) => ({ asset, units: atRisk })),
  )
  return given.map(({ approval, asset, spender, units, atRisk }, at) => ({
    ...{ ...approval, runs: [], provider: '', symbol: asset.symbol, decimals: asset.decimals },
    ...{ chain, units, isUnlimited: reader.isUnlimited(units), spenderName: spender.name },
    ...{ atRisk, atRiskUsd: worth[at] },
  }))
}

/** What amounts are worth, in the order asked for. */
async function appraiseUnits(
  session: Session,
  amounts: Parameters<Awaited<ReturnType<typeof loadBalances>>['valueHoldings']>[1],
): Promise<readonly (MicroUsd | undefined)[]> {
  const [{ openLossValues }, { valueHoldings }] = await Promise.all([loadValues(), loadBalances()])
  return (await valueHoldings(openLossValues(session).appraise, amounts)).map(({ usd }) => usd)
}

/** Reads what may be lost by approvals that are read; what does not answer stays unknown. @param approvals of one owner and chain */
export async function weighApprovals(
  session: Session,
  { catalog }: OpenedApprovals,
  approvals: readonly ReadApproval[],
): Promise<readonly WeighedApproval[]> {
  const [first] = approvals
  const { chain } = first ?? {}
  if (first === undefined || chain === undefined) return approvals.map(withoutRisk)
  const family = await loadFamily(chain.family)
  const [reader, tools] = await Promise.all([family.loadBalances?.(), family.loadApprovals?.()])
  const spenders = tools?.knownSpenders(chain.chainId)
  const named = approvals.map((approval): WeighedApproval => {
    const known = spenders?.find(({ address }) => sameAddress(address, approval.spender))
    return { ...withoutRisk(approval), spenderName: known?.name ?? '' }
  })
  if (reader === undefined) return named
  const asked = named.map(({ token }) => ({ address: token, isNative: false }))
  const read = await reader.readBalances(chain, first.owner, asked).catch((error: unknown) => {
    if (isSwapError(error)) return undefined
    throw error
  })
  const limits = tools === undefined ? [] : await readPermit2Limits(session, tools, chain, named)
  const risky = named.map((approval, at) => {
    const balance = read?.balances.find(({ asset }) => asset.address === approval.token)?.units
    const { units } = approval
    if (balance === undefined || units === undefined) return approval
    return { ...approval, atRisk: leastOf(units, balance, limits[at]) }
  })
  const amounts = await Promise.all(
    risky.map(async ({ token, symbol = '', decimals, atRisk = 0n }) => {
      const { address } = (await catalog.asset(chain.key, token)) ?? { address: token }
      return { asset: { chain: chain.key, symbol, address, isNative: false, decimals: decimals ?? 0 }, units: atRisk }
    }),
  )
  const worth = await appraiseUnits(session, amounts)
  return risky.map((approval, at) => {
    const { atRisk, decimals } = approval
    if (atRisk === 0n) return { ...approval, atRiskUsd: 0n }
    return atRisk === undefined || decimals === undefined ? approval : { ...approval, atRiskUsd: worth[at] }
  })
}

/**
 * What Permit2 itself may take of the tokens of the allowances that it keeps, in their order; undefined for those that it does not
 * keep, and where that cannot be read: then the allowance alone is known. @param approvals of one owner and chain
 */
async function readPermit2Limits(
  session: Session,
  tools: ApprovalTools,
  chain: PayChain,
  approvals: readonly Named[],
): Promise<readonly (bigint | undefined)[]> {
  const kept = approvals.filter(({ keeper }) => keeper === 'permit2')
  if (kept.length === 0) return []
  const own = kept.map((approval): Named => ({ ...approval, spender: PERMIT2, keeper: 'token' }))
  const read = await tools.readAllowances(chain, own, session.clock.now()).catch((error: unknown) => {
    if (isSwapError(error)) return []
    throw error
  })
  const limits = new Map(kept.map(({ token }, at) => [token, read[at]]))
  return approvals.map(({ keeper, token }) => (keeper === 'permit2' ? limits.get(token) : undefined))
}

function leastOf(units: bigint, ...limits: readonly (bigint | undefined)[]): bigint {
  return limits.reduce<bigint>((least, limit) => (limit !== undefined && limit < least ? limit : least), units)
}

function withoutRisk(approval: ReadApproval): WeighedApproval {
  return { ...approval, spenderName: '', atRisk: undefined, atRiskUsd: undefined }
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
