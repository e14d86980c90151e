import { clientExec } from '../../support/case-makers.ts'
import type { PrepareCase } from '../../support/provider-suite.ts'
import { routerCall } from '../thorchain/router-call.ts'
import { json, quoted, vaults } from './exchanges.ts'
import { WALLETS } from './wallets.ts'

const VAULTS = 'inbound_addresses.json'
const NATIVE = '0x0000000000000000000000000000000000000000'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ROUTER = '0xe3985E6b61b814F7Cdb188766562ba71b446B46d'
const OTHER_VAULT = '0xB9Ac6D689a18be4588F348301208E40F57A868D4'
const VAULT = '0xE2991999342a6ED8521eD49903F7267F31363a46'
const ETH_MEMO = `=:BTC.BTC:${WALLETS.paidInBitcoin}:5216435/100/2`
const USDC_MEMO = `=:BTC.BTC:${WALLETS.paidInBitcoin}:5216435/3/0`
const BTC_MEMO = `=:ETH.ETH:${WALLETS.paidInEther}:33250000/3/0`
const RUNE_MEMO = `=:MAYA.MAYA:${WALLETS.maya}:97000:`
const ETH_QUERY = {
  from_asset: 'ETH.ETH',
  to_asset: 'BTC.BTC',
  amount: '100000000',
  destination: WALLETS.paidInBitcoin,
  liquidity_tolerance_bps: '61',
}
const ETH_TO_BTC = 'ETH to BTC: a native coin that its router takes, with a limit from the price without fees'
const ETH_CALL = routerCall(OTHER_VAULT, NATIVE, 10n ** 18n, ETH_MEMO, 1_721_775_525n)
const USDC_CALL = routerCall(VAULT, USDC, 3_500_000_000n, USDC_MEMO, 1_721_775_525n)
const BTC_VAULT_ROW = { chain: 'BTC', address: 'bc1qywkdg8kw4hkdjvrw4kucsttkjcmkguz2k3z5ua' }

