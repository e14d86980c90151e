import fc from 'fast-check'
import {
  type Abi,
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  isHex,
  maxUint256,
  parseAbi,
} from 'viem'
import { spokePoolAbi, v2Abi } from '../devnet/abi.ts'
import { contracts, tokens } from '../devnet/addresses.ts'
import { payer } from '../wallet/evm/pay-world.ts'
import { abi as routerAbi } from '../wallet/evm/payload/router-calls.ts'
import { EXECUTOR, executorAbi, MALLORY, movesAbi } from './payment-swaps.ts'

/*
 * Changes to what a server hands out, drawn from a row of numbers so that a failing one is found again and made smaller.
 */

/** What a server hands out of one swap. */
export interface Documents {
  readonly lock: unknown
  readonly execution: unknown
}

/** Documents with something changed, and in which ways. */
export interface Mutant extends Documents {
  readonly changes: readonly string[]
}

/** The numbers that changes are drawn from. */
export const choices = fc.array(fc.nat(2 ** 31 - 1), { minLength: 4, maxLength: 40 })

type Draw = (below: number) => number
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Path = readonly (string | number)[]

const { weth, usdc, dai, usdt } = tokens.ethereum
const { swapRouter02, v2Router, spokePool, permit2, positionManager } = contracts.ethereum
const PLACES: readonly Address[] = [
  ...([MALLORY, payer.address, EXECUTOR, swapRouter02, v2Router, spokePool, permit2, positionManager] as const),
  ...([weth, usdc, dai, usdt, tokens.base.usdc, '0x0000000000000000000000000000000000000001'] as const),
  ...(['0x0000000000000000000000000000000000000002', '0x0000000000000000000000000000000000000000'] as const),
]
const NUMBERS = [0n, 1n, 2n, 1n << 128n, maxUint256, 10n ** 18n, 100_000_000n, 5n * 10n ** 16n, 1n << 255n]
const tokenMoves = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
])
const permitAbi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
])
const moreOfRouter = parseAbi([
  'function approveMax(address token) payable',
  'function sweepToken(address token, uint256 amountMinimum) payable',
  'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function wrapETH(uint256 value) payable',
])
const ABI: Abi = [
  ...[...routerAbi.router, ...routerAbi.plainMulticall, ...routerAbi.pairs, ...moreOfRouter],
  ...[...v2Abi, ...spokePoolAbi, ...executorAbi, ...movesAbi, ...tokenMoves, ...permitAbi],
]

/** Changes documents in up to three ways. */
export function mutate(documents: Documents, numbers: readonly number[]): Mutant {
  let at = 0
  const draw: Draw = (below) => {
    const number = numbers[at % numbers.length] ?? 0
    // Past its end the row is read again, each time another way.
    const turn = Math.floor(at / numbers.length)
    at += 1
    return (number + turn * 7_919) % below
  }
  const changes: string[] = []
  let mutant = { lock: asJson(documents.lock), execution: asJson(documents.execution) }
  const times = 1 + draw(3)
  for (let time = 0; time < times; time += 1) {
    const [name, change] = pick(CHANGES, draw)
    changes.push(name)
    mutant = change(mutant, draw)
  }
  return { ...mutant, changes }
}

interface JsonDocuments {
  readonly lock: Json
  readonly execution: Json
}
type Change = (documents: JsonDocuments, draw: Draw) => JsonDocuments

