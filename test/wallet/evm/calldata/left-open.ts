/**
 * Real calls that `--yes` does not agree to over `--api` by itself, by the code that accepts the most of it, with the other
 * codes that it needs. `swapcli help safety` lists them.
 */
export const LEFT_OPEN = [
  { name: 'cctp depositForBurn', codes: ['needs-claim'] },
  { name: 'cctp depositForBurn', codes: ['needs-claim'] },
  { name: 'symbiosis metaRoute', codes: ['unknown-call', 'opaque-call'] },
  { name: 'lifi RelayDepository', codes: ['order-by-number'] },
  { name: 'lifi swap and RelayDepository', codes: ['order-by-number', 'swaps-first'] },
  { name: 'lifi Eco', codes: ['opaque-call'] },
  { name: 'lifi swap and NEARIntents', codes: ['deposit', 'opaque-call'] },
  { name: 'lifi swap and LayerSwap', codes: ['order-by-number', 'opaque-call'] },
  { name: 'chainflip xSwapNative', codes: ['opaque-call'] },
  { name: 'chainflip xSwapToken', codes: ['opaque-call'] },
  { name: 'mayan swapAndForwardERC20', codes: ['swaps-first'] },
  { name: 'mayan swapAndForwardEth', codes: ['swaps-first'] },
  { name: 'relay depositErc20', codes: ['order-by-number'] },
  { name: 'relay transfer', codes: ['deposit'] },
  { name: 'relay depositNative', codes: ['order-by-number'] },
  { name: 'symbiosis metaRoute', codes: ['opaque-call'] },
] as const

/** What of these, and why, it does not agree to locally either: what they pay is on another chain, and no provider of theirs. */
export const LEFT_OPEN_HERE = [
  { name: 'cctp depositForBurn', codes: ['needs-claim'] },
  { name: 'cctp depositForBurn', codes: ['needs-claim'] },
  { name: 'symbiosis metaRoute', codes: ['opaque-call', 'unknown-call'] },
  { name: 'lifi swap and RelayDepository', codes: ['swaps-first'] },
  { name: 'lifi Eco', codes: ['opaque-call'] },
  { name: 'lifi swap and NEARIntents', codes: ['opaque-call'] },
  { name: 'lifi swap and LayerSwap', codes: ['opaque-call'] },
  { name: 'mayan swapAndForwardERC20', codes: ['swaps-first'] },
  { name: 'mayan swapAndForwardEth', codes: ['swaps-first'] },
  { name: 'symbiosis metaRoute', codes: ['opaque-call'] },
] as const
