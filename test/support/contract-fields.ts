import { expect } from 'vitest'

/*
 * The field tables of the HTTP API, part 2, written down a second time: the documents of the code are not asked what
 * the documents of the code should be.
 */

type FieldType = 'string' | 'number' | 'boolean' | 'string?' | 'array' | 'object' | 'time' | 'units' | 'amount' | 'usd'
type FieldTable = Readonly<Record<string, FieldType | readonly string[]>>

const CHAIN: FieldTable = {
  key: 'string',
  name: 'string',
  shortname: 'string',
  chainId: 'number',
  image: 'string',
  type: ['EVM', 'COSMOS', 'UTXO', 'OTHER'],
  active: 'boolean',
  new: 'boolean',
}

const ASSET: FieldTable = {
  name: 'string',
  symbol: 'string',
  address: 'string',
  image: 'string',
  chain: 'string',
  isNative: 'boolean',
  new: 'boolean',
}

const SOURCE: FieldTable = {
  key: 'string',
  name: 'string',
  image: 'string',
  type: ['BRIDGE', 'EXCHANGE', 'SERVICE'],
  active: 'boolean',
}

const SIDE: FieldTable = { formatted: 'amount', currency: 'string', usd: 'usd' }
const STEP: FieldTable = { type: 'string', name: 'string', image: 'string' }

export const FEE_TYPES = [
  'source_gas',
  'destination_gas',
  'liquidity_fee',
  'protocol_fee',
  'bridge_fee',
  'integrator_fee',
  'swap_impact',
  'route_loss',
  'messaging_fee',
  'boost_fee',
  'gas_drop_fee',
  'cctp_fee',
  'transfer_fee',
  'transfer_reward',
  'other',
]

const FEE_ITEM: FieldTable = {
  type: FEE_TYPES,
  amount: 'units',
  token: 'object',
  description: 'string',
  providerLabel: 'string',
  chain: 'object',
}
const FEE_TOKEN: FieldTable = { chainId: 'number', address: 'string', symbol: 'string', decimals: 'number' }

const TRANSACTION: FieldTable = {
  id: 'string',
  hash: 'string',
  inboundHash: 'string',
  outboundHash: 'string?',
  provider: 'string',
  status: ['PENDING', 'SUCCESS', 'FAILED', 'REFUND'],
  srcAmount: 'amount',
  dstAmount: 'amount',
  walletAddress: 'string',
  recipientWalletAddress: 'string',
  createdAt: 'time',
  fee: 'object',
  srcAsset: 'object',
  dstAsset: 'object',
}

const TRANSACTION_ASSET: FieldTable = {
  symbol: 'string?',
  contract: 'string?',
  image: 'string?',
  chain: 'string?',
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const WHOLE_UNITS = /^-?\d+$/
const PLAIN_DECIMAL = /^\d+(\.\d+)?$/
const SIGNED_DECIMAL = /^-?\d+(\.\d+)?$/

/** The object behind an answer, or a failed test that says what was expected there. */
export function asObject(value: unknown, what = 'value'): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${what} is no object: ${JSON.stringify(value)}`)
  }
  return Object.fromEntries(Object.entries(value))
}

export function asList(value: unknown, what = 'value'): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${what} is no array: ${JSON.stringify(value)}`)
  const list: unknown[] = value
  return list
}

export function asText(value: unknown, what = 'value'): string {
  if (typeof value !== 'string') throw new Error(`${what} is no text: ${JSON.stringify(value)}`)
  return value
}

