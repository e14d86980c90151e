import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  formatUnits,
  getAddress,
  type Hex,
  hexToBytes,
  isAddress,
  keccak256,
  parseUnits,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { swap } from '../../src/cli/commands/swap.ts'
import { type ErrorCode, isSwapError, type SwapError } from '../../src/core/api/errors.ts'
import { defined } from '../../src/core/defined.ts'
import { DEFAULT_SLIPPAGE_BPS } from '../../src/core/swap/defaults.ts'
import { cleanText } from '../../src/core/text/clean-text.ts'
import { openSwapService } from '../../src/open.ts'
import type { Clock } from '../../src/core/ports.ts'
import { systemClock } from '../../src/io/clock.ts'
import type { Provider } from '../../src/providers/contract.ts'
import { liveProviders } from '../../src/providers/live.ts'
import { acrossApi, type AcrossApi } from '../devnet/across-api.ts'
import { decimals, NATIVE, operator } from '../devnet/addresses.ts'
import { launchToken } from '../devnet/new-token.ts'
import { setTokenBalance } from '../devnet/recipe.ts'
import { fillDeposits } from '../devnet/relayer.ts'
import { type DevChain, type Devnet, openDevnet } from '../devnet/world.ts'
import { addAccount, type CommandPlace, runCommand, type Said } from '../support/command-session.ts'
import { asObject } from '../support/contract-fields.ts'
import { priceChains, NO_NODE } from '../support/no-public-nodes.ts'
import type { Attack, Ending, Neighbour, Outcome } from './case.ts'
import { type HostileAcross, openHostileAcross, type Provides } from './hostile-across.ts'
import { type HostileServer, type Json, type Lies, openHostileServer } from './hostile-server.ts'
import { holding, type Holdings, readAllowances, readHoldings, readSent } from './ledger.ts'

/*
 * Where the cases of the suite are played: two local chains with the real contracts, and the real `swap … --yes --json` in
 * this process, from the quote to the payment in a block. What became of a case is judged by the chains alone:
 *
 * - `refused`, `asked`, `printed`: no transaction of the payer is in a block, and its nonces, holdings and allowances are as before;
 * - `within bounds`: at most the amount, what was stated on top, and a bounded network cost left the payer; the recipient got
 *   the floor (the amount shown less the slippage, `--min-receive`, and the fair value less what may be lost); no allowance is left;
 * - `beyond`: anything else. It fails the test.
 *
 * Prices are those of the pools and feeds of the devnet: a coin of $2,000, and dollars. A table of cases is played by
 * `playAttacks` and `playNeighbours`; each case has a payer of its own, and the chains go back to where they were after each
 * that moved something.
 *
 * To add cases: write a table in a module of its own (`server-cases.ts` shows how), play it in a test, and name it in
 * `tables.ts`, from which the figures are counted.
 */

