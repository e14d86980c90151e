import { clientExec } from '../../support/case-makers.ts'
import type { Exchange } from '../../support/provider-lab.ts'
import type { PrepareCase } from '../../support/provider-suite.ts'
import { json, quoted, vaults } from './exchanges.ts'
import { routerCall } from './router-call.ts'
import { WALLETS } from './wallets.ts'

const LATE = 'inbound_addresses-2026.synthetic.json'
const NATIVE = '0x0000000000000000000000000000000000000000'
const BNB = 'BNB to BTC: a native coin that its router takes'
const BTC = 'BTC to ETH: a deposit with OP_RETURN'
const LIMITED = 'BTC to ETH with a limit of one percent below the price'
const BNB_QUERY = {
  from_asset: 'BSC.BNB',
  to_asset: 'BTC.BTC',
  amount: '13600000000',
  destination: WALLETS.paidInBitcoin,
}
const BTC_QUERY = {
  from_asset: 'BTC.BTC',
  to_asset: 'ETH.ETH',
  amount: '100000000',
  destination: WALLETS.paidInEther,
}
const LIMITED_QUERY = { ...BTC_QUERY, liquidity_tolerance_bps: '100' }
const BNB_MEMO = `=:BTC.BTC:${WALLETS.paidInBitcoin}:0/1/0`
const LIMITED_MEMO = `=:e:${WALLETS.paidInEther}:2014946215/1/0`
const ROUTER = '0xb30eC53F98ff5947EDe720D32aC2da7e52A5f56b'
const VAULT = '0x5A206b77D4D40a9d507BAbB195DD2dda9F9424f4'

/** A fresh quote of the limited route. */
function fresh(fields: Readonly<Record<string, unknown>> = {}): Exchange {
  return quoted(
    LIMITED_QUERY,
    json({
      inbound_address: 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr',
      fees: { asset: 'ETH.ETH', outbound: '54840' },
      memo: `=:e:${WALLETS.paidInEther}:2001000000/1/0`,
      expected_amount_out: '2021212122',
      recommended_min_amount_in: '10760',
      ...fields,
    }),
  )
}

