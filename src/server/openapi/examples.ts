import { HISTORY_QUERY } from '../../core/api/requests.ts'
import { TOKENS } from '../../core/evm/tokens.ts'
import { entryFrame, openingFrame } from '../events/frames.ts'

/*
 * Examples of the published document, from the sandbox. A test validates each against its schema.
 */

const WALLET = HISTORY_QUERY.addresses.example
const HASH = `0x${'ab'.repeat(32)}`

/** The id that the sandbox gives the route of the example. */
const ROUTE_ID = 'sbx_bridge_b7c1720d365dc257ca8337e8c47720f7'

const src = { formatted: '100', currency: 'USDC', usd: '100.00' }
const dst = { formatted: '99.71', currency: 'USDC', usd: '99.71' }
const steps = [{ type: 'bridge', name: 'Sandbox Bridge', image: '' }]
const fees = {
  total: { usd: '0.29', formatted: '$0.29' },
  items: [
    {
      type: 'bridge_fee',
      amount: '290000',
      token: { chainId: 1, address: TOKENS.ethereum.USDC, symbol: 'USDC', decimals: 6 },
      amountUsd: '0.29',
      description: 'Bridge fee',
      providerLabel: 'bridge fee',
      chain: { chainId: 1, name: 'Ethereum' },
      included: true,
    },
  ],
}
const route = { provider: 'SANDBOX_BRIDGE', routeId: ROUTE_ID, src, dst, fees, estimatedTime: 60, steps }
const pagination = { page: 1, perPage: 100, total: 1, hasMore: false }
const asset = { id: 1, symbol: 'USDC', contract: TOKENS.ethereum.USDC, image: '', chain: 'ethereum' }
const transaction = {
  id: 'tx_01',
  hash: HASH,
  inboundHash: HASH,
  outboundHash: null,
  provider: 'SANDBOX_BRIDGE',
  status: 'PENDING',
  srcAmount: '100',
  dstAmount: '99.71',
  walletAddress: WALLET,
  recipientWalletAddress: WALLET,
  createdAt: '2026-01-15T12:00:00.000Z',
  fee: { amount: '0.29', amountUsd: 0.29, currency: 'USDC' },
  srcAsset: asset,
  dstAsset: { ...asset, id: 2, contract: TOKENS.arbitrum.USDC, chain: 'arbitrum' },
  stage: 'swapping',
  late: false,
  progress: { srcReceived: '100' },
}

const event = { seq: 1, at: transaction.createdAt, type: 'transaction.created', transactionId: transaction.id } as const

const quoteRequest = {
  srcChain: 'ethereum',
  srcAddress: TOKENS.ethereum.USDC,
  dstChain: 'arbitrum',
  dstAddress: TOKENS.arbitrum.USDC,
  amount: '100',
  slippage: 100,
  depositor: WALLET,
  recipient: WALLET,
}

const verdicts = [
  { provider: 'SANDBOX_BRIDGE', outcome: 'routes', routes: 1 },
  {
    provider: 'SANDBOX_DEX',
    outcome: 'no_route',
    routes: 0,
    code: 'pair_unsupported',
    message: 'Serves one chain at a time',
  },
]

export const EXAMPLES = {
  requestId: 'req_01',
  chains: {
    data: [
      {
        key: 'ethereum',
        name: 'Ethereum',
        shortname: 'ETH',
        chainId: 1,
        image: '',
        type: 'EVM',
        active: true,
        new: false,
      },
    ],
    pagination,
  },
  assets: {
    data: [
      {
        name: 'USD Coin',
        symbol: 'USDC',
        address: TOKENS.ethereum.USDC,
        image: '',
        chain: 'ethereum',
        isNative: false,
        new: false,
        decimals: 6,
      },
    ],
    pagination,
  },
  sources: {
    data: [{ key: 'SANDBOX_BRIDGE', name: 'Sandbox Bridge', image: '', type: 'BRIDGE', active: true }],
    pagination: { ...pagination, perPage: 20 },
  },
  quoteRequest,
  quote: { data: [route] },
  verdicts: { data: verdicts },
  lockRequest: { ...quoteRequest, provider: 'SANDBOX_BRIDGE', routeId: ROUTE_ID },
  lock: {
    data: {
      provider: 'SANDBOX_BRIDGE',
      routeId: ROUTE_ID,
      lockId: 'lock_01',
      expiresAt: '2026-01-15T12:01:00.000Z',
      ttlMs: 60_000,
      src,
      dst,
      fees,
    },
  },
  executeRequest: { lockId: 'lock_01' },
  execute: {
    data: {
      provider: 'SANDBOX_BRIDGE',
      lockId: 'lock_01',
      providerResult: { execution: 'client', status: 'PENDING' },
      quote: { src, dst, steps, fees, estimatedTime: 60 },
      exec: {
        chainId: 1,
        providerTarget: WALLET,
        providerCalldata: '0x',
        value: '0',
        srcToken: TOKENS.ethereum.USDC,
        srcAmount: '100000000',
      },
      transaction: { id: 'tx_01', status: 'PENDING' },
    },
  },
  status: { data: { transaction: { ...transaction, updatedAt: '2026-01-15T12:00:30.000Z' }, final: false } },
  trackRequest: { transactionId: 'tx_01', txHash: HASH },
  track: {
    data: {
      transaction: { id: 'tx_01', hash: HASH, inboundHash: HASH, provider: 'SANDBOX_BRIDGE', status: 'PENDING' },
      final: false,
      tracking: true,
    },
  },
  history: { data: [{ ...transaction, amountUsd: 100 }], pagination: { ...pagination, perPage: 20 } },
  stats: {
    data: {
      total: 1,
      volumeUsd: '100.00',
      byStatus: { PENDING: 1, SUCCESS: 0, FAILED: 0, REFUND: 0 },
      byProvider: [{ provider: 'SANDBOX_BRIDGE', total: 1, success: 0, volumeUsd: '100.00' }],
      byPair: [
        {
          src: 'ethereum:USDC',
          dst: 'arbitrum:USDC',
          total: 1,
          success: 0,
          volumeUsd: '100.00',
        },
      ],
      byDay: [{ day: '2026-01-15', total: 1, success: 0, volumeUsd: '100.00' }],
    },
  },
  quoteStream: [
    { type: 'routes', provider: 'SANDBOX_BRIDGE', routes: [route] },
    ...verdicts.map((verdict) => ({ type: 'verdict', verdict })),
    { type: 'done', result: { data: [route], verdicts } },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
  events: `${openingFrame('0')}${entryFrame({ cursor: String(event.seq), seq: event.seq, event })}`,
  metrics:
    '# HELP swapcli_transactions Transactions in the store by status.\n# TYPE swapcli_transactions gauge\nswapcli_transactions{status="PENDING"} 1\n',
} as const
