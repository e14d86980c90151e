import { type Address, concat, getAddress, type Hex, pad, zeroAddress } from 'viem'
import { quote } from '../../src/cli/commands/quote.ts'
import { swap } from '../../src/cli/commands/swap.ts'
import { ENS_UNIVERSAL_RESOLVER } from '../../src/core/evm/contracts.ts'
import { ENS_FUNCTIONS } from '../../src/core/evm/functions.ts'
import { assemble, type Token } from '../devnet/assembler.ts'
import type { RpcFaults } from '../devnet/rpc-proxy.ts'
import { asObject } from '../support/contract-fields.ts'
import { runCommand } from '../support/command-session.ts'
import { failed, refused, SIGNED } from './case.ts'
import { type NodeAttack, type NodeNeighbour, readsAs } from './lying-nodes.ts'
import { type Payment, type Scene, THIEF } from './range.ts'

/*
 * Names that stand for somebody else: since nodes lie about them, since they changed, or since they only look alike. On the
 * chain every name of ENS stands for Bob, who is paid over a bridge: the nodes of Ethereum tell names, and those of Base
 * what is paid.
 */

const BOB = getAddress(`0x${'b0'.repeat(20)}`)
const RESOLVER = getAddress(ENS_UNIVERSAL_RESOLVER)
const PAYS = ['100', 'base:USDC', 'ethereum:USDC'] as const

/** What the resolver returns for a record of so many bytes. */
const record = (word: Hex): Hex => concat([pad('0x40'), pad(RESOLVER), pad('0x20'), pad(word, { size: 32 })])
const store = (words: readonly Hex[]): readonly Token[] =>
  words.flatMap((word, at): readonly Token[] => [word, `0x${(at * 32).toString(16).padStart(2, '0')}`, 'MSTORE'])
/** A resolver for which every name stands for one address. */
const resolverOf = (address: Address): Hex =>
  assemble([...store(['0x40', RESOLVER, '0x20', address]), '0x80', 'PUSH0', 'RETURN'])
/** A resolver that sends readers to a gateway. */
const GATEWAY = assemble(['0x556f1830', '0xe0', 'SHL', 'PUSH0', 'MSTORE', '0x24', 'PUSH0', 'REVERT'])

/** What every name stands for on the chain from now on. */
async function setResolver({ devnet: { ethereum } }: Scene, bytecode: Hex): Promise<void> {
  await ethereum.client.setCode({ address: RESOLVER, bytecode })
  // Names are read a few blocks below the head.
  await ethereum.client.mine({ blocks: 5 })
}

/** A node for which every name stands for something else. */
const says = (word: Hex): RpcFaults => ({
  changes: readsAs(RESOLVER, ENS_FUNCTIONS.resolve.selector, record(word)),
})
const THIEVING = says(THIEF)
const HONEST: RpcFaults = {}
const DEAD: RpcFaults = { failing: { eth_call: { code: -32_603, message: 'no answer' } } }
const apart = (blocks: bigint): RpcFaults => ({
  changes: { eth_blockNumber: (head) => `0x${(BigInt(String(head)) + blocks).toString(16)}` },
})
/** A name that is moved to a thief once it was read. */
const moving = (from: Hex, to: Hex) => (): RpcFaults => {
  let reads = 0
  return {
    changes: {
      eth_call: (result, [call]) => {
        if (String(asObject(call)['to']).toLowerCase() !== RESOLVER.toLowerCase()) return result
        reads += 1
        return record(reads === 1 ? from : to)
      },
    },
  }
}

/** The name is used once, and then again after it was moved. */
const usedBefore =
  (moved: Address): NonNullable<Payment['run']> =>
  async (place, values, scene) => {
    const { provider = '' } = values
    const first = { provider, depositor: scene.payer, recipient: 'alice.eth' }
    const used = await runCommand(quote, PAYS, first, place)
    if (used.error !== undefined) return used
    await setResolver(scene, resolverOf(moved))
    return runCommand(swap, PAYS, values, place)
  }

type Case<T extends NodeAttack | NodeNeighbour> = Omit<T, 'who' | 'swap'> & {
  /** @default 'alice.eth' */
  readonly typed?: string
  /** What stands on the chain. @default every name is Bob's */
  readonly resolver?: Hex
}
const made = <T extends NodeAttack | NodeNeighbour>({ typed = 'alice.eth', resolver, ...one }: Case<T>) => ({
  ...{ who: 'name' as const, swap: PAYS, provider: 'ACROSS', at: 'ethereum' as const, recipient: BOB },
  ...one,
  options: { recipient: typed },
  before: (scene: Scene) => setResolver(scene, resolver ?? resolverOf(BOB)),
})
const contact = (name: string, address: Address) => ({ settings: () => ({ [`contact.${name}`]: address }) })

