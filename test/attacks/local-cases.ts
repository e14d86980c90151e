import { encodeFunctionData, getAddress, type Hex, pad, parseAbi, zeroAddress } from 'viem'
import { execute } from '../../src/cli/commands/execute.ts'
import { lock } from '../../src/cli/commands/lock.ts'
import { quote } from '../../src/cli/commands/quote.ts'
import { erc20Abi } from '../devnet/abi.ts'
import { tokens } from '../devnet/addresses.ts'
import { runCommand } from '../support/command-session.ts'
import { asObject } from '../support/contract-fields.ts'
import { type BridgeDeposit, deposit, inSeconds, UNITS, USDC } from './calls.ts'
import { asked, refused, PRINTED } from './case.ts'
import type { Call } from './execution.ts'
import { TAKER, takingContract } from './hostile-contracts.ts'
import { type Json, put } from './hostile-server.ts'
import { type AttackCase, type NeighbourCase, type Payment, type Scene, THIEF } from './range.ts'

/*
 * The service of this machine asks a provider that lies about what it pays on another chain. What a simulation shows of the chain
 * that the money leaves says nothing of that: all that a call does not show stays in doubt.
 */

const BRIDGE = { swap: ['100', 'base:USDC', 'ethereum:USDC'], provider: 'ACROSS', through: 'service' } as const
const COIN = { ...BRIDGE, swap: ['0.05', 'base:ETH', 'ethereum:ETH'] } as const

/** The provider's quote with another call, and the approval that goes with it. */
const quoting =
  (make: (scene: Scene) => Call): NonNullable<Payment['provides']> =>
  (scene) => ({
    quote: (reply: Json) => {
      const { to, data, value = 0n } = make(scene)
      const args = [to, UNITS] as const
      const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
      return put(reply, {
        swapTx: { ...asObject(reply['swapTx']), to, data, value: String(value) },
        ...(scene.src.token === 'eth'
          ? {}
          : {
              approvalTxns: [{ chainId: scene.src.chain.chainId, to: USDC, data: approve }],
              'checks.allowance.spender': to,
            }),
      })
    },
  })
const attack = (
  name: string,
  ending: AttackCase['ending'],
  make: (scene: Scene) => Call,
  more: Partial<Payment> = {},
): AttackCase => ({ name: `locally: ${name}`, who: 'provider', ending, ...BRIDGE, provides: quoting(make), ...more })
const bridge = (
  name: string,
  ending: AttackCase['ending'],
  changes: (scene: Scene) => Partial<BridgeDeposit>,
  more: Partial<Payment> = {},
) => attack(name, ending, (scene) => deposit(scene, changes(scene)), more)

/** A call of nobody's that names the recipient, as providers must. */
const unknownCall = ({ payer }: Scene): Call => ({ to: TAKER, data: `0x12345678${pad(payer).slice(2)}` })
/** The contract that takes the amount, at an address that is known. */
const takingAt =
  (address: Hex) =>
  async (scene: Scene): Promise<void> => {
    await takingContract()(scene)
    const { client } = scene.src.chain
    await client.setCode({ address, bytecode: (await client.getCode({ address: TAKER })) ?? '0x' })
  }

const PERIPHERY = getAddress('0x89415a82d909a7238d69094C3Dd1dCC1aCbDa85C')
const peripheryAbi = parseAbi([
  'struct Fees { uint256 amount; address to; }',
  'struct Deposit { address token; bytes32 outputToken; uint256 outputAmount; address depositor; bytes32 recipient; uint256 destination; bytes32 relayer; uint32 quoted; uint32 until; uint32 exclusivity; bytes message; }',
  'struct Swap { Fees fees; Deposit deposit; address swapToken; address exchange; uint8 transferType; uint256 amount; uint256 least; bytes data; bool adjusts; address pool; uint256 nonce; }',
  'function swapAndBridge(Swap swap)',
])
/** A swap at a thief's into a token of the thief's, before a bridge that says all. */
function swapAndBridge({ payer, src }: Scene): Call {
  const swap = {
    fees: { amount: 0n, to: zeroAddress },
    deposit: {
      ...{ token: getAddress(`0x${'9a'.repeat(20)}`), outputToken: pad(tokens.ethereum.usdc), depositor: payer },
      ...{ outputAmount: 99_970_000n, recipient: pad(payer), destination: 1n, relayer: pad('0x'), exclusivity: 0 },
      ...{ quoted: Number(inSeconds(-30)), until: Number(inSeconds(1_800)), message: '0x' as Hex },
    },
    ...{ swapToken: USDC, exchange: THIEF, transferType: 0, amount: UNITS, least: 1n, data: '0x' as Hex },
    ...{ adjusts: false, pool: src.chain.contracts.spokePool, nonce: 0n },
  }
  return { to: PERIPHERY, data: encodeFunctionData({ abi: peripheryAbi, args: [swap] }) }
}

