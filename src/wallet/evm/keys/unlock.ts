import { SwapError } from '../../../core/api/errors.ts'
import type { Account, KeystoreAccount } from '../../accounts/account-file.ts'
import type { SignerSources } from '../../accounts/signer-sources.ts'
import type { EvmSigner, UnsignedTransaction } from './signer.ts'

/** As `Family` has it. */
export async function openSigner(account: Account, sources: SignerSources): Promise<EvmSigner> {
  switch (account.kind) {
    case 'watch':
      throw new SwapError('WALLET_REFUSED', `The account ${account.name} has no key: it is watch-only`, {
        hint: 'Get what another wallet is to sign, with --unsigned, or choose an account: swapcli wallet list',
      })
    case 'ledger':
      return (await import('./ledger.ts')).ledgerSigner(account, sources.openLedger)
    case 'keystore': {
      let unlocked: Promise<Uint8Array> | undefined
      const unlock = () =>
        (unlocked ??= askAndUnlock(account, sources).catch((error: unknown) => {
          unlocked = undefined
          throw error
        }))
      return keySigner(account.address, unlock)
    }
  }
}

/** As `Keys` has it. */
export async function unlockAccount(
  account: KeystoreAccount,
  password: string,
  files: SignerSources['files'],
): Promise<Uint8Array> {
  const { decryptKeystore, readKeystore } = await import('./keystore.ts')
  const { addressOfKey } = await import('./private-key.ts')
  const label = `the key file of ${account.name}`
  const key = await decryptKeystore(readKeystore(await files.keystoreText(account), label), password, label)
  const address = await addressOfKey(key)
  if (address === account.address) return key
  key.fill(0)
  throw new SwapError(
    'WALLET_REFUSED',
    `The key in ${files.keystorePath(account)} is that of ${address}, and ${account.name} is ${account.address}`,
    { hint: `Put the right file back, or import it again: swapcli wallet remove ${account.name}` },
  )
}

async function askAndUnlock(account: KeystoreAccount, sources: SignerSources): Promise<Uint8Array> {
  const { attempts = 1, files } = sources
  for (let attempt = 1; ; attempt += 1) {
    const password = await sources.password(attempt)
    try {
      return await unlockAccount(account, password, files)
    } catch (error) {
      const wrong = error instanceof SwapError && error.code === 'WALLET_REFUSED' && isWrongPassword(error)
      if (!wrong || attempt >= attempts) throw error
    }
  }
}

/** Only for a wrong password is it worth asking again: a file that cannot be read stays so. */
function isWrongPassword(error: SwapError): boolean {
  return error.cause instanceof Error && error.cause.message === 'corrupt keystore'
}

/** Signs with a key in memory. @param key gives the 32 bytes, asking for them at the first call */
function keySigner(address: string, key: () => Promise<Uint8Array>): EvmSigner {
  return {
    family: 'evm',
    address,
    sign: async (transaction) => {
      const { checkSigned, checkUnsigned } = await import('../signature-check.ts')
      checkUnsigned(transaction)
      const raw = await signWith(await key(), transaction)
      await checkSigned(raw, transaction, address)
      return raw
    },
  }
}

async function signWith(key: Uint8Array, transaction: UnsignedTransaction): Promise<string> {
  const { asHex, privateKeyToAccount } = await import('./viem.ts')
  const account = privateKeyToAccount(asHex(Buffer.from(key).toString('hex')))
  return account.signTransaction({ ...transaction, to: asHex(transaction.to), data: asHex(transaction.data) })
}
