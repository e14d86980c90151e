import { accountFiles, nameInUse } from '../../accounts/current-account.ts'
import { defineCommand } from '../../command.ts'
import { printAccounts } from '../../views/wallet-view.ts'

/** The accounts of this machine. */
export const list = defineCommand({
  examples: ['wallet list', 'wallet list --json'],
  run: async (session) => {
    const accounts = await accountFiles(session).list()
    await printAccounts(session, accounts, nameInUse(session, accounts))
  },
})
