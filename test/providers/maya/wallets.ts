/** Wallets of the cases. Where a recording names one, it is that one. */
export const WALLETS = {
  bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  evm: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  thorchain: 'thor14mh37ua4vkyur0l5ra297a4la6tmf95mt96a55',
  maya: 'maya18z343fsdlav47chtkyp0aawqt6sgxsh3vjy2vz',
  zcash: 't1QLmq7VDqCBwq9rfVGcANZTQ3ZhNJ5orA2',
  /** Destination of the recorded BTC to ETH quote. */
  paidInEther: '0x86d526d6624AbC0178cF7296cD538Ecc080A95F1',
  /** Destination of the recorded ETH to BTC quotes. */
  paidInBitcoin: 'bc1q07kx42qz758yhr7jn3pu9ffz2rwy0snlwztwf8',
  /** Destination of the recorded RUNE to BTC quotes. */
  paidForRune: 'bc1qxhmdufsvnuaaaer4ynz88fspdsxq2h9e9cetdj',
} as const
