import { resolve } from 'node:path'
import { checkEvm } from '../../core/assets/addresses/evm.ts'
import { SwapError } from '../../core/api/errors.ts'
import { isOpenToOthers, openLedgerDevice, privateFiles, secureRandom, writeSetting } from '../../io/index.ts'
import {
  type Account,
  derivationPath,
  isAccountName,
  isNewAccountName,
  keystoreFileName,
  loadKeys,
  mnemonicKey,
  newMnemonic,
  readDerivationPath,
  readMnemonic,
} from '../../wallet/index.ts'
import { askText, choose } from '../ask.ts'
import { type Flags, usage } from '../command.ts'
import { accountFiles } from './current-account.ts'
import type { Session } from '../session.ts'
import { during } from '../output/spinner.ts'
import { passwordSource } from './wallet-password.ts'
import { importKind, type ImportKind, readKeyText, readWords, showNewWords } from './wallet-secrets.ts'
import { printAccount } from '../views/wallet-view.ts'

/** `swapcli wallet create`: a new key in a new key file. */
export async function createAccount(session: Session, words: readonly string[], flags: Flags): Promise<void> {
  const name = await freeName(session, words)
  if (importKind(flags) !== undefined && importKind(flags) !== 'mnemonic') {
    throw usage('wallet create makes a new key and takes none', 'For a key that exists: swapcli wallet import --help')
  }
  // Words that were believed to have a passphrase would be kept without it.
  refuseIdle(flags, flags.on('mnemonic') ? ['words', 'index', 'derivation-path'] : [], 'a new key')
  const { newPrivateKey } = await loadKeys()
  const fromWords = flags.on('mnemonic') ? await keyOfNewWords(session, flags) : undefined
  const key = fromWords?.key ?? newPrivateKey(secureRandom)
  await keepKey(session, flags, name, key, fromWords?.derivation)
  session.output.note(
    fromWords === undefined
      ? `keep a copy of the key file: swapcli wallet export ${name} > ${name}-backup.json\nwithout that file and its password, what is on this address is lost`
      : 'the words are the only copy outside this machine',
  )
}

/** `swapcli wallet import`: a key, words, a key file, a device or an address that exists. */
export async function importAccount(session: Session, words: readonly string[], flags: Flags): Promise<void> {
  const name = await freeName(session, words)
  const expected = readAddress(flags.text('address'))
  const kind = importKind(flags) ?? (await askKind(session))
  refuseIdle(flags, USED_OPTIONS[kind], SECRET_NAMES[kind])
  switch (kind) {
    case 'private-key': {
      const { readPrivateKey } = await loadKeys()
      return keepKey(session, flags, name, readPrivateKey(await readKeyText(session)), undefined, expected)
    }
    case 'mnemonic': {
      const derivation = chosenDerivation(flags, 'words')
      const secret = await readWords(session, flags.on('passphrase'))
      const key = await mnemonicKey(await readMnemonic(secret.words), derivation, secret.passphrase)
      return keepKey(session, flags, name, key, derivation, expected)
    }
    case 'keystore':
      return importKeystore(session, flags, name, expected)
    case 'ledger': {
      const derivation = chosenDerivation(flags, 'ledger')
      const { ledgerAddress } = await loadKeys()
      const address = expected ?? (await ledgerAddress(openLedgerDevice, derivation))
      return keep(session, { name, kind, address, createdAt: now(session), derivation })
    }
    case 'address': {
      const address = expected ?? readAddress(await askText(session, 'Address to watch:', addressProblem))
      if (address === undefined) throw new Error('an answer is an address')
      return keep(session, { name, kind: 'watch', address, createdAt: now(session) })
    }
  }
}

const IDLE_OPTIONS = ['words', 'index', 'derivation-path', 'passphrase', 'in-place'] as const

/** Which of these an import looks at. */
const USED_OPTIONS: Readonly<Record<ImportKind, readonly (typeof IDLE_OPTIONS)[number][]>> = {
  'private-key': [],
  mnemonic: ['index', 'derivation-path', 'passphrase'],
  keystore: ['in-place'],
  ledger: ['index', 'derivation-path'],
  address: [],
}

const SECRET_NAMES: Readonly<Record<ImportKind, string>> = {
  'private-key': 'a private key',
  mnemonic: 'recovery words that exist',
  keystore: 'a key file',
  ledger: 'a Ledger',
  address: 'an address',
}

/** An option that would be passed over in silence may be what the user relies on. @throws USAGE */
function refuseIdle(flags: Flags, used: readonly string[], what: string): void {
  const idle = IDLE_OPTIONS.find((name) => (flags.on(name) || flags.text(name) !== undefined) && !used.includes(name))
  if (idle !== undefined) throw usage(`--${idle} means nothing for ${what}`, 'Leave it out: swapcli wallet --help')
}

async function importKeystore(
  session: Session,
  flags: Flags,
  name: string,
  expected: string | undefined,
): Promise<void> {
  const path = resolve(flags.text('keystore') ?? (await askPath(session)))
  const text = await privateFiles.read(path)
  if (text === undefined) throw usage(`There is no file ${path}`, 'Foundry keeps them in ~/.foundry/keystores')
  const { addressOfKey, decryptKeystore, readKeystore } = await loadKeys()
  const keystore = readKeystore(text, path)
  if (expected !== undefined && keystore.address !== undefined) checkExpected(keystore.address, expected)
  // What a file claims is believed only from somebody who vouches for it: money is sent to this address.
  const vouched = expected !== undefined && !flagsPassword(session, flags)
  let address = expected
  if (vouched) session.output.note('the address is taken as given; it is held against the key at the first signature')
  else {
    const password = await passwordSource(session, flags).password('Password of the key file:')
    const key = await during(session, 'Opening the key file', decryptKeystore(keystore, password, path))
    address = await addressOfKey(key)
    key.fill(0)
    if (expected !== undefined) checkExpected(address, expected)
  }
  if (address === undefined) throw new Error('an account has an address')
  const createdAt = now(session)
  const inPlace = flags.on('in-place')
  if (inPlace && (await isOpenToOthers(path))) session.output.note(`other users may read ${path}: chmod 600 ${path}`)
  const file = inPlace ? path : keystoreFileName(name, address, createdAt)
  return keep(session, { name, kind: 'keystore', address, createdAt, file, inPlace }, inPlace ? undefined : text)
}