/** Calldata is where the most can go wrong, so it has the most lots. */
const CHANGES: readonly (readonly [string, Change])[] = [
  ['a field of the execution', (all, draw) => ({ ...all, execution: changeField(all.execution, draw) })],
  ['a field of the exec', (all, draw) => inExec(all, (exec) => changeField(exec, draw))],
  ['a field of the lock', (all, draw) => ({ ...all, lock: changeField(all.lock, draw) })],
  ['fields swapped', (all, draw) => ({ ...all, execution: swapFields(all.execution, draw) })],
  ['a list', (all, draw) => ({ ...all, execution: changeList(all.execution, draw) })],
  ['an address everywhere', changeEverywhere],
  ['a number everywhere', changeNumberEverywhere],
  ['a step', addStep],
  ['the approval', changeApproval],
  ['a fee', addFee],
  ['the whole call', (all, draw) => inData(all, () => anyCall(draw), draw)],
  ['the target and its call', changeTarget],
  ...Array.from({ length: 4 }, (): readonly [string, Change] => [
    'an argument',
    (all, draw) => inData(all, (data) => changeCall(data, draw, 0), draw),
  ]),
  ['a word', (all, draw) => inData(all, (data) => changeWord(data, draw), draw)],
  ['a bit', (all, draw) => inData(all, (data) => flipBit(data, draw), draw)],
  ['its tail', (all, draw) => inData(all, (data) => changeTail(data, draw), draw)],
]

function changeField(document: Json, draw: Draw): Json {
  const paths = pathsOf(document)
  const path = pick(paths, draw)
  const kind = draw(4)
  if (kind === 0) return write(document, path, undefined)
  if (kind === 1) return write(document, path, pick(anyValues(), draw))
  return write(document, path, alike(read(document, path), draw))
}

/** Another value of the same kind. */
function alike(value: Json | undefined, draw: Draw): Json {
  if (typeof value === 'string') {
    if (/^\d+$/.test(value)) return pick(numbersNear(BigInt(value)).map(String), draw)
    if (/^\d+\.\d+$/.test(value))
      return pick(['0', `${value}1`, value.slice(0, -1), `1${value}`, value.replace('.', '')], draw)
    if (/^0x[0-9a-f]{40}$/i.test(value)) return pick(PLACES, draw)
    if (isHex(value)) return changeWord(value, draw)
    return pick(['', `${value} `, value.toLowerCase(), 'DAI', 'native', '2000-01-01T00:00:00Z'], draw)
  }
  if (typeof value === 'number') return pick([0, 1, 8453, value + 1, -value, value / 3, 1e21], draw)
  if (typeof value === 'boolean') return !value
  return pick(anyValues(), draw)
}

function anyValues(): readonly Json[] {
  return [
    ...[null, true, 0, 8453, -1, 1.5, '', '0', '0x', '1e3', '-1', ' 1', 'native', [], {}, [[]]],
    ...PLACES,
    ...NUMBERS.map(String),
    ...NUMBERS.map((number) => `0x${number.toString(16)}`),
  ]
}

function numbersNear(value: bigint): readonly bigint[] {
  return [0n, value + 1n, value - 1n, value * 2n, value * 10n, value / 2n, value / 10n, ...NUMBERS].filter(
    (one) => one >= 0n,
  )
}

function swapFields(document: Json, draw: Draw): Json {
  const paths = pathsOf(document)
  const [one, other] = [pick(paths, draw), pick(paths, draw)]
  const [a, b] = [read(document, one), read(document, other)]
  return write(write(document, one, b), other, a)
}

function changeList(document: Json, draw: Draw): Json {
  const lists = pathsOf(document).filter((path) => Array.isArray(read(document, path)))
  if (lists.length === 0) return document
  const path = pick(lists, draw)
  const items = read(document, path)
  return Array.isArray(items) ? write(document, path, changeItems(items, draw)) : document
}

/** The items doubled, without one, the other way round, or with one of them again at the end. */
function changeItems<T>(items: readonly T[], draw: Draw): T[] {
  const index = draw(Math.max(1, items.length))
  switch (draw(4)) {
    case 0:
      return [...items, ...items]
    case 1:
      return items.filter((_, place) => place !== index)
    case 2:
      return items.toReversed()
    default:
      return [...items, ...items.slice(index, index + 1)]
  }
}

