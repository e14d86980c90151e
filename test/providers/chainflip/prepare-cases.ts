import { json, refusal } from '../../support/recordings.ts'
import { BAD_REPLY, clientPrepared, definePrepares, UNAVAILABLE } from '../../support/case-makers.ts'
import type { PrepareCase } from '../../support/provider-suite.ts'
import { BTC_WALLET, encoding, NOW_MS, rewritten, EVM_WALLET, opening, pricing, vaultPricing } from './exchanges.ts'
import { TOKEN_QUOTE, TOKEN_VAULT_QUOTE } from './quote-cases.ts'
import { asciiHex, ETHEREUM_VAULT, type VaultCall, vaultCall } from '../../support/vault-calls.ts'

const BITCOIN = 'a native coin of a chain without contracts: with and without waiting for confirmations'
const TOKEN = 'a token by a deposit channel, where calls of the Vault are switched off'
const COIN_CALL = 'by a call of the Vault; in parts that pay less is left out'
const TOKEN_CALL = 'a token by a call of the Vault, with a warning of low liquidity'
const BTC_ADDRESS = 'bc1ppaxkhh5c65zypqtjl7s5j4lqqaund3lzaz27cwlhw7nvg0s84cwqv4q6pw'
const EVM_ADDRESS = '0x6aa69332b63bb5b1d7ca5355387edd5624e181f2'

const MINUTE_MS = 60_000
const isoIn = (ms: number) => new Date(NOW_MS + ms).toISOString()

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

const SOL_WALLET = '8eekKfUAGSJbq3CdA2TmHb8tKuyzd5gtEas3MYAtXzrT'
/** Its bytes. */
const SOL_BYTES = '0x71a6faa032fb1e7bd69b0811c2bd0199173bc2b6f3e6a96af79025d09f256b78'
const COIN_AMOUNT = 10_000_000_000_000_000_000n
/** The least that 10 ETH at a slippage of 0.5 % and the cost of the payout make necessary, and the same for 1,000 USDC at 1 %. */
const COIN_PRICE = (((145_118_751_424n * 9950n) / 10_000n + 14_000n) << 128n) / COIN_AMOUNT + 1n
const TOKEN_PRICE = (((1_030_000n * 9900n) / 10_000n + 600n) << 128n) / 1_000_000_000n + 1n
const coinCall: VaultCall = { chain: 5, to: SOL_BYTES, asset: 9, refund: EVM_WALLET, minPrice: COIN_PRICE }
const tokenCall: VaultCall = {
  chain: 3,
  to: asciiHex(BTC_WALLET),
  asset: 5,
  refund: EVM_WALLET,
  minPrice: TOKEN_PRICE,
  amount: 1_000_000_000n,
}

const COIN_BODY = {
  srcAsset: { chain: 'Ethereum', asset: 'ETH' },
  destAsset: { chain: 'Solana', asset: 'SOL' },
  destAddress: SOL_WALLET,
  amount: COIN_AMOUNT.toString(),
  fillOrKillParams: {
    refundAddress: EVM_WALLET,
    retryDurationBlocks: 150,
    minPriceX128: COIN_PRICE.toString(),
  },
}

/** A call of the Vault that the backend encodes, as its reply gives it. */
const encodedCoin = (call: Partial<VaultCall> = {}, reply: object = {}) => [
  vaultPricing('Ethereum ETH Solana SOL 10000000000000000000', 'quote-evm.json'),
  encoding(
    COIN_BODY,
    json({
      chain: 'Ethereum',
      to: ETHEREUM_VAULT.toLowerCase(),
      calldata: vaultCall({ ...coinCall, ...call }),
      value: COIN_AMOUNT.toString(),
      ...reply,
    }),
  ),
]
const refusedCall = (name: string, call: Partial<VaultCall>, reply: object = {}): PrepareCase => ({
  name,
  quote: COIN_CALL,
  exchanges: encodedCoin(call, reply),
  expected: BAD_REPLY,
})

