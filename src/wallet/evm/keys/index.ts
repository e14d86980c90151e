/* All that works with keys, loaded together: only what signs or adds accounts needs it. */
export { createKeystore, decryptKeystore, readKeystore } from './keystore.ts'
export { ledgerAddress } from './ledger.ts'
export { addressOfKey, newPrivateKey, readPrivateKey } from './private-key.ts'
export { unlockAccount } from './unlock.ts'
