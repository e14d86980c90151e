import { describe, expect, test } from 'vitest'
import type { StatusResult } from '../../src/core/api/documents.ts'
import type { SwapService } from '../../src/core/api/service.ts'
import type { DocumentStore, Json, PooledHttp } from '../../src/core/ports.ts'
import { createDepositPsbt } from '../../src/payments/deposit-psbt.ts'
import type { SwapRun } from '../../src/wallet/run/journal.ts'
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts'
import { createFakeEsplora, type FakeEsplora } from '../support/fake-esplora.ts'
import { createSilentHttp } from '../support/silent-http.ts'
import { swapErrorOf } from '../support/swap-error.ts'
import { statusOf } from '../tui/screens/activity/sample-activity.ts'
import { depositRun, SHORT_MEMO } from '../wallet/utxo/deposit-run.ts'

const NOW = Date.parse('2026-01-15T12:00:00.000Z')
const VAULT = 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr'
const ALICE = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

const RUN = depositRun({
  ...{ chain: 'bitcoin', symbol: 'BTC', vault: VAULT, depositor: ALICE, units: 50_000_000n, memo: SHORT_MEMO },
})

function memoryDocuments(): DocumentStore {
  const kept = new Map<string, { readonly doc: Json; readonly version: number }>()
  return {
    get: (key) => Promise.resolve(kept.get(key)),
    put: (key, doc, expected) => {
      if ((kept.get(key)?.version ?? 0) !== expected) return Promise.resolve(false)
      kept.set(key, { doc, version: expected + 1 })
      return Promise.resolve(true)
    },
    delete: (key) => Promise.resolve(void kept.delete(key)),
    list: (prefix) =>
      Promise.resolve([...kept].filter(([key]) => key.startsWith(prefix)).map(([key, one]) => ({ key, ...one }))),
  }
}

/** What the service says of the swap. */
type Said = Partial<StatusResult['transaction']> & { readonly final?: boolean }

interface Place {
  readonly run?: SwapRun
  readonly said?: Said
  readonly esplora?: FakeEsplora
  readonly documents?: DocumentStore
  readonly setting?: string
  readonly clock?: FakeClock
  readonly http?: PooledHttp
}

function withCoins(): FakeEsplora {
  const esplora = createFakeEsplora()
  for (const units of [60_000_000n, 70_000_000n]) esplora.add('bitcoin', ALICE, units)
  return esplora
}

function create({ run = RUN, said = {}, esplora = withCoins(), documents = memoryDocuments(), ...place }: Place = {}) {
  const { final = false, ...facts } = said
  const status = statusOf('tx_1', { status: 'PENDING', stage: 'awaiting_deposit', inboundHash: '', ...facts })
  const service: Pick<SwapService, 'status'> = { status: () => Promise.resolve({ transaction: status, final }) }
  const key = 'esplora.bitcoin'
  const value = place.setting ?? 'https://esplora.test/'
  return createDepositPsbt(
    {
      settings: new Map(value === '' ? [] : [[key, { key, value, origin: '--set' }]]),
      clock: place.clock ?? createFakeClock(NOW),
      signal: new AbortController().signal,
      openHttp: () => Promise.resolve(place.http ?? { fetch: esplora.fetch, close: () => Promise.resolve() }),
    },
    { run, documents, service: service as SwapService, from: undefined, feeRate: undefined },
  )
}

