import { type Hex, parseAbi } from 'viem'
import { BASE_USDC, DAI, USDC, ZERO } from './contracts.ts'
import { encode } from './encode.ts'
import { ALICE, BOB, NOW_SEC } from './parties.ts'

const abi = {
  spokePool: parseAbi([
    'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message) payable',
  ]),
  dln: parseAbi([
    'struct Order { address giveTokenAddress; uint256 giveAmount; bytes takeTokenAddress; uint256 takeAmount; uint256 takeChainId; bytes receiverDst; address givePatchAuthoritySrc; bytes orderAuthorityAddressDst; bytes allowedTakerDst; bytes externalCall; bytes allowedCancelBeneficiarySrc; }',
    'function createSaltedOrder(Order order, uint64 salt, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope, bytes metadata) payable',
  ]),
  thor: parseAbi([
    'function depositWithExpiry(address vault, address asset, uint256 amount, string memo, uint256 expiration) payable',
  ]),
  depository: parseAbi(['function depositErc20(address depositor, address token, uint256 amount, bytes32 id)']),
}

interface Deposit {
  readonly depositor: Hex
  readonly recipient: Hex
  readonly outputToken: Hex
  readonly inputAmount: bigint
  readonly outputAmount: bigint
  readonly fillDeadline: bigint
  readonly message: Hex
  readonly destinationChainId: bigint
}

export function spokeDeposit(changes: Partial<Deposit> = {}): Hex {
  const deposit: Deposit = {
    depositor: ALICE,
    recipient: BOB,
    outputToken: BASE_USDC,
    inputAmount: 100_000_000n,
    outputAmount: 99_500_000n,
    fillDeadline: NOW_SEC + 3600n,
    message: '0x',
    destinationChainId: 8453n,
    ...changes,
  }
  return encode(abi.spokePool, 'depositV3', [
    deposit.depositor,
    deposit.recipient,
    USDC,
    deposit.outputToken,
    deposit.inputAmount,
    deposit.outputAmount,
    deposit.destinationChainId,
    ZERO,
    Number(NOW_SEC),
    Number(deposit.fillDeadline),
    0,
    deposit.message,
  ])
}

interface Order {
  readonly giveAmount: bigint
  readonly takeChainId: bigint
  readonly takeTokenAddress: Hex
  readonly takeAmount: bigint
  readonly receiverDst: Hex
  readonly givePatchAuthoritySrc: Hex
  readonly orderAuthorityAddressDst: Hex
  readonly allowedTakerDst: Hex
  readonly externalCall: Hex
  readonly allowedCancelBeneficiarySrc: Hex
}

export function dlnOrder(changes: Partial<Order> = {}, affiliateFee: Hex = '0x'): Hex {
  const order = {
    giveTokenAddress: USDC,
    giveAmount: 100_000_000n,
    takeTokenAddress: BASE_USDC,
    takeAmount: 99_500_000n,
    takeChainId: 8453n,
    receiverDst: BOB,
    givePatchAuthoritySrc: ALICE,
    orderAuthorityAddressDst: ALICE,
    allowedTakerDst: '0x',
    externalCall: '0x',
    allowedCancelBeneficiarySrc: '0x',
    ...changes,
  } as const
  return encode(abi.dln, 'createSaltedOrder', [order, 7n, affiliateFee, 0, '0x', '0x'])
}

export function thorDeposit(memo: string, changes: { amount?: bigint; expiration?: bigint } = {}): Hex {
  const { amount = 10n ** 18n, expiration = NOW_SEC + 900n } = changes
  return encode(abi.thor, 'depositWithExpiry', [DAI, ZERO, amount, memo, expiration])
}

/** A deposit of 100 USDC at Relay's depository. */
export function relayDeposit(depositor: Hex): Hex {
  const args = [depositor, USDC, 100_000_000n, `0x${'12'.repeat(32)}`] as const
  return encode(abi.depository, 'depositErc20', args)
}
