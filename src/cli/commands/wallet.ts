import { writeSetting } from '../../io/index.ts'
import type { Account } from '../../wallet/index.ts'
import { type Command, type CommandOption, type Flags, usage } from '../command.ts'
import { accountFiles, accountInUse, requiredAccount } from '../accounts/current-account.ts'
import { SIGNER_OPTIONS } from '../pay/pay-options.ts'
import type { Session } from '../session.ts'
import { refuseSecretArguments } from '../accounts/wallet-secrets.ts'
import { printAccount, printAccounts } from '../views/wallet-view.ts'
import { APPROVALS_OPTIONS } from './wallet-approvals.ts'
import { BALANCES_OPTIONS } from './wallet-balances.ts'

const ACTIONS = ['list', 'create', 'import', 'show', 'use', 'remove', 'export', 'balances', 'approvals'] as const

/** Makes, imports, chooses and forgets accounts. */
export const wallet: Command = {
  arguments: [
    { name: 'action', description: `${ACTIONS.join(', ')} (default list)` },
    {
      name: 'words',
      description:
        'name of the account (create and import: default main); balances: or an address; approvals: list or revoke',
      variadic: true,
    },
  ],
  options: joined([
    { flags: '--private-key', description: 'import: ask for a private key, or read it from stdin; export: show it' },
    {
      flags: '--mnemonic',
      description: 'import: ask for recovery words, or read them from stdin; create: with new ones',
    },
    { flags: '--words <n>', description: 'create --mnemonic: 12 (default) or 24 words', values: ['12', '24'] },
    { flags: '--index <n>', description: 'which account of the words or the Ledger, from 0 (default)' },
    { flags: '--derivation-path <path>', description: "which account of the words or the Ledger: m/44'/60'/0'/0/0" },
    { flags: '--passphrase', description: 'the words have a passphrase: ask for it, or read it from line 2 of stdin' },
    { flags: '--keystore <file>', description: 'import a key file (version 3) of geth, Foundry or another wallet' },
    { flags: '--in-place', description: 'import --keystore: use the file where it is instead of a copy' },
    { flags: '--ledger', description: 'import an account of a Ledger' },
    { flags: '--address <address>', description: 'import: watch this address; beside a key: what its address must be' },
    { flags: '--yes', description: 'remove: without being asked' },
    ...SIGNER_OPTIONS,
    ...BALANCES_OPTIONS,
    ...APPROVALS_OPTIONS,
  ]),
  examples: [
    'wallet create',
    'wallet create savings --mnemonic',
    'wallet import work --private-key',
    'wallet import work --mnemonic --index 1 --password-file password.txt < words.txt',
    'wallet import foundry --keystore ~/.foundry/keystores/dev --in-place',
    'wallet import cold --address 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    'wallet list --json',
    'wallet use work',
    'wallet export work > work-backup.json',
    'wallet remove cold --yes',
    'wallet balances --chain base',
    'wallet approvals --network live',
  ],
  notes: `Keys are kept in key files (Keystore V3, scrypt) under the home folder, which only you can read. Keys, words and
passwords are never taken from the command line: they are asked for without being shown, or come by stdin, a file or a
file descriptor. SWAPCLI_WALLET_PASSWORD_FILE names a password file for every command.`,
  run: async (session, [action = 'list', ...words], flags) => {
    const values = ['address', 'keystore', 'wallet', 'index', 'password-file', 'password-fd'].map((name) =>
      flags.text(name),
    )
    refuseSecretArguments([action, ...words], values)
    switch (action) {
      case 'list':
        return list(session)
      case 'create':
        return (await import('../accounts/wallet-add.ts')).createAccount(session, words, flags)
      case 'import':
        return (await import('../accounts/wallet-add.ts')).importAccount(session, words, flags)
      case 'show':
        return show(session, words, flags)
      case 'use':
        return use(session, await namedAccount(session, action, words))
      case 'remove':
        return (await import('../accounts/wallet-leave.ts')).removeAccount(
          session,
          await namedAccount(session, action, words),
          flags,
        )
      case 'export':
        return (await import('../accounts/wallet-leave.ts')).exportAccount(
          session,
          await oneAccount(session, words, flags),
          flags,
        )
      case 'balances':
        return (await import('./wallet-balances.ts')).walletBalances(session, words, flags)
      case 'approvals':
        return (await import('./wallet-approvals.ts')).walletApprovals(session, words, flags)
      default:
        throw usage(`wallet knows no ${action}; it knows ${ACTIONS.join(', ')}`)
    }
  },
}

/** Options that several actions take are one option, with what each of them does with it. */
function joined(options: readonly CommandOption[]): readonly CommandOption[] {
  const first = options.filter((option, at) => options.findIndex(({ flags }) => flags === option.flags) === at)
  return first.map((option) => {
    const same = options.filter(({ flags }) => flags === option.flags)
    return { ...option, description: same.map(({ description }) => description).join('; ') }
  })
}

async function list(session: Session): Promise<void> {
  const accounts = await accountFiles(session).list()
  await printAccounts(session, accounts, nameInUse(session, accounts))
}

async function show(session: Session, words: readonly string[], flags: Flags): Promise<void> {
  const account = await oneAccount(session, words, flags)
  await printAccount(session, account, nameInUse(session, await accountFiles(session).list()) === account.name)
  const { output } = session
  if (output.json || !output.toTerminal) return
  const { qrText } = await import('../output/qr.ts')
  const code = await qrText(account.address, output.width)
  if (code !== undefined) output.print(`\n${code}`)
}

async function use(session: Session, account: Account): Promise<void> {
  const { output, configFile, settings } = session
  await writeSetting(configFile, 'wallet', account.name)
  await printAccount(session, account, true)
  const setting = settings.get('wallet')
  if (setting !== undefined && setting.origin !== configFile && setting.value !== account.name) {
    output.note(`${setting.origin} outweighs this and names ${setting.value}`)
  }
}

function nameInUse({ settings }: Session, accounts: readonly Account[]): string | undefined {
  return settings.get('wallet')?.value ?? (accounts.length === 1 ? accounts[0]?.name : undefined)
}

/** The account that is named, as it must be for what changes something. */
async function namedAccount(session: Session, action: string, words: readonly string[]): Promise<Account> {
  const [name] = words
  if (name === undefined || words.length > 1) throw usage(`wallet ${action} takes one NAME`, 'swapcli wallet list')
  return requiredAccount(session, name)
}

/** The account that is named, else the one in use. */
async function oneAccount(session: Session, words: readonly string[], flags: Flags): Promise<Account> {
  if (words.length > 1) throw usage('One NAME is enough', 'swapcli wallet list')
  const account = await accountInUse(session, words[0] ?? flags.text('wallet'))
  if (account !== undefined) return account
  throw usage('There are no accounts yet', 'Make one: swapcli wallet create')
}
