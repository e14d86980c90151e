import type { CatalogChain } from '../../core/assets/catalog.ts'
import { openPooledHttp } from '../../io/index.ts'
import { loadDepositPsbt, PSBT_CHAINS } from '../../wallet/index.ts'
import type { PayPlace } from '../place.ts'

/** Balances of Bitcoin-like chains, by the esplora of the user's settings: it learns the address, so that there is none by default. */
export interface CoinBalances {
  /**
   * Base units in unspent outputs that are in a block; undefined where no esplora is set.
   * @throws SERVICE_UNAVAILABLE, WALLET_REFUSED for an answer that cannot be right
   */
  read(chain: Pick<CatalogChain, 'key'>, address: string): Promise<bigint | undefined>
  /** Next step where none is set; none where none could be. */
  hint(chain: Pick<CatalogChain, 'key'>): { readonly hint?: string }
}

/** Opens what reads them; its connections close when the place is left. */
export function openCoinBalances({
  settings,
  openHttp,
  signal,
  onEnd,
}: Pick<PayPlace, 'settings' | 'openHttp' | 'signal' | 'onEnd'>): CoinBalances {
  let opened: ReturnType<typeof openPooledHttp> | undefined
  const open = async () => {
    const http = await (openHttp ?? openPooledHttp)()
    onEnd(() => http.close())
    return http
  }
  const isSettable = (key: string) => PSBT_CHAINS.includes(key)
  return {
    read: async ({ key }, address) => {
      if (!isSettable(key)) return undefined
      const url = settings.get(`esplora.${key}`)?.value.replace(/\/+$/, '')
      if (url === undefined) return undefined
      const [{ openEsplora }, { fetch }] = await Promise.all([loadDepositPsbt(), (opened ??= open())])
      const coins = await openEsplora(fetch, key, url, signal).readCoins(address)
      return coins.reduce((sum, { units }) => sum + units, 0n)
    },
    hint: ({ key }) =>
      isSettable(key) ? { hint: `Name an esplora that you trust: swapcli config set esplora.${key} URL` } : {},
  }
}
