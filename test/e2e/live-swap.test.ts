import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSwapService } from '../../src/open.ts'
import type { EmbeddedSwapService } from '../../src/service/service.ts'
import { createCountingIds, createFakeClock, type FakeClock } from '../support/fake-clock.ts'
import { REFUSED_NODE, withoutPublicNodes } from '../support/no-public-nodes.ts'
import { newHome } from '../support/new-home.ts'
import { type Exchange, openProviderLab, type ProviderLab } from '../support/provider-lab.ts'

/*
 * One swap on the live network from quote to SUCCESS, through the real adapter of Relay and its recordings on a local
 * server. Every other provider is switched off.
 */

const RECORDINGS = new URL('../providers/relay/recordings/', import.meta.url)
const WALLET = '0x03508bb71268bba25ecacc8f620e01866650532c'
const REQUEST = {
  srcChain: 'base',
  srcAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  dstChain: 'arbitrum',
  dstAddress: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
  amount: '100',
  slippage: 200,
  depositor: WALLET,
  recipient: WALLET,
}
const HASH = `0x${'ab'.repeat(32)}`

let home: string
let clock: FakeClock
let lab: ProviderLab
let service: EmbeddedSwapService

/** Opens the service as a new process would. */
function open(): Promise<EmbeddedSwapService> {
  return openSwapService({
    network: 'live',
    home,
    clock,
    ids: createCountingIds(),
    setting: (provider, name) => {
      if (name === 'ENABLED') return provider === 'RELAY' ? 'true' : 'false'
      if (provider === 'RPC') return REFUSED_NODE
      return name === 'URL' && provider === 'RELAY' ? lab.url : undefined
    },
  })
}

beforeEach(async () => {
  home = await newHome()
  clock = createFakeClock()
  lab = await openProviderLab(RECORDINGS)
  service = await open()
})
afterEach(async () => {
  await service.close()
  await lab.close()
})

/** Relay's quote as recorded, or with another amount paid out. */
function quoteReply(paidOut?: string): Exchange {
  const text = readFileSync(new URL('quote-erc20-cross-chain.json', RECORDINGS), 'utf8')
  const changed = paidOut === undefined ? text : text.replaceAll('"99950900"', `"${paidOut}"`)
  return { method: 'POST', path: '/quote/v2', body: () => undefined, reply: { text: changed } }
}

const requestId = /"requestId":\s*"(0x[0-9a-f]+)"/.exec(
  readFileSync(new URL('quote-erc20-cross-chain.json', RECORDINGS), 'utf8'),
)?.[1]

function statusReply(status: string, txHashes: readonly string[]): Exchange {
  const body = { status, inTxHashes: [HASH], txHashes, originChainId: 8453, destinationChainId: 42161 }
  return {
    method: 'GET',
    path: '/intents/status/v3',
    query: { requestId: requestId ?? '' },
    reply: { text: JSON.stringify(body) },
  }
}

describe('the environment', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('sets base URLs and switches providers off, also for the library', async () => {
    for (const [name, value] of Object.entries(withoutPublicNodes(REFUSED_NODE))) vi.stubEnv(name, value)
    vi.stubEnv('SWAPCLI_PROVIDER_RELAY_URL', lab.url)
    vi.stubEnv('SWAPCLI_PROVIDER_LIFI_ENABLED', 'false')
    const other = await openSwapService({ network: 'live', home: join(home, 'other'), clock })
    const keys = (await other.sources()).data.map((source) => source.key)
    expect([keys.includes('RELAY'), keys.includes('LIFI')]).toEqual([true, false])
    lab.play([quoteReply()])
    const { data } = await other.quote({ ...REQUEST, exclude: keys.filter((key) => key !== 'RELAY') })
    expect([data.length, lab.problems()]).toEqual([1, []])
    await other.close()
  })
})

describe('a swap on the live network', () => {
  it('goes from quote to SUCCESS, with the lock made in another process than the quote', async () => {
    lab.play([quoteReply()])
    const { data } = await service.quote(REQUEST)
    expect(data.map((route) => [route.provider, route.dst.formatted, route.minimumReceived])).toEqual([
      ['RELAY', '99.9509', '97.951882'],
    ])
    expect(JSON.stringify(data)).not.toContain('0x095ea7b3')
    await service.close()

    service = await open()
    lab.play([quoteReply()])
    const lock = await service.lock({ ...REQUEST, provider: 'RELAY', routeId: data[0]?.routeId ?? '' })
    expect(lock.dst.formatted).toBe('99.9509')

    lab.play([])
    const { exec, transaction } = await service.execute({ lockId: lock.lockId })
    expect(exec).toMatchObject({
      chainId: 8453,
      srcToken: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      srcAmount: '100000000',
      approvalAmount: '100000000',
      value: '0',
    })
    expect(lab.problems()).toEqual([])

    const transactionId = transaction?.id ?? ''
    lab.play([statusReply('pending', [])])
    expect(await service.track({ transactionId, txHash: HASH })).toMatchObject({
      transaction: { hash: HASH, status: 'PENDING' },
      tracking: true,
    })
    const payout = `0x${'cd'.repeat(32)}`
    lab.play([statusReply('success', [payout])])
    await clock.advance(300_000)
    const { transaction: settled, final } = await service.status({ hash: HASH })
    expect([settled.status, settled.outboundHash, final]).toEqual(['SUCCESS', payout, true])
    expect(lab.problems()).toEqual([])
  })

  it('is not locked at a price below what the quote and the slippage allow, and says by how much', async () => {
    lab.play([quoteReply()])
    const { data } = await service.quote({ ...REQUEST, slippage: 10 })
    lab.play([quoteReply('99000000')])
    const locking = service.lock({ ...REQUEST, slippage: 10, provider: 'RELAY', routeId: data[0]?.routeId ?? '' })
    await expect(locking).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      httpStatus: 409,
      message: 'Relay now pays 99 USDT0 instead of 99.9509 USDT0, a loss of more than the slippage of 10 basis points',
    })
  })

  it('is refused with 503 and the time to wait while the provider limits the rate, in every process', async () => {
    lab.play([quoteReply()])
    const { data } = await service.quote(REQUEST)
    lab.always({ status: 429, text: '{}', headers: { 'retry-after': '20' } })
    const lock = { ...REQUEST, provider: 'RELAY', routeId: data[0]?.routeId ?? '' }
    const refusal = { code: 'PROVIDER_UNAVAILABLE', httpStatus: 503, retryAfterSec: 20 }
    await expect(service.lock(lock)).rejects.toMatchObject(refusal)
    expect(lab.requests()).toBe(1)
    await service.close()
    service = await open()
    await expect(service.lock(lock)).rejects.toMatchObject(refusal)
    expect(lab.requests()).toBe(1)
  })
})
