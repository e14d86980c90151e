/*
 * Events of contracts by the first topic of their logs: the hash of the signature, 0x and 64 small hex digits. A test
 * derives every topic from its signature.
 */

/** An event of a contract. */
export interface ContractEvent {
  readonly topic: string
  /** `Transfer(address,address,uint256)` */
  readonly signature: string
}

/** The address in an indexed word of a log, in small letters. @param topic 0x and 64 hex digits */
export function topicAddress(topic: string): string {
  return `0x${topic.slice(-40).toLowerCase()}`
}

const event = (topic: string, signature: string): ContractEvent => ({ topic, signature })

/** Of tokens; `Transfer` and `Approval` of collectibles have the same topic and one more word behind it. */
export const TOKEN_EVENTS = {
  transfer: event(
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    'Transfer(address,address,uint256)',
  ),
  approval: event(
    '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
    'Approval(address,address,uint256)',
  ),
  approvalForAll: event(
    '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
    'ApprovalForAll(address,address,bool)',
  ),
  /** Of ERC-1155, whose second address gives. */
  transferSingle: event(
    '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
    'TransferSingle(address,address,address,uint256,uint256)',
  ),
  /** Of ERC-1155, whose second address gives. */
  transferBatch: event(
    '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
    'TransferBatch(address,address,address,uint256[],uint256[])',
  ),
} as const

/** Of Permit2, whose indexed words are owner, token and spender: https://docs.uniswap.org/contracts/permit2 */
export const PERMIT2_EVENTS = {
  approval: event(
    '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
    'Approval(address,address,address,uint160,uint48)',
  ),
  permit: event(
    '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
    'Permit(address,address,address,uint160,uint48,uint48)',
  ),
} as const

/** Of wrapped coins. */
export const WRAPPED_COIN_EVENTS = {
  deposit: event('0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c', 'Deposit(address,uint256)'),
  withdrawal: event(
    '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
    'Withdrawal(address,uint256)',
  ),
} as const

/** Of smart accounts, when they have executed a call without a failure. */
export const ACCOUNT_EVENTS = {
  /** Of a Safe: its owners signed the call. https://github.com/safe-global/safe-smart-account */
  safeExecution: event(
    '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e',
    'ExecutionSuccess(bytes32,uint256)',
  ),
  /** Of a Safe: a module that its owners let in made the call. */
  safeModuleExecution: event(
    '0x6895c13664aa4f67288b25d7a21d7aaa34916e355fb9b6fae0a139a9085becb8',
    'ExecutionFromModuleSuccess(address)',
  ),
  /** Of an ERC-4337 entry point, whose second indexed word is the account; whether it succeeded is the second of the data. */
  userOperation: event(
    '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
    'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
  ),
} as const

/** Of Across's SpokePools: https://github.com/across-protocol/contracts/blob/master/contracts/interfaces/V3SpokePoolInterface.sol */
export const ACROSS_EVENTS = {
  /** Indexed: destination chain, deposit, depositor. */
  fundsDeposited: event(
    '0x32ed1a409ef04c7b0227189c3a103dc5ac10e775a15b785dcc510201f7c25ad3',
    'FundsDeposited(bytes32,bytes32,uint256,uint256,uint256,uint256,uint32,uint32,uint32,bytes32,bytes32,bytes32,bytes)',
  ),
  /** Indexed: origin chain, deposit, relayer. */
  filledRelay: event(
    '0x44b559f101f8fbcc8a0ea43fa91a05a729a5ea6e14a7c75aa750374690137208',
    'FilledRelay(bytes32,bytes32,uint256,uint256,uint256,uint256,uint256,uint32,uint32,bytes32,bytes32,bytes32,bytes32,bytes32,(bytes32,bytes32,uint256,uint8))',
  ),
  /** Refunds of many deposits at once; indexed: chain, bundle, leaf. */
  executedRelayerRefundRoot: event(
    '0xf4ad92585b1bc117fbdd644990adf0827bc4c95baeae8a23322af807b6d0020e',
    'ExecutedRelayerRefundRoot(uint256,uint256,uint256[],uint32,uint32,address,address[],bool,address)',
  ),
  /** Of the contract that runs what a deposit asks for on arrival: it failed, and the bridged token is handed on. */
  callsFailed: event(
    '0x5296f22c5d0413b66d0bf45c479c4e2ca5b278634bdbd028b48e49502105f966',
    'CallsFailed((address,bytes,uint256)[],address)',
  ),
} as const

/** Of Circle's CCTP V2: https://developers.circle.com/cctp/evm-smart-contracts */
export const CCTP_EVENTS = {
  /** Of the message transmitter, whose indexed words are the caller, the number of the message and the finality. */
  messageReceived: event(
    '0xff48c13eda96b1cceacc6b9edeedc9e9db9d6226afbc30146b720c19d3addb1c',
    'MessageReceived(address,uint32,bytes32,bytes32,uint32,bytes)',
  ),
  /** Of the token messenger, whose indexed words are recipient and token; then the amount paid and the fee kept. */
  mintAndWithdraw: event(
    '0x50c55e915134d457debfa58eb6f4342956f8b0616d51a89a3659360178e1ab63',
    'MintAndWithdraw(address,uint256,address,uint256)',
  ),
} as const

/** Of CoW Protocol's settlement: https://github.com/cowprotocol/contracts */
export const GPV2_EVENTS = {
  /** Indexed: owner; then tokens sold and bought, amounts sold and bought, fee, uid of the order. */
  trade: event(
    '0xa07a543ab8a018198e99ca0184c93fe9050a79400a0a723441f84de1d972cc17',
    'Trade(address,address,address,uint256,uint256,uint256,bytes)',
  ),
} as const