const ATTACKS: readonly Case<NodeAttack>[] = [
  { name: 'one of two operators names a thief', operators: [THIEVING, HONEST], ending: refused('name') },
  { name: 'one of three operators names a thief', operators: [THIEVING, HONEST, HONEST], ending: SIGNED },
  {
    name: 'two gateways of one voice name a thief against one honest node',
    operators: [THIEVING, THIEVING, HONEST],
    names: ['drpc', '1rpc', 'beta'],
    ending: refused('name'),
  },
  {
    name: 'three operators name three people',
    operators: [THIEVING, says(`0x${'cc'.repeat(20)}`), HONEST],
    ending: refused('name'),
  },
  { name: 'one of two operators denies it', operators: [says(zeroAddress), HONEST], ending: refused('name') },
  { name: 'a thief is named while the other operator is dead', operators: [THIEVING, DEAD], ending: refused('name') },
  { name: 'the only operator names a thief', operators: [THIEVING], ending: refused('name') },
  {
    name: 'the only operator names a thief, where the address book has somebody else',
    operators: [THIEVING],
    ...contact('alice', BOB),
    ending: refused('name'),
  },
  {
    name: 'one of three operators is far behind, so that an old record would be read',
    operators: [apart(-500n), HONEST, HONEST],
    ending: SIGNED,
  },
  {
    name: 'one of three operators is far ahead, so that no other could be asked',
    operators: [apart(500n), HONEST, HONEST],
    ending: refused('name'),
  },
  { name: 'it moves to a thief between review and signature', own: moving(BOB, THIEF), ending: refused('name') },
  { name: 'it ends between review and signature', own: moving(BOB, zeroAddress), ending: refused('name') },
  { name: 'it moved to a thief since it was used', own: HONEST, run: usedBefore(THIEF), ending: refused('name') },
  {
    name: 'it moved to a thief since it was used, and the address book has who it was',
    own: HONEST,
    run: usedBefore(THIEF),
    ...contact('alice', BOB),
    ending: refused('name'),
  },
  {
    name: 'it moved since it was used, say all operators',
    operators: [HONEST, HONEST, HONEST],
    run: usedBefore(THIEF),
    ending: refused('name'),
  },
  { name: 'its record lies with a gateway', own: HONEST, resolver: GATEWAY, ending: failed('INVALID_ADDRESS') },
  { name: 'its record is of nobody', own: says(zeroAddress), ending: failed('INVALID_ADDRESS') },
  {
    name: 'its record is more than an address',
    own: says(`0x${'11'.repeat(32)}`),
    ending: failed('SERVICE_UNAVAILABLE'),
  },
  { name: 'a Cyrillic letter among Latin ones', own: HONEST, typed: 'аlice.eth', ending: failed('INVALID_ADDRESS') },
  { name: 'a letter that nobody sees', own: HONEST, typed: 'ali\u200dce.eth', ending: failed('INVALID_ADDRESS') },
  { name: 'a text that turns around', own: HONEST, typed: 'ali\u202ece.eth', ending: failed('INVALID_ADDRESS') },
  {
    name: 'a contact with a Cyrillic letter',
    own: HONEST,
    typed: '@b\u043eb',
    ...contact('bob', BOB),
    ending: failed('INVALID_ADDRESS'),
  },
  {
    name: 'a contact with a letter that nobody sees',
    own: HONEST,
    typed: '@bo\u200bb',
    ...contact('bob', BOB),
    ending: failed('INVALID_ADDRESS'),
  },
  {
    name: 'an address with a letter that looks alike',
    own: HONEST,
    typed: `0x${'b0'.repeat(19)}b\u041e`,
    ending: failed('INVALID_ADDRESS'),
  },
]

const NEIGHBOURS: readonly Case<NodeNeighbour>[] = [
  { name: 'a name, by the own node', own: HONEST },
  { name: 'a name, by two operators', operators: [HONEST, HONEST] },
  { name: 'a name, by three operators', operators: [HONEST, HONEST, HONEST] },
  { name: 'a name, by three operators of which one is dead', operators: [DEAD, HONEST, HONEST] },
  { name: 'a name, by three operators of which one is a block behind', operators: [apart(-1n), HONEST, HONEST] },
  { name: 'a name in large letters', own: HONEST, typed: 'Alice.ETH' },
  { name: 'a name below another', own: HONEST, typed: 'pay.alice.eth' },
  { name: 'a name in Cyrillic letters only', own: HONEST, typed: 'алиса.eth' },
  { name: 'a name of a picture', own: HONEST, typed: '🦄.eth' },
  { name: 'a name that was used before', own: HONEST, run: usedBefore(BOB) },
  { name: 'a name by one operator, whose address the address book has', operators: [HONEST], ...contact('alice', BOB) },
  { name: 'a contact', own: HONEST, typed: '@bob', ...contact('bob', BOB) },
  { name: 'a contact in large letters', own: HONEST, typed: '@Bob', ...contact('bob', BOB) },
  {
    name: 'a name that moved to whom the address book has',
    own: HONEST,
    run: movedToContact(),
    ...contact('bob', BOB),
  },
]

/** It was somebody else's when it was used. */
function movedToContact(): NonNullable<Payment['run']> {
  return async (place, values, scene) => {
    await setResolver(scene, resolverOf(THIEF))
    return usedBefore(BOB)(place, values, scene)
  }
}

export const NAME_ATTACKS: readonly NodeAttack[] = ATTACKS.map((one) => made<NodeAttack>(one))
export const NAME_NEIGHBOURS: readonly NodeNeighbour[] = NEIGHBOURS.map((one) => made<NodeNeighbour>(one))
