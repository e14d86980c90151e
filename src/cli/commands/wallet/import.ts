import { resolve } from 'node:path'
import { checkEvm } from '../../../core/assets/addresses/evm.ts'
import { SwapError } from '../../../core/api/errors.ts'
import { isOpenToOthers, openLedgerDevice, privateFiles, readNamedFile } from '../../../io/index.ts'
import {
  isAccountName,
  keystoreFileName,
  type KeystoreAccount,
  mnemonicKey,
  readMnemonic,
} from '../../../wallet/index.ts'
import {
  checkExpected,
  chooseDerivation,
  DERIVATION_OPTIONS,
  freeName,
  keepAccount,
  keepKey,
  type KeptAccount,
  loadNewKeys,
  NEW_NAME,
  newAccount,
  newName,
  newWatch,
} from '../../accounts/new-account.ts'
import { findKeyless, giveKey, verifyOwnKey } from '../../accounts/keyless-account.ts'
import { PASSWORD_OPTIONS } from '../../pay/pay-options.ts'
import { openByPassword, passwordSource } from '../../accounts/password.ts'
import { readKeyText, readWords } from '../../accounts/secrets.ts'
import { readWatched, watchedProblem } from '../../accounts/watched-address.ts'
import { askText, choose, type Judge, problemBy } from '../../prompts.ts'
import { defineCommand, defineOptions, type FlagsOf } from '../../command.ts'
import { refuseIdle, refuseTogether } from '../../command-line/flags.ts'
import { during } from '../../output/spinner.ts'
import type { Session } from '../../session.ts'
import { usage } from '../../usage.ts'
import { printAccount } from '../../views/wallet-view.ts'

const IMPORT_OPTIONS = {
  ...defineOptions('What is imported', {
    privateKey: { kind: 'switch', description: 'a private key, from a prompt or stdin' },
    mnemonic: { kind: 'switch', description: 'recovery words, from a prompt or stdin' },
    keystore: {
      kind: 'file',
      value: 'file',
      description: 'a key file (version 3) of geth, Foundry or another wallet',
    },
    ledger: { kind: 'switch', description: 'an account of a Ledger' },
    address: {
      kind: 'text',
      value: 'address',
      description: 'an address to watch; with a key, the address it must have',
    },
  }),
  passphrase: {
    kind: 'switch',
    description: 'the words have a passphrase: prompt for it, or read it from line 2 of stdin',
  },
  inPlace: { kind: 'switch', description: 'use the key file where it is instead of a copy' },
  ...DERIVATION_OPTIONS,
  ...PASSWORD_OPTIONS,
} as const

type ImportFlags = FlagsOf<typeof IMPORT_OPTIONS>

/** A key, words, a key file, a device or an address that exists. */
export const importCommand = defineCommand({
  arguments: NEW_NAME,
  options: IMPORT_OPTIONS,
  examples: [
    'wallet import work --private-key',
    'wallet import work --mnemonic --index 1 --password-file password.txt < words.txt',
    'wallet import foundry --keystore ~/.foundry/keystores/dev --in-place',
    'wallet import nano --ledger',
  ],
  notes: 'Keys, words and passwords are never taken from the command line.',
  run: async (session, { name: wanted }, flags) => {
    const mayExist = wanted === undefined || isAccountName(wanted)
    const taken = mayExist ? await findKeyless(session, newName(wanted)) : undefined
    const first = taken?.name ?? (await freeName(session, wanted))
    const kind = importKind(flags) ?? (await askKind(session))
    const expected = kind === 'address' ? undefined : readAddress(flags.address)
    // A device, or an address to watch, is no key that an account could lack.
    const name = KEY_KINDS.has(kind) ? first : await freeName(session, first)
    const asked = { kind, name, expected, taken }
    await printAccount(session, await importAccount(session, flags, asked))
  },
})

type ImportKind = 'privateKey' | 'mnemonic' | 'keystore' | 'ledger' | 'address'

/** Those that bring a key. */
const KEY_KINDS: ReadonlySet<ImportKind> = new Set(['privateKey', 'mnemonic', 'keystore'])

/** What is to be imported: --address beside another kind says what the address must be. @throws USAGE for two kinds */
function importKind({ privateKey, mnemonic, keystore, ledger, address }: ImportFlags): ImportKind | undefined {
  refuseTogether({ privateKey, mnemonic, keystore, ledger })
  if (privateKey) return 'privateKey'
  if (mnemonic) return 'mnemonic'
  if (keystore !== undefined) return 'keystore'
  if (ledger) return 'ledger'
  return address === undefined ? undefined : 'address'
}

/** What is imported, as far as the command line says so. */
interface AskedImport {
  readonly kind: ImportKind
  readonly name: string
  /** The address that a key must have. */
  readonly expected: string | undefined
  /** The account of that name, where it lacks its key. */
  readonly taken: KeystoreAccount | undefined
}

