import type { Keys } from '../../family.ts'
import { createKeystore, decryptKeystore, readKeystore } from './keystore.ts'
import { ledgerAddress } from './ledger.ts'
import { addressOfKey, derivationPath, newPrivateKey, readPrivateKey } from './private-key.ts'
import { unlockAccount } from './unlock.ts'

/** All that works with keys, loaded together: only what signs or adds accounts needs it. */
export const evmKeys: Keys = {
  newPrivateKey,
  readPrivateKey,
  addressOfKey,
  derivationPath,
  ledgerAddress,
  createKeyFile: createKeystore,
  readKeyFile: (text, label) => {
    const keystore = readKeystore(text, label)
    return { address: keystore.address, decrypt: (password) => decryptKeystore(keystore, password, label) }
  },
  unlockAccount,
}
