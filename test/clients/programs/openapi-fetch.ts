import createClient from 'openapi-fetch'
import type { paths } from './generated/schema.ts'
import { hashOf, must, type Played, PROVIDER, SWAP, typesIn, untilFinal, type Wallets } from './played.ts'

/** openapi-typescript with openapi-fetch. @param root base address of the server */
export async function playSwap(root: string, { first, second, stranger }: Wallets): Promise<Played> {
  const api = createClient<paths>({ baseUrl: root })
  const health = await api.GET('/healthz', { parseAs: 'text' })
  const stream = await api.POST('/quote/stream', { body: SWAP, parseAs: 'text' })
  const chains = await api.GET('/api/v1/swap/chains', { params: { query: { perPage: 1000 } } })
  const assets = await api.GET('/api/v1/swap/assets', { params: { query: { chain: SWAP.srcChain, perPage: 1000 } } })
  const refused = await api.POST('/api/v1/quote', { body: { ...SWAP, amount: '-1' } })

  const execute = async (wallet: string) => {
    const wallets = { depositor: wallet, recipient: wallet }
    const quote = await api.POST('/api/v1/quote', { body: { ...SWAP, ...wallets } })
    const { provider, routeId } = must(quote.data?.data.find((route) => route.provider === PROVIDER))
    const lock = await api.POST('/api/v1/quote/lock', {
      params: { header: { 'Idempotency-Key': wallet } },
      body: { ...SWAP, ...wallets, provider, routeId },
    })
    const execution = await api.POST('/api/v1/quote/execute', { body: { lockId: must(lock.data).data.lockId } })
    return must(execution.data?.data.transaction).id
  }
  const executed = [await execute(first), await execute(second)]
  await execute(stranger)
  const [transactionId = ''] = executed
  await api.POST('/api/v1/transaction/track', { body: { transactionId, txHash: hashOf(first) } })
  const end = await untilFinal(async () => {
    const { data } = await api.GET('/api/v1/transaction/status', { params: { query: { transactionId } } })
    return must(data).data
  })
  const addresses = [first, second]
  const history = await api.GET('/api/v1/transaction/history', { params: { query: { addresses } } })
  const pending = await api.GET('/api/v1/transaction/history', {
    params: { query: { addresses, statuses: ['PENDING', 'FAILED'] } },
  })
  return {
    health: must(health.data),
    streamed: typesIn(must(stream.data)),
    chains: must(chains.data).data.some(({ key }) => key === SWAP.srcChain),
    assets: must(assets.data).data.some(({ address }) => address === SWAP.srcAddress),
    refusal: {
      status: refused.response.status,
      code: must(refused.error).error.code,
      field: must(refused.error).error.field,
    },
    end: { status: end.transaction.status, final: end.final, hash: end.transaction.inboundHash },
    executed,
    listed: must(history.data)
      .data.map(({ id }) => id)
      .reverse(),
    pending: must(pending.data).data.map(({ status }) => status),
  }
}
