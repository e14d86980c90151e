import { client } from './generated/hey-api/client.gen'
import {
  createQuote,
  executeLock,
  getHealth,
  getTransactionStatus,
  listAssets,
  listChains,
  listTransactions,
  lockRoute,
  streamQuote,
  trackTransaction,
} from './generated/hey-api/sdk.gen'
import { hashOf, must, type Played, PROVIDER, SWAP, typesIn, untilFinal, type Wallets } from './played.ts'

/** @hey-api/openapi-ts with its own fetch client. @param root base address of the server */
export async function playSwap(root: string, { first, second, stranger }: Wallets): Promise<Played> {
  client.setConfig({ baseUrl: root })
  const health = await getHealth()
  const stream = await streamQuote({ body: SWAP, parseAs: 'text' })
  const chains = await listChains({ query: { perPage: 1000 } })
  const assets = await listAssets({ query: { chain: SWAP.srcChain, perPage: 1000 } })
  const refused = await createQuote({ body: { ...SWAP, amount: '-1' } })

  const execute = async (wallet: string) => {
    const wallets = { depositor: wallet, recipient: wallet }
    const quote = await createQuote({ body: { ...SWAP, ...wallets } })
    const { provider, routeId } = must(quote.data?.data.find((route) => route.provider === PROVIDER))
    const lock = await lockRoute({
      headers: { 'Idempotency-Key': wallet },
      body: { ...SWAP, ...wallets, provider, routeId },
    })
    const execution = await executeLock({ body: { lockId: must(lock.data).data.lockId } })
    return must(execution.data?.data.transaction).id
  }
  const executed = [await execute(first), await execute(second)]
  await execute(stranger)
  const [transactionId = ''] = executed
  await trackTransaction({ body: { transactionId, txHash: hashOf(first) } })
  const end = await untilFinal(async () => must((await getTransactionStatus({ query: { transactionId } })).data).data)
  const addresses = [first, second]
  const history = await listTransactions({ query: { addresses } })
  const pending = await listTransactions({ query: { addresses, statuses: ['PENDING', 'FAILED'] } })
  return {
    health: must(health.data),
    streamed: typesIn(must(stream.data)),
    chains: must(chains.data).data.some(({ key }) => key === SWAP.srcChain),
    assets: must(assets.data).data.some(({ address }) => address === SWAP.srcAddress),
    refusal: {
      status: must(refused.response).status,
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
