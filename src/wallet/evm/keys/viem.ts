/*
 * What signing takes of viem. Load it by import(): it names what it takes so that the bundle leaves out the rest, where
 * `import('viem')` costs a payment 100 ms of processor time more (viem 2.57.1).
 */
export { parseTransaction, recoverTransactionAddress, serializeTransaction } from 'viem'
export { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
