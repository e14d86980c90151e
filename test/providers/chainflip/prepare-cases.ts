import { refusal } from '../../support/recordings.ts'
import { BAD_REPLY, definePrepares, UNAVAILABLE } from '../../support/case-makers.ts'
import type { PrepareCase } from '../../support/provider-suite.ts'
import { BTC_WALLET, rewritten, EVM_WALLET, opening, pricing } from './exchanges.ts'
import { TOKEN_QUOTE } from './quote-cases.ts'

const BITCOIN = 'a native coin of a chain without contracts: with and without waiting for confirmations'
const TOKEN = 'a token, with a warning of low liquidity'
const BTC_ADDRESS = 'bc1ppaxkhh5c65zypqtjl7s5j4lqqaund3lzaz27cwlhw7nvg0s84cwqv4q6pw'
const EVM_ADDRESS = '0x6aa69332b63bb5b1d7ca5355387edd5624e181f2'

const price = (...changes: readonly (readonly [string, string])[]) =>
  pricing('Bitcoin BTC Ethereum ETH 1000000', rewritten('quote-btc.json', ...changes))

/** The recorded channel allows boost; this one does not, as the first route. */
const plainChannel = (...changes: readonly (readonly [string, string])[]) =>
  opening({
    ...rewritten(
      'open-deposit-channel-btc.synthetic.json',
      ['"maxBoostFeeBps": 30', '"maxBoostFeeBps": 0'],
      ...changes,
    ),
    status: 201,
  })

const tokenPrice = () => pricing('Ethereum USDC Bitcoin BTC 1000000000', { text: TOKEN_QUOTE })
const TOKEN_BODY = {
  srcAsset: { chain: 'Ethereum', asset: 'USDC' },
  destAsset: { chain: 'Bitcoin', asset: 'BTC' },
  destAddress: BTC_WALLET,
  amount: '1000000000',
  fillOrKillParams: {
    refundAddress: EVM_WALLET,
    retryDurationBlocks: 150,
    minPriceX128: '347276918198983260086702787659547994',
  },
}

function swap(known: Readonly<Record<string, string>>, tracking: Readonly<Record<string, string>>) {
  return {
    exec: { meta: { executionMode: 'server', walletExecution: false, ...known } },
    providerResult: { ...known, execution: 'server' as const, status: 'awaiting_deposit' },
    needsHash: false,
    tracking,
  }
}

function unusable(name: string, from: string, to: string): PrepareCase {
  return {
    name,
    quote: BITCOIN,
    exchanges: [price(), plainChannel([from, to])],
    expected: BAD_REPLY,
  }
}

function refused(name: string, status: number, file: string): PrepareCase {
  return {
    name,
    quote: BITCOIN,
    exchanges: [price(), opening(refusal(file, status))],
    expected: UNAVAILABLE,
  }
}

const priceCase = definePrepares(BITCOIN, (amounts: readonly [string, string]) => price(amounts))

/** Channels that execute opens. */
export const prepares: readonly PrepareCase[] = [
  {
    name: 'a native coin: the channel is opened at the promised price',
    quote: BITCOIN,
    exchanges: [price(), plainChannel()],
    expected: swap(
      { depositAddress: BTC_ADDRESS, channelId: '6726421-Bitcoin-34009', depositBefore: '2025-02-25T17:00:00.000Z' },
      { channelId: '6726421-Bitcoin-34009', recipient: EVM_WALLET },
    ),
  },
  {
    name: 'a token, by a channel whose end is not known',
    quote: TOKEN,
    exchanges: [
      tokenPrice(),
      opening(
        {
          ...rewritten(
            'open-deposit-channel.json',
            ['"address"', `"${EVM_ADDRESS}"`],
            ['  "estimatedExpiryTime": 1699534500000,\n', ''],
          ),
          status: 201,
        },
        TOKEN_BODY,
      ),
    ],
    expected: swap(
      { depositAddress: EVM_ADDRESS, channelId: '123-Ethereum-888' },
      { channelId: '123-Ethereum-888', recipient: BTC_WALLET },
    ),
  },
  {
    name: 'a recorded channel whose address is a word is refused',
    quote: TOKEN,
    exchanges: [tokenPrice(), opening({ status: 201, file: 'open-deposit-channel.json' }, TOKEN_BODY)],
    expected: BAD_REPLY,
  },
  priceCase('a price that fell below the promise opens no channel', ['"533584963872668039"', '"530917039053304697"'], {
    error: 'unavailable',
  }),
  {
    name: 'a lower price within the promise still opens a channel that keeps it',
    quote: BITCOIN,
    exchanges: [price(['"533584963872668039"', '"530917039053304698"']), plainChannel()],
    expected: swap(
      { depositAddress: BTC_ADDRESS, channelId: '6726421-Bitcoin-34009', depositBefore: '2025-02-25T17:00:00.000Z' },
      { channelId: '6726421-Bitcoin-34009', recipient: EVM_WALLET },
    ),
  },
  priceCase('a way that is no longer offered opens no channel', ['"REGULAR"', '"STREAMING"'], UNAVAILABLE),
  priceCase(
    'a price for another amount opens no channel',
    ['"depositAmount": "1000000"', '"depositAmount": "2000000"'],
    BAD_REPLY,
  ),
  {
    name: 'a pair that is halted since opens no channel',
    quote: BITCOIN,
    exchanges: [pricing('Bitcoin BTC Ethereum ETH 1000000', refusal('error-maintenance.json', 503))],
    expected: UNAVAILABLE,
  },
  {
    name: 'a channel that may take a boost fee is refused for a route without boost',
    quote: BITCOIN,
    exchanges: [price(), opening({ status: 201, file: 'open-deposit-channel-btc.synthetic.json' })],
    expected: BAD_REPLY,
  },
  unusable('a channel with a commission is refused', '"brokerCommissionBps": 0', '"brokerCommissionBps": 15'),
  unusable('a channel on another chain is refused', '6726421-Bitcoin-34009', '6726421-Ethereum-34009'),
  unusable('a deposit address of another chain is refused', BTC_ADDRESS, EVM_ADDRESS),
  unusable('a channel that has expired is refused', '1740502800000', '1740415452001'),
  refused('too many channels', 400, 'error-too-many-channels.json'),
  refused('a channel of an asset that is switched off', 503, 'error-asset-disabled.json'),
]
