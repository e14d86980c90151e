import { SwapError } from '../../core/api/errors.ts'
import { writeSetting } from '../../io/index.ts'
import { type Account, type KeystoreAccount, loadKeys } from '../../wallet/index.ts'
import { askText, confirm } from '../ask.ts'
import { type Flags, usage } from '../command.ts'
import { accountFiles } from './current-account.ts'
import type { Session } from '../session.ts'
import { during } from '../output/spinner.ts'
import { passwordSource } from './wallet-password.ts'
import { showKey } from './wallet-secrets.ts'

/** `swapcli wallet export`: the key file, or on a terminal the key itself. */
export async function exportAccount(session: Session, account: Account, flags: Flags): Promise<void> {
  if (account.kind !== 'keystore') {
    throw new SwapError('WALLET_REFUSED', `The account ${account.name} has no key file on this machine`, {
      hint: `See where its key is: swapcli wallet show ${account.name}`,
    })
  }
  if (flags.on('private-key')) return exportKey(session, account, flags)
  const text = await accountFiles(session).keystoreText(account)
  const { readKeystore } = await loadKeys()
  readKeystore(text, `the key file of ${account.name}`)
  const keystore: unknown = JSON.parse(text)
  const { output } = session
  if (output.json) output.printJson({ data: { name: account.name, address: account.address, keystore } })
  else output.printJson(keystore)
  output.note('this file opens with the password of the account; keep both, apart from each other')
}

async function exportKey(session: Session, account: KeystoreAccount, flags: Flags): Promise<void> {
  const { output } = session
  if (!session.interactive || !output.toTerminal) {
    throw usage(
      'A private key is shown to a person at a terminal only',
      `For a copy, take the key file: swapcli wallet export ${account.name}`,
    )
  }
  await askText(session, `Whoever sees the key has the money. To see it, type ${account.name}:`, (text) =>
    text === account.name ? undefined : `Type ${account.name}, or press Ctrl-C`,
  )
  const password = await passwordSource(session, flags).password(`Password of ${account.name}:`)
  const { unlockAccount } = await loadKeys()
  const key = await during(session, 'Opening the key file', unlockAccount(account, password, accountFiles(session)))
  try {
    await showKey(session, account.address, `0x${Buffer.from(key).toString('hex')}`)
  } finally {
    key.fill(0)
  }
}

/** `swapcli wallet remove`: forgets an account, and deletes its key file unless that is another program's. */
export async function removeAccount(session: Session, account: Account, flags: Flags): Promise<void> {
  const { output } = session
  const { name, address } = account
  if (!flags.on('yes')) {
    if (!session.interactive) {
      throw usage(`Removing ${name} needs consent: ${whatIsLost(account)}`, `swapcli wallet remove ${name} --yes`)
    }
    if (!(await confirm(session, `Remove ${name} (${address})? ${sentence(whatIsLost(account))}`))) {
      throw new SwapError('INTERRUPTED', `${name} was not removed`)
    }
  }
  await accountFiles(session).remove(account)
  const setting = session.settings.get('wallet')
  if (setting?.value === name && setting.origin === session.configFile) {
    await writeSetting(session.configFile, 'wallet', undefined)
  }
  if (output.json) output.printJson({ data: { name, address, removed: true } })
  output.note(`${name} is removed`)
}

function whatIsLost(account: Account): string {
  if (account.kind === 'watch') return 'only its name and address are forgotten'
  if (account.kind === 'ledger') return 'the key stays on the Ledger'
  if (account.inPlace) return `its key file stays where it is: ${account.file}`
  const words = account.derivation === undefined ? 'without a copy of it' : 'without a copy of it or its recovery words'
  return `its key file is deleted, and ${words} whatever is on the address is lost`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
