import { debridge } from '../../../src/providers/debridge/manifest.ts'
import type { ProviderCases } from '../../support/provider-suite.ts'
import { discoveries } from './discovery-cases.ts'
import { prepares } from './prepare-cases.ts'
import { quotes } from './quote-cases.ts'
import { refusals } from './refusal-cases.ts'
import { statuses } from './status-cases.ts'

/** deBridge with a key. */
export const cases: ProviderCases = {
  provider: debridge,
  url: import.meta.url,
  settings: { API_KEY: 'key-of-the-test' },
  quotes: [...quotes, ...refusals],
  prepares,
  statuses,
  discoveries,
  // An order that nobody made yet is answered so.
  tolerates: [{ of: 'status', path: '/dln/order/', faults: ['404'], gives: 'the same' }],
  needs: [
    {
      of: ['quote'],
      path: '/dln/order/create-tx',
      fields: [
        ...['srcChainTokenIn', 'dstChainTokenOut'].flatMap((side) =>
          ['address', 'chainId', 'decimals', 'amount'].map((name) => `estimation.${side}.${name}`),
        ),
        'estimation.dstChainTokenOut.recommendedAmount',
        'orderId',
        'fixFee',
        'tx.**',
      ],
      why: 'the amounts and assets, the order and the call that creates it, and the fee that it carries on top',
    },
    {
      of: ['status'],
      path: '/dln/order/',
      fields: ['orderId', 'status', 'orderStruct.receiverDst', 'orderStruct.takeOffer.**'],
      why: 'the status, and whether the order is the one of this swap',
    },
    { of: ['status'], path: '/dln/tx/', fields: ['orderIds.*'], why: 'the orders of the transaction' },
    {
      of: ['status'],
      path: '/api/Orders/',
      fields: ['orderId.stringValue', 'fulfilledDstEventMetadata.transactionHash.stringValue'],
      why: 'a filled order waits a minute for its hash',
    },
  ],
}
