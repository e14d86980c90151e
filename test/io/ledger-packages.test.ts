import { describe, expect, test } from 'vitest'
import { openLedgerDevice } from '../../src/io/ledger-packages.ts'

const APP = '@ledgerhq/hw-app-eth'
const TRANSPORT = '@ledgerhq/hw-transport-node-hid'

/** Stand-ins of the same shape as Ledger's packages: classes as default exports. */
function packages(create: () => Promise<unknown>) {
  const seen: unknown[] = []
  class Eth {
    constructor(readonly transport: unknown) {}
    getAddress(...parts: unknown[]) {
      seen.push(['getAddress', this.transport, ...parts])
      return Promise.resolve({ address: '0xabc', publicKey: '04' })
    }
    signTransaction(...parts: unknown[]) {
      seen.push(['signTransaction', this.transport, ...parts])
      return Promise.resolve({ r: '01', s: '02', v: '00' })
    }
  }
  class Transport {
    static create(...parts: unknown[]) {
      seen.push(['create', ...parts])
      return create()
    }
  }
  const load = (name: string) => (name === APP ? { default: Eth } : { default: Transport })
  return { load, seen }
}

describe("Ledger's packages", () => {
  test('are asked for address and signature without a button and without asking a server, and closed', async () => {
    const transport = { close: () => Promise.resolve(seen.push('closed')) }
    const { load, seen } = packages(() => Promise.resolve(transport))
    const app = await openLedgerDevice(load)
    expect(await app.getAddress("44'/60'/0'/0/0")).toEqual({ address: '0xabc' })
    expect(await app.signTransaction("44'/60'/0'/0/0", '02c0')).toEqual({ r: '01', s: '02', v: '00' })
    await app.close()
    expect(seen).toEqual([
      ['create', 3000, 3000],
      ['getAddress', transport, "44'/60'/0'/0/0", false],
      ['signTransaction', transport, "44'/60'/0'/0/0", '02c0', null],
      'closed',
    ])
  })

  test('that are not installed are named, with what to run', async () => {
    const load = (name: string) => {
      throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' })
    }
    await expect(openLedgerDevice(load)).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      message: `A Ledger needs the package ${APP}, which is not installed`,
      hint: `npm install -g ${APP} ${TRANSPORT}`,
    })
  })

  test('that cannot be loaded, or are of another make, are named too', async () => {
    const broken = () => {
      throw new Error('libusb is missing')
    }
    await expect(openLedgerDevice(broken)).rejects.toMatchObject({
      message: `The package ${APP} cannot be loaded`,
    })
    await expect(openLedgerDevice(() => ({}))).rejects.toMatchObject({
      message: 'This version of the Ledger packages is not supported',
    })
  })

  test('that find no device say so', async () => {
    const { load } = packages(() => Promise.reject(new Error('NoDevice')))
    await expect(openLedgerDevice(load)).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      message: 'No Ledger responds',
    })
  })
})
