import { deflateRawSync, inflateRawSync } from 'node:zlib'

/*
 * The form in which the store keeps the text of a document: deflated, with what all documents have in common known
 * beforehand. That makes a document of 4.5 KB one of some hundred bytes, in about 25 µs; reading it back takes about 7 µs, less
 * than the checksum of the longer text would.
 */

/** First byte of a packed document, which no JSON begins with: which words it was packed with. */
const PACKED_WITH_WORDS_1 = 1

/** Longest text that is unpacked, in bytes: a damaged one could claim anything. */
const MOST_BYTES = 2 ** 26

/**
 * Words of the documents, as they stand in them; what is found most often stands last. Never changed, for stores are packed
 * with them: other words get another first byte.
 */
const WORDS_1 = Buffer.from(
  [
    '"stellar""near""ton""monero""cardano""dogecoin""litecoin""bitcoin-cash""zcash""starknet""sui""aptos""cosmos""hyperliquid"',
    '"linea""scroll""zksync""gnosis""mantle""blast""berachain""unichain""sonic""fantom""celo""tron""solana""bitcoin""avalanche"',
    '"bsc""polygon""optimism""arbitrum""base""ethereum"BNBPOLAVAXSOLTRXBTCcbBTCWBTCwstETHUSDeUSDTUSDT0DAIETHWETHUSDC',
    '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA029130xdAC17F958D2ee523a2206206994597C13D831ec7',
    '0xaf88d065e77c8cC2239327C5EDb3A432268e58310xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    '"SANDBOX_DEPOSIT""SANDBOX_INTENTS""SANDBOX_BRIDGE""SANDBOX_DEX""RELAY""ACROSS""LIFI""COW""THORCHAIN""NEAR_INTENTS"',
    '{"provider":"SANDBOX_DEX","routeId":"sbx_","lockId":"lock_","expiresAt":"2026-01-01T00:00:00.000Z","ttlMs":60000,',
    '"src":{"formatted":"100","currency":"USDC","usd":"99.99"},"dst":{"formatted":"0.0","currency":"USDC","usd":"0.00"},',
    '"fees":{"total":{"usd":"0.00","formatted":"$0.00"},"items":[{"type":"gas_fee","amountUsd":"0.00","chain":{"chainId":1,"name":"Ethereum"}}]},',
    '"estimatedTime":30,"minimumReceived":"0.0","priceImpactBps":0,"warnings":["',
    '{"id":"lock_","state":"locked","state":"executing","state":"used","amountText":"100","slippageBps":50,"slippageBps":100,',
    '"confidentiality":"public","confidentiality":"basic","routeId":"","referralCode":"","providerState":{"quoteId":"',
    '"expiresAtMs":179,"claimedAtMs":179,"idempotencyKey":"key_","transactionId":"tx_"}',
    '{"at":"2026-01-01T00:00:00.000Z","type":"lock.created","lockId":"lock_","data":{"provider":"SANDBOX_"}}',
    '"type":"lock.claimed","type":"lock.released","type":"transaction.evidence",',
    '"type":"transaction.created","lockId":"lock_","transactionId":"tx_","data":{"provider":"","status":"PENDING"}}',
    '"type":"transaction.hash","transactionId":"tx_","data":{"hash":"0x',
    '"type":"transaction.final","transactionId":"tx_","data":{"status":"SUCCESS","stage":"done","provider":"',
    '"type":"transaction.updated","transactionId":"tx_","data":{"status":"PENDING","stage":"paying_out","provider":"SANDBOX_',
    '"stage":"awaiting_deposit","stage":"swapping","stage":"bridging","stage":"confirming","stage":"refunding","stage":"refunded","stage":"failed"',
    '"exec":{"chainId":1,"providerTarget":"0x","providerCalldata":"0x","value":"0","srcToken":"0x","srcAmount":"100000000",',
    '"approvalTarget":"0x","approvalToken":"0x","approvalAmount":"100000000","allSteps":[{"type":"approve","chainId":1,"to":"0x',
    '","data":"0x095ea7b3000000000000000000000000","value":"0","description":"Let the contract take USDC: this amount and no more"},',
    '{"type":"swap","data":"0x0000000000000000000000000000000000000000000000000000000000000000","description":"Swap USDC for ","chainId":1,"to":"0x',
    '"meta":{"sandbox":true,"executionMode":"client","walletExecution":true,"providerQuoteId":"sbx_","depositAddress":"","memo":"',
    '"minimumOut":"0","terms":{"src":{"symbol":"USDC","decimals":6,"amount":"100000000","usd":"99995800"},',
    '"dst":{"symbol":"ETH","decimals":18,"amount":"0","usd":"99795309"},"minimumOut":"33004534202698693","fees":[',
    '{"type":"liquidity_fee","amount":"200000","token":{"chainId":1,"chainName":"Ethereum","address":"0x","symbol":"USDC","decimals":6},',
    '"description":"Fee of the liquidity pool","providerLabel":"Pool","usd":"199992"},{"type":"swap_impact","amount":"',
    '"description":"Price impact of the swap","providerLabel":"Price impact","usd":"499"},{"type":"bridge_fee","description":"Fee of the bridge",',
    '"providerLabel":"Bridge fee","type":"protocol_fee","description":"Fee of the solver","providerLabel":"Solver fee",',
    '"type":"destination_gas","description":"Network cost of the payout on Ethereum","providerLabel":"Network cost","usd":"150000"},',
    '{"type":"source_gas","amount":"","token":{"chainId":1,"chainName":"Ethereum","address":"0x0000000000000000000000000000000000000000",',
    '"symbol":"ETH","decimals":18},"description":"Network cost of sending on Ethereum","providerLabel":"Network cost","included":false,"usd":"900000"}],',
    '"steps":[{"type":"swap","name":"Sandbox DEX","image":"https://sandbox.invalid/dex.svg"},{"type":"bridge","name":"Sandbox Bridge","image":"https://',
    '"}],"estimatedTimeSec":15},"depositor":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","recipient":"0x","addressKeys":["0x',
    '"srcAsset":{"id":null,"symbol":"USDC","contract":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","image":',
    '"https://raw.githubusercontent.com/trustwallet/assets/master/blockchains/ethereum/assets/0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48/logo.png","chain":"ethereum"},',
    '"dstAsset":{"id":null,"symbol":"ETH","contract":null,"image":null,"chain":"ethereum"},"createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z",',
    '"nextPollAtMs":179,"nextPollAtMs":null,"polls":0,"needsHash":true,"needsHash":false,"tracking":{"execution":"client","amountOut":"",',
    '"requestId":""},"providerResult":{"requestId":"sbx_req_","execution":"client","status":"awaiting_deposit"},"hashKnownAtMs":179,"countedFromMs":179,',
    '"deliveredOut":"0","refundHash":"0x","reason":"","standings":{"0x":{"',
    '{"id":"tx_","lockId":"lock_","provider":"SANDBOX_DEX","status":"SUCCESS","stage":"done","status":"FAILED","status":"REFUND",',
    '"status":"PENDING","stage":"awaiting_deposit","hash":"0x","inboundHash":"","outboundHash":null,"inboundHash":"0x","outboundHash":"0x',
    '","srcChain":"ethereum","srcAddress":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","dstChain":"ethereum","dstAddress":"0x',
  ].join(''),
)

const PACKING = { level: 6, dictionary: WORDS_1 }
const UNPACKING = { dictionary: WORDS_1, maxOutputLength: MOST_BYTES }

/** Shortest text that is packed, in characters: a shorter one, such as an event, takes longer than the bytes are worth. */
const LEAST_PACKED = 256

/** The bytes that the store keeps of a text. */
export function packText(text: string): Uint8Array {
  if (text.length < LEAST_PACKED) return Buffer.from(text)
  return Buffer.concat([Buffer.of(PACKED_WITH_WORDS_1), deflateRawSync(text, PACKING)])
}

/**
 * The text of stored bytes, as UTF-8. What is short, and what an earlier version wrote, is the text itself.
 * @throws Error when packed bytes are damaged
 */
export function unpackText(bytes: Uint8Array): Uint8Array {
  return bytes[0] === PACKED_WITH_WORDS_1 ? inflateRawSync(bytes.subarray(1), UNPACKING) : bytes
}
