import type { FamilyNetwork } from '../thorchain-family/network.ts'

/**
 * Maya Protocol, a fork of THORChain: CACAO is counted in 1e10 and MAYA in 1e4, RUNE is deposited like any other coin,
 * and its short codes differ (`d` is DASH), so that a memo of one network must never reach the other.
 */
export const MAYA_NETWORK: FamilyNetwork = {
  key: 'MAYA',
  name: 'Maya Protocol',
  image: 'https://raw.githubusercontent.com/cosmos/chain-registry/master/mayachain/images/cacao.png',
  docs: 'https://docs.mayaprotocol.com',
  registry: 'MAYAName',
  path: '/mayachain',
  nodes: ['https://mayanode.mayachain.info', 'https://api-maya.liquify.com'],
  indexers: ['https://midgard.mayachain.info', 'https://midgard-maya.liquify.com'],
  home: 'MAYA',
  statesExpiry: false,
  splitsMemos: false,
  streamingInterval: 3,
  chains: [
    { code: 'BTC', key: 'bitcoin', native: 'BTC.BTC', deposit: 'op_return', carrier: 'an OP_RETURN output' },
    { code: 'DASH', key: 'dash', native: 'DASH.DASH', deposit: 'op_return', carrier: 'an OP_RETURN output' },
    { code: 'ETH', key: 'ethereum', native: 'ETH.ETH', deposit: 'router' },
    { code: 'ARB', key: 'arbitrum', native: 'ARB.ETH', deposit: 'router' },
    {
      code: 'THOR',
      key: 'thorchain',
      native: 'THOR.RUNE',
      deposit: 'memo',
      // A MsgDeposit would let THORChain itself execute the memo.
      carrier: 'the memo of a bank transfer (MsgSend), never of a MsgDeposit',
    },
    { code: 'KUJI', key: 'kujira', native: 'KUJI.KUJI', deposit: 'memo', carrier: 'the memo of a bank transfer' },
    { code: 'MAYA', key: 'mayachain', native: 'MAYA.CACAO', deposit: 'message', coins: { maya: 'MAYA.MAYA' } },
    // A deposit of ZEC needs a shielded note, one of XRD a contract call, and none of ADA has been proven.
    { code: 'ZEC', key: 'zcash', native: 'ZEC.ZEC', deposit: 'none' },
    { code: 'XRD', key: 'radix', native: 'XRD.XRD', deposit: 'none' },
    { code: 'ADA', key: 'cardano', native: 'ADA.ADA', deposit: 'none' },
  ],
  shortCodes: {
    a: 'ARB.ETH',
    b: 'BTC.BTC',
    c: 'MAYA.CACAO',
    d: 'DASH.DASH',
    e: 'ETH.ETH',
    k: 'KUJI.KUJI',
    r: 'THOR.RUNE',
    x: 'XRD.XRD',
    z: 'ZEC.ZEC',
  },
  decimals: { 'MAYA.CACAO': 10, 'MAYA.MAYA': 4 },
}
