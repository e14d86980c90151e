import { expect, test } from 'vitest'
import { PLAIN_RUNS, openRuns } from '../../../src/cli/pay/runs.ts'
import { NO_SIGNER_FLAGS } from '../../../src/cli/pay/pay-options.ts'
import { addAccount, runInSession } from '../../support/command-session.ts'
import { account } from '../../devnet/addresses.ts'
import { cli } from '../run-here.ts'
import { newHome } from '../../support/new-home.ts'

/** Whether the wallet of the account in use sends deposits by itself. */
async function paysDeposits(home: string, unsigned?: 'json'): Promise<boolean | undefined> {
  let pays: boolean | undefined
  const { error } = await runInSession(
    async (session) => {
      const options = { pay: { ...PLAIN_RUNS.pay, unsigned }, watch: account(0).address }
      pays = (await openRuns(session, NO_SIGNER_FLAGS, options)).wallet?.paysDeposits
    },
    { home },
  )
  expect(error).toBeUndefined()
  return pays
}

test('an account without a key leaves deposits to the user, and one for another signer prints them', async () => {
  const home = await newHome()
  const { code } = await cli(['wallet', 'import', 'cold', '--address', account(0).address], { home })
  expect(code).toBe(0)
  expect(await paysDeposits(home)).toBe(false)
  expect(await paysDeposits(home, 'json')).toBe(true)
})

test('an account with a key pays deposits', async () => {
  const home = await newHome()
  await addAccount(home, 'main', account(0).address, account(0).getHdKey().privateKey ?? new Uint8Array())
  expect(await paysDeposits(home)).toBe(true)
})
