import { UNAVAILABLE } from '../../support/case-makers.ts'
import type { PrepareCase } from '../../support/provider-suite.ts'
import { json } from '../../support/recordings.ts'
import { swapQuery } from '../thorchain-family/exchanges.ts'
import { messageDeposit, ownDeposit, routerDeposit } from '../thorchain-family/expected.ts'
import { WALLETS } from '../thorchain-family/wallets.ts'
import { BTC_TO_ETH_QUERY, PAID_IN_BITCOIN, quoted, VAULTS, vaults } from './exchanges.ts'

const ROUTER = '0xe3985E6b61b814F7Cdb188766562ba71b446B46d'
const VAULT = '0xE2991999342a6ED8521eD49903F7267F31363a46'
/** The vault of the recorded quote, which is of another day than the recorded vaults. */
const OTHER_VAULT = '0xB9Ac6D689a18be4588F348301208E40F57A868D4'
const BTC_VAULT = 'bc1qywkdg8kw4hkdjvrw4kucsttkjcmkguz2k3z5ua'
const RUNE_VAULT = 'thor1ywkdg8kw4hkdjvrw4kucsttkjcmkguz2xv9yd0'
const ETH_QUERY = swapQuery('ETH.ETH', 'BTC.BTC', '100000000', PAID_IN_BITCOIN, 61)
const ETH_TO_BTC = 'ETH to BTC: a native coin that its router takes, with a limit from the price without fees'
const USDC_MEMO = `=:BTC.BTC:${PAID_IN_BITCOIN}:5216435/3/0`
const RUNE_MEMO = `=:MAYA.MAYA:${WALLETS.maya}:97000:`

/** What the deposits from the router have in common. */
const toBitcoin = { chainId: 1, router: ROUTER, recipient: PAID_IN_BITCOIN, toAsset: 'BTC.BTC' }

export const PREPARES: readonly PrepareCase[] = [
  {
    name: 'ether goes to the router with vault, memo and expiry',
    quote: ETH_TO_BTC,
    exchanges: [
      vaults(
        json([
          { chain: 'BTC', address: BTC_VAULT },
          { chain: 'ETH', address: OTHER_VAULT.toLowerCase(), router: ROUTER },
        ]),
      ),
      quoted(ETH_QUERY, 'quote-evm.json'),
    ],
    expected: routerDeposit({
      ...toBitcoin,
      vault: OTHER_VAULT,
      amount: 10n ** 18n,
      memo: `=:BTC.BTC:${PAID_IN_BITCOIN}:5216435/100/2`,
      expiresAt: '2024-07-23T22:58:45.000Z',
      description: 'Deposit 1 ETH with Maya Protocol for BTC',
    }),
  },
  {
    name: 'while the vault changes nothing is handed out',
    quote: ETH_TO_BTC,
    exchanges: [vaults(VAULTS), quoted(ETH_QUERY, 'quote-evm.json')],
    expected: UNAVAILABLE,
  },
  {
    name: 'a token is approved to the amount for the router, then deposited',
    quote: 'USDC to BTC: a token by the name of its pool',
    exchanges: [
      vaults(VAULTS),
      quoted(
        { ...ETH_QUERY, from_asset: 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48', amount: '350000000000' },
        json({
          inbound_address: VAULT.toLowerCase(),
          router: ROUTER,
          fees: { asset: 'BTC.BTC' },
          memo: USDC_MEMO,
          expected_amount_out: '5216435',
          expiry: 1721775525,
        }),
      ),
    ],
    expected: routerDeposit({
      ...toBitcoin,
      vault: VAULT,
      token: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USDC'],
      amount: 3_500_000_000n,
      memo: USDC_MEMO,
      expiresAt: '2024-07-23T22:58:45.000Z',
      description: 'Deposit 3500 USDC with Maya Protocol for BTC',
    }),
  },
  {
    name: 'bitcoin goes to the vault with the memo, from the wallet of the user',
    quote: 'BTC to ETH: a deposit with OP_RETURN',
    exchanges: [vaults(VAULTS), quoted(BTC_TO_ETH_QUERY, 'quote-btc-full.synthetic.json')],
    expected: ownDeposit({
      chainId: 20000000000001,
      amount: 1_750_000n,
      vault: BTC_VAULT,
      memo: `=:ETH.ETH:${WALLETS.paidInEther}:33250000/3/0`,
      expiresAt: '2024-07-23T22:55:00.000Z',
      how: 'op_return',
      sum: '0.0175 BTC',
      carrier: 'an OP_RETURN output',
      outputs: { dustThreshold: '10000', feeRate: 12 },
      recipient: WALLETS.paidInEther,
      toAsset: 'ETH.ETH',
    }),
  },
  {
    name: 'RUNE goes to the vault by a bank transfer, never as a message that THORChain would execute',
    quote: 'RUNE to MAYA: eight decimals in, four out, and a day at most for delays of old nodes',
    exchanges: [
      vaults(VAULTS),
      quoted(
        swapQuery('THOR.RUNE', 'MAYA.MAYA', '10000000000', WALLETS.maya, 300),
        json({
          inbound_address: RUNE_VAULT,
          fees: { asset: 'MAYA.MAYA' },
          memo: RUNE_MEMO,
          expected_amount_out: '100000',
          expiry: 1721775525,
        }),
      ),
    ],
    expected: ownDeposit({
      chainId: 6358207192587998,
      amount: 10_000_000_000n,
      vault: RUNE_VAULT,
      memo: RUNE_MEMO,
      expiresAt: '2024-07-23T22:58:45.000Z',
      how: 'memo',
      sum: '100 RUNE',
      carrier: 'the memo of a bank transfer (MsgSend), never of a MsgDeposit',
      recipient: WALLETS.maya,
      toAsset: 'MAYA.MAYA',
    }),
  },
  {
    name: 'CACAO goes as a message, counted with ten decimals',
    quote: 'CACAO to ZEC: ten decimals in, eight out, and a short code',
    exchanges: [
      vaults('inbound_addresses-2026.synthetic.json'),
      quoted(
        swapQuery('MAYA.CACAO', 'ZEC.ZEC', '6305170239596', WALLETS.zcash, 100),
        json({ fees: { asset: 'ZEC.ZEC' }, expected_amount_out: '302898722', expiry: 1721775525 }),
      ),
    ],
    expected: messageDeposit({
      chainId: 6526968728503689,
      amount: 6_305_170_239_596n,
      asset: 'MAYA.CACAO',
      memo: `=:z:${WALLETS.zcash}:299869735/3/0`,
      expiresAt: '2024-07-23T22:58:45.000Z',
      sum: '630.5170239596 CACAO',
      chain: 'Maya Protocol',
      recipient: WALLETS.zcash,
      toAsset: 'ZEC.ZEC',
    }),
  },
]
