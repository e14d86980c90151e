import { describeLeftover } from '../../accounts/leftovers.ts'
import { accountFiles, nameInUse } from '../../accounts/current-account.ts'
import { defineCommand } from '../../command.ts'
import { printAccounts } from '../../views/wallet-view.ts'

/** The accounts of this machine. */
export const list = defineCommand({
  examples: ['wallet list', 'wallet list --json'],
  run: async (session) => {
    const files = accountFiles(session)
    const accounts = await files.list()
    const leftovers = await files.leftovers()
    await printAccounts(session, accounts, { nameInUse: nameInUse(session, accounts), leftovers })
    for (const path of leftovers) {
      const { what, next } = describeLeftover(path)
      session.output.note(`${what}; ${next}`)
    }
  },
})
