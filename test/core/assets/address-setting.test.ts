import { expect, test } from 'vitest'
import { checkAddressSetting } from '../../../src/core/assets/address-setting.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const XRP = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'
const CHAINS = [
  { key: 'ethereum', addressFamily: 'evm' },
  { key: 'bitcoin', addressFamily: 'bitcoin' },
  { key: 'xrpl', addressFamily: 'xrpl' },
] as const
const isWalletName = async (family: string, text: string) => family === 'evm' && text.endsWith('.eth')

test.each([
  ['recipient', 'evm', '@alice', 'the contact is looked up when it is used'],
  ['recipient', 'ethereum', 'alice.eth', 'the name is looked up when it is used, on the live network'],
  ['recipient', 'ethereum', ADDRESS, ''],
  ['depositor', 'unheard-of', 'whatever', ''],
  ['contact', 'bob', ADDRESS, 'an address of evm'],
  ['contact', 'bob', `${XRP} 12345`, 'an address of xrpl'],
  ['contact', 'bob', `${XRP} none`, 'an address of xrpl'],
  ['recipient', 'xrpl', `${XRP} 12345`, ''],
  ['recipient', 'xrpl', '@alice 12345', 'the contact is looked up when it is used'],
] as const)('%s.%s may hold %s', async (setting, place, value, note) => {
  expect(await checkAddressSetting({ setting, place, value, chains: CHAINS, isWalletName })).toEqual({ ok: true, note })
})

test.each([
  ['depositor', 'evm', '@alice'],
  ['recipient', 'bitcoin', 'alice.eth'],
  ['contact', 'bob', '@alice'],
  ['contact', 'bob', `${XRP} 012`],
  ['contact', 'bob', `${ADDRESS} 12345`],
  ['recipient', 'xrpl', `${XRP} id:5`],
  ['recipient', 'xrpl', '@alice 1.5'],
  ['recipient', 'bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq 5'],
  ['depositor', 'xrpl', `${XRP} 5`],
  ['contact', 'bob', `${ADDRESS.slice(0, -1)}7`],
] as const)('%s.%s may not hold %s', async (setting, place, value) => {
  expect(await checkAddressSetting({ setting, place, value, chains: CHAINS, isWalletName })).toMatchObject({
    ok: false,
  })
})
