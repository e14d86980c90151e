import { restate, type SwapError } from '../../../core/api/errors.ts'
import { countText } from '../../../core/text/count-text.ts'
import type { DamagedAccount } from '../../../wallet/index.ts'
import { accountFiles } from '../../accounts/account-files.ts'
import { findInUse } from '../../accounts/account-in-use.ts'
import { readKeyState } from '../../accounts/key-state.ts'
import { describeLeftover } from '../../accounts/leftovers.ts'
import { defineCommand } from '../../command.ts'
import { printAccounts } from '../../views/wallet-view.ts'

/** The accounts of this machine. */
export const list = defineCommand({
  examples: ['wallet list', 'wallet list --json'],
  notes: 'Ends with an error after the list where an account cannot be read, or the one in use is not known.',
  run: async (session) => {
    const { note } = session.output
    const files = accountFiles(session)
    const [{ accounts, damaged }, leftovers, inUse] = [
      await files.list(),
      await files.leftovers(),
      await findInUse(session),
    ]
    await printAccounts(session, { accounts, damaged, leftovers, nameInUse: inUse.account?.name })
    for (const account of accounts) {
      const key = await readKeyState(session, account)
      if (account.kind !== 'keystore' || key === 'file') continue
      note(`${account.name} cannot sign: its key file is ${key}: ${files.keystorePath(account)} (swapcli doctor)`)
    }
    for (const path of leftovers) {
      const { what, next } = describeLeftover(path)
      note(`${what}; ${next}`)
    }
    const [first, ...more] = damaged
    if (first !== undefined) throw unreadable(first, more.length)
    if (inUse.account !== undefined) return
    if (inUse.problem !== undefined) throw inUse.problem
    if (inUse.first !== undefined) note(`none is in use; choose one: swapcli wallet use ${inUse.first}`)
  },
})

function unreadable({ name, problem }: DamagedAccount, more: number): SwapError {
  const others = more === 0 ? '' : ` and ${countText(more, 'other')}`
  return restate(problem, { message: `${name}${others} cannot be read: ${problem.message}` })
}