describe('the PSBT of a swap', () => {
  test('is made from the coins of the depositor, and made again from the same', async () => {
    const [esplora, documents] = [withCoins(), memoryDocuments()]
    const first = await create({ esplora, documents })
    expect(first.inputs.map(({ units }) => units)).toEqual([70_000_000n])
    esplora.add('bitcoin', ALICE, 90_000_000n)
    const second = await create({ esplora, documents })
    expect(second.claim).toEqual(first.claim)
  })

  test('is refused once an earlier one is sent, though the service has seen no payment', async () => {
    const [esplora, documents] = [withCoins(), memoryDocuments()]
    await create({ esplora, documents })
    const txid = esplora.spendAll({ family: 'bitcoin', address: VAULT })
    esplora.add('bitcoin', ALICE, 90_000_000n)
    const error = await swapErrorOf(create({ esplora, documents }))
    expect(error).toMatchObject({ code: 'WALLET_REFUSED', reason: 'run' })
    expect(error.message).toContain(`${txid} pays this deposit`)
  })

  test('is not noted where an esplora lists a coin twice: an honest one then has it made', async () => {
    const [esplora, documents] = [withCoins(), memoryDocuments()]
    const fetch: FakeEsplora['fetch'] = async (url, request) => {
      const reply = (await esplora.fetch(url, request)) as Response
      if (!url.endsWith('/utxo')) return reply
      const coins = (await reply.json()) as readonly unknown[]
      return new Response(JSON.stringify([...coins, ...coins]))
    }
    const error = await swapErrorOf(create({ esplora: { ...esplora, fetch }, documents }))
    expect(error).toMatchObject({ code: 'WALLET_REFUSED', reason: 'nodes' })
    expect(await documents.list('psbt:')).toEqual([])
    expect((await create({ esplora, documents })).inputs.map(({ units }) => units)).toEqual([70_000_000n])
  })

  test('leaves the coins of the PSBTs of other swaps alone for a day', async () => {
    const [esplora, documents] = [withCoins(), memoryDocuments()]
    const first = await create({ esplora, documents })
    const other = { ...RUN, id: 'run_2' }
    expect((await create({ esplora, documents, run: other })).claim.coins).not.toEqual(first.claim.coins)
    const third = { ...RUN, id: 'run_3' }
    const error = await swapErrorOf(create({ esplora, documents, run: third }))
    expect(error.message).toContain('2 more are in PSBTs of other swaps')
  })

  test.each<[string, Place]>([
    ['is final', { said: { final: true } }],
    ['has a hash', { said: { inboundHash: 'ab'.repeat(32) } }],
    ['is past its deposit', { said: { stage: 'swapping' } }],
    ['has received a part', { said: { progress: { srcReceived: '0.1' } } }],
    ['was signed here', { run: { ...RUN, payment: { hash: '0x1', raw: '0x2' } } }],
    ['is over', { run: { ...RUN, step: 'final' } }],
    ['was refused', { run: { ...RUN, step: 'closed', closedAs: 'refused' } }],
  ])('is refused for one that %s', async (_name, place) => {
    const esplora = withCoins()
    const error = await swapErrorOf(create({ ...place, esplora }))
    expect(error).toMatchObject({ code: 'WALLET_REFUSED', reason: 'run' })
    expect(error.message).toBe('This swap was paid already, or is over: another payment would be lost')
    expect(esplora.asked).toEqual([])
  })

  test('is refused after the deadline, and nobody is asked', async () => {
    const esplora = withCoins()
    const error = await swapErrorOf(create({ esplora, clock: createFakeClock(NOW + 15 * 60_000) }))
    expect(error.reason).toBe('terms')
    expect(esplora.asked).toEqual([])
  })

  test('of paper is never made, also through a server', async () => {
    const run = { ...RUN, api: 'http://swap.example', request: { ...RUN.request, provider: 'SANDBOX_DEPOSIT' } }
    const error = await swapErrorOf(create({ run }))
    expect(error.message).toBe('This swap is of paper: nothing real must be sent for it')
  })

  test('needs an esplora that the user names, since it learns the address', async () => {
    const esplora = withCoins()
    const error = await swapErrorOf(create({ esplora, setting: '' }))
    expect(error).toMatchObject({ code: 'CONFIG_INVALID' })
    expect(error.message).toContain('No esplora is set for bitcoin')
    expect(esplora.asked).toEqual([])
  })

  test('is not waited for longer than a minute where the esplora takes requests and says nothing', async () => {
    const [clock, http] = [createFakeClock(NOW), createSilentHttp()]
    let said: string | undefined
    void swapErrorOf(create({ clock, http })).then(({ message }) => {
      said = message
    })
    await http.asked
    await clock.advance(60_000)
    expect(said).toBe('The esplora that is set for bitcoin cannot be used: it did not answer')
  })

  test('is refused where another process made one meanwhile', async () => {
    const documents = memoryDocuments()
    const late: DocumentStore = { ...documents, put: () => Promise.resolve(false) }
    expect((await swapErrorOf(create({ documents: late }))).message).toContain('Another swapcli makes a PSBT')
  })
})
