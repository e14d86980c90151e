import { type Address, concatHex, type Hex, pad, toHex } from 'viem'

/* Messages of CCTP as the transmitter writes them, put together field by field. */

export const TOKEN_MESSENGER = '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d'
export const MESSAGE_TRANSMITTER = '0x81D40F21F12A8F0E3252Bccb954D722d4c464B64'
export const FORWARD_HOOK = '0x636374702d666f72776172640000000000000000000000000000000000000000'

export interface MessageFields {
  readonly sourceDomain: number
  readonly destinationDomain: number
  readonly nonce: Hex
  readonly burnToken: Address
  readonly mintRecipient: Address
  readonly amount: bigint
  readonly messageSender: Address
  readonly maxFee: bigint
  readonly feeExecuted?: bigint
  readonly expirationBlock?: bigint
  readonly finality?: number
  readonly destinationCaller?: Address
  readonly tokenMessenger?: Address
  readonly hookData?: Hex
}

const word = (value: bigint) => toHex(value, { size: 32 })

/** https://github.com/circlefin/evm-cctp-contracts/blob/master/src/messages/v2/BurnMessageV2.sol */
export function burnBody(fields: MessageFields): Hex {
  return concatHex([
    toHex(1, { size: 4 }),
    pad(fields.burnToken),
    pad(fields.mintRecipient),
    word(fields.amount),
    pad(fields.messageSender),
    word(fields.maxFee),
    word(fields.feeExecuted ?? 0n),
    word(fields.expirationBlock ?? 0n),
    fields.hookData ?? FORWARD_HOOK,
  ])
}

/** https://github.com/circlefin/evm-cctp-contracts/blob/master/src/messages/v2/MessageV2.sol */
export function burnMessage(fields: MessageFields): Hex {
  const messenger = pad(fields.tokenMessenger ?? TOKEN_MESSENGER)
  const finality = toHex(fields.finality ?? 1000, { size: 4 })
  return concatHex([
    toHex(1, { size: 4 }),
    toHex(fields.sourceDomain, { size: 4 }),
    toHex(fields.destinationDomain, { size: 4 }),
    fields.nonce,
    messenger,
    messenger,
    pad(fields.destinationCaller ?? '0x0000000000000000000000000000000000000000'),
    finality,
    finality,
    burnBody(fields),
  ])
}
