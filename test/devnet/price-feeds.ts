import { type Address, type Hex, isAddress, numberToHex, parseUnits, stringToHex } from 'viem'
import { CHAINLINK, ERC20 } from '../../src/core/evm/functions.ts'
import { readPriceTables } from '../../src/io/data-files.ts'
import type { PriceData } from '../../src/prices/tables.ts'
import { CHAIN_IDS, type ChainKey } from './addresses.ts'
import type { DevClient } from './anvil.ts'

/*
 * Price feeds at the addresses that they have on the real chains, as the program reads them. No package brings a compiled
 * one, so a few instructions answer from storage.
 */

/** Assets that have a price on the local chains. */
export type PricedBase = 'ETH' | 'USDC' | 'USDT' | 'DAI'

/** In dollars, as the pools have them. */
const PRICES: Readonly<Record<PricedBase, string>> = { ETH: '2000', USDC: '1', USDT: '1', DAI: '1' }

/** Where a feed keeps its answers; a time of 0 is that of the latest block. */
const SLOTS = { answer: 0, updatedSec: 1, decimals: 2, description: 3, descriptionLength: 4, startedSec: 5 } as const

/** What a feed is to say. */
export interface FeedState {
  /** In dollars, as decimal text; `0` and negative ones too. @default as it is */
  readonly price?: string
  /** Epoch seconds of the price. @default that of the latest block */
  readonly updatedSec?: bigint
  readonly description?: string
}

/** Changes what the feed of a base says on a chain. @default the price of now */
export async function setFeed(
  { client, key }: { readonly client: DevClient; readonly key: ChainKey },
  base: PricedBase,
  { price, updatedSec = 0n, description }: FeedState,
): Promise<void> {
  const { proxy, decimals } = feedOf(key, base)
  if (price !== undefined) await store(client, proxy, 'answer', BigInt.asUintN(256, parseUnits(price, decimals)))
  await store(client, proxy, 'updatedSec', updatedSec)
  if (description !== undefined) await describeFeed(client, proxy, description)
}

/** Says of Base whether its sequencer is up, and since when. @param answer 0 up, 1 down */
export async function setSequencer(client: DevClient, answer: 0 | 1, sinceSec: bigint): Promise<void> {
  const address = sequencerOf('base')
  if (address === undefined) throw new Error('Base has no feed of its sequencer')
  await store(client, address, 'answer', BigInt(answer))
  await store(client, address, 'startedSec', sinceSec)
}

/** Puts the feeds, their registry and the sequencer's feed on a chain. */
export async function installFeeds(client: DevClient, key: ChainKey): Promise<void> {
  for (const base of ['ETH', 'USDC', 'USDT', 'DAI'] as const) {
    const { proxy, decimals } = feedOf(key, base)
    await client.setCode({ address: proxy, bytecode: FEED_CODE })
    await store(client, proxy, 'answer', parseUnits(PRICES[base], decimals))
    await store(client, proxy, 'decimals', BigInt(decimals))
    await describeFeed(client, proxy, `${base} / USD`)
  }
  const { flags } = tableOf(key)
  if (flags !== undefined && isAddress(flags)) {
    await client.setCode({ address: flags, bytecode: FEED_CODE })
    await store(client, flags, 'answer', 1n)
  }
  const sequencer = sequencerOf(key)
  if (sequencer === undefined) return
  await client.setCode({ address: sequencer, bytecode: FEED_CODE })
  await store(client, sequencer, 'startedSec', 1n)
}

function tableOf(key: ChainKey): PriceData['feedChains'][string] {
  const table = readPriceTables<PriceData>().feedChains[CHAIN_IDS[key]]
  if (table === undefined) throw new Error(`No feeds on ${key}`)
  return table
}

function sequencerOf(key: ChainKey): Address | undefined {
  const { sequencer } = tableOf(key)
  return sequencer !== undefined && isAddress(sequencer) ? sequencer : undefined
}

function feedOf(key: ChainKey, base: PricedBase): { readonly proxy: Address; readonly decimals: number } {
  const row = tableOf(key).feeds.find((one) => one.startsWith(`${base} `))
  const [, proxy = '', decimals = ''] = row?.split(' ') ?? []
  if (!isAddress(proxy)) throw new Error(`No feed of ${base} on ${key}`)
  return { proxy, decimals: Number(decimals) }
}

async function describeFeed(client: DevClient, address: Address, text: string): Promise<void> {
  await client.setStorageAt({
    address,
    index: numberToHex(SLOTS.description, { size: 32 }),
    value: stringToHex(text, { size: 32 }),
  })
  await store(client, address, 'descriptionLength', BigInt(text.length))
}

async function store(client: DevClient, address: Address, slot: keyof typeof SLOTS, value: bigint): Promise<void> {
  const index = numberToHex(SLOTS[slot], { size: 32 })
  await client.setStorageAt({ address, index, value: numberToHex(value, { size: 32 }) })
}

/** Instructions: https://ethereum.org/developers/docs/evm/opcodes */
const sload = (slot: keyof typeof SLOTS) => `60${byte(SLOTS[slot])}54`
const mstore = (value: string, at: number) => `${value}60${byte(at)}52`
const giveBack = (size: number) => `60${byte(size)}5ff3`
/** The value of a slot, or another where that is zero. */
const orElse = (slot: keyof typeof SLOTS, other: string) => `${sload(slot)}${sload(slot)}15${other}0201`
const ONE = '6001'
const TIMESTAMP = '42'
const UPDATED = orElse('updatedSec', TIMESTAMP)

const ANSWERS: readonly (readonly [string, string])[] = [
  [
    CHAINLINK.latestRoundData.selector,
    [ONE, sload('answer'), orElse('startedSec', UPDATED), UPDATED, ONE]
      .map((value, index) => mstore(value, 32 * index))
      .join('') + giveBack(160),
  ],
  [ERC20.decimals.selector, mstore(sload('decimals'), 0) + giveBack(32)],
  [
    CHAINLINK.description.selector,
    mstore('6020', 0) + mstore(sload('descriptionLength'), 32) + mstore(sload('description'), 64) + giveBack(96),
  ],
  [CHAINLINK.getFlag.selector, mstore(sload('answer'), 0) + giveBack(32)],
]

const FEED_CODE = assemble()

function assemble(): Hex {
  const selector = '5f3560e01c'
  // dup1 push4 eq push2 jumpi
  const branchSize = 11
  let at = selector.length / 2 + ANSWERS.length * branchSize + 3
  const branches = ANSWERS.map(([name, answer]) => {
    const branch = `8063${name.slice(2)}1461${at.toString(16).padStart(4, '0')}57`
    at += 1 + answer.length / 2
    return branch
  })
  return `0x${selector}${branches.join('')}5f5ffd${ANSWERS.map(([, answer]) => `5b${answer}`).join('')}`
}

function byte(value: number): string {
  return value.toString(16).padStart(2, '0')
}