/** One address becomes another in all fields and all calldata, as whoever means it would do. */
function changeEverywhere({ lock, execution }: JsonDocuments, draw: Draw): JsonDocuments {
  const text = JSON.stringify(execution)
  const found = [...PLACES, ...addressesIn(text)].filter((place) => text.toLowerCase().includes(bare(place)))
  if (found.length === 0) return { lock, execution }
  const [from, to] = [pick(found, draw), pick(PLACES, draw)]
  return { lock, execution: parse(text.replaceAll(new RegExp(bare(from), 'gi'), bare(to))) }
}

/** One amount becomes another in all fields and all calldata. */
function changeNumberEverywhere({ lock, execution }: JsonDocuments, draw: Draw): JsonDocuments {
  const text = JSON.stringify(execution)
  const found = [...text.matchAll(/"(\d{2,40})"/g)].map(([, digits = '0']) => BigInt(digits))
  if (found.length === 0) return { lock, execution }
  const from = pick(found, draw)
  const to = pick(numbersNear(from), draw)
  const changed = text.replaceAll(`"${from}"`, `"${to}"`).replaceAll(wordOf(from), wordOf(to))
  return { lock, execution: parse(changed) }
}

function addStep(all: JsonDocuments, draw: Draw): JsonDocuments {
  return inExec(all, (exec) => {
    const steps = listOf(exec['allSteps']) ?? []
    const step = {
      ...{ chainId: 1, to: pick(PLACES, draw), data: anyCall(draw), value: String(pick(NUMBERS, draw)) },
      ...(draw(4) === 0 ? { from: pick(PLACES, draw) } : {}),
    }
    const place = draw(steps.length + 1)
    return { ...exec, allSteps: [...steps.slice(0, place), step, ...steps.slice(place)] }
  })
}

function changeApproval(all: JsonDocuments, draw: Draw): JsonDocuments {
  return inExec(all, (exec) => {
    const field = pick(['approvalTarget', 'approvalToken', 'approvalAmount'], draw)
    return { ...exec, [field]: field === 'approvalAmount' ? String(pick(NUMBERS, draw)) : pick(PLACES, draw) }
  })
}

function addFee({ lock, execution }: JsonDocuments, draw: Draw): JsonDocuments {
  const amount = String(pick(NUMBERS, draw))
  const fee = {
    ...{ type: 'protocol_fee', amount, description: '', providerLabel: '', included: false, amountUsd: '0' },
    ...{ token: { chainId: 1, address: pick(['native', ...PLACES], draw), symbol: 'ETH', decimals: 18 } },
    chain: { chainId: 1 },
  }
  const { value } = execOf(execution)
  const more = String((typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : 0n) + BigInt(amount))
  const charged = inExec({ lock, execution }, (exec) => ({ ...exec, value: more }))
  return { ...charged, lock: write(lock, ['fees', 'items'], [fee]) }
}

/** Another contract is called and approved, with a call that it understands. */
function changeTarget(all: JsonDocuments, draw: Draw): JsonDocuments {
  const to = pick(PLACES, draw)
  const approved = draw(2) === 0 ? { approvalTarget: to } : {}
  const changed = inExec(all, ({ allSteps: _, ...exec }) => ({ ...exec, providerTarget: to, ...approved }))
  return inData(changed, () => anyCall(draw), draw)
}

function changeWord(data: Hex, draw: Draw): Hex {
  const words = Math.floor((data.length - 10) / 64)
  if (words < 1) return data
  const at = 10 + 64 * draw(words)
  const now = BigInt(`0x${data.slice(at, at + 64)}`)
  const word = draw(2) === 0 ? bare(pick(PLACES, draw)).padStart(64, '0') : wordOf(pick(numbersNear(now), draw))
  return `0x${data.slice(2, at)}${word}${data.slice(at + 64)}`
}

function flipBit(data: Hex, draw: Draw): Hex {
  if (data.length <= 2) return data
  const at = 2 + draw(data.length - 2)
  const digit = Number.parseInt(data.charAt(at), 16) ^ (1 << draw(4))
  return `0x${data.slice(2, at)}${digit.toString(16)}${data.slice(at + 1)}`
}

