import { readFileSync } from 'node:fs'
import { concatHex, type Hex, keccak256, parseAbi, toHex } from 'viem'
import { account, type DevChain, fund, tokens } from '../../devnet/world.ts'
import { MESSAGE_TRANSMITTER, TOKEN_MESSENGER } from './messages.ts'

/*
 * Circle on local chains: contracts of our own with the functions, message layout and words of refusal of Circle's
 * (local-contracts/LocalCctp.sol), at Circle's addresses, and two attesters.
 */

export const CIRCLE_ABI = parseAbi([
  'function set(uint32 domain, address first, address second)',
  'function receiveMessage(bytes message, bytes attestation) returns (bool)',
  'event MessageSent(bytes message)',
])
const messengerAbi = parseAbi(['function set(address transmitter, address token, uint256 minFee)'])
const code = JSON.parse(readFileSync(new URL('./local-contracts/local-cctp.json', import.meta.url), 'utf8')) as {
  readonly LocalTransmitter: Hex
  readonly LocalMessenger: Hex
}

const operator = account(2)
/** They sign in the order of their addresses. */
export const attesters = [account(5), account(6)].sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
const DOMAINS = { ethereum: 0, base: 6 } as const

/** Puts the contracts on a chain; the messenger holds the USDC that it pays out. */
export async function installCircle(chain: DevChain): Promise<void> {
  const { client, key } = chain
  await fund(chain, operator.address, { eth: 10n ** 18n })
  await client.setCode({ address: MESSAGE_TRANSMITTER, bytecode: code.LocalTransmitter })
  await client.setCode({ address: TOKEN_MESSENGER, bytecode: code.LocalMessenger })
  const [first, second] = attesters.map(({ address }) => address)
  if (first === undefined || second === undefined) throw new Error('two attesters')
  const hashes = [
    await client.writeContract({
      account: operator,
      address: MESSAGE_TRANSMITTER,
      abi: CIRCLE_ABI,
      functionName: 'set',
      args: [DOMAINS[key], first, second],
    }),
    await client.writeContract({
      account: operator,
      address: TOKEN_MESSENGER,
      abi: messengerAbi,
      functionName: 'set',
      args: [MESSAGE_TRANSMITTER, tokens[key].usdc, 0n],
    }),
  ]
  for (const hash of hashes) await client.waitForTransactionReceipt({ hash })
}

/** A row of Circle's service. */
export interface AttestedRow {
  readonly message: Hex
  readonly attestation: Hex
  readonly status: 'complete'
}

/** Numbers a message, writes the fee into it and signs it. @param signers by turns */
export async function attest(
  message: Hex,
  nonce: number,
  { fee = 100_110n, expiration = 0n, signers = attesters } = {},
): Promise<AttestedRow> {
  const digits = message.slice(2)
  const put = (text: string, at: number, value: Hex) =>
    text.slice(0, 2 * at) + value.slice(2) + text.slice(2 * at + value.length - 2)
  const full = (
    [
      [12, toHex(nonce, { size: 32 })],
      [144, toHex(1000, { size: 4 })],
      [148 + 164, toHex(fee, { size: 32 })],
      [148 + 196, toHex(expiration, { size: 32 })],
    ] as const
  ).reduce((text, [at, value]) => put(text, at, value), digits)
  const attested: Hex = `0x${full}`
  const signatures = await Promise.all(signers.map((one) => one.sign({ hash: keccak256(attested) })))
  return { message: attested, attestation: concatHex(signatures), status: 'complete' }
}
