import {
  createQuote,
  executeLock,
  getGetHealthUrl,
  getStreamQuoteUrl,
  getTransactionStatus,
  listAssets,
  listChains,
  listTransactions,
  lockRoute,
  trackTransaction,
} from './generated/orval-fetch'
import { hashOf, must, type Played, PROVIDER, SWAP, typesIn, untilFinal, type Wallets } from './played.ts'

/** The answer of a call that succeeded. @throws Error with the refusal of one that did not */
function ok<T extends { readonly status: number }>(answer: T): Extract<T, { readonly status: 200 }> {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  return answer as Extract<T, { readonly status: 200 }>
}

/** orval with fetch, whose base address is written into the generated code. */
export async function playSwap(_root: string, { first, second, stranger }: Wallets): Promise<Played> {
  // Orval's fetch client reads every answer as JSON, so that texts are for fetch and its addresses.
  const health = await fetch(getGetHealthUrl())
  const stream = await fetch(getStreamQuoteUrl(), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(SWAP),
  })
  const chains = ok(await listChains({ perPage: 1000 }))
  const assets = ok(await listAssets({ chain: SWAP.srcChain, perPage: 1000 }))
  const refused = await createQuote({ ...SWAP, amount: '-1' })
  if (refused.status !== 400) throw new Error('a negative amount is not refused')

  const execute = async (wallet: string) => {
    const wallets = { depositor: wallet, recipient: wallet }
    const quote = ok(await createQuote({ ...SWAP, ...wallets }))
    const { provider, routeId } = must(quote.data.data.find((route) => route.provider === PROVIDER))
    const lock = ok(
      await lockRoute({ ...SWAP, ...wallets, provider, routeId }, { headers: { 'Idempotency-Key': wallet } }),
    )
    const execution = ok(await executeLock({ lockId: lock.data.data.lockId }))
    return must(execution.data.data.transaction).id
  }
  const executed = [await execute(first), await execute(second)]
  await execute(stranger)
  const [transactionId = ''] = executed
  ok(await trackTransaction({ transactionId, txHash: hashOf(first) }))
  const end = await untilFinal(async () => ok(await getTransactionStatus({ transactionId })).data.data)
  const addresses = [first, second]
  const history = ok(await listTransactions({ addresses }))
  const pending = ok(await listTransactions({ addresses, statuses: ['PENDING', 'FAILED'] }))
  return {
    health: await health.text(),
    streamed: typesIn(await stream.text()),
    chains: chains.data.data.some(({ key }) => key === SWAP.srcChain),
    assets: assets.data.data.some(({ address }) => address === SWAP.srcAddress),
    refusal: { status: refused.status, code: refused.data.error.code, field: refused.data.error.field },
    end: { status: end.transaction.status, final: end.final, hash: end.transaction.inboundHash },
    executed,
    listed: history.data.data.map(({ id }) => id).reverse(),
    pending: pending.data.data.map(({ status }) => status),
  }
}
