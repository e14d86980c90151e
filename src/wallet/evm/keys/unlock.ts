import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { SwapError } from '../../../core/api/errors.ts'
import type { Account, KeystoreAccount } from '../../accounts/account-file.ts'
import type { SignerSources } from '../../accounts/signer-sources.ts'
import type { EvmSigner, UnsignedTransaction } from './signer.ts'

/** As `Family` has it. */
export async function openSigner(account: Account, sources: SignerSources): Promise<EvmSigner> {
  switch (account.kind) {
    case 'watch':
      throw new SwapError('WALLET_REFUSED', `The account ${account.name} has no key: it is watch-only`, {
        reason: 'account',
        hint: 'Get what another wallet is to sign, with --unsigned, or choose an account: swapcli wallet list',
      })
    case 'ledger':
      return (await import('./ledger.ts')).ledgerSigner(account, sources.openLedger)
    case 'keystore':
      return keySigner(account, sources)
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
    { reason: 'account', hint: `Put the right file back, or import it again: swapcli wallet remove ${account.name}` },
  )
}

/** A key that was opened, and the password that opened it. */
interface Unlocked {
  readonly key: Uint8Array
  readonly password: Buffer
}

async function askAndUnlock(account: KeystoreAccount, sources: SignerSources): Promise<Unlocked> {
  const { attempts = 1, files } = sources
  for (let attempt = 1; ; attempt += 1) {
    const password = await sources.password(attempt)
    try {
      return { key: await unlockAccount(account, password, files), password: Buffer.from(password) }
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

/**
 * Signs with the key of a file, which is in memory only while it signs. What comes after an approval needs no second
 * question: until it is told to forget, it keeps the password.
 */
function keySigner(account: KeystoreAccount, sources: SignerSources): EvmSigner {
  let opened: Promise<Unlocked> | undefined
  const unlock = async (): Promise<Uint8Array> => {
    if (opened !== undefined) {
      const { password } = await opened
      return unlockAccount(account, password.toString(), sources.files)
    }
    opened = askAndUnlock(account, sources)
    try {
      return (await opened).key
    } catch (error) {
      opened = undefined
      throw error
    }
  }
  return {
    family: 'evm',
    address: account.address,
    sign: async (transaction) => {
      const { checkSigned, checkUnsigned } = await import('../signature-check.ts')
      checkUnsigned(transaction)
      const key = await unlock()
      try {
        const raw = await signWith(key, transaction)
        await checkSigned(raw, transaction, account.address)
        return raw
      } finally {
        key.fill(0)
      }
    },
    forget: () => {
      void opened?.then(
        ({ password }) => password.fill(0),
        () => undefined,
      )
      opened = undefined
    },
  }
}

/** Signed bytes, by the bytes of the key: a text of it could not be overwritten. */
export async function signWith(key: Uint8Array, transaction: UnsignedTransaction): Promise<string> {
  const { asHex, serializeTransaction, sign } = await import('./viem.ts')
  const fields = { ...transaction, to: asHex(transaction.to), data: asHex(transaction.data) }
  const payload = keccak_256(hexToBytes(serializeTransaction(fields).slice(2)))
  const { r, s, yParity } = sign({ payload, privateKey: key, extraEntropy: false })
  const word = (value: bigint) => asHex(value.toString(16).padStart(64, '0'))
  return serializeTransaction(fields, { r: word(r), s: word(s), yParity, v: yParity === 0 ? 27n : 28n })
}