export const PREPARES: readonly PrepareCase[] = [
  {
    name: 'ether goes to the router with vault, memo and expiry',
    quote: ETH_TO_BTC,
    exchanges: [
      // The recorded quote is of another day than the recorded vaults.
      vaults(json([BTC_VAULT_ROW, { chain: 'ETH', address: OTHER_VAULT.toLowerCase(), router: ROUTER }])),
      quoted(ETH_QUERY, 'quote-evm.json'),
    ],
    expected: {
      exec: clientExec({
        chainId: 1,
        to: ROUTER,
        data: ETH_CALL,
        value: '1000000000000000000',
        amount: '1000000000000000000',
        type: 'deposit',
        description: 'Deposit 1 ETH with Maya Protocol for BTC',
        meta: {
          vault: OTHER_VAULT,
          memo: ETH_MEMO,
          expiresAt: '2024-07-23T22:58:45.000Z',
          senderMustBe: 'a plain wallet, no smart contract',
        },
      }),
      providerResult: { execution: 'client', depositMemo: ETH_MEMO },
      needsHash: true,
      tracking: { memo: ETH_MEMO, recipient: WALLETS.paidInBitcoin, toAsset: 'BTC.BTC', deposit: 'router' },
    },
  },
  {
    name: 'while the vault changes nothing is handed out',
    quote: ETH_TO_BTC,
    exchanges: [vaults(VAULTS), quoted(ETH_QUERY, 'quote-evm.json')],
    expected: { error: 'unavailable' },
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
    expected: {
      exec: clientExec({
        chainId: 1,
        to: ROUTER,
        data: USDC_CALL,
        token: USDC,
        amount: '3500000000',
        approvals: ['3500000000'],
        symbol: 'USDC',
        type: 'deposit',
        description: 'Deposit 3500 USDC with Maya Protocol for BTC',
        meta: {
          vault: VAULT,
          memo: USDC_MEMO,
          expiresAt: '2024-07-23T22:58:45.000Z',
          senderMustBe: 'a plain wallet, no smart contract',
        },
      }),
      providerResult: { execution: 'client', depositMemo: USDC_MEMO },
      needsHash: true,
      tracking: { memo: USDC_MEMO, recipient: WALLETS.paidInBitcoin, toAsset: 'BTC.BTC', deposit: 'router' },
    },
  },
  {
    name: 'bitcoin goes to the vault with the memo, from the wallet of the user',
    quote: 'BTC to ETH: a deposit with OP_RETURN',
    exchanges: [
      vaults(VAULTS),
      quoted(
        {
          from_asset: 'BTC.BTC',
          to_asset: 'ETH.ETH',
          amount: '1750000',
          destination: WALLETS.paidInEther,
          liquidity_tolerance_bps: '102',
        },
        'quote-btc-full.synthetic.json',
      ),
    ],
    expected: {
      exec: {
        chainId: 20000000000001,
        srcToken: 'native',
        srcAmount: '1750000',
        meta: {
          executionMode: 'client',
          walletExecution: false,
          depositAddress: 'bc1qywkdg8kw4hkdjvrw4kucsttkjcmkguz2k3z5ua',
          memo: BTC_MEMO,
          expiresAt: '2026-09-21T14:13:20.000Z',
          instructions:
            'Send 0.0175 BTC from your own wallet to the deposit address in one transaction, with the memo as an OP_RETURN output; then report its hash. Without the memo the money may be lost.',
        },
      },
      providerResult: {
        execution: 'client',
        depositAddress: 'bc1qywkdg8kw4hkdjvrw4kucsttkjcmkguz2k3z5ua',
        depositMemo: BTC_MEMO,
        status: 'awaiting_deposit',
      },
      needsHash: true,
      tracking: { memo: BTC_MEMO, recipient: WALLETS.paidInEther, toAsset: 'ETH.ETH', deposit: 'op_return' },
    },
  },
  {
    name: 'RUNE goes to the vault by a bank transfer, never as a message that THORChain would execute',
    quote: 'RUNE to MAYA: eight decimals in, four out, and a day at most for delays of old nodes',
    exchanges: [
      vaults(VAULTS),
      quoted(
        {
          from_asset: 'THOR.RUNE',
          to_asset: 'MAYA.MAYA',
          amount: '10000000000',
          destination: WALLETS.maya,
          liquidity_tolerance_bps: '300',
        },
        json({
          inbound_address: 'thor1ywkdg8kw4hkdjvrw4kucsttkjcmkguz2xv9yd0',
          fees: { asset: 'MAYA.MAYA' },
          memo: RUNE_MEMO,
          expected_amount_out: '100000',
          expiry: 1721775525,
        }),
      ),
    ],
    expected: {
      exec: {
        chainId: 6358207192587998,
        srcToken: 'native',
        srcAmount: '10000000000',
        meta: {
          executionMode: 'client',
          walletExecution: false,
          depositAddress: 'thor1ywkdg8kw4hkdjvrw4kucsttkjcmkguz2xv9yd0',
          memo: RUNE_MEMO,
          expiresAt: '2024-07-23T22:58:45.000Z',
          instructions:
            'Send 100 RUNE from your own wallet to the deposit address in one transaction, with the memo as the memo of a bank transfer (MsgSend), never of a MsgDeposit; then report its hash. Without the memo the money may be lost.',
        },
      },
      providerResult: {
        execution: 'client',
        depositAddress: 'thor1ywkdg8kw4hkdjvrw4kucsttkjcmkguz2xv9yd0',
        depositMemo: RUNE_MEMO,
        status: 'awaiting_deposit',
      },
      needsHash: true,
      tracking: { memo: RUNE_MEMO, recipient: WALLETS.maya, toAsset: 'MAYA.MAYA', deposit: 'memo' },
    },
  },
  {
    name: 'CACAO goes as a message, counted with ten decimals',
    quote: 'CACAO to ZEC: ten decimals in, eight out, and a short code',
    exchanges: [
      vaults('inbound_addresses-2026.synthetic.json'),
      quoted(
        {
          from_asset: 'MAYA.CACAO',
          to_asset: 'ZEC.ZEC',
          amount: '6305170239596',
          destination: WALLETS.zcash,
          liquidity_tolerance_bps: '100',
        },
        json({ fees: { asset: 'ZEC.ZEC' }, expected_amount_out: '302898722', expiry: 1721775525 }),
      ),
    ],
    expected: {
      exec: {
        chainId: 6526968728503689,
        srcToken: 'native',
        srcAmount: '6305170239596',
        meta: {
          executionMode: 'client',
          walletExecution: false,
          message: { type: '/types.MsgDeposit', asset: 'MAYA.CACAO', amount: '6305170239596' },
          memo: `=:z:${WALLETS.zcash}:299869735/3/0`,
          expiresAt: '2024-07-23T22:58:45.000Z',
          instructions:
            'Broadcast a MsgDeposit of 630.5170239596 CACAO on Maya Protocol with the memo; then report its hash. Without the memo the money may be lost.',
        },
      },
      providerResult: {
        execution: 'client',
        depositMemo: `=:z:${WALLETS.zcash}:299869735/3/0`,
        status: 'awaiting_deposit',
      },
      needsHash: true,
      tracking: {
        memo: `=:z:${WALLETS.zcash}:299869735/3/0`,
        recipient: WALLETS.zcash,
        toAsset: 'ZEC.ZEC',
        deposit: 'message',
      },
    },
  },
]
