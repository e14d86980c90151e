import { readFileSync } from 'node:fs'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  CCTP_CHAINS,
  CCTP_FORWARD_HOOK,
  CCTP_MESSAGE_TRANSMITTER,
  CCTP_TOKEN_MESSENGER,
} from '../../../src/core/evm/cctp/chains.ts'
import { readCctpMessage } from '../../../src/core/evm/cctp/message.ts'
import { corridorOf } from '../../../src/providers/cctp/chains.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'
import { openRecordings } from '../../support/recordings.ts'
import { burnMessage } from './messages.ts'

/** The chains of Circle's own kit, npm @circle-fin/bridge-kit 1.15.1. */
interface KitChain {
  readonly chain: string
  readonly type: string
  readonly chainId: number
  readonly domain: number
  readonly usdc: string
  readonly tokenMessenger: string
  readonly messageTransmitter: string
  readonly forwarderDestination: boolean
  /** Blocks that the kit waits for before a standard burn counts. */
  readonly confirmationsStandard: number
}
const jsonAt = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as unknown
const kit = (jsonAt('chains-bridge-kit.json') as { readonly chains: readonly KitChain[] }).chains
const evm = kit.filter(({ type }) => type === 'evm')

/** USDC of a chain of the table by its id, as an end of a swap. */
async function openSides() {
  const chains = await (await openBundledCatalog()).chains()
  return (chainId: number) => {
    const chain = chains.find((one) => one.chainId === chainId)
    const usdc = CCTP_CHAINS.find((one) => one.chainId === chainId)?.usdc ?? ''
    if (chain === undefined) throw new Error(`no chain ${chainId}`)
    const asset = { address: usdc, decimals: 6, chain: chain.key, symbol: 'USDC', altSymbols: [], name: 'USDC' }
    const rest = { image: '', isNative: false, caip19: null, addedAt: 0, evidence: 'issuer', form: 'issuer' } as const
    return { chain, asset: { ...asset, ...rest }, priceUsd: undefined }
  }
}

describe('the table of CCTP', () => {
  it("is that of Circle's kit, without the chains that the catalog lacks", async () => {
    const catalog = await (await openBundledCatalog()).chains()
    const known = evm.filter(({ chainId }) => catalog.some((chain) => chain.chainId === chainId))
    expect(evm.filter((chain) => !known.includes(chain)).map(({ chain }) => chain)).toEqual(['Codex', 'Edge'])
    expect(CCTP_CHAINS).toEqual(known.map(({ chainId, domain, usdc }) => ({ domain, chainId, usdc: getAddress(usdc) })))
    expect([...new Set(known.map(({ tokenMessenger }) => getAddress(tokenMessenger)))]).toEqual([CCTP_TOKEN_MESSENGER])
    expect([...new Set(known.map(({ messageTransmitter }) => getAddress(messageTransmitter)))]).toEqual([
      CCTP_MESSAGE_TRANSMITTER,
    ])
  })

  it('has fast burns from where the kit waits for the blocks of Ethereum, and from Linea, of which Circle says so', async () => {
    const side = await openSides()
    const fast = CCTP_CHAINS.filter(({ chainId }) => {
      const dst = side(chainId === 1 ? 10 : 1)
      return corridorOf({ src: side(chainId), dst })?.fastSec !== undefined
    })
    const slow = evm.filter(({ domain, confirmationsStandard }) => confirmationsStandard > 60 || domain === 11)
    const known = slow.filter(({ domain }) => CCTP_CHAINS.some((one) => one.domain === domain))
    expect(fast.map(({ domain }) => domain)).toEqual(known.map(({ domain }) => domain))
    expect(fast.map(({ domain }) => domain)).toEqual(expect.arrayContaining([30, 37]))
  })

  it('has the destinations of the forwarding service', async () => {
    const side = await openSides()
    const others = CCTP_CHAINS.filter(({ chainId }) => chainId !== 1)
    expect(
      others
        .filter(({ chainId }) => corridorOf({ src: side(1), dst: side(chainId) })?.isForwarded === true)
        .map(({ domain }) => domain),
    ).toEqual(
      others
        .map(({ domain }) => evm.find((one) => one.domain === domain))
        .filter((one) => one?.forwarderDestination === true)
        .map((one) => one?.domain),
    )
  })

  it('has the hook of the forwarding service', () => {
    expect(CCTP_FORWARD_HOOK).toBe((jsonAt('forward-hook.json') as { readonly evm: string }).evm)
  })
})

describe('a message', () => {
  it('is read as Circle decodes it', () => {
    const { valueAt, textAt } = openRecordings(import.meta.url)
    const FILE = 'status-messages-complete-sandbox.json'
    const message = readCctpMessage(textAt(FILE, 'messages.0.message'))
    const stated = valueAt(FILE, 'messages.0.decodedMessage') as Readonly<Record<string, unknown>>
    const body = stated['decodedMessageBody'] as Readonly<Record<string, unknown>>
    const short = (word: string | undefined) => `0x${word?.slice(26) ?? ''}`
    expect({
      sourceDomain: message?.sourceDomain.toString(),
      destinationDomain: message?.destinationDomain.toString(),
      nonce: message?.nonce,
      sender: short(message?.sender),
      recipient: short(message?.recipient),
      burnToken: short(message?.body.burnToken),
      mintRecipient: short(message?.body.mintRecipient),
      amount: message?.body.amount.toString(),
      messageSender: short(message?.body.messageSender),
      maxFee: message?.body.maxFee.toString(),
      feeExecuted: message?.body.feeExecuted.toString(),
      expirationBlock: message?.body.expirationBlock.toString(),
      hookData: message?.body.hookData,
    }).toEqual({
      sourceDomain: stated['sourceDomain'],
      destinationDomain: stated['destinationDomain'],
      nonce: stated['nonce'],
      sender: stated['sender'],
      recipient: stated['recipient'],
      burnToken: body['burnToken'],
      mintRecipient: body['mintRecipient'],
      amount: body['amount'],
      messageSender: body['messageSender'],
      maxFee: body['maxFee'],
      feeExecuted: body['feeExecuted'],
      expirationBlock: body['expirationBlock'],
      hookData: '0x',
    })
  })

  const whole = burnMessage({
    sourceDomain: 0,
    destinationDomain: 6,
    nonce: `0x${'11'.repeat(32)}`,
    burnToken: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    mintRecipient: '0x9c11115FA30f6d7F31778D00e96607ee3139424F',
    amount: 1n,
    messageSender: '0x9c11115FA30f6d7F31778D00e96607ee3139424F',
    maxFee: 0n,
    hookData: '0x',
  })

  it.each([
    ['of another version', `0x00000000${whole.slice(10)}`],
    ['with a body of another version', `${whole.slice(0, 2 + 2 * 148)}00000000${whole.slice(2 + 2 * 152)}`],
    ['that is cut', whole.slice(0, -2)],
    ['with half a byte', `${whole}0`],
    ['that is no hex', `${whole}zz`],
    ['that is nothing', '0x'],
  ])('%s is not read', (_name, text) => {
    expect([readCctpMessage(whole) === undefined, readCctpMessage(text)]).toEqual([false, undefined])
  })
})