/** One honest payment, and what is changed of it. */
export interface Payment {
  /** Decimal text, and assets: `base:USDC`, `ethereum:ETH`, or by address. */
  readonly swap: readonly [amount: string, from: string, to: string]
  /** @default 'UNISWAP' */
  readonly provider?: string
  /** Options of `swap` as typed, by camel-cased name, besides `--yes --json --no-wait --provider`. */
  readonly options?: Options | ((scene: Scene) => Options)
  /** Over a server that lies, or by the service of this machine. @default 'server' */
  readonly through?: 'server' | 'service'
  /** What the server makes of honest answers. @default nothing */
  readonly lies?: (scene: Scene) => Lies
  /** What Across makes of honest replies to the service of this machine. @default nothing */
  readonly provides?: (scene: Scene) => Provides
  /** True where relayers have paid out when the bridge is asked for what became of a deposit. */
  readonly isFilled?: true
  /** How many times as fast the clock of the command goes, for what is waited out. @default 1 */
  readonly pace?: number
  /** False for what a person reads: tables, notes, the review and the receipt. @default true */
  readonly json?: boolean
  /** A text of others that is printed, cleaned; where it is not, nothing was tried. */
  readonly prints?: string
  /** Settings by key. */
  readonly settings?: (scene: Scene) => CommandPlace['settings']
  /** The nodes of chains whose setting is empty. @default the bundled list */
  readonly publicNodes?: NonNullable<CommandPlace['publicNodes']>
  /** True when every liar that the range does not know of has lied; asked when it is over. */
  readonly hasLied?: () => boolean
  /** Sentences of what else was lost; asked when it is over. */
  readonly alsoLost?: (scene: Scene) => Promise<readonly string[]>
  /** Other commands than `swap`: a pipe, a run that is resumed. @param values the options as typed, the password's file among them */
  readonly run?: (place: CommandPlace, values: Options, scene: Scene) => Promise<Said>
  /** Decimals of a token that is launched on Base a moment before: `base:LAUNCHED`. */
  readonly launched?: number
  /** What stands on the chains before. */
  readonly before?: (scene: Scene) => Promise<unknown>
  /** Base units that the payer holds instead of the usual ones, on the source chain. */
  readonly funds?: Readonly<Partial<Record<'eth' | 'weth' | 'usdc' | 'usdt' | 'dai', bigint>>>
  /** Tokens beside those of the devnet to watch, on both chains. */
  readonly watched?: readonly Address[]
  /** Where it is not the payer. */
  readonly recipient?: Address
  /** Who else may get the amount, since the user accepted it: a deposit address. */
  readonly promisedTo?: Address
  /** After the payment the program may end with an error about what others say of it. */
  readonly mayFail?: true
  /** What became of the funds cannot be known: what was kept of them is gone, or what was signed may yet come into a block. */
  readonly mayNotKnow?: true
  /** A node took what was signed, so that it may be called sent, and no block has it. */
  readonly wasSent?: true
  /** What the program itself says of it. */
  readonly says?: Report
  /** An allowance may stay: the user asked for it. */
  readonly leavesAllowance?: true
}

/** Options of `swap` as typed. */
type Options = Readonly<Record<string, string | boolean>>

/** Where a case is played. */
export interface Scene {
  readonly devnet: Devnet
  readonly payer: Address
  readonly recipient: Address
  readonly src: Side
  readonly dst: Side
  readonly server: HostileServer
  readonly across: HostileAcross
  readonly home: string
}

/** One side of a payment. */
export interface Side {
  readonly chain: DevChain
  readonly kind: Kind | undefined
  /** Address of the token; `eth` for the coin. */
  readonly token: Address | 'eth'
  readonly decimals: number
  /** What leaves; 0 of the destination. */
  readonly units: bigint
}

type Kind = 'eth' | 'weth' | 'usdc' | 'usdt' | 'dai'
const KINDS: readonly Kind[] = ['eth', 'weth', 'usdc', 'usdt', 'dai']
/** Dollars for one. */
const USD: Readonly<Record<Kind, bigint>> = { eth: 2_000n, weth: 2_000n, usdc: 1n, usdt: 1n, dai: 1n }
const STARTING = {
  ...{ eth: parseUnits('2', 18), weth: parseUnits('2', 18) },
  ...{ usdc: parseUnits('1000', 6), usdt: parseUnits('1000', 6), dai: parseUnits('1000', 18) },
} as const

/** Hundreds of stores are written: where there is a folder in memory, no disk is waited for. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Who takes what is stolen. */
export const THIEF = getAddress(`0x${'ba'.repeat(20)}`)
/** What is lost without being asked about, as the manual has it: share in basis points, and dollars in any case. */
const MOST_LOSS = { same: 100n, priced: 300n, micro: 1_000_000n }
/** What the network may take, as the manual has it: share in basis points, and dollars in any case. */
const MOST_COST = { bps: 500n, micro: 10_000_000n }

/** What became of a payment. */
export interface Verdict {
  readonly outcome: Outcome | 'beyond'
  /** Sentences of what went beyond the bounds. */
  readonly lost: readonly string[]
  readonly signed: boolean
  readonly error: SwapError | undefined
  readonly said: Said
  /** False where somebody was to lie, and no answer of theirs was changed: then nothing was tried. */
  readonly isLiedTo: boolean
}

/** The chains, a server and the bridge's API, for the cases of a file. */
export interface Range {
  readonly devnet: Devnet
  play(payment: Payment): Promise<Verdict>
  close(): Promise<void>
}