const vaultCalls: readonly PrepareCase[] = [
  {
    name: 'a coin by a call of the Vault that says what was agreed to, and nothing else',
    quote: COIN_CALL,
    exchanges: encodedCoin(),
    expected: clientPrepared(
      {
        chainId: 1,
        to: ETHEREUM_VAULT,
        data: vaultCall(coinCall),
        value: COIN_AMOUNT.toString(),
        amount: COIN_AMOUNT.toString(),
        type: 'deposit',
        description: 'Swap 10 ETH for SOL with Chainflip',
      },
      { tracking: { recipient: SOL_WALLET }, needsHash: true },
    ),
  },
  {
    name: 'a token by a call of the Vault, which may take the amount',
    quote: TOKEN_CALL,
    exchanges: [
      vaultPricing('Ethereum USDC Bitcoin BTC 1000000000', { text: TOKEN_VAULT_QUOTE }),
      encoding(
        {
          ...TOKEN_BODY,
          fillOrKillParams: { ...TOKEN_BODY.fillOrKillParams, minPriceX128: TOKEN_PRICE.toString() },
        },
        json({ chain: 'Ethereum', to: ETHEREUM_VAULT, calldata: vaultCall(tokenCall), value: '0' }),
      ),
    ],
    expected: clientPrepared(
      {
        chainId: 1,
        to: ETHEREUM_VAULT,
        data: vaultCall(tokenCall),
        token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        amount: '1000000000',
        approvals: ['1000000000'],
        symbol: 'USDC',
        type: 'deposit',
        description: 'Swap 1000 USDC for BTC with Chainflip',
      },
      { tracking: { recipient: BTC_WALLET }, needsHash: true },
    ),
  },
  refusedCall('a call that pays another recipient is refused', { to: `0x${'71'.repeat(32)}` }),
  refusedCall('a call that pays on another chain is refused', { chain: 3 }),
  refusedCall('a call that pays another asset is refused', { asset: 10 }),
  refusedCall('a call that refunds another wallet is refused', {
    refund: '0x1212121212121212121212121212121212121212',
  }),
  refusedCall('a call at a lower price is refused', { minPrice: COIN_PRICE - 1n }),
  refusedCall('a call that is tried for longer is refused', { retry: 151 }),
  refusedCall('a call with a boost is refused', { boost: 1 }),
  refusedCall('a call with a commission is refused', { commission: 1 }),
  refusedCall('a call of a token for a coin is refused', { amount: 5n }),
  refusedCall('a call of another contract is refused', {}, { to: '0x79001a5e762f3bEFC8e5871b42F6734e00498920' }),
  refusedCall('a call on another chain is refused', {}, { chain: 'Arbitrum' }),
  refusedCall('a call that sends more of the coin is refused', {}, { value: (COIN_AMOUNT + 1n).toString() }),
  refusedCall('a call with bytes behind its end is refused', {}, { calldata: `${vaultCall(coinCall)}00` }),
  refusedCall('a call that is none is refused', {}, { calldata: '0xdd687345' }),
  {
    name: 'a call of an asset that is switched off',
    quote: COIN_CALL,
    exchanges: [
      vaultPricing('Ethereum ETH Solana SOL 10000000000000000000', 'quote-evm.json'),
      encoding(COIN_BODY, refusal('error-asset-disabled.json', 503)),
    ],
    expected: UNAVAILABLE,
  },
]

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
    name: 'a token by a channel',
    quote: TOKEN,
    exchanges: [
      tokenPrice(),
      opening(
        {
          ...rewritten(
            'open-deposit-channel.json',
            ['"address"', `"${EVM_ADDRESS}"`],
            ['1699534500000', `${NOW_MS + 15 * MINUTE_MS}`],
          ),
          status: 201,
        },
        TOKEN_BODY,
      ),
    ],
    expected: swap(
      { depositAddress: EVM_ADDRESS, channelId: '123-Ethereum-888', depositBefore: isoIn(15 * MINUTE_MS) },
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
  unusable(
    'a channel that closes before a deposit of Bitcoin can confirm is refused',
    '1740502800000',
    `${NOW_MS + 60 * MINUTE_MS - 1}`,
  ),
  unusable('a channel on Bitcoin that does not say when it closes is refused', '1740502800000', 'null'),
  {
    name: 'a channel that is said to live for millennia is to be paid within hours',
    quote: BITCOIN,
    exchanges: [price(), plainChannel(['1740502800000', '8600000000000000'])],
    expected: swap(
      { depositAddress: BTC_ADDRESS, channelId: '6726421-Bitcoin-34009', depositBefore: isoIn(240 * MINUTE_MS) },
      { channelId: '6726421-Bitcoin-34009', recipient: EVM_WALLET },
    ),
  },
  refused('too many channels', 400, 'error-too-many-channels.json'),
  refused('a channel of an asset that is switched off', 503, 'error-asset-disabled.json'),
  ...vaultCalls,
]
