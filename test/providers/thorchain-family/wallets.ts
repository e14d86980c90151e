/** Wallets of the cases. Where a recording names one, it is that one. */
export const WALLETS = {
  bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  taproot: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  evm: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  cosmos: 'cosmos14pgv9gyxv33eks5ppkc7z2xh9cc4jgr3jaz7aj',
  thorchain: 'thor14mh37ua4vkyur0l5ra297a4la6tmf95mt96a55',
  maya: 'maya18z343fsdlav47chtkyp0aawqt6sgxsh3vjy2vz',
  zcash: 't1QLmq7VDqCBwq9rfVGcANZTQ3ZhNJ5orA2',
  /** Destination of the recorded quotes from BTC to ETH. */
  paidInEther: '0x86d526d6624AbC0178cF7296cD538Ecc080A95F1',
} as const
