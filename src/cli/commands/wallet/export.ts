import { SwapError } from '../../../core/api/errors.ts'
import { type KeystoreAccount, loadFamily } from '../../../wallet/index.ts'
import { ACCOUNT_OPTION, chooseAccount, nameGivenOnce, ONE_NAME } from '../../accounts/current-account.ts'
import { accountFiles } from '../../accounts/account-files.ts'
import { openByPassword, type PasswordFlags, passwordSource } from '../../accounts/password.ts'
import { showKey } from '../../accounts/secrets.ts'
import { askText } from '../../prompts.ts'
import { defineCommand } from '../../command.ts'
import { during } from '../../output/spinner.ts'
import { PASSWORD_OPTIONS } from '../../pay/pay-options.ts'
import type { Session } from '../../session.ts'
import { usage } from '../../usage.ts'

/** The key file of an account, or on a terminal the key itself. */
export const exportCommand = defineCommand({
  arguments: ONE_NAME,
  options: {
    privateKey: { kind: 'switch', description: 'show the key itself, on a terminal only' },
    ...ACCOUNT_OPTION,
    ...PASSWORD_OPTIONS,
  },
  examples: ['wallet export work > work-backup.json', 'wallet export work --private-key'],
  run: async (session, { name }, { privateKey, wallet, ...flags }) => {
    const account = await chooseAccount(session, nameGivenOnce(name, wallet))
    if (account.kind !== 'keystore') {
      throw new SwapError('WALLET_REFUSED', `The account ${account.name} has no key file on this machine`, {
        reason: 'account',
        hint: `See where its key is: swapcli wallet show ${account.name}`,
      })
    }
    if (privateKey) return exportKey(session, account, flags)
    const text = await accountFiles(session).keystoreText(account)
    const keys = await (await loadFamily(account.family)).loadKeys()
    keys.readKeyFile(text, `the key file of ${account.name}`)
    const keystore: unknown = JSON.parse(text)
    const { output } = session
    output.printJson(output.json ? { data: { name: account.name, address: account.address, keystore } } : keystore)
    output.note('the password of the account opens this file: keep the two apart')
  },
})

async function exportKey(session: Session, account: KeystoreAccount, flags: PasswordFlags): Promise<void> {
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
  const keys = await (await loadFamily(account.family)).loadKeys()
  const source = passwordSource(session, flags)
  const key = await openByPassword(source, `Password of ${account.name}:`, (password) =>
    during(session, 'Opening the key file', keys.unlockAccount(account, password, accountFiles(session))),
  )
  try {
    await showKey(session, account.address, `0x${Buffer.from(key).toString('hex')}`)
  } finally {
    key.fill(0)
  }
}
