import { cleanLines } from '../../../core/text/clean-text.ts'
import { ACCOUNT_OPTION, chooseAccount, nameGivenOnce, ONE_NAME } from '../../accounts/current-account.ts'
import { findInUse } from '../../accounts/account-in-use.ts'
import { defineCommand } from '../../command.ts'
import { printAccount } from '../../views/wallet-view.ts'

/** One account, on a terminal with its address as a QR code. */
export const show = defineCommand({
  arguments: ONE_NAME,
  options: ACCOUNT_OPTION,
  examples: ['wallet show', 'wallet show work --json'],
  run: async (session, { name }, { wallet }) => {
    const account = await chooseAccount(session, nameGivenOnce(name, wallet))
    const { account: inUse } = await findInUse(session)
    await printAccount(session, { account, inUse: inUse?.name === account.name })
    const { output } = session
    if (output.json || !output.toTerminal) return
    const { qrText } = await import('../../output/qr.ts')
    const code = await qrText(account.address, output.width)
    if (code !== undefined) output.print(cleanLines(`\n${code}`))
  },
})
