import { type Address, type Hash, pad, parseEventLogs, slice } from 'viem'
import { spokePoolAbi } from './abi.ts'
import type { DevChain, Devnet } from './world.ts'

/** A deposit into Across, as its event tells it. */
export type Deposit = {
  readonly depositId: bigint
  readonly origin: DevChain
  readonly destination: DevChain
  readonly hash: Hash
  readonly depositor: Address
  readonly recipient: Address
  readonly inputToken: Address
  readonly outputToken: Address
  /** Base units. */
  readonly inputAmount: bigint
  readonly outputAmount: bigint
  /** Epoch seconds after which no relayer may pay out. */
  readonly fillDeadline: number
  /** What a relayer hands to `fillRelay`. */
  readonly relay: RelayData
}

type RelayData = {
  readonly depositor: Hash
  readonly recipient: Hash
  readonly exclusiveRelayer: Hash
  readonly inputToken: Hash
  readonly outputToken: Hash
  readonly inputAmount: bigint
  readonly outputAmount: bigint
  readonly originChainId: bigint
  readonly depositId: bigint
  readonly fillDeadline: number
  readonly exclusivityDeadline: number
  readonly message: Hash
}

/** What became of a deposit, read from both chains. */
export type DepositState =
  | { readonly status: 'pending' | 'expired' }
  | { readonly status: 'filled'; readonly fillHash: Hash }
  | { readonly status: 'refunded'; readonly refundHash: Hash }

/** Chain of the devnet with this id. */
export function chainOf(devnet: Devnet, chainId: bigint | number): DevChain | undefined {
  return [devnet.ethereum, devnet.base].find((chain) => chain.chainId === Number(chainId))
}

/** Every deposit from one chain to the other, oldest first. */
export async function depositsFrom(devnet: Devnet, origin: DevChain): Promise<Deposit[]> {
  const logs = await origin.client.getLogs({ address: origin.contracts.spokePool, fromBlock: 0n })
  return readDeposits(devnet, origin, logs)
}

/** The deposits that one transaction made; undefined while the chain has no receipt of it. */
export async function depositsOf(devnet: Devnet, origin: DevChain, hash: Hash): Promise<Deposit[] | undefined> {
  const receipt = await origin.client.getTransactionReceipt({ hash }).catch(() => undefined)
  return receipt === undefined ? undefined : readDeposits(devnet, origin, receipt.logs)
}

type Logs = Parameters<typeof parseEventLogs>[0]['logs']

function readDeposits(devnet: Devnet, origin: DevChain, logs: Logs): Deposit[] {
  const events = parseEventLogs({ abi: spokePoolAbi, eventName: 'FundsDeposited', logs })
  return events.flatMap(({ args, transactionHash }) => {
    const destination = chainOf(devnet, args.destinationChainId)
    if (destination === undefined) return []
    const { depositId, inputAmount, outputAmount, fillDeadline, exclusivityDeadline, exclusiveRelayer, message } = args
    const amounts = { depositId, inputAmount, outputAmount, fillDeadline }
    return [
      {
        ...amounts,
        ...{ origin, destination, hash: transactionHash },
        depositor: addressIn(args.depositor),
        recipient: addressIn(args.recipient),
        inputToken: addressIn(args.inputToken),
        outputToken: addressIn(args.outputToken),
        relay: {
          ...amounts,
          ...{ exclusivityDeadline, exclusiveRelayer, message, originChainId: BigInt(origin.chainId) },
          depositor: args.depositor,
          recipient: args.recipient,
          inputToken: args.inputToken,
          outputToken: args.outputToken,
        },
      },
    ]
  })
}

/** What the chains tell about a deposit; a refund is one that the devnet's own relayer made. */
export async function stateOf(deposit: Deposit): Promise<DepositState> {
  const { origin, destination, depositId, fillDeadline } = deposit
  const [fill] = await destination.client.getContractEvents({
    address: destination.contracts.spokePool,
    abi: spokePoolAbi,
    eventName: 'FilledRelay',
    args: { originChainId: BigInt(origin.chainId), depositId },
    fromBlock: 0n,
  })
  if (fill !== undefined) return { status: 'filled', fillHash: fill.transactionHash }
  const [refund] = await origin.client.getContractEvents({
    address: origin.contracts.spokePool,
    abi: spokePoolAbi,
    eventName: 'ExecutedRelayerRefundRoot',
    args: { leafId: refundLeafId(deposit) },
    fromBlock: 0n,
  })
  if (refund !== undefined) return { status: 'refunded', refundHash: refund.transactionHash }
  const { timestamp } = await destination.client.getBlock()
  return { status: timestamp > BigInt(fillDeadline) ? 'expired' : 'pending' }
}

/** The real protocol refunds many deposits in a leaf; here each has its own, which tells them apart. */
export function refundLeafId({ depositId }: Deposit): number {
  return Number(depositId)
}

/** An address in the 32 bytes in which events have it. */
export function toBytes32(address: Address): Hash {
  return pad(address, { size: 32 })
}

function addressIn(word: Hash): Address {
  return slice(word, 12)
}
