import { expect, test } from 'vitest'
import { liveProviders } from '../../../src/providers/live.ts'
import { payeeRefusal } from '../../../src/service/quote/payee.ts'
import { chain, token } from '../../support/catalog-data.ts'

const sideOn = (key: string, addressFamily: 'xrpl' | 'zcash') => ({
  chain: { ...chain(key, 1), addressFamily },
  asset: token(key, 'COIN', 'native'),
  priceUsd: undefined,
})
const UNIFIED =
  'u1ddnjsdcpm36r6aq79n3s68shjweksnmwtdltrh046s8m6xcws9ygyawalxx8n6hg6vegk0wh8zjnafxgh6msppjsljvyt0ynece3lvm0'

const payers = (request: Parameters<typeof payeeRefusal>[1]) =>
  liveProviders().flatMap(({ manifest }) => (payeeRefusal(manifest, request) === undefined ? [manifest.key] : []))

test('no live provider passes a memo on to the recipient yet, and one pays unified addresses', () => {
  const recipient = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'
  expect(payers({ dst: sideOn('xrpl', 'xrpl'), recipient, recipientMemo: '5' })).toEqual([])
  expect(payers({ dst: sideOn('zcash', 'zcash'), recipient: UNIFIED })).toEqual(['NEAR_INTENTS'])
})

test('every provider may be asked to pay a plain address, or nobody yet', () => {
  const plain = { dst: sideOn('zcash', 'zcash'), recipient: 't1U9yhDa5XEjgfnTgZoKddeSiEN1aoLkQxq' }
  expect(payers(plain)).toHaveLength(liveProviders().length)
  expect(payers({ dst: plain.dst, recipient: undefined })).toHaveLength(liveProviders().length)
})
