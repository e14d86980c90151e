import { type Address, getAddress, type Hex, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnChains } from '../../devnet/describe-on-chains.ts'
import { balances, fund, tokens } from '../../devnet/world.ts'
import { allowance, openWalletWorld, outcome, type WalletWorld } from '../../e2e/wallet-world.ts'
import { bodyOf, type LocalServer, localServer } from '../../support/local-server.ts'
import { installSettlement, settlementAbi, settleOrder, solver } from './local-settlement.ts'
import { RELAYER, SETTLEMENT, type StatedOrder, uidByViem } from './orders.ts'

/*
 * `swapcli swap` from the quote to the end, with CoW Protocol's own settlement on a local chain and a local order book that fills
 * what it is asked about once that is signed.
 */

const BOB = getAddress(`0x${'b0'.repeat(20)}`)
/** 0.05 ETH for 100 USDC; a solver gives a little more. */
const PRICE = parseEther('0.05')
const GIVEN = PRICE + 7n

describeOnChains('a swap by an order of CoW Protocol', () => {
  let world: WalletWorld
  let book: LocalServer
  /** False for an order book whose solvers sleep. */
  let isFilling = true
  const orders = new Map<string, { readonly order: StatedOrder; readonly owner: Address; by?: Hex }>()

  /** Fills an order once its owner has signed it. */
  async function fill(uid: string) {
    const kept = orders.get(uid)
    if (kept === undefined || kept.by !== undefined || !isFilling) return kept
    const { ethereum } = world.devnet
    const call = { address: SETTLEMENT, abi: settlementAbi, functionName: 'preSignature', args: [uid as Hex] } as const
    if ((await ethereum.client.readContract(call)) === 0n) return kept
    kept.by = await settleOrder(ethereum, kept.order, kept.owner, GIVEN)
    return kept
  }

  async function answer(path: string, text: string): Promise<readonly [number, unknown]> {
    if (path.endsWith('/quote')) {
      const { sellToken, buyToken, kind, sellAmountBeforeFee } = JSON.parse(text) as Record<string, string>
      const amounts = { sellAmount: sellAmountBeforeFee, feeAmount: '0', buyAmount: PRICE.toString() }
      return [200, { quote: { sellToken, buyToken, kind, ...amounts }, id: 1, verified: true }]
    }
    if (path.endsWith('/orders')) {
      const { appDataHash, from, ...order } = JSON.parse(text) as StatedOrder & Record<'appDataHash' | 'from', string>
      const kept = { ...order, appData: appDataHash }
      const uid = uidByViem(kept, from, 1)
      orders.set(uid, { order: kept, owner: from as Address })
      return [201, uid]
    }
    const [, last = '', query = ''] = /([^/?]+)(?:\?orderUid=(.*))?$/.exec(path) ?? []
    const kept = await fill(query === '' ? last : query)
    if (kept === undefined) return [404, { errorType: 'NotFound' }]
    if (query !== '') return [200, kept.by === undefined ? [] : [{ orderUid: query, txHash: kept.by }]]
    const { timestamp } = await world.devnet.ethereum.client.getBlock()
    const unfilled = timestamp > BigInt(kept.order.validTo) ? 'expired' : 'open'
    const status = kept.by === undefined ? unfilled : 'fulfilled'
    return [200, { uid: last, status, executedBuyAmount: kept.by === undefined ? '0' : GIVEN.toString() }]
  }

  beforeAll(async () => {
    // Blocks go on by themselves: a payment counts once another block follows.
    world = await openWalletWorld({ blockTimeSec: 0.2, args: ['--mixed-mining'] })
    const { ethereum } = world.devnet
    await fund(ethereum, solver.address, { eth: parseEther('10') })
    await installSettlement(ethereum)
    await fund(ethereum, SETTLEMENT, { eth: parseEther('5') })
    book = await localServer((request, response) => {
      void bodyOf(request)
        .then((text) => answer(request.url ?? '', text))
        .then(([status, body]) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
        })
        .catch((error: unknown) => response.writeHead(500).end(String(error)))
    })
  })
  afterAll(async () => {
    await book.close()
    await world.close()
  })

  const userOf = (index: number) =>
    world.user({
      ...{ index, providers: ['COW'], env: { SWAPCLI_PROVIDER_COW_URL: book.url } },
      funds: { ethereum: { eth: parseEther('1'), usdc: parseUnits('500', 6) } },
    })
  const SWAP = ['swap', '100', 'ethereum:USDC', 'ethereum:ETH', '--recipient', BOB, '--yes', '--json']

  it('is made without anybody at the terminal, and ends with what the settlement paid', async () => {
    isFilling = true
    const { ethereum } = world.devnet
    const user = await userOf(11)
    const result = await user.here(SWAP)
    expect(outcome(result)).toMatchObject({
      ...{ step: 'final', status: 'SUCCESS', received: '0.050000000000000007', least: '0.0495' },
      earlier: ['approve'],
    })
    expect((await balances(ethereum, BOB)).eth).toBe(GIVEN)
    expect((await balances(ethereum, user.address)).usdc).toBe(parseUnits('400', 6))
  })

  it('that nobody fills fails once its time is over; the allowance is named, and taken back', async () => {
    isFilling = false
    const { ethereum } = world.devnet
    const user = await userOf(12)
    expect(outcome(await user.here([...SWAP, '--no-wait'])).step).toBe('tracked')
    await ethereum.client.increaseTime({ seconds: 1800 + 121 })
    await ethereum.client.mine({ blocks: 1 })
    const ended = await user.here(['resume', '--yes', '--json'])
    expect(outcome(ended)).toMatchObject({ step: 'final', status: 'FAILED' })
    expect(ended.stderr).toMatch(/ended unfilled/)
    const [, command = ''] = /swapcli (wallet approvals revoke [\w-]+)/.exec(`${ended.stdout} ${ended.stderr}`) ?? []
    expect(command).not.toBe('')
    const allowed = () => allowance(ethereum, tokens.ethereum.usdc, user.address, RELAYER)
    expect(await allowed()).toBe(parseUnits('100', 6))
    expect(await user.here([...command.split(' '), '--yes'])).toMatchObject({ code: 0 })
    expect(await allowed()).toBe(0n)
    expect((await balances(ethereum, user.address)).usdc).toBe(parseUnits('500', 6))
  })
})
