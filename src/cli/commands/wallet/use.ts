import { isFamilyKey } from '../../../wallet/index.ts'
import { NAME, signsNothing } from '../../accounts/current-account.ts'
import { askAccount } from '../../accounts/ask-account.ts'
import { requireAccount } from '../../accounts/account-in-use.ts'
import { defineCommand } from '../../command.ts'
import { changeSetting } from '../../exclusive-changes.ts'
import { printAccount } from '../../views/wallet-view.ts'

/** Chooses the account that signs. */
export const use = defineCommand({
  arguments: NAME,
  examples: ['wallet use work'],
  askMissing: (session) => askAccount(session, 'Which account signs?', ({ family }) => isFamilyKey(family)),
  run: async (session, { name }) => {
    const account = await requireAccount(session, name)
    if (!isFamilyKey(account.family)) throw signsNothing(name, account.family)
    const { output, configFile, settings } = session
    await changeSetting(session, 'wallet', account.name)
    await printAccount(session, { account, inUse: true })
    const setting = settings.get('wallet')
    if (setting !== undefined && setting.origin !== configFile && setting.value !== account.name) {
      output.note(`${setting.origin} overrides this with ${setting.value}`)
    }
  },
})
