import { addressKey } from '../core/assets/address-key.ts'
import { NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../core/assets/catalog.ts'
import { COIN_STAND_IN } from '../core/evm/tokens.ts'

/*
 * data/prices.json: which assets are the same thing, and the price feeds of Chainlink. test/prices/tables.test.ts holds it
 * against the bundled catalog.
 */

/** The file. Chains are named by the catalog's id. */
export interface PriceData {
  readonly groups: readonly {
    readonly name: string
    /** True where each of its assets is a dollar by its issuer's promise. */
    readonly isDollar?: boolean
    /** Base of the feed that prices its firm members. */
    readonly feed?: string
    /**
     * Chain id, address, decimals. Then nothing for a firm member, which its issuer or chain redeems one to one; or
     * `soft`, the basis points by which it may differ, and the base of a feed of its own where there is one; or `broken`.
     */
    readonly members: readonly string[]
  }[]
  readonly feedChains: Readonly<
    Record<
      string,
      {
        readonly name: string
        /** The contract that says which feeds are Chainlink's and in use. */
        readonly flags?: string
        /** The feed that says whether the chain's sequencer is up. */
        readonly sequencer?: string
        /** Base, proxy, decimals, longest silence in seconds, deviation that forces an update in basis points. */
        readonly feeds: readonly string[]
      }
    >
  >
}

/** An asset of a group. */
export interface Member {
  readonly group: string
  readonly isDollar: boolean
  /** Base of the feed that prices it; undefined where none does. */
  readonly feed: string | undefined
  /** `firm`: redeemed one to one; `soft`: one to one while its price says so; `broken`: worth nothing that is known. */
  readonly kind: 'firm' | 'soft' | 'broken'
  /** How far a soft member's price may be from the group's, in basis points. */
  readonly toleranceBps: number
  readonly chainId: number
  /** As the catalog writes it. */
  readonly address: string
  readonly decimals: number
}

/** A price feed in dollars. */
export interface Feed {
  readonly base: string
  readonly chainId: number
  readonly chainName: string
  readonly proxy: string
  readonly decimals: number
  /** Longest silence of a price that stands still, in seconds. */
  readonly heartbeatSec: number
  /** Movement that forces an update, in basis points. */
  readonly deviationBps: number
  readonly flags: string | undefined
  readonly sequencer: string | undefined
}

/** The tables, ready for looking up. */
export interface PriceTables {
  member(chainId: number, address: string): Member | undefined
  /** Every member on a chain. */
  membersOn(chainId: number): readonly Member[]
  /** The feeds of a base: that of the chain first, then that of Ethereum, then the most precise ones; coarse ones last. */
  feeds(base: string, chainId: number): readonly Feed[]
  /** The base of a group's own feed. */
  groupFeed(group: string): string | undefined
}

/** Ethereum has the most operators of nodes. */
const ETHEREUM = 1
/** A feed that may be off by more basis points than this is coarse. */
const COARSE_BPS = 50

export function readTables({ groups, feedChains }: PriceData): PriceTables {
  const members = new Map<string, Member>()
  for (const { name, isDollar = false, feed, members: rows } of groups) {
    for (const row of rows) {
      const [chain = '', address = '', decimals = '', kind = 'firm', toleranceBps = '0', ownFeed] = row.split(' ')
      const member: Member = {
        group: name,
        isDollar,
        feed: kind === 'firm' ? feed : ownFeed,
        kind: kind === 'soft' || kind === 'broken' ? kind : 'firm',
        toleranceBps: Number(toleranceBps),
        chainId: Number(chain),
        address,
        decimals: Number(decimals),
      }
      members.set(memberKey(member.chainId, address), member)
    }
  }
  const feeds = Object.entries(feedChains).flatMap(([id, { name, flags, sequencer, feeds: rows }]) =>
    rows.map((row): Feed => {
      const [base = '', proxy = '', decimals = '', heartbeatSec = '', deviationBps = ''] = row.split(' ')
      return {
        base,
        chainId: Number(id),
        chainName: name,
        proxy,
        decimals: Number(decimals),
        heartbeatSec: Number(heartbeatSec),
        deviationBps: Number(deviationBps),
        flags,
        sequencer,
      }
    }),
  )
  return {
    member: (chainId, address) => members.get(memberKey(chainId, address)),
    membersOn: (chainId) => [...members.values()].filter((member) => member.chainId === chainId),
    feeds: (base, chainId) =>
      feeds
        .filter((feed) => feed.base === base)
        .sort(
          (a, b) =>
            Number(a.deviationBps > COARSE_BPS) - Number(b.deviationBps > COARSE_BPS) ||
            Number(b.chainId === chainId) - Number(a.chainId === chainId) ||
            Number(b.chainId === ETHEREUM) - Number(a.chainId === ETHEREUM) ||
            a.deviationBps - b.deviationBps ||
            a.heartbeatSec - b.heartbeatSec,
        ),
    groupFeed: (group) => groups.find(({ name }) => name === group)?.feed,
  }
}

/** A coin has one key, however it is written. */
function memberKey(chainId: number, address: string): string {
  const key = addressKey(address)
  const isCoin = key === '' || key === NATIVE_ADDRESS || key === COIN_STAND_IN.toLowerCase()
  return `${chainId} ${isCoin || key === NATIVE_EVM_ADDRESS ? 'coin' : key}`
}