function fits(value: unknown, type: FieldType | readonly string[]): boolean {
  if (typeof type !== 'string') return typeof value === 'string' && type.includes(value)
  switch (type) {
    case 'string?':
      return value === null || typeof value === 'string'
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'time':
      return typeof value === 'string' && ISO_TIME.test(value)
    case 'units':
      return typeof value === 'string' && WHOLE_UNITS.test(value)
    case 'amount':
      return typeof value === 'string' && PLAIN_DECIMAL.test(value)
    case 'usd':
      return typeof value === 'string' && SIGNED_DECIMAL.test(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'string':
    case 'boolean':
      return typeof value === type
  }
}

function expectFields(value: unknown, table: FieldTable, what: string): Readonly<Record<string, unknown>> {
  const object = asObject(value, what)
  for (const [field, type] of Object.entries(table)) {
    if (!fits(object[field], type)) {
      throw new Error(`${what}.${field} must be ${String(type)} but is ${JSON.stringify(object[field])}`)
    }
  }
  return object
}

export function expectChain(value: unknown): void {
  expect(expectFields(value, CHAIN, 'chain')['active']).toBe(true)
}

export function expectAsset(value: unknown): void {
  expectFields(value, ASSET, 'asset')
}

export function expectSource(value: unknown): void {
  const source = expectFields(value, SOURCE, 'source')
  expect(source['active']).toBe(true)
  expect(source['key']).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/)
}

export function expectRoute(value: unknown): void {
  const route = expectFields(value, { provider: 'string', routeId: 'string', estimatedTime: 'number' }, 'route')
  expectSteps(route['steps'])
  expectPriced(route, 'route')
  expectNoExecution(route)
}

export function expectLock(value: unknown): void {
  const table: FieldTable = {
    provider: 'string',
    routeId: 'string',
    lockId: 'string',
    expiresAt: 'time',
    ttlMs: 'number',
  }
  const lock = expectFields(value, table, 'lock')
  expectPriced(lock, 'lock')
  expectNoExecution(lock)
}

export function expectExecution(value: unknown): void {
  const execution = expectFields(value, { provider: 'string', lockId: 'string', providerResult: 'object' }, 'execution')
  const quote = expectFields(execution['quote'], { estimatedTime: 'number' }, 'execution.quote')
  expectSteps(quote['steps'])
  expectPriced(quote, 'execution.quote')
  expect(execution['transaction']).toEqual({ ...asObject(execution['transaction']), status: 'PENDING' })
  expectFields(execution['transaction'], { id: 'string', status: ['PENDING'] }, 'execution.transaction')
}

export function expectTransaction(value: unknown, variant: 'status' | 'history'): void {
  const transaction = expectFields(value, TRANSACTION, 'transaction')
  for (const side of ['srcAsset', 'dstAsset']) {
    const asset = expectFields(transaction[side], TRANSACTION_ASSET, side)
    if (asset['id'] !== null) expect(typeof asset['id']).toBe('number')
  }
  if (variant === 'status') expectFields(transaction, { updatedAt: 'time' }, 'transaction')
  else expectFields(transaction, { amountUsd: 'number' }, 'transaction')
  expectTransactionFee(transaction['fee'])
}

function expectTransactionFee(value: unknown): void {
  const fee = asObject(value, 'transaction.fee')
  if (Object.keys(fee).length === 0) return
  if (fee['amount'] !== null) expectFields(fee, { amount: 'usd' }, 'transaction.fee')
  if (fee['amountUsd'] !== null) expectFields(fee, { amountUsd: 'number' }, 'transaction.fee')
  expectFields(fee, { currency: 'string?' }, 'transaction.fee')
  if (fee['details'] !== null) {
    const details = expectFields(fee['details'], { total: 'object', items: 'array' }, 'transaction.fee.details')
    expectFees(details)
  }
}

export function expectStatusResult(value: unknown): void {
  const result = expectFields(value, { transaction: 'object', final: 'boolean' }, 'status')
  expectTransaction(result['transaction'], 'status')
  expect(result['final']).toBe(asObject(result['transaction'])['status'] !== 'PENDING')
}

export function expectTrackResult(value: unknown): void {
  const result = expectFields(value, { transaction: 'object', final: 'boolean', tracking: 'boolean' }, 'track')
  const transaction = expectFields(
    result['transaction'],
    {
      id: 'string',
      hash: 'string',
      inboundHash: 'string',
      provider: 'string',
      status: ['PENDING', 'SUCCESS', 'FAILED', 'REFUND'],
    },
    'track.transaction',
  )
  expect(result['final']).toBe(transaction['status'] !== 'PENDING')
  if (result['final'] === true) expect(result['tracking']).toBe(false)
}