function changeTail(data: Hex, draw: Draw): Hex {
  const kept = draw(2) === 0 ? data : data.slice(0, Math.max(2, data.length - 2 * draw(80)))
  return `0x${kept.slice(2)}${draw(2) === 0 ? '' : wordOf(pick(NUMBERS, draw)).slice(0, 2 * (1 + draw(32)))}`
}

/** An argument of a call, or of a call within it, or the list of those. */
function changeCall(data: Hex, draw: Draw, depth: number): Hex {
  const call = decode(data)
  if (call === undefined) return changeWord(data, draw)
  const paths = pathsOf(call.args).filter((path) => path.length > 0)
  if (paths.length === 0) return anyCall(draw)
  const path = pick(paths, draw)
  const changed = changeArgument(read(call.args, path), draw, depth)
  try {
    return encode(call.functionName, write(call.args, path, changed))
  } catch {
    // The value is of another type than the argument.
    return changeWord(data, draw)
  }
}

function changeArgument(value: unknown, draw: Draw, depth: number): unknown {
  const items = listOf(value)
  if (items !== undefined) {
    const list = changeItems<unknown>(items, draw)
    return draw(3) === 0 && items.every((item) => isHex(item)) ? [...list, anyCall(draw)] : list
  }
  if (typeof value === 'bigint') return pick(numbersNear(value), draw)
  if (typeof value === 'number') return pick([0, 1, value + 1, 500, 3_000, 10_000], draw)
  if (typeof value === 'boolean') return !value
  if (!isHex(value)) return value
  if (/^0x[0-9a-f]{40}$/i.test(value)) return pick(PLACES, draw)
  if (depth < 2 && draw(3) !== 0) return changeCall(value, draw, depth + 1)
  return draw(2) === 0 ? anyCall(draw) : '0x'
}

/** A call that takes something, by one of the functions that the chain's contracts have. */
function anyCall(draw: Draw): Hex {
  const to = pick<Address>([MALLORY, payer.address, EXECUTOR], draw)
  const token = pick<Address>([weth, usdc, dai, usdt], draw)
  const amount = pick([100_000_000n, 1n, 10n ** 17n, 5n * 10n ** 16n, maxUint256], draw)
  const from = payer.address
  const few = amount > 1n << 159n ? (1n << 160n) - 1n : amount
  const single = {
    ...{ tokenIn: token, tokenOut: pick([weth, usdc, dai], draw), fee: pick([100, 500, 3_000], draw), recipient: to },
    ...{ amountIn: amount, amountOutMinimum: pick(NUMBERS.slice(0, 2), draw), sqrtPriceLimitX96: 0n },
  }
  const inner = (target: Address, callData: Hex) => ({ target, allowFailure: draw(2) === 0, callData })
  const take = () => encode('transferFrom', [from, to, amount], movesAbi)
  const give = () => encode('transfer', [from, amount], movesAbi)
  const calls: readonly (() => Hex)[] = [
    () => encode('approve', [to, amount], tokenMoves),
    () => encode('increaseAllowance', [to, amount], tokenMoves),
    () => encode('setApprovalForAll', [to, true], tokenMoves),
    () => encode('withdraw', [amount], tokenMoves),
    () => encode('transfer', [to, amount], movesAbi),
    take,
    () => encode('pull', [token, amount]),
    () => encode('sweepToken', [token, 0n, to]),
    () => encode('unwrapWETH9', [0n, to]),
    () => encode('refundETH', []),
    () => encode('approveMax', [token]),
    () => encode('exactInputSingle', [single]),
    () => encode('multicall', [1n << 40n, [encode('pull', [token, amount]), encode('sweepToken', [token, 0n, to])]]),
    () => encode('approve', [token, to, few, 2 ** 40], permitAbi),
    () => encode('transferFrom', [from, to, few, token], permitAbi),
    () => encode('aggregate3', [[inner(token, take()), inner(dai, give())]]),
    () => encode('aggregate3', [[inner(usdc, take()), inner(weth, take()), inner(dai, give())]]),
    () =>
      encode('aggregate3Value', [
        [
          { ...inner(to, '0x'), value: amount },
          { ...inner(dai, give()), value: 0n },
        ],
      ]),
    () => '0x',
  ]
  return pick(calls, draw)()
}

