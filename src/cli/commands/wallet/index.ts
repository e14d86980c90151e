import { refuseSecretArguments } from '../../accounts/secrets.ts'
import { type CommandGroup, entry } from '../../command.ts'

/** Makes, imports, chooses and forgets accounts. */
export const wallet: CommandGroup = {
  kind: 'group',
  defaultAction: 'list',
  actions: [
    entry('list', 'List the accounts', async () => (await import('./list.ts')).list),
    entry('create', 'Make an account with a new key', async () => (await import('./create.ts')).create),
    entry('import', 'Add a key, a device or an address', async () => (await import('./import.ts')).importCommand),
    entry('watch', 'Watch an address of any chain', async () => (await import('./watch.ts')).watch),
    entry('show', 'Show an account', async () => (await import('./show.ts')).show),
    entry('use', 'Choose the account that signs', async () => (await import('./use.ts')).use),
    entry('remove', 'Forget an account', async () => (await import('./remove.ts')).remove),
    entry('export', 'Print the key file of an account', async () => (await import('./export.ts')).exportCommand),
    entry('balances', 'Show what an address holds', async () => (await import('./balances.ts')).balances),
    entry('revoke', 'Revoke one approval', async () => (await import('./revoke.ts')).revoke),
    entry('approvals', 'List and revoke token approvals', async () => (await import('./approvals/index.ts')).approvals),
  ],
  examples: ['wallet create', 'wallet import work --private-key', 'wallet list --json', 'wallet balances --chain base'],
  notes: `Keys are kept in key files (Keystore V3, scrypt) under the home folder, which only you can read. Keys, words and
passwords are never taken from the command line: they are asked for without being shown, or come by stdin, a file or a
file descriptor. SWAPCLI_WALLET_PASSWORD_FILE names a password file for every command.`,
  checkWords: refuseSecretArguments,
}
