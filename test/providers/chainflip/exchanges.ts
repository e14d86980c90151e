import type { Json } from '../../../src/core/ports.ts'
import { openRecordings } from '../../support/recordings.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'

/** Wallets of a recorded swap from Bitcoin to Ethereum. */
export const BTC_WALLET = 'bc1qstlcaqcds8xea7dtktdn47hng7c3lq3fa7vrtm'
export const EVM_WALLET = '0xbbfefb09727136a6c3ddd28bd4abdf259b9351c1'
/** When the cases play: as that swap's channel was opened. */
export const NOW_MS = 1740415452001

export const { altered, rewritten, textOf } = openRecordings(import.meta.url)

/** What is switched on: everything, unless another reply is given. */
export function info(reply: Reply = 'network-info.json'): Exchange {
  return { method: 'GET', path: '/api/networkInfo', reply }
}

/** Asks for prices; `pair` is `Chain ASSET Chain ASSET amount`. */
export function pricing(pair: string, reply: Reply): Exchange {
  const [srcChain = '', srcAsset = '', destChain = '', destAsset = '', amount = ''] = pair.split(' ')
  return {
    method: 'GET',
    path: '/v2/quote',
    query: { srcChain, srcAsset, destChain, destAsset, amount, dcaV2Enabled: 'true' },
    reply,
  }
}

/** The same for a call of the Vault, which takes nothing for the deposit. */
export function vaultPricing(pair: string, reply: Reply): Exchange {
  const exchange = pricing(pair, reply)
  return { ...exchange, query: { ...exchange.query, isVaultSwap: 'true' } }
}

/** Has a call of the Vault encoded. */
export function encoding(body: Readonly<Record<string, Json>>, reply: Reply): Exchange {
  return { method: 'POST', path: '/api/encodeVaultSwapData', body, reply }
}

/** Opens a deposit channel; the body is that of 0.01 BTC to ETH but for `body`. */
export function opening(reply: Reply, body: Readonly<Record<string, Json>> = {}): Exchange {
  return {
    method: 'POST',
    path: '/api/openSwapDepositChannel',
    body: {
      srcAsset: { chain: 'Bitcoin', asset: 'BTC' },
      destAsset: { chain: 'Ethereum', asset: 'ETH' },
      destAddress: EVM_WALLET,
      amount: '1000000',
      fillOrKillParams: {
        refundAddress: BTC_WALLET,
        retryDurationBlocks: 150,
        minPriceX128: '180749621878191215266261561348144062148612001722320',
      },
      ...body,
    },
    reply,
  }
}