function decode(data: Hex): { readonly functionName: string; readonly args: readonly unknown[] } | undefined {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi: ABI, data })
    return { functionName: `${functionName}`, args }
  } catch {
    return undefined
  }
}

function encode(functionName: string, args: unknown, abi: Abi = ABI): Hex {
  return encodeFunctionData({ abi, functionName, args: Array.isArray(args) ? args : [args] })
}

function execOf(execution: Json): { readonly [key: string]: Json } {
  const exec = isRecord(execution) ? execution['exec'] : undefined
  return isRecord(exec) ? exec : {}
}

function inExec(all: JsonDocuments, change: (exec: { readonly [key: string]: Json }) => Json): JsonDocuments {
  if (!isRecord(all.execution)) return all
  return { ...all, execution: { ...all.execution, exec: change(execOf(all.execution)) } }
}

/** The calldata changed, in its step too where it has one: sometimes only in one of them. */
function inData(all: JsonDocuments, change: (data: Hex) => Hex, draw: Draw): JsonDocuments {
  return inExec(all, (exec) => {
    const { providerCalldata: data } = exec
    if (!isHex(data)) return exec
    const changed = change(data)
    const allSteps = listOf(exec['allSteps'])
    if (allSteps === undefined || draw(8) === 0) return { ...exec, providerCalldata: changed }
    const steps = allSteps.map((step) => (isRecord(step) && step['data'] === data ? { ...step, data: changed } : step))
    return { ...exec, providerCalldata: changed, allSteps: steps }
  })
}

function listOf(value: Json | undefined): readonly Json[] | undefined
function listOf(value: unknown): readonly unknown[] | undefined
function listOf(value: unknown): unknown {
  return Array.isArray(value) ? value : undefined
}

function isRecord(value: unknown): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Paths of all values within one, its own first. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((item, index) => pathsOf(item, [...path, index]))]
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]))]
}

function read<T>(value: T, path: Path): T | undefined {
  return path.reduce<unknown>(
    (part, key) => (part as Readonly<Record<string | number, unknown>> | undefined)?.[key],
    value,
  ) as T | undefined
}

/** The value with another one at the path; without it where that is undefined. */
function write<T>(value: T, [key, ...rest]: Path, changed: unknown): T {
  if (key === undefined) return (changed ?? null) as T
  const items: readonly unknown[] | undefined = listOf(value)
  if (items !== undefined) {
    if (rest.length === 0 && changed === undefined) return items.filter((_, index) => index !== key) as T
    return items.map((item, index) => (index === key ? write(item, rest, changed) : item)) as T
  }
  if (typeof value !== 'object' || value === null) return value
  const { [key]: part, ...others } = value as Readonly<Record<string | number, unknown>>
  if (rest.length === 0 && changed === undefined) return others as T
  return { ...value, [key]: write(part, rest, changed) }
}

function pick<T>(values: readonly T[], draw: Draw): T {
  const value = values[draw(values.length)]
  if (value === undefined) throw new Error('nothing to draw from')
  return value
}

function addressesIn(text: string): Address[] {
  return [...text.matchAll(/0x([0-9a-fA-F]{40})"/g)].map(([, digits = '']): Address => `0x${digits}`)
}

function bare(address: Address): string {
  return address.slice(2).toLowerCase()
}

function wordOf(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

function asJson(value: unknown): Json {
  return parse(JSON.stringify(value))
}

function parse(text: string): Json {
  return JSON.parse(text) as Json
}