/** A list with the one vault of a chain. */
function only(row: Readonly<Record<string, unknown>>, ...others: readonly object[]): Exchange {
  return vaults(json([row, { chain: 'ETH', address: VAULT, halted: false }, ...others]))
}
const BTC_VAULT = { chain: 'BTC', address: 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr', halted: false }

const prepared: readonly PrepareCase[] = [
  {
    name: 'a native coin goes to the router with vault, memo and expiry, and nothing is approved',
    quote: BNB,
    exchanges: [vaults(LATE), quoted(BNB_QUERY, 'quote-evm.json')],
    expected: {
      exec: clientExec({
        chainId: 56,
        to: ROUTER,
        data: routerCall(VAULT, NATIVE, 136n * 10n ** 18n, BNB_MEMO, 1736240089n),
        value: '136000000000000000000',
        amount: '136000000000000000000',
        type: 'deposit',
        description: 'Deposit 136 BNB with THORChain for BTC',
        meta: {
          vault: VAULT,
          memo: BNB_MEMO,
          expiresAt: '2025-01-07T08:54:49.000Z',
          senderMustBe: 'a plain wallet, no smart contract',
        },
      }),
      providerResult: { execution: 'client', depositMemo: BNB_MEMO },
      needsHash: true,
      tracking: { memo: BNB_MEMO, recipient: WALLETS.paidInBitcoin, toAsset: 'BTC.BTC', deposit: 'router' },
    },
  },
  {
    name: 'bitcoin goes to the vault with the memo, from the wallet of the user',
    quote: BTC,
    exchanges: [vaults(LATE), quoted(BTC_QUERY, 'quote-btc.json')],
    expected: {
      exec: {
        chainId: 20000000000001,
        srcToken: 'native',
        srcAmount: '100000000',
        meta: {
          executionMode: 'client',
          walletExecution: false,
          depositAddress: 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr',
          memo: `=:ETH.ETH:${WALLETS.paidInEther}:0/1/0`,
          expiresAt: '2024-08-02T05:08:36.000Z',
          instructions:
            'Send 1 BTC from your own wallet to the deposit address in one transaction, with the memo as an OP_RETURN output; then report its hash. Without the memo the money may be lost.',
        },
      },
      providerResult: {
        execution: 'client',
        depositAddress: 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr',
        depositMemo: `=:ETH.ETH:${WALLETS.paidInEther}:0/1/0`,
        status: 'awaiting_deposit',
      },
      needsHash: true,
      tracking: {
        memo: `=:ETH.ETH:${WALLETS.paidInEther}:0/1/0`,
        recipient: WALLETS.paidInEther,
        toAsset: 'ETH.ETH',
        deposit: 'op_return',
      },
    },
  },
  {
    name: 'RUNE goes as a message: there is no address to send it to',
    quote: 'RUNE to ETH: a message on its own chain, which has no vault',
    exchanges: [
      vaults(LATE),
      quoted(
        { from_asset: 'THOR.RUNE', to_asset: 'ETH.ETH', amount: '2000000000', destination: WALLETS.paidInEther },
        'quote-rune.synthetic.json',
      ),
    ],
    expected: {
      exec: {
        chainId: 6358207192587998,
        srcToken: 'native',
        srcAmount: '2000000000',
        meta: {
          executionMode: 'client',
          walletExecution: false,
          message: { type: '/types.MsgDeposit', asset: 'THOR.RUNE', amount: '2000000000' },
          memo: `=:ETH.ETH:${WALLETS.paidInEther}:0/1/0`,
          expiresAt: '2026-09-21T14:13:20.000Z',
          instructions:
            'Broadcast a MsgDeposit of 20 RUNE on THORChain with the memo; then report its hash. Without the memo the money may be lost.',
        },
      },
      providerResult: {
        execution: 'client',
        depositMemo: `=:ETH.ETH:${WALLETS.paidInEther}:0/1/0`,
        status: 'awaiting_deposit',
      },
      needsHash: true,
      tracking: {
        memo: `=:ETH.ETH:${WALLETS.paidInEther}:0/1/0`,
        recipient: WALLETS.paidInEther,
        toAsset: 'ETH.ETH',
        deposit: 'message',
      },
    },
  },
  {
    name: 'the memo stays the locked one, with the promised limit, when the price has moved a little',
    quote: LIMITED,
    exchanges: [only(BTC_VAULT), fresh()],
    expected: {
      exec: {
        chainId: 20000000000001,
        srcToken: 'native',
        srcAmount: '100000000',
        meta: {
          executionMode: 'client',
          walletExecution: false,
          depositAddress: 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr',
          memo: LIMITED_MEMO,
          // The reply names no expiry: a quarter of an hour.
          expiresAt: '2024-03-10T16:15:00.000Z',
          instructions:
            'Send 1 BTC from your own wallet to the deposit address in one transaction, with the memo as an OP_RETURN output; then report its hash. Without the memo the money may be lost.',
        },
      },
      providerResult: {
        execution: 'client',
        depositAddress: 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr',
        depositMemo: LIMITED_MEMO,
        status: 'awaiting_deposit',
      },
      needsHash: true,
      tracking: { memo: LIMITED_MEMO, recipient: WALLETS.paidInEther, toAsset: 'ETH.ETH', deposit: 'op_return' },
    },
  },
]

const refused: readonly PrepareCase[] = [
  {
    name: 'a price below the promised minimum is refused',
    quote: LIMITED,
    exchanges: [only(BTC_VAULT), fresh({ expected_amount_out: '2014946214' })],
    expected: { error: 'unavailable' },
  },
  {
    name: 'a fresh quote that pays another recipient is refused',
    quote: LIMITED,
    exchanges: [only(BTC_VAULT), fresh({ memo: `=:e:${WALLETS.evm}:2014946215/1/0` })],
    expected: { error: 'bad_response' },
  },
  {
    name: 'a fresh quote for another asset is refused',
    quote: LIMITED,
    exchanges: [only(BTC_VAULT), fresh({ fees: { asset: 'BSC.BNB' } })],
    expected: { error: 'bad_response' },
  },
  {
    name: 'a price that has expired is refused',
    quote: LIMITED,
    exchanges: [only(BTC_VAULT), fresh({ expiry: 1710086400 })],
    expected: { error: 'bad_response' },
  },
  {
    name: 'a vault with a wrong checksum is refused',
    quote: LIMITED,
    exchanges: [
      only({ ...BTC_VAULT, address: 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwq' }),
      fresh({ inbound_address: 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwq' }),
    ],
    expected: { error: 'bad_response' },
  },
  {
    name: 'no vault is refused',
    quote: LIMITED,
    exchanges: [only(BTC_VAULT), fresh({ inbound_address: '' })],
    expected: { error: 'bad_response' },
  },
  {
    name: 'while the vault changes nothing is handed out',
    quote: BTC,
    exchanges: [vaults('inbound_addresses.json'), quoted(BTC_QUERY, 'quote-btc.json')],
    expected: { error: 'unavailable' },
  },
  {
    name: 'a source chain that was halted since the lock is refused',
    quote: LIMITED,
    exchanges: [only({ ...BTC_VAULT, halted: true }), fresh()],
    expected: { error: 'unavailable' },
  },
  {
    name: 'a pair that the node no longer quotes is refused',
    quote: LIMITED,
    exchanges: [only(BTC_VAULT), quoted(LIMITED_QUERY, { file: 'error-trading-halted.json', status: 400 })],
    expected: { error: 'unavailable' },
  },
  {
    name: 'two different routers are refused',
    quote: BNB,
    exchanges: [
      only({ chain: 'BSC', address: VAULT, router: '0xD37BbE5744D730a1d98d8DC97c42F0Ca46aD7146' }, { ...BTC_VAULT }),
      quoted(BNB_QUERY, 'quote-evm.json'),
    ],
    expected: { error: 'bad_response' },
  },
]

export const PREPARES: readonly PrepareCase[] = [...prepared, ...refused]
