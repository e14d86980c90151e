import { BAD_REPLY, UNAVAILABLE } from '../../support/case-makers.ts'
import type { PrepareCase } from '../../support/provider-suite.ts'
import { json } from '../../support/recordings.ts'
import { swapQuery } from '../thorchain-family/exchanges.ts'
import { messageDeposit, ownDeposit, routerDeposit } from '../thorchain-family/expected.ts'
import { WALLETS } from '../thorchain-family/wallets.ts'
import { BTC_TO_ETH_QUERY, EARLY, LATE, PAID_IN_BITCOIN, quoted, vaults } from './exchanges.ts'

const BNB = 'BNB to BTC: a native coin that its router takes'
const BTC = 'BTC to ETH: a deposit with OP_RETURN'
const BNB_QUERY = swapQuery('BSC.BNB', 'BTC.BTC', '13600000000', PAID_IN_BITCOIN)
const ETH_MEMO = `=:ETH.ETH:${WALLETS.paidInEther}:0/1/0`
const VAULT = '0x5A206b77D4D40a9d507BAbB195DD2dda9F9424f4'

export const PREPARES: readonly PrepareCase[] = [
  {
    name: 'a native coin goes to the router with vault, memo and expiry, and nothing is approved',
    quote: BNB,
    exchanges: [vaults(LATE), quoted(BNB_QUERY, 'quote-evm.json')],
    expected: routerDeposit({
      chainId: 56,
      router: '0xb30eC53F98ff5947EDe720D32aC2da7e52A5f56b',
      vault: VAULT,
      amount: 136n * 10n ** 18n,
      memo: `=:BTC.BTC:${PAID_IN_BITCOIN}:0/1/0`,
      expiresAt: '2024-03-10T16:15:00.000Z',
      description: 'Deposit 136 BNB with THORChain for BTC',
      recipient: PAID_IN_BITCOIN,
      toAsset: 'BTC.BTC',
    }),
  },
  {
    name: 'bitcoin goes to the vault with the memo, from the wallet of the user',
    quote: BTC,
    exchanges: [vaults(LATE), quoted(BTC_TO_ETH_QUERY, 'quote-btc.json')],
    expected: ownDeposit({
      chainId: 20000000000001,
      amount: 100_000_000n,
      vault: 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr',
      memo: ETH_MEMO,
      expiresAt: '2024-03-10T16:15:00.000Z',
      how: 'op_return',
      sum: '1 BTC',
      carrier: 'an OP_RETURN output',
      outputs: { dustThreshold: '10000', feeRate: 4 },
      recipient: WALLETS.paidInEther,
      toAsset: 'ETH.ETH',
    }),
  },
  {
    name: 'RUNE goes as a message: there is no address to send it to',
    quote: 'RUNE to ETH: a message on its own chain, which has no vault',
    exchanges: [
      vaults(LATE),
      quoted(swapQuery('THOR.RUNE', 'ETH.ETH', '2000000000', WALLETS.paidInEther), 'quote-rune.synthetic.json'),
    ],
    expected: messageDeposit({
      chainId: 6358207192587998,
      amount: 2_000_000_000n,
      asset: 'THOR.RUNE',
      memo: ETH_MEMO,
      expiresAt: '2024-03-10T16:15:00.000Z',
      sum: '20 RUNE',
      chain: 'THORChain',
      recipient: WALLETS.paidInEther,
      toAsset: 'ETH.ETH',
    }),
  },
  {
    name: 'while the vault changes nothing is handed out',
    quote: BTC,
    exchanges: [vaults(EARLY), quoted(BTC_TO_ETH_QUERY, 'quote-btc.json')],
    expected: UNAVAILABLE,
  },
  {
    name: 'two different routers are refused',
    quote: BNB,
    exchanges: [
      vaults(
        json([
          { chain: 'BSC', address: VAULT, router: '0xD37BbE5744D730a1d98d8DC97c42F0Ca46aD7146' },
          { chain: 'BTC', address: 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr', halted: false },
        ]),
      ),
      quoted(BNB_QUERY, 'quote-evm.json'),
    ],
    expected: BAD_REPLY,
  },
]