const DEPOSITORY = getAddress('0x4cD00E387622C35bDDB9b4c962C136462338BC31')
const depositoryAbi = parseAbi(['function depositErc20(address depositor, address token, uint256 amount, bytes32 id)'])
const numberedOrder = ({ payer }: Scene): Call => ({
  to: DEPOSITORY,
  data: encodeFunctionData({ abi: depositoryAbi, args: [payer, USDC, UNITS, pad(THIEF)] }),
})

/** `quote --json | lock - --json | execute - --json` */
const piped: NonNullable<Payment['run']> = async (place, { provider = '' }, { payer }) => {
  const first = await runCommand(quote, BRIDGE.swap, { provider, depositor: payer, recipient: payer }, place)
  if (first.error !== undefined) return first
  const second = await runCommand(lock, ['-'], { provider }, { ...place, stdin: first.stdout })
  if (second.error !== undefined) return second
  return runCommand(execute, ['-'], { accept: [] }, { ...place, stdin: second.stdout })
}

const MESSAGE = '0xdeadbeef'
const taken = { before: takingContract() }

export const LOCAL_ATTACKS: readonly AttackCase[] = [
  attack('a contract that nobody knows', asked('unknown-call'), unknownCall, taken),
  attack('a contract that nobody knows, printed for another signer', asked('unknown-call'), unknownCall, {
    ...taken,
    options: { unsigned: 'json' },
  }),
  attack('a contract that nobody knows, tried without sending', PRINTED, unknownCall, {
    ...taken,
    options: { dryRun: true },
  }),
  attack('a contract that nobody knows, down a pipe', PRINTED, unknownCall, { ...taken, run: piped }),
  attack(
    'a contract that nobody knows, for the coin',
    asked('unknown-call'),
    (scene) => ({ ...unknownCall(scene), value: scene.src.units }),
    { ...COIN, before: ({ src }) => src.chain.client.setCode({ address: TAKER, bytecode: '0x00' }) },
  ),
  bridge('a message for a contract of a thief', asked('passed-on'), () => ({ recipient: THIEF, message: MESSAGE })),
  bridge('a message, and refunds for a thief', refused('payload'), () => ({ depositor: THIEF, message: MESSAGE })),
  bridge('a message, and one unit', refused('payload'), () => ({ outputAmount: 1n, message: MESSAGE })),
  bridge('a message on another chain', refused('payload'), () => ({ destination: 10n, message: MESSAGE })),
  bridge('a message, and one unit of another token', asked('opaque-call', 'passed-on'), () => ({
    ...{ outputToken: tokens.ethereum.weth, outputAmount: 1n, message: MESSAGE },
  })),
  bridge(
    'an accepted message, and one unit of another token',
    asked('passed-on', 'opaque-call'),
    () => ({ outputToken: tokens.ethereum.weth, outputAmount: 1n, message: MESSAGE }),
    { options: { accept: 'passed-on' } },
  ),
  bridge(
    'an accepted message, and one unit',
    refused('payload'),
    () => ({ recipient: THIEF, outputAmount: 1n, message: MESSAGE }),
    { options: { accept: 'passed-on' } },
  ),
  attack('a swap into what is worth nothing before the bridge', asked('swaps-first'), swapAndBridge, {
    before: takingAt(PERIPHERY),
  }),
  attack('an order by its number at a contract of another provider', asked('order-by-number'), numberedOrder, {
    before: takingAt(DEPOSITORY),
  }),
]

const honest = (
  name: string,
  changes: (scene: Scene) => Partial<BridgeDeposit>,
  more: Partial<Payment> = {},
): NeighbourCase => ({
  ...{ name: `locally: ${name}`, who: 'provider' as const },
  ...{ ...BRIDGE, provides: quoting((scene) => deposit(scene, changes(scene))), ...more },
})

export const LOCAL_NEIGHBOURS: readonly NeighbourCase[] = [
  honest('a bridge with the tag of a front end', () => ({}), {
    provides: quoting((scene) => {
      const { to, data } = deposit(scene)
      return { to, data: `${data}1dc0de00d5` as Hex }
    }),
  }),
  honest('a message that was accepted', () => ({ message: MESSAGE }), { options: { accept: 'passed-on' } }),
  honest('a message that is accepted of the provider', () => ({ message: MESSAGE }), {
    settings: () => ({ 'provider.ACROSS.accept': 'passed-on' }),
  }),
  honest('a unit less than was promised', () => ({ outputAmount: 99_969_999n })),
]