/** Opens the range. @param providers of the server's service, beside UNISWAP and ACROSS */
export async function openRange(providers: (devnet: Devnet) => readonly Provider[] = () => []): Promise<Range> {
  const devnet = await openDevnet()
  const across = await acrossApi(devnet)
  const home = await mkdtemp(join(MEMORY, 'swapcli-range-'))
  const lyingAcross = await openHostileAcross(across.url)
  const settings = new Map(Object.entries({ ...providerSettings(lyingAcross), ...nodeSettings(devnet) }))
  const service = await openSwapService({
    network: 'live',
    home,
    providers: providers(devnet),
    setting: (key, name) => settings.get(key === 'RPC' ? `rpc.${name}` : `provider.${key}.${name.toLowerCase()}`),
  })
  // What is loaded by the first quote must not make the first case late.
  const pair = {
    srcChain: 'base',
    srcAddress: devnet.base.tokens.usdc,
    dstChain: 'base',
    dstAddress: devnet.base.tokens.dai,
  }
  await service.quote({ ...pair, amount: '1' })
  const server = await openHostileServer(service)
  let count = 0
  const clean: Clean = new Map()
  return {
    devnet,
    play: (payment) => {
      count += 1
      return play(payment, { devnet, server, across: lyingAcross, home: join(home, `payer-${count}`) }, clean, count)
    },
    close: async () => {
      await Promise.all([server.close(), lyingAcross.close(), across.close()])
      await service.close()
      await devnet.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Settings under which only these providers are asked. */
function providerSettings(across: Pick<AcrossApi, 'url'>): Readonly<Record<string, string>> {
  const unused = liveProviders().filter(({ manifest }) => !['UNISWAP', 'ACROSS'].includes(manifest.key))
  return {
    'provider.ACROSS.url': across.url,
    ...Object.fromEntries(unused.map(({ manifest }) => [`provider.${manifest.key}.enabled`, 'false'])),
  }
}

function nodeSettings({ ethereum, base }: Devnet): Readonly<Record<string, string>> {
  const unasked = priceChains().map(({ key }): [string, string] => [`rpc.${key}`, NO_NODE])
  return { ...Object.fromEntries(unasked), 'rpc.ethereum': ethereum.url, 'rpc.base': base.url }
}

/** The states to which the chains go back, by chain. */
type Clean = Map<string, Hex>

/** Takes back what a case did to a chain; the blocks that follow have the time of now again. */
async function takeBack({ key, client }: DevChain, clean: Clean): Promise<void> {
  const id = clean.get(key)
  if (id === undefined) return
  clean.delete(key)
  await client.revert({ id })
  await client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1000)) })
  await client.mine({ blocks: 1 })
}

/** Has relayers pay out, so deep in the chain that the payment counts. */
async function fillDeeply({ devnet, dst }: Scene): Promise<void> {
  const filled = await fillDeposits(devnet)
  if (filled.length > 0) await dst.chain.client.mine({ blocks: 64 })
}