function flagsPassword(session: Session, flags: Flags): boolean {
  return !passwordSource(session, flags).asks
}

async function keyOfNewWords(session: Session, flags: Flags): Promise<{ key: Uint8Array; derivation: string }> {
  const count = flags.text('words') ?? '12'
  if (count !== '12' && count !== '24') throw usage('--words must be 12 or 24')
  if (!session.interactive) {
    throw usage(
      'New recovery words are shown on a terminal only, and here is none',
      'Leave --mnemonic out to make a key without words',
    )
  }
  const derivation = chosenDerivation(flags, 'words')
  const phrase = await newMnemonic(secureRandom(count === '12' ? 16 : 32))
  await showNewWords(session, phrase)
  return { key: await mnemonicKey(phrase, derivation), derivation }
}

/** Puts a key into a new key file. The key is overwritten. */
async function keepKey(
  session: Session,
  flags: Flags,
  name: string,
  key: Uint8Array,
  derivation: string | undefined,
  expected?: string,
): Promise<void> {
  const { addressOfKey, createKeystore } = await loadKeys()
  try {
    const address = await addressOfKey(key)
    if (expected !== undefined) checkExpected(address, expected)
    const password = await passwordSource(session, flags).newPassword(`New password for ${name}:`)
    const made = createKeystore(key, password, { random: secureRandom })
    const text = await during(session, 'Locking the key under the password', made)
    const createdAt = now(session)
    const file = keystoreFileName(name, address, createdAt)
    const origin = derivation === undefined ? {} : { derivation }
    await keep(session, { name, kind: 'keystore', address, createdAt, file, inPlace: false, ...origin }, text)
  } finally {
    key.fill(0)
  }
}

/** Notes a new account. The first is in use; a later one does not push it out. */
async function keep(session: Session, account: Account, keystore?: string): Promise<void> {
  const files = accountFiles(session)
  const before = await files.list()
  const twin = before.find(({ address }) => address === account.address)
  if (twin !== undefined) session.output.note(`${twin.name} has the same address`)
  await files.add(account, keystore)
  const chosen = session.settings.get('wallet')?.value
  const [only] = before
  if (chosen === undefined && only !== undefined && before.length === 1) {
    await writeSetting(session.configFile, 'wallet', only.name)
    session.output.note(`${only.name} stays in use; to change that: swapcli wallet use ${account.name}`)
  }
  await printAccount(session, account, chosen === undefined ? before.length === 0 : chosen === account.name)
}

async function freeName(session: Session, words: readonly string[]): Promise<string> {
  const [name = 'main', ...more] = words
  if (more.length > 0) throw usage('One name is enough', 'swapcli wallet --help')
  if (!isAccountName(name)) {
    throw usage('A name is 1 to 32 small letters, digits, - and _, the first a letter or digit', 'For example: main')
  }
  if (!isNewAccountName(name)) {
    throw usage(`${name} is no good name: it reads as an address or a device`, 'For example: main')
  }
  if ((await accountFiles(session).find(name)) === undefined) return name
  throw new SwapError('WALLET_REFUSED', `There is an account named ${name} already`, {
    hint: 'Put another name behind it, or see the accounts: swapcli wallet list',
  })
}

/** A person writes ~ for the home folder, which a shell would have replaced. */
async function askPath(session: Session): Promise<string> {
  const path = await askText(session, 'Path of the key file:', (text) =>
    text === '' ? 'There was nothing' : undefined,
  )
  return path.replace(/^~(?=\/)/, session.env['HOME'] ?? '~')
}

async function askKind(session: Session): Promise<ImportKind> {
  if (!session.interactive) {
    throw usage(
      'What to import is missing: --private-key, --mnemonic, --keystore FILE, --ledger or --address ADDRESS',
      'For a key on stdin: swapcli wallet import NAME --private-key --password-file FILE < key.txt',
    )
  }
  return choose<ImportKind>(session, 'What do you have?', [
    { value: 'private-key', name: 'A private key' },
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

function addressProblem(text: string): string | undefined {
  const check = checkEvm(text)
  return check.ok ? undefined : check.reason
}

function checkExpected(address: string, expected: string): void {
  if (address === expected) return
  throw new SwapError('WALLET_REFUSED', `This is ${address}, and --address says ${expected}`, {
    hint: 'Check which account it is, its number (--index) and its passphrase',
  })
}

function chosenDerivation(flags: Flags, kind: 'words' | 'ledger'): string {
  const path = flags.text('derivation-path')
  const index = flags.text('index')
  if (path !== undefined && index !== undefined) throw usage('--index and --derivation-path contradict each other')
  if (path !== undefined) {
    const normal = readDerivationPath(path)
    if (normal !== undefined) return normal
    throw usage(
      '--derivation-path is no derivation path',
      `For example: --derivation-path "${derivationPath(kind, 0)}"`,
    )
  }
  if (index === undefined) return derivationPath(kind, 0)
  if (/^(0|[1-9][0-9]{0,8})$/.test(index)) return derivationPath(kind, Number(index))
  throw usage('--index must be a whole number from 0 to 999999999')
}

function now({ clock }: Session): string {
  return new Date(clock.now()).toISOString()
}
