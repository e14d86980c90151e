import { shellWord } from '../../../core/text/command-line.ts'
import { accountFiles, nameInUse } from '../../accounts/current-account.ts'
import { defineCommand } from '../../command.ts'
import { printAccounts } from '../../views/wallet-view.ts'

/** The accounts of this machine. */
export const list = defineCommand({
  examples: ['wallet list', 'wallet list --json'],
  run: async (session) => {
    const files = accountFiles(session)
    const accounts = await files.list()
    await printAccounts(session, accounts, nameInUse(session, accounts))
    const { note } = session.output
    for (const path of await files.leftovers()) {
      const next = path.endsWith('.tmp')
        ? 'the next wallet create or import removes it'
        : `take it up with swapcli wallet import NAME --in-place --keystore ${shellWord(path)}, or delete it`
      note(`no account has ${path}: a command was ended before its account was kept; ${next}`)
    }
  },
})