async function importAccount(
  session: Session,
  flags: ImportFlags,
  { kind, name, expected, taken }: AskedImport,
): Promise<KeptAccount> {
  const { passphrase, inPlace, index, derivationPath } = flags
  const refuse = (idle: Parameters<typeof refuseIdle>[0], where: string) =>
    refuseIdle(idle, where, 'Leave it out: swapcli wallet import --help')
  switch (kind) {
    case 'privateKey': {
      refuse({ index, derivationPath, passphrase, inPlace }, 'to a private key')
      const keys = await loadNewKeys()
      const text = await readKeyText(session, (typed) => problemBy(() => keys.readPrivateKey(typed).fill(0)))
      const key = keys.readPrivateKey(text)
      return keepKey(session, passwordSource(session, flags), name, key, undefined, expected, taken)
    }
    case 'mnemonic': {
      refuse({ inPlace }, 'to existing recovery words')
      const derivation = await chooseDerivation(flags, 'words')
      const judge = (words: string) => problemBy(() => readMnemonic(words))
      const secret = await readWords(session, flags.passphrase, judge)
      const key = await mnemonicKey(await readMnemonic(secret.words), derivation, secret.passphrase)
      return keepKey(session, passwordSource(session, flags), name, key, derivation, expected, taken)
    }
    case 'keystore':
      refuse({ index, derivationPath, passphrase }, 'to a key file')
      return importKeystore(session, flags, name, expected, taken)
    case 'ledger': {
      refuse({ passphrase, inPlace }, 'to a Ledger')
      const derivation = await chooseDerivation(flags, 'ledger')
      const keys = await loadNewKeys()
      const address = expected ?? (await keys.ledgerAddress(openLedgerDevice, derivation))
      return keepAccount(session, { ...newAccount(session, name, address), kind, derivation })
    }
    case 'address': {
      refuse({ index, derivationPath, passphrase, inPlace }, 'to an address')
      const chains = await (await session.bundledCatalog()).chains()
      const address =
        flags.address ?? (await askText(session, 'Address to watch:', (text) => watchedProblem(chains, text.trim())))
      return keepAccount(session, newWatch(session, name, await readWatched(session, address.trim())))
    }
  }
}

async function importKeystore(
  session: Session,
  flags: ImportFlags,
  name: string,
  expected: string | undefined,
  taken: KeystoreAccount | undefined,
): Promise<KeptAccount> {
  const keys = await loadNewKeys()
  const read = async (path: string) => {
    const text = await (flags.inPlace ? privateFiles.read : readNamedFile)(path)
    if (text === undefined) throw usage(`There is no file ${path}`, 'Foundry keeps them in ~/.foundry/keystores')
    return { text, keyFile: keys.readKeyFile(text, path) }
  }
  const path = resolve(flags.keystore ?? (await askPath(session, (typed) => problemBy(() => read(resolve(typed))))))
  const { text, keyFile } = await read(path)
  if (expected !== undefined && keyFile.address !== undefined) checkExpected(keyFile.address, expected)
  if (taken !== undefined && keyFile.address !== undefined) verifyOwnKey(taken, keyFile.address)
  // What a file claims is believed only from somebody who vouches for it: money is sent to this address.
  const source = passwordSource(session, flags)
  const vouched = expected !== undefined && source.asks
  let address = expected
  if (vouched) session.output.note('the address is not checked yet: the first signature checks it against the key')
  else {
    const key = await openByPassword(source, 'Password of the key file:', (password) =>
      during(session, 'Opening the key file', keyFile.decrypt(password)),
    )
    address = await keys.addressOfKey(key)
    key.fill(0)
    if (expected !== undefined) checkExpected(address, expected)
  }
  if (address === undefined) throw new Error('an account has an address')
  if (taken !== undefined) verifyOwnKey(taken, address)
  const account = newAccount(session, name, address)
  const { inPlace } = flags
  if (inPlace && (await isOpenToOthers(path))) session.output.note(`other users may read ${path}: chmod 600 ${path}`)
  const file = inPlace ? path : keystoreFileName(name, address, account.createdAt)
  if (taken !== undefined) return giveKey(session, taken, inPlace ? { path } : { text, file })
  return keepAccount(session, { ...account, kind: 'keystore', file, inPlace }, inPlace ? undefined : text)
}

/** A person writes ~ for the home folder, which a shell would have replaced. */
async function askPath(session: Session, judge: Judge): Promise<string> {
  const whole = (typed: string) => typed.replace(/^~(?=\/)/, session.env['HOME'] ?? '~')
  const problem = (typed: string) => (typed === '' ? 'There was nothing' : judge(whole(typed)))
  return whole(await askText(session, 'Path of the key file:', problem))
}

async function askKind(session: Session): Promise<ImportKind> {
  if (!session.interactive) {
    throw usage(
      'What to import is missing: --private-key, --mnemonic, --keystore FILE, --ledger or --address ADDRESS',
      'For a key on stdin: swapcli wallet import NAME --private-key --password-file FILE < key.txt',
    )
  }
  return choose<ImportKind>(session, 'What do you have?', [
    { value: 'privateKey', name: 'A private key' },
    { value: 'mnemonic', name: 'Recovery words' },
    { value: 'ledger', name: 'A Ledger' },
    { value: 'keystore', name: 'A key file' },
    { value: 'address', name: 'Only an address, to watch' },
  ])
}

/** An address as it was given. @throws INVALID_ADDRESS */
function readAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const check = checkEvm(text.trim())
  if (check.ok) return check.canonical
  throw new SwapError('INVALID_ADDRESS', check.reason, { field: 'address' })
}
