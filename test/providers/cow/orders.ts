import {
  type Address,
  concat,
  getAddress,
  type Hex,
  hashTypedData,
  numberToHex,
  parseAbi,
  encodeFunctionData,
} from 'viem'

/* Orders of CoW Protocol as viem hashes them, to hold the program's own hash against. */

export const SETTLEMENT = '0x9008D19f58AAbD9eD0D60971565AA8510560ab41'
export const RELAYER = '0xC92E8bdf79f0507f65a392b0ab4667716BFE0110'
/** The document of every order that is made here, and its hash. */
export const APP_DATA = '{"appCode":"swapcli","metadata":{},"version":"1.4.0"}'
export const APP_DATA_HASH = '0x94d458c72312aa82ef36a3509f8bac843c57a726e4487a9163a940ee26dcdc21'

export const ORDER_TYPES = {
  Order: [
    { name: 'sellToken', type: 'address' },
    { name: 'buyToken', type: 'address' },
    { name: 'receiver', type: 'address' },
    { name: 'sellAmount', type: 'uint256' },
    { name: 'buyAmount', type: 'uint256' },
    { name: 'validTo', type: 'uint32' },
    { name: 'appData', type: 'bytes32' },
    { name: 'feeAmount', type: 'uint256' },
    { name: 'kind', type: 'string' },
    { name: 'partiallyFillable', type: 'bool' },
    { name: 'sellTokenBalance', type: 'string' },
    { name: 'buyTokenBalance', type: 'string' },
  ],
} as const

/** An order as JSON states it. */
export interface StatedOrder {
  readonly sellToken: string
  readonly buyToken: string
  readonly receiver: string
  readonly sellAmount: string
  readonly buyAmount: string
  readonly validTo: number
  readonly appData: string
  readonly feeAmount: string
  readonly kind: string
  readonly partiallyFillable: boolean
  readonly sellTokenBalance: string
  readonly buyTokenBalance: string
}

/** The uid of an order. @param contract whose orders these are. @default the settlement */
export function uidByViem(order: StatedOrder, owner: string, chainId: number, contract: string = SETTLEMENT): Hex {
  const { sellAmount, buyAmount, feeAmount, sellToken, buyToken, receiver, appData, ...rest } = order
  const digest = hashTypedData({
    domain: { name: 'Gnosis Protocol', version: 'v2', chainId, verifyingContract: getAddress(contract) },
    types: ORDER_TYPES,
    primaryType: 'Order',
    message: {
      ...rest,
      sellToken: lower(sellToken),
      buyToken: lower(buyToken),
      receiver: lower(receiver),
      appData: appData as Hex,
      sellAmount: BigInt(sellAmount),
      buyAmount: BigInt(buyAmount),
      feeAmount: BigInt(feeAmount),
    },
  })
  return concat([digest, lower(owner), numberToHex(order.validTo, { size: 4 })])
}

/** The call that signs an order on the chain, or takes that back. */
export function presignCall(uid: Hex, isSigned = true): Hex {
  const abi = parseAbi(['function setPreSignature(bytes uid, bool signed)'])
  return encodeFunctionData({ abi, args: [uid, isSigned] })
}

function lower(address: string): Address {
  return address.toLowerCase() as Address
}
