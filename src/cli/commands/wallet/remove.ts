import { SwapError } from '../../../core/api/errors.ts'
import { writeSetting } from '../../../io/index.ts'
import type { Account } from '../../../wallet/index.ts'
import { accountFiles } from '../../accounts/account-files.ts'
import { NAME } from '../../accounts/current-account.ts'
import { askAccount } from '../../accounts/ask-account.ts'
import { requireAccount } from '../../accounts/account-in-use.ts'
import { confirm } from '../../prompts.ts'
import { defineCommand } from '../../command.ts'
import { changeAlone } from '../../exclusive-changes.ts'
import { usage } from '../../usage.ts'
import { noteQuestion, printedAddress } from '../../views/question-lines.ts'

/** Forgets an account, and deletes its key file unless that is another program's. */
export const remove = defineCommand({
  arguments: NAME,
  options: { yes: { kind: 'switch', description: 'do not ask for confirmation' } },
  examples: ['wallet remove cold --yes'],
  askMissing: (session) => askAccount(session, 'Which account is forgotten?'),
  run: async (session, { name }, { yes }) => {
    const account = await requireAccount(session, name)
    const { output } = session
    const { address } = account
    if (!yes) {
      const lost = whatIsLost(account)
      if (!session.interactive)
        throw usage(`Removing ${name} needs consent: ${lost}`, `swapcli wallet remove ${name} --yes`)
      noteQuestion(output, [
        ['account', name],
        ['address', printedAddress(address)],
        ['what is lost', lost],
      ])
      if (!(await confirm(session, `Remove ${name}?`))) throw new SwapError('INTERRUPTED', `${name} was not removed`)
    }
    const setting = session.settings.get('wallet')
    await changeAlone(session, async () => {
      await accountFiles(session).remove(account)
      if (setting?.value === name && setting.origin === session.configFile) {
        await writeSetting(session.configFile, 'wallet', undefined)
      }
    })
    if (output.json) output.printJson({ data: { name, address, removed: true } })
    output.note(`${name} is removed`)
  },
})

function whatIsLost(account: Account): string {
  if (account.kind === 'watch') return 'only its name and address are forgotten'
  if (account.kind === 'ledger') return 'the key stays on the Ledger'
  if (account.inPlace) return `its key file stays where it is: ${account.file}`
  const words = account.derivation === undefined ? 'without a copy of it' : 'without a copy of it or its recovery words'
  return `its key file is deleted, and ${words} whatever is on the address is lost`
}
