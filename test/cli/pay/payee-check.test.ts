import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { verifyPayeeOf, watchPayee } from '../../../src/cli/pay/payee-check.ts'
import type { Wallet } from '../../../src/wallet/payment.ts'
import { runInSession } from '../../support/command-session.ts'

const XRP_WALLET = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'
type Terms = Parameters<Wallet['sign']>[1]

/** Why nothing is signed for a contact that is kept so; undefined where something is. */
async function refusal(kept: string, memo: string | undefined): Promise<unknown> {
  const signed = new Error('it was signed')
  const wallet = { sign: () => Promise.reject(signed) } as unknown as Wallet
  const terms = { recipientName: '@kraken', recipient: XRP_WALLET, recipientMemo: memo } as unknown as Terms
  const { error } = await runInSession(
    async (session) => {
      await watchPayee(session, wallet).sign({} as Parameters<Wallet['sign']>[0], terms, [])
    },
    { settings: { 'contact.kraken': kept } },
  )
  return error === signed ? undefined : error
}

test('a contact is paid while its memo is the one that was reviewed', async () => {
  expect(await refusal(`${XRP_WALLET} 12345`, '12345')).toBeUndefined()
  expect(await refusal(`${XRP_WALLET} none`, undefined)).toBeUndefined()
  expect(await refusal(XRP_WALLET, '12345')).toBeUndefined()
})

test('a contact whose memo was corrected since is not paid with the old one', async () => {
  for (const [kept, memo] of [
    [`${XRP_WALLET} 12346`, '12345'],
    [`${XRP_WALLET} none`, '12345'],
    [`${XRP_WALLET} 12345`, undefined],
  ] as const) {
    expect(await refusal(kept, memo)).toMatchObject({ code: 'WALLET_REFUSED', reason: 'name' })
  }
})

test('a contact that another program corrected since is neither paid nor locked for', async () => {
  const [key, value] = ['contact.kraken', `${XRP_WALLET} 12345`] as const
  const request = { recipient: XRP_WALLET, recipientMemo: '12345' } as Parameters<typeof verifyPayeeOf>[1]['request']
  const verify = async (kept: string) => {
    const { error } = await runInSession(async (session) => {
      await writeFile(session.configFile, JSON.stringify({ [key]: kept }), { mode: 0o600 })
      const settings = new Map([...session.settings, [key, { key, value, origin: session.configFile }] as const])
      await verifyPayeeOf({ ...session, settings }, { recipientName: '@kraken', request })
    })
    return error
  }
  expect(await verify(value)).toBeUndefined()
  expect(await verify(`${XRP_WALLET} 12346`)).toMatchObject({
    code: 'WALLET_REFUSED',
    hint: expect.stringContaining('Nothing was locked') as string,
  })
})
