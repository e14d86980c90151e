import { BAD_REPLY, definePrepares, pending, UNAVAILABLE } from '../../../support/case-makers.ts'
import { nearIntents } from '../../../../src/providers/near-intents/manifest.ts'
import type { Exchange, Reply } from '../../../support/provider-lab.ts'
import { refusal, openRecordings } from '../../../support/recordings.ts'
import type { CaseRequest, ExpectedRoute, ProviderCases } from '../../../support/provider-suite.ts'
import { stables } from '../quote-cases.ts'
import {
  ARBITRUM_USDT,
  ARBITRUM_USDT_ID,
  asking,
  BASE_USDC,
  BASE_USDC_ID,
  listing,
  NOW_MS,
  serverPrepared,
} from '../exchanges.ts'
import { TEST_KEY } from '../signing.ts'

const { rewritten, textOf } = openRecordings(import.meta.url)
const BASIC = { confidentiality: 'basic' } as const
const FIRM = { dry: false, quoteWaitingTimeMs: 3000 }
const ADDRESS = '0x76b4c56085ED136a8744D52bE956396624a730E8'

const confidentialStables: CaseRequest = { ...stables, confidentiality: 'basic' }
const stablesRoute: ExpectedRoute = {
  routeId: 'near-intents-baa943c4e34f2b89',
  amountOut: '99.93122',
  minimumOut: '99.431563',
  srcUsd: '99.99',
  dstUsd: '99.9212',
  fees: ['bridge_fee 0.0082 USDT0 0.008199'],
  steps: ['swap NEAR Intents'],
  estimatedTimeSec: 35,
  display: { confidentiality: 'basic', refundFee: '0.0024 USDC' },
}

/** The same exchange with the partner token. */
function keyed(exchange: Exchange): Exchange {
  return { ...exchange, headers: { 'x-api-key': 'partner-token' } }
}

function confidential(reply: Reply, body: Parameters<typeof asking>[1] = {}): Exchange {
  return keyed(asking(reply, { ...BASIC, ...body }))
}

const firmCase = definePrepares('a confidential swap of a token', (reply) => confidential(reply, FIRM))

/** NEAR Intents with a partner token that is enabled for confidential swaps. */
export const cases: ProviderCases = {
  provider: nearIntents,
  url: import.meta.url,
  nowMs: NOW_MS,
  settings: { API_KEY: 'partner-token', QUOTE_KEY: TEST_KEY },
  quotes: [
    {
      name: 'a confidential swap of a token',
      request: confidentialStables,
      exchanges: [keyed(listing()), confidential({ status: 201, file: 'quote-evm-confidential-basic.synthetic.json' })],
      expected: { routes: [stablesRoute] },
    },
    {
      name: 'a confidential swap between chains without contracts',
      request: {
        src: 'solana:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        dst: 'bitcoin:native',
        amount: '2.037265',
        depositor: '8eekKfUAGSJbq3CdA2TmHb8tKuyzd5gtEas3MYAtXzrT',
        recipient: 'bc1qpjqsdj3qvfl4hzfa49p28ns9xkpl73cyg9exzn',
        confidentiality: 'basic',
      },
      exchanges: [
        keyed(listing()),
        confidential(
          { status: 201, file: 'quote-confidential-basic.synthetic.json' },
          {
            originAsset: 'nep141:sol-5ce3bf3a31af18be40ba30f721101b4341690186.omft.near',
            destinationAsset: 'nep141:btc.omft.near',
            amount: '2037265',
            refundTo: '8eekKfUAGSJbq3CdA2TmHb8tKuyzd5gtEas3MYAtXzrT',
            recipient: 'bc1qpjqsdj3qvfl4hzfa49p28ns9xkpl73cyg9exzn',
          },
        ),
      ],
      expected: {
        routes: [
          {
            routeId: 'near-intents-492fedb6a1102e1f',
            amountOut: '0.00000711',
            minimumOut: '0.00000707',
            srcUsd: '2.0373',
            dstUsd: '0.6546',
            fees: [],
            steps: ['swap NEAR Intents'],
            estimatedTimeSec: 465,
            display: { confidentiality: 'basic' },
          },
        ],
      },
    },
    {
      name: 'a public quote for a confidential request is refused',
      request: confidentialStables,
      exchanges: [keyed(listing()), confidential({ status: 201, file: 'quote-evm.synthetic.json' })],
      expected: BAD_REPLY,
    },
    {
      name: 'a deployment that does not know confidentiality is refused',
      request: confidentialStables,
      exchanges: [
        keyed(listing()),
        confidential(rewritten('quote-evm-confidential-basic.synthetic.json', ['"confidentiality": "basic",', ''])),
      ],
      expected: BAD_REPLY,
    },
    {
      name: 'a confidential quote for a public request is refused',
      request: stables,
      exchanges: [
        keyed(listing()),
        keyed(asking({ status: 201, file: 'quote-evm-confidential-basic.synthetic.json' })),
      ],
      expected: BAD_REPLY,
    },
    {
      name: 'a token that is not enabled for confidential swaps',
      request: confidentialStables,
      exchanges: [keyed(listing()), confidential(refusal('error-unauthorized.synthetic.json', 401))],
      expected: { noRoute: 'needs_key' },
    },
    {
      name: 'a token without an invitation',
      request: confidentialStables,
      exchanges: [
        keyed(listing()),
        confidential({ status: 400, text: '{"message":"Confidential quotes are invite-only"}' }),
      ],
      expected: { noRoute: 'needs_key' },
    },
    {
      name: 'a public swap with a token that is not accepted is unavailable',
      request: stables,
      exchanges: [keyed(listing()), keyed(asking({ status: 400, text: '{"message":"Unauthorized"}' }))],
      expected: UNAVAILABLE,
    },
  ],
  prepares: [
    firmCase(
      'a confidential deposit address',
      { status: 201, file: 'quote-evm-confidential-basic.synthetic.json' },
      serverPrepared(
        { depositAddress: ADDRESS },
        '55555555-5555-4555-8555-555555555555',
        '2026-09-30T21:13:05.000Z',
        textOf('quote-evm-confidential-basic.synthetic.json'),
      ),
    ),
    firmCase(
      'a deposit address of a public swap is refused',
      rewritten('quote-evm-confidential-basic.synthetic.json', [
        '"confidentiality": "basic"',
        '"confidentiality": "public"',
      ]),
      BAD_REPLY,
    ),
    firmCase(
      'a permission that is gone makes the route unavailable',
      refusal('error-unauthorized.synthetic.json', 403),
      UNAVAILABLE,
    ),
  ],
  statuses: [
    {
      name: 'a confidential swap is asked about with the token',
      src: BASE_USDC,
      dst: ARBITRUM_USDT,
      tracking: {
        depositAddress: ADDRESS,
        originAsset: BASE_USDC_ID,
        destinationAsset: ARBITRUM_USDT_ID,
        submitted: '',
      },
      exchanges: [
        keyed({
          method: 'GET',
          path: '/v0/status',
          query: { depositAddress: ADDRESS },
          reply: { text: '{"status":"PROCESSING"}' },
        }),
      ],
      expected: pending('swapping'),
    },
  ],
  tolerates: [
    // Without the permission for confidential swaps it refuses them so: there is no route without another key.
    { of: 'quote', path: '/v0/quote', faults: ['401', '403'], gives: 'an answer' },
    { of: 'status', path: '/v0/status', faults: ['404'], gives: 'an answer' },
  ],
  needs: [{ of: ['status'], path: '/v0/status', fields: ['status'], why: 'it is the status' }],
}