async function play(
  asked: Payment,
  { devnet, server, across, home }: Pick<Scene, 'devnet' | 'server' | 'across' | 'home'>,
  clean: Clean,
  index: number,
): Promise<Verdict> {
  const key = keccak256(toHex(`payer ${index} of the range`))
  const { address: payer } = privateKeyToAccount(key)
  const chains = [devnet.ethereum, devnet.base]
  for (const { key: chain, client } of chains) if (!clean.has(chain)) clean.set(chain, await client.snapshot())
  const payment = await launch(devnet, asked, index)
  const { recipient = payer, funds = {}, through = 'server', provider = 'UNISWAP' } = payment
  const scene = { devnet, server, across, home, payer, recipient, ...sidesOf(devnet, payment) }
  await giveFunds(scene.src.chain, payer, { ...STARTING, ...funds })
  if (scene.dst.chain !== scene.src.chain) await giveFunds(scene.dst.chain, payer, STARTING)
  await payment.before?.(scene)
  server.lie(payment.lies?.(scene) ?? {})
  across.lie({
    ...payment.provides?.(scene),
    ...defined({ beforeStatus: payment.isFilled === true ? inTurn(() => fillDeeply(scene)) : undefined }),
  })
  const blocks = await Promise.all(chains.map(({ client }) => client.getBlockNumber()))
  const passwordFile = await addAccount(home, 'main', payer, hexToBytes(key))
  const options = typeof payment.options === 'function' ? payment.options(scene) : (payment.options ?? {})
  const watched = [
    ...(payment.watched ?? []),
    ...[scene.src.token, scene.dst.token].filter((token) => isAddress(token)),
  ]
  const people = [...new Set([payer, recipient, ...(payment.promisedTo === undefined ? [] : [payment.promisedTo])])]
  const measure = () =>
    Promise.all(chains.map((chain, at) => measureOn(chain, people, watched, payer, blocks[at] ?? 0n)))

  const before = await measure()
  const place: CommandPlace = {
    home,
    json: payment.json ?? true,
    ...defined({
      publicNodes: payment.publicNodes,
      clock: payment.pace === undefined ? undefined : fastClock(payment.pace),
    }),
    settings: {
      ...nodeSettings(devnet),
      ...(through === 'server' ? { api: server.url } : providerSettings(across)),
      ...payment.settings?.(scene),
    },
  }
  const values = { yes: true, wait: false, provider, passwordFile, ...options }
  const stop = mineBlocks(scene.src.chain)
  const said = await (payment.run?.(place, values, scene) ?? runCommand(swap, payment.swap, values, place))
  await stop()
  const mined = await Promise.all(chains.map((chain, at) => readSent(chain, payer, blocks[at] ?? 0n)))
  if (mined.flat().length > 0 && scene.src.chain !== scene.dst.chain) await fillDeposits(devnet)
  const after = await measure()
  const alsoLost = (await payment.alsoLost?.(scene)) ?? []
  await Promise.all(
    chains.map(async (chain, at) => {
      const isTouched =
        payment.before !== undefined ||
        payment.launched !== undefined ||
        (await chain.client.getBlockNumber()) !== blocks[at]
      if (isTouched) await takeBack(chain, clean)
    }),
  )
  await rm(home, { recursive: true, force: true })

  const { error } = said
  if (error !== undefined && !isSwapError(error)) throw new Error('a bug, not a refusal', { cause: error })
  const signed = mined.flat().length > 0 || after.some(({ nonce }, at) => nonce > (before[at]?.nonce ?? 0))
  const facts = { scene, payment, options, before, after, cost: mined.map(costOf), error }
  const left = leftBehind(facts)
  const lost = [
    ...left,
    ...(signed ? lossesOf(facts) : movedUnsigned(facts)),
    ...saidOfFunds(facts, signed, left.length > 0),
    ...printedRaw(said, payment),
    ...alsoLost,
  ]
  const unsigned = error === undefined ? 'printed' : error.reason === 'doubt' ? 'asked' : 'refused'
  const outcome = lost.length > 0 ? 'beyond' : signed ? 'within bounds' : unsigned
  const isLiedTo =
    (payment.lies === undefined || server.hasLied()) &&
    (payment.provides === undefined || across.hasLied()) &&
    payment.hasLied?.() !== false &&
    `${said.stdout}${said.stderr}`.includes(cleanText(payment.prints ?? ''))
  return { outcome, lost, signed, error, said, isLiedTo }
}

/** A clock that agrees with that of the machine now, and goes faster from then on; who does not answer gets as long as ever. */
function fastClock(pace: number): Clock {
  const startMs = systemClock.now()
  return {
    ...systemClock,
    now: () => startMs + pace * (systemClock.now() - startMs),
    sleep: (ms, signal) => systemClock.sleep(ms / pace, signal),
  }
}

/** Calls that come at once are made one after the other. */
function inTurn(call: () => Promise<unknown>): () => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    last = last.then(call)
    return last
  }
}

