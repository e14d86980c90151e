import { encodeFunctionData, type Hex, pad, parseEther, parseUnits, toHex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EvmChain } from '../../../src/wallet/evm/evm-chain.ts'
import { erc20Abi } from '../../devnet/abi.ts'
import { assemble, type Token } from '../../devnet/assembler.ts'
import { describeOnChains } from '../../devnet/describe-on-chains.ts'
import { account, type DevChain, type Devnet, fund, openDevnet } from '../../devnet/world.ts'
import { proxyOf } from '../../devnet/rpc-proxy.ts'
import { openNodes, payer, refusalOf, swapOn, walletOn } from './pay-world.ts'

/*
 * Contracts that take one coin and pay 1,999 USDC for it where they believe that nobody watches for real, and nothing else:
 * each looks for another mark of a simulation.
 */

const ROUTER = '0x00000000000000000000000000000000feedbeef'
const PAID = parseUnits('1999', 6)

/** Tells a simulation from a block: leaves whether it is one. */
const MARKS = {
  'by a gas price of nothing': ['GASPRICE', 'ISZERO'],
  'by a base fee of nothing': ['BASEFEE', 'ISZERO'],
  'by more gas than a wallet would give': ['0x07a120', 'GAS', 'GT'],
  'by a block that pays nobody': ['COINBASE', 'ISZERO'],
  'by code at the address that read coins once': ['0x00000000000000000000000000000000ba1a0ce5', 'EXTCODESIZE'],
} as const satisfies Record<string, readonly Token[]>

/** Ends the call where what it called failed: otherwise nodes would estimate too little gas. */
const OR_REVERT = ['@worked', 'JUMPI', 'PUSH0', 'PUSH0', 'REVERT', ':worked'] as const

describeOnChains('a contract that behaves well only in a simulation', () => {
  let devnet: Devnet
  let chain: DevChain
  let nodes: Awaited<ReturnType<typeof openNodes>>
  let url: EvmChain
  beforeAll(async () => {
    devnet = await openDevnet({ args: ['--hardfork', 'prague'] })
    chain = devnet.ethereum
    nodes = await openNodes()
    url = nodes.chain(chain)
    await chain.client.setCoinbase({ address: account(6).address })
    await fund(chain, payer.address, { eth: parseEther('100'), usdc: parseUnits('1000', 6) })
    await fund(chain, ROUTER, { usdc: parseUnits('100000', 6) })
    await chain.client.mine({ blocks: 1 })
  })
  afterAll(async () => {
    await nodes.close()
    await devnet.close()
  })

  /** Calls the token with these arguments. */
  const callToken = (selector: Hex, address: Token, units: bigint): readonly Token[] => [
    ...([
      selector,
      '0xe0',
      'SHL',
      'PUSH0',
      'MSTORE',
      address,
      '0x04',
      'MSTORE',
      word(units),
      '0x24',
      'MSTORE',
    ] as const),
    ...(['PUSH0', 'PUSH0', '0x44', 'PUSH0', 'PUSH0', chain.tokens.usdc, 'GAS', 'CALL', ...OR_REVERT] as const),
  ]

  const paysWhere = (mark: readonly Token[]) =>
    assemble([...mark, '@pay', 'JUMPI', 'STOP', ':pay', ...callToken('0xa9059cbb', 'CALLER', PAID), 'STOP'])

  /** A swap by a function that nobody knows, of a coin or of 100 USDC. */
  async function unknownSwap(code: Hex, from: 'eth' | 'usdc' = 'eth') {
    await chain.client.setCode({ address: ROUTER, bytecode: code })
    const [to, amount, least] = from === 'eth' ? (['usdc', '1', '1990'] as const) : (['dai', '100', '0.1'] as const)
    const approval = from === 'eth' ? {} : { approvalTarget: ROUTER }
    const exec = { providerTarget: ROUTER, providerCalldata: '0x12345678', ...approval }
    return swapOn(chain, from, to, amount, { least, exec })
  }

  it('is paid where it always pays, simulated with and without a series', async () => {
    const { execution, terms } = await unknownSwap(paysWhere(['0x01']))
    const proxy = await proxyOf(chain, { failing: { eth_simulateV1: 'missing' } })
    for (const over of [url, nodes.chain(chain, [proxy.url])]) {
      expect((await walletOn(over).review(execution, terms)).changes).toEqual(['-1 ETH', '+1999 USDC'])
    }
  })

  it('is paid where it needs far more gas in the next block than nodes estimate on the newest', async () => {
    const { execution, terms } = await unknownSwap(paysWhere(['0x01']))
    const estimate = (gas: unknown) => toHex((BigInt(String(gas)) * 7n) / 10n)
    const proxy = await proxyOf(chain, { changes: { eth_estimateGas: estimate } })
    const { changes } = await walletOn(nodes.chain(chain, [proxy.url])).review(execution, terms)
    expect(changes).toEqual(['-1 ETH', '+1999 USDC'])
  })

  it.each(Object.entries(MARKS))('is caught %s', async (_name, mark) => {
    const { execution, terms } = await unknownSwap(paysWhere(mark))
    const proxy = await proxyOf(chain, { failing: { eth_simulateV1: 'missing' } })
    for (const over of [url, nodes.chain(chain, [proxy.url])]) {
      const wallet = walletOn(over)
      for (const work of [() => wallet.review(execution, terms), () => wallet.sign(execution, terms, [])]) {
        expect((await refusalOf(work()))[1]).toBe(
          'A simulation of the payment shows what was not agreed: the recipient would get 0 USDC, and at least 1,990 USDC are promised',
        )
      }
    }
  })

  it('is caught when it takes nothing now', async () => {
    const { execution, terms } = await unknownSwap(assemble(['STOP']), 'usdc')
    expect((await refusalOf(walletOn(url).review(execution, terms)))[1]).toMatch(
      /^A simulation of the payment shows what was not agreed: nothing of the amount would leave the wallet$/,
    )
  })

  it('is caught when it takes another token that was approved long ago', async () => {
    const { weth } = chain.tokens
    await fund(chain, payer.address, { weth: 10n })
    await chain.client.impersonateAccount({ address: payer.address })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [ROUTER, 2n ** 200n] })
    const hash = await chain.client.sendTransaction({ account: payer.address, to: weth, data })
    await chain.client.waitForTransactionReceipt({ hash })
    await chain.client.stopImpersonatingAccount({ address: payer.address })
    const take: readonly Token[] = [
      ...(['0x23b872dd', '0xe0', 'SHL', 'PUSH0', 'MSTORE', 'CALLER', '0x04', 'MSTORE'] as const),
      ...([account(8).address, '0x24', 'MSTORE', word(5n), '0x44', 'MSTORE'] as const),
      ...(['PUSH0', 'PUSH0', '0x64', 'PUSH0', 'PUSH0', weth, 'GAS', 'CALL', '@taken', 'JUMPI'] as const),
      ...(['PUSH0', 'PUSH0', 'REVERT', ':taken'] as const),
    ]
    const pays = callToken('0xa9059cbb', 'CALLER', PAID)
    const { execution, terms } = await unknownSwap(assemble([...take, ...pays, 'STOP']))
    expect((await refusalOf(walletOn(url).review(execution, terms)))[1]).toBe(
      `A simulation of the payment shows what was not agreed: another token would leave the wallet: ${weth}`,
    )
  })
})

function word(units: bigint): Hex {
  return pad(
    `0x${units
      .toString(16)
      .padStart(2, '0')
      .replace(/^(?=(?:..)*.$)/, '0')}`,
    { size: 32 },
  )
}
