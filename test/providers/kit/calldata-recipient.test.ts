import { describe, expect, it } from 'vitest'
import type { CatalogChain } from '../../../src/core/assets/catalog.ts'
import { calldataContains } from '../../../src/providers/kit/calldata-recipient.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'

const BOB = '0x9c11115FA30f6d7F31778D00e96607ee3139424F'
const BOB_BYTES = '9c11115fa30f6d7f31778d00e96607ee3139424f'
const SOLANA_BOB = '5NBgatnfozAUUULsdqNKhTHbqVRmhKR1T6Xz9dL7sM72'
const SOLANA_BOB_BYTES = '40dc05ff2a6613195a981baba0d42d155de5cb33d194cf179e33f44e99b98b3d'

async function chain(key: string): Promise<CatalogChain> {
  const found = await (await openBundledCatalog()).chain(key)
  if (found === undefined) throw new Error(`no ${key}`)
  return found
}

describe('calldata', () => {
  it('names an EVM recipient in any letter case', async () => {
    const base = await chain('base')
    expect(calldataContains(`0xad5425c6${'00'.repeat(12)}${BOB_BYTES}`, base, BOB)).toBe(true)
    expect(calldataContains(`0xAD5425C6${'00'.repeat(12)}${BOB_BYTES.toUpperCase()}`, base, BOB)).toBe(true)
  })

  it('does not name a recipient whose digits begin within a byte', async () => {
    expect(calldataContains(`0xad5425c60${BOB_BYTES}0`, await chain('base'), BOB)).toBe(false)
    expect(calldataContains(`0xad5425c60${BOB_BYTES}0${BOB_BYTES}`, await chain('base'), BOB)).toBe(true)
  })

  it('does not name somebody else', async () => {
    expect(calldataContains(`0xad5425c6${BOB_BYTES.replace('9c', '9d')}`, await chain('base'), BOB)).toBe(false)
    expect(calldataContains('0x', await chain('base'), BOB)).toBe(false)
  })

  it('names a Solana recipient by the 32 bytes of the account', async () => {
    const solana = await chain('solana')
    expect(calldataContains(`0xad5425c6${SOLANA_BOB_BYTES}`, solana, SOLANA_BOB)).toBe(true)
    expect(calldataContains(`0xad5425c6${SOLANA_BOB_BYTES.slice(2)}`, solana, SOLANA_BOB)).toBe(false)
  })

  it('names nothing where the recipient is no address that can be read', async () => {
    expect(calldataContains('0x0000', await chain('solana'), 'not an address')).toBe(false)
    expect(calldataContains('0x0000', await chain('base'), '0x')).toBe(false)
  })
})