/** Ethereum waits for more blocks on top of an approval than the one that it is in. @returns ends it */
function mineBlocks({ key, client }: DevChain): () => Promise<void> {
  let isOver = key !== 'ethereum'
  const mine = async () => {
    while (!isOver) {
      await client.mine({ blocks: 1 })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const mining = mine()
  return () => {
    isOver = true
    return mining
  }
}

/** What an account holds and gives away on one chain. */
interface Measure {
  readonly holdings: Holdings
  readonly allowances: ReadonlyMap<string, bigint>
  readonly nonce: number
}

async function measureOn(
  chain: DevChain,
  people: readonly Address[],
  watched: readonly Address[],
  payer: Address,
  sinceBlock: bigint,
): Promise<Measure> {
  const tokens = [...new Set([...Object.values(chain.tokens).filter((token) => token !== undefined), ...watched])]
  const [holdings, allowances, nonce] = await Promise.all([
    readHoldings(chain, people, tokens),
    readAllowances(chain, payer, sinceBlock - 20n < 0n ? 0n : sinceBlock - 20n),
    chain.client.getTransactionCount({ address: payer, blockTag: 'pending' }),
  ])
  return { holdings, allowances, nonce }
}

interface Facts {
  readonly scene: Scene
  readonly payment: Payment
  readonly options: Options
  readonly before: readonly Measure[]
  readonly after: readonly Measure[]
  /** Of each chain, in wei. */
  readonly cost: readonly bigint[]
  readonly error: SwapError | undefined
}

function costOf(sent: readonly { readonly cost: bigint }[]): bigint {
  return sent.reduce((sum, { cost }) => sum + cost, 0n)
}

function leftBehind({ before, after, payment }: Facts): readonly string[] {
  if (payment.leavesAllowance === true) return []
  return after.flatMap(({ allowances }, at) =>
    [...allowances].flatMap(([key, units]) =>
      units > (before[at]?.allowances.get(key) ?? 0n) ? [`an allowance stands: ${key} ${units}`] : [],
    ),
  )
}

function movedUnsigned({ before, after, scene }: Facts): readonly string[] {
  return after.flatMap(({ holdings }, at) =>
    [...holdings].flatMap(([key, units]) =>
      key.startsWith(scene.payer.toLowerCase()) && units < (before[at]?.holdings.get(key) ?? 0n)
        ? [`${key} fell to ${units} without a transaction`]
        : [],
    ),
  )
}

/** What the program says of the funds must be so: untouched are those of which nothing was paid, and nothing may be taken. */
function saidOfFunds(
  { error, scene, before, after, payment }: Facts,
  signed: boolean,
  stands: boolean,
): readonly string[] {
  if (error === undefined) return []
  const { src, payer } = scene
  const key = holding(payer, src.token)
  const isPaid = src.token !== 'eth' && after.some((now, at) => now.holdings.get(key) !== before[at]?.holdings.get(key))
  if (error.funds === 'untouched' && (isPaid || stands)) return ['it says that the funds are untouched']
  const isUnknown =
    (payment.mayNotKnow === true && error.funds === 'unknown') || (payment.wasSent === true && error.funds === 'moved')
  return error.funds !== 'untouched' && !signed && !isUnknown
    ? [`it says that the funds are ${error.funds}, and nothing was sent`]
    : []
}

/** Nothing is printed that a terminal obeys, nothing that hides, and for a person no line without an end. */
function printedRaw({ stdout, stderr }: Said, { json = true }: Payment): readonly string[] {
  const text = `${stdout}${stderr}`
  const isRaw = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
  return [
    ...(isRaw ? ['it prints what a terminal obeys'] : []),
    ...(!json && text.split('\n').some((line) => line.length > 5000) ? ['it prints a line without an end'] : []),
  ]
}

/** What left and what arrived, against what was agreed to. */
function lossesOf({ scene, payment, options, before, after, cost, error }: Facts): readonly string[] {
  const { devnet, payer, recipient, src, dst } = scene
  const chains = [devnet.ethereum, devnet.base]
  const change = (at: number, who: Address, token: Address | 'eth') => {
    const key = holding(who, token)
    const gas = token === 'eth' && who === payer ? (cost[at] ?? 0n) : 0n
    return (after[at]?.holdings.get(key) ?? 0n) - (before[at]?.holdings.get(key) ?? 0n) + gas
  }
  const lost: string[] = []
  const [srcAt, dstAt] = [chains.indexOf(src.chain), chains.indexOf(dst.chain)]
  const onTop = coinOnTop(scene)
  chains.forEach((chain, at) => {
    for (const key of after[at]?.holdings.keys() ?? []) {
      const [who = '', name = ''] = key.split(' ')
      if (who !== payer.toLowerCase()) continue
      const token = name === 'eth' ? 'eth' : getAddress(name)
      const isSource = at === srcAt && holding(payer, token) === holding(payer, src.token)
      const most = (isSource ? src.units : 0n) + (at === srcAt && token === 'eth' ? onTop : 0n)
      const fell = -change(at, payer, token)
      if (fell > most) lost.push(`${fell} of ${token} left on ${chain.key}, and ${most} were agreed`)
    }
    const most = mostCost(options['maxCost'], usdOf(src, src.units))
    const took = ((cost[at] ?? 0n) * USD.eth * 1_000_000n) / 10n ** 18n
    if (took > most)
      lost.push(`the network took $${formatUnits(took, 6)} on ${chain.key}, and $${formatUnits(most, 6)} were agreed`)
  })
  // What was refused after an approval took the network cost, and nothing else.
  const isTaken = change(srcAt, payer, src.token) < 0n
  if (!isTaken && error !== undefined) return lost
  const arrived =
    payment.promisedTo === undefined
      ? change(dstAt, recipient, dst.token)
      : change(srcAt, payment.promisedTo, src.token) >= src.units
        ? undefined
        : 0n
  if (arrived === undefined) return lost
  const floor = floorOf(scene, options, payment, onTop)
  if (arrived + 2n < floor) lost.push(`${arrived} of ${dst.token} arrived, and the floor is ${floor}`)
  return lost
}

/** What the server stated of the coin on top, in wei. */
function coinOnTop({ server, src }: Scene): bigint {
  const { fees } = server.told().lock ?? {}
  const items = fees === undefined ? [] : (asObject(fees)['items'] as readonly Json[])
  return items
    .filter(({ included, type }) => included === false && type !== 'source_gas')
    .map(({ amount, token }) => ({ amount, token: asObject(token) }))
    .filter(({ token }) => token['chainId'] === src.chain.chainId && token['address'] === NATIVE)
    .reduce((sum, { amount }) => sum + BigInt(String(amount)), 0n)
}

/** The highest of what was shown less the slippage, what the user takes, and what is fair less what may be lost. */
function floorOf({ server, src, dst }: Scene, options: Facts['options'], payment: Payment, onTop: bigint): bigint {
  const { maxLoss, slippage, minReceive } = options
  const kept = 10_000n - (slippage === undefined ? BigInt(DEFAULT_SLIPPAGE_BPS) : BigInt(String(slippage)))
  const { provider = 'UNISWAP', through = 'server' } = payment
  const route = server.told().routes.find((one) => one['provider'] === provider)
  const told = through === 'service' || route === undefined ? undefined : asObject(route['dst'])['formatted']
  const shown = typeof told === 'string' ? (parseUnits(told, dst.decimals) * kept) / 10_000n : 0n
  const least = minReceive === undefined ? 0n : parseUnits(String(minReceive), dst.decimals)
  const fair =
    (fairUnits(src, dst, onTop, maxLoss === undefined ? undefined : BigInt(Math.round(Number(maxLoss) * 100))) * kept) /
    10_000n
  return [shown, least, fair].reduce((a, b) => (a > b ? a : b))
}

/** Units of the destination that are worth what leaves, less what may be lost; 0 for what has no price here. */
function fairUnits(src: Side, dst: Side, onTop: bigint, mostBps: bigint | undefined): bigint {
  if (src.kind === undefined || dst.kind === undefined) return 0n
  const leaves = usdOf(src, src.units) + (onTop * USD.eth * 1_000_000n) / 10n ** 18n
  const isSame = USD[src.kind] === USD[dst.kind]
  const share = (leaves * (mostBps ?? (isSame ? MOST_LOSS.same : MOST_LOSS.priced))) / 10_000n
  const lost = mostBps === undefined && share < MOST_LOSS.micro ? MOST_LOSS.micro : share
  const left = leaves > lost ? leaves - lost : 0n
  return (left * 10n ** BigInt(dst.decimals)) / (USD[dst.kind] * 1_000_000n)
}

/** Micro-dollars; 0 for what has no price here. */
function usdOf({ kind, decimals: places }: Side, units: bigint): bigint {
  return kind === undefined ? 0n : (units * USD[kind] * 1_000_000n) / 10n ** BigInt(places)
}

/** Micro-dollars. @param option as typed: `5usd` or `2%` */
function mostCost(option: string | boolean | undefined, value: bigint): bigint {
  const text = option === undefined ? '' : String(option)
  if (text.endsWith('%')) return (value * BigInt(Math.round(Number(text.slice(0, -1)) * 100))) / 10_000n
  if (text.endsWith('usd')) return parseUnits(text.slice(0, -3), 6)
  const share = (value * MOST_COST.bps) / 10_000n
  return share > MOST_COST.micro ? share : MOST_COST.micro
}

/** The payment with the address of its new token. */
async function launch({ base }: Devnet, payment: Payment, index: number): Promise<Payment> {
  const { launched: places, swap } = payment
  if (places === undefined) return payment
  // Services remember what is at an address: no two launched tokens have the same.
  await base.client.setNonce({ address: operator.address, nonce: 10_000 + 10 * index })
  const token = await launchToken(base, { name: 'Gremlin Coin', symbol: 'GREM', decimals: places })
  const [amount, from, to] = swap.map((word) => word.replace('LAUNCHED', token))
  return { ...payment, swap: [amount ?? '', from ?? '', to ?? ''] }
}

function sidesOf(devnet: Devnet, { swap: [amount, from, to], launched }: Payment): Pick<Scene, 'src' | 'dst'> {
  const sideOf = (reference: string, text: string): Side => {
    const [key = '', name = ''] = reference.split(':')
    if (key !== 'ethereum' && key !== 'base') throw new Error(`no chain ${key}`)
    const chain = devnet[key]
    const kind = KINDS.find(
      (one) => one === name.toLowerCase() || chain.tokens[one as 'usdc']?.toLowerCase() === name.toLowerCase(),
    )
    const places = kind === undefined ? (launched ?? 18) : kind === 'eth' ? 18 : decimals[kind]
    const token = kind === undefined ? getAddress(name) : kind === 'eth' ? 'eth' : chain.tokens[kind]
    if (token === undefined) throw new Error(`no ${name} on ${key}`)
    return { chain, kind, token, decimals: places, units: text === '' ? 0n : parseUnits(text, places) }
  }
  return { src: sideOf(from, amount), dst: sideOf(to, '') }
}

async function giveFunds(chain: DevChain, who: Address, funds: Readonly<Partial<Record<Kind, bigint>>>): Promise<void> {
  const { client, tokens } = chain
  await Promise.all(
    KINDS.map(async (kind) => {
      const units = funds[kind] ?? 0n
      if (kind === 'eth') return client.setBalance({ address: who, value: units })
      const token = tokens[kind]
      return token === undefined ? undefined : setTokenBalance(client, token, who, units)
    }),
  )
}

/** What the program says of a payment that was sent: the end that it reports, who saw it, and its error. */
export interface Report {
  /** As the server states it; undefined while it is not final. */
  readonly status?: string | undefined
  readonly arrivalBy?: string | undefined
  readonly arrived?: string | undefined
  /** Of what arrived, in whole tokens. */
  readonly amount?: string | undefined
  readonly code?: ErrorCode | undefined
}

function reportOf({ error, said }: Verdict): Report {
  const data = said.stdout === '' ? {} : asObject(asObject(JSON.parse(said.stdout))['data'])
  const [transaction, arrival] = [asObject(data['transaction'] ?? {}), asObject(data['arrival'] ?? {})]
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    status: text(transaction['status']),
    arrivalBy: text(arrival['by']),
    arrived: text(arrival['asset']),
    amount: text(arrival['amount']),
    code: error?.code,
  }
}

/** How a case ended, in the words of its table. */
function endingOf({ outcome, error }: Verdict): Ending | { readonly outcome: 'beyond' } {
  if (outcome === 'beyond' || outcome === 'within bounds' || outcome === 'printed') return { outcome }
  const [, codes = ''] = /--accept ([a-z,-]+)/.exec(error?.hint ?? '') ?? []
  // Settings and stores that others can change are no refusal of the wallet.
  const isOfFiles = error?.code === 'CONFIG_INVALID' || error?.code === 'STORE_UNUSABLE'
  const reason = isOfFiles ? undefined : error?.reason
  if (reason !== undefined && error?.exitCode !== 6)
    throw new Error('a refusal with another exit code', { cause: error })
  if (outcome === 'asked') return { outcome, doubts: codes.split(',').filter((code) => code !== '') } as Ending
  return { outcome, ...(reason === undefined ? { code: error?.code } : { reason }) } as Ending
}

/** A case of a table that is played here. */
export type AttackCase = Attack & Payment
export type NeighbourCase = Neighbour & Payment

/** The range of a file: opened before its first test, closed after its last. */
export function sharedRange(providers?: (devnet: Devnet) => readonly Provider[]): SharedRange {
  const { devnets, play } = openedRanges(1, providers)
  return {
    devnets,
    get devnet() {
      const [devnet] = devnets()
      if (devnet === undefined) throw new Error('the range opens before the first test')
      return devnet
    },
    play,
  }
}

/** Where the cases of a file are played. */
export interface Played extends Pick<Range, 'play'> {
  /** The chains of each range, once they are open. */
  readonly devnets: () => readonly Devnet[]
  /** True where cases are played side by side, one at a time on each range. */
  readonly isConcurrent?: true
}

type SharedRange = Pick<Range, 'devnet'> & Played

/** What waits leaves a core to another case; more would be late for deadlines such as the 4 s of a node. */
const SIDE_BY_SIDE = 2

/** The ranges of a file whose cases mostly wait: opened before its first test, closed after its last. */
export function sharedRanges(): Played {
  return { ...openedRanges(SIDE_BY_SIDE), isConcurrent: true }
}

function openedRanges(count: number, providers?: (devnet: Devnet) => readonly Provider[]): Played {
  const ranges: Range[] = []
  const free: Range[] = []
  const waiting: ((range: Range) => void)[] = []
  beforeAll(async () => {
    const open = async () => ranges.push(await openRange(providers))
    await Promise.all(Array.from({ length: count }, open))
    free.push(...ranges)
  })
  afterAll(() => Promise.all(ranges.map((range) => range.close())))
  return {
    devnets: () => ranges.map(({ devnet }) => devnet),
    play: async (payment) => {
      const range = free.pop() ?? (await new Promise<Range>((resolve) => waiting.push(resolve)))
      try {
        return await range.play(payment)
      } finally {
        const next = waiting.shift()
        if (next === undefined) free.push(range)
        else next(range)
      }
    },
  }
}

function testsOn({ isConcurrent }: Pick<Played, 'isConcurrent'>) {
  return isConcurrent === true ? test.concurrent : test
}

/** Tests that every attack ends as its table says, and that the exit code is that of the refusal. */
export function playAttacks(range: Played, attacks: readonly AttackCase[]): void {
  testsOn(range).each(attacks)('$who: $name', async (attack) => {
    const verdict = await range.play(attack)
    const { lost, error, said, isLiedTo } = verdict
    const isToEndWell = attack.ending.outcome === 'within bounds' && attack.mayFail !== true
    expect({ lost, ...endingOf(verdict), said: error?.message, isLiedTo }, said.stderr).toEqual({
      ...{ lost: [], ...attack.ending, said: isToEndWell ? undefined : error?.message, isLiedTo: true },
    })
    if (attack.says !== undefined) expect(reportOf(verdict)).toMatchObject(attack.says)
  })
}

/** Tests that every honest payment is signed, stays within bounds, and is as unusual as its table says. */
export function playNeighbours(range: Played, neighbours: readonly NeighbourCase[]): void {
  testsOn(range).each(neighbours)('honest, beside $who: $name', async (neighbour) => {
    const { outcome, lost, error, said, isLiedTo } = await range.play(neighbour)
    expect({ outcome, lost, error: error?.message, isLiedTo }, said.stderr).toEqual({
      ...{ outcome: 'within bounds', lost: [], error: undefined, isLiedTo: true },
    })
  })
}
