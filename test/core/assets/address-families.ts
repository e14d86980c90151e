/** Every address family that a chain of the catalog has, and a few more of the families with a parameter. */
export const FAMILIES = [
  ...[
    'evm',
    'bitcoin',
    'bitcoincash',
    'litecoin',
    'dogecoin',
    'dash',
    'zcash',
    'solana',
    'ton',
    'tron',
    'xrpl',
    'near',
  ],
  ...['sui', 'aptos', 'cardano', 'stellar', 'monero', 'algorand', 'hedera', 'tezos', 'multiversx', 'icp', 'nano'],
  ...[
    'zilliqa',
    'nervos',
    'antelope',
    'waves',
    'starknet',
    'radix',
    'aleo',
    'ss58:0',
    'ss58:2',
    'ss58:42',
    'ss58:2004',
  ],
  ...['digibyte', 'groestlcoin', 'ravencoin', 'qtum', 'monacoin', 'viacoin', 'decred'].map((coin) => `utxo:${coin}`),
  ...['bitcoin-gold', 'firo', 'ecash', 'komodo', 'pivx', 'verge', 'flux'].map((coin) => `utxo:${coin}`),
  ...['cosmos', 'osmo', 'thor', 'maya', 'kujira', 'noble', 'celestia', 'dydx', 'inj', 'stride', 'neutron', 'juno'].map(
    (prefix) => `bech32:${prefix}`,
  ),
  ...['akash', 'secret', 'terra', 'axelar', 'persistence', 'sei', 'kava', 'archway', 'dym', 'saga', 'agoric'].map(
    (prefix) => `bech32:${prefix}`,
  ),
  ...['band', 'cro', 'fetch', 'regen', 'bbn', 'init', 'nolus', 'core', 'xpla', 'migaloo', 'gravity', 'allo'].map(
    (prefix) => `bech32:${prefix}`,
  ),
  ...['zig', 'mantra', 'atone', 'union', 'chihuahua', 'quick', 'somm'].map((prefix) => `bech32:${prefix}`),
]

/** Families whose addresses carry no checksum, so that a slip can make another well-formed address. */
export const WITHOUT_CHECKSUM = ['solana', 'near', 'sui', 'aptos', 'starknet', 'hedera', 'antelope']