export function expectPage(value: unknown, expectItem: (item: unknown) => void): void {
  const page = asObject(value, 'page')
  expect(Object.keys(page).sort()).toEqual(['data', 'pagination'])
  const items = asList(page['data'], 'page.data')
  const pagination = asObject(page['pagination'], 'page.pagination')
  const { page: number, perPage, total } = pagination
  if (typeof number !== 'number' || typeof perPage !== 'number' || typeof total !== 'number') {
    throw new Error(`pagination must carry numbers: ${JSON.stringify(pagination)}`)
  }
  expect(pagination['hasMore']).toBe(number * perPage < total)
  expect(items.length).toBe(Math.max(0, Math.min(perPage, total - (number - 1) * perPage)))
  items.forEach(expectItem)
}

function expectSteps(value: unknown): void {
  const steps = asList(value, 'steps')
  expect(steps.length).toBeGreaterThan(0)
  for (const step of steps) expectFields(step, STEP, 'step')
}

function expectFees(value: unknown): void {
  const fees = expectFields(value, { total: 'object', items: 'array' }, 'fees')
  expectFields(fees['total'], { usd: 'usd', formatted: 'string' }, 'fees.total')
  for (const value of asList(fees['items'])) {
    const item = expectFields(value, FEE_ITEM, 'fee item')
    expectFields(item['token'], FEE_TOKEN, 'fee item.token')
    expectFields(item['chain'], { chainId: 'number' }, 'fee item.chain')
    if (item['amountUsd'] !== undefined) expectFields(item, { amountUsd: 'usd' }, 'fee item')
  }
}

/** Both sides and the fees have their fields, and the fees reconcile to the last micro-dollar. */
function expectPriced(value: Readonly<Record<string, unknown>>, what: string): void {
  expectFields(value['src'], SIDE, `${what}.src`)
  expectFields(value['dst'], SIDE, `${what}.dst`)
  expectFees(value['fees'])
  assertReconciles(value)
}

/**
 * The items add up to the total, and the source value less the items taken out of the swap is the destination value:
 * exactly, in whole micro-dollars.
 */
export function assertReconciles(priced: Readonly<Record<string, unknown>>): void {
  const fees = asObject(priced['fees'])
  let all = 0n
  let takenOut = 0n
  for (const value of asList(fees['items'])) {
    const item = asObject(value)
    if (item['amountUsd'] === undefined) continue
    const usd = microUsd(asText(item['amountUsd']))
    all += usd
    if (item['included'] !== false) takenOut += usd
  }
  const src = microUsd(asText(asObject(priced['src'])['usd']))
  const dst = microUsd(asText(asObject(priced['dst'])['usd']))
  expect({ total: all, dst: src - takenOut }).toEqual({
    total: microUsd(asText(asObject(fees['total'])['usd'])),
    dst,
  })
}

/** Decimal text as micro-dollars; more than six decimals would make the arithmetic a lie, so they fail the test. */
export function microUsd(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text)
  if (match === null) throw new Error(`no exact USD value: ${text}`)
  const micro = BigInt(match[2] ?? '0') * 1_000_000n + BigInt((match[3] ?? '').padEnd(6, '0'))
  return match[1] === '-' ? -micro : micro
}

const EXECUTION_KEYS =
  /^(exec|execution|.*calldata.*|.*depositaddress.*|.*depositmemo.*|channelid|providertarget|approval.*|allsteps|providerresult|transactionrequest|providerstate|state|tracking)$/i

/** Nothing in a quote or a lock can be sent by a wallet, at any depth. */
export function expectNoExecution(value: unknown): void {
  if (Array.isArray(value)) value.forEach(expectNoExecution)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (EXECUTION_KEYS.test(key)) throw new Error(`${key} must not appear in a quote or a lock`)
      expectNoExecution(inner)
    }
  }
}
