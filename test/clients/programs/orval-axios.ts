import axios, { isAxiosError } from 'axios'
import type { ErrorEnvelope } from './generated/orval-axios'
import { getSwapcliCrossChainSwapRouting as operations } from './generated/orval-axios'
import { hashOf, must, type Played, PROVIDER, SWAP, typesIn, untilFinal, type Wallets } from './played.ts'

/** orval with axios, which writes lists as `name[]`. @param root base address of the server */
export async function playSwap(root: string, { first, second, stranger }: Wallets): Promise<Played> {
  axios.defaults.baseURL = root
  const api = operations()
  const health = await api.getHealth()
  const stream = await api.streamQuote(SWAP)
  const chains = await api.listChains({ perPage: 1000 })
  const assets = await api.listAssets({ chain: SWAP.srcChain, perPage: 1000 })
  const refused = await api.createQuote({ ...SWAP, amount: '-1' }).then(
    () => undefined,
    (error: unknown) => (isAxiosError<ErrorEnvelope>(error) ? error.response : undefined),
  )

  const execute = async (wallet: string) => {
    const wallets = { depositor: wallet, recipient: wallet }
    const quote = await api.createQuote({ ...SWAP, ...wallets })
    const { provider, routeId } = must(quote.data.data.find((route) => route.provider === PROVIDER))
    const lock = await api.lockRoute(
      { ...SWAP, ...wallets, provider, routeId },
      { headers: { 'Idempotency-Key': wallet } },
    )
    const execution = await api.executeLock({ lockId: lock.data.data.lockId })
    return must(execution.data.data.transaction).id
  }
  const executed = [await execute(first), await execute(second)]
  await execute(stranger)
  const [transactionId = ''] = executed
  await api.trackTransaction({ transactionId, txHash: hashOf(first) })
  const end = await untilFinal(async () => (await api.getTransactionStatus({ transactionId })).data.data)
  const addresses = [first, second]
  const history = await api.listTransactions({ addresses })
  const pending = await api.listTransactions({ addresses, statuses: ['PENDING', 'FAILED'] })
  return {
    health: health.data,
    streamed: typesIn(stream.data),
    chains: chains.data.data.some(({ key }) => key === SWAP.srcChain),
    assets: assets.data.data.some(({ address }) => address === SWAP.srcAddress),
    refusal: {
      status: must(refused).status,
      code: must(refused).data.error.code,
      field: must(refused).data.error.field,
    },
    end: { status: end.transaction.status, final: end.final, hash: end.transaction.inboundHash },
    executed,
    listed: history.data.data.map(({ id }) => id).reverse(),
    pending: pending.data.data.map(({ status }) => status),
  }
}
