/*
 * Accounts that all customers of a company share, so that a payment without the tag or memo of one of them is nobody's: a few
 * that lists published by wallets agree on, for the case that no node says so. Every address stands in one list at least that is
 * named beside it, and its checksum is tested.
 */

/** Names of the companies by address, by chain. */
const PAYEES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // breadwallet-core, ripple/BRRipple… `knownDestinationTagRequiringAddresses`; the first of Binance and that of Bitfinex also in
  // ultiledger/utoken, src/wallet/config/trading-platform.js.
  xrpl: {
    rLNaPoKeeBjZe2qs6x52yVPZpZ8td4dc6w: 'Coinbase',
    rw2ciyaNshpHe7bCHo4bRWq6pqqynnWKQg: 'Coinbase',
    rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh: 'Binance',
    rJb5KsHsDHF1YS5B5DU6QCkH5NsPaKQTcy: 'Binance',
    rEy8TFcrAPvhpKrwyrscNYyqBGUkE9hKaJ: 'Binance',
    rLW9gnQo7BQhU6igk5keqYnH3TVrCxGRzm: 'Bitfinex',
  },
  // mahansky/mystellartools, resources/assets/js/stellar/known_accounts.js, and ultiledger/utoken as above.
  stellar: {
    GA5XIGA5C7QTPTWXQHY6MCJRMTRZDOSHR6EFIBNDQTCQHG262N4GGKTM: 'Kraken',
    GCGNWKCJ3KHRLPM3TM6N7D3W5YKDJFL6A2YCXFXNMRTZ4Q66MEMZ6FI2: 'Poloniex',
    GAHK7EEG2WWHVKDNT4CEQFZGKF2LGDSW2IVM4S5DP42RBW3K6BTODB4A: 'Binance',
  },
}

/** Who shares an account among its customers; undefined for all others. @param address as `checkAddress` writes it */
export function memoPayee(chainKey: string, address: string): string | undefined {
  const known = Object.hasOwn(PAYEES, chainKey) ? PAYEES[chainKey] : undefined
  return known !== undefined && Object.hasOwn(known, address) ? known[address] : undefined
}

/** All of them, for tests. */
export function memoPayees(): readonly { readonly chainKey: string; readonly address: string }[] {
  return Object.entries(PAYEES).flatMap(([chainKey, known]) =>
    Object.keys(known).map((address) => ({ chainKey, address })),
  )
}
