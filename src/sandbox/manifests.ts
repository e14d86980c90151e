import type { ProviderManifest } from '../providers/index.ts'

/*
 * The four providers of the sandbox. Their images use the reserved top-level domain `invalid`, which never resolves.
 */

const NO_API = { hosts: [], docs: 'swapcli help sandbox' } as const

export const SANDBOX_BRIDGE = {
  key: 'SANDBOX_BRIDGE',
  name: 'Sandbox Bridge',
  image: 'https://sandbox.invalid/bridge.svg',
  type: 'BRIDGE',
  takes: ['evm'],
  ...NO_API,
} as const satisfies ProviderManifest

export const SANDBOX_DEX = {
  key: 'SANDBOX_DEX',
  name: 'Sandbox DEX',
  image: 'https://sandbox.invalid/dex.svg',
  type: 'EXCHANGE',
  takes: ['evm'],
  ...NO_API,
} as const satisfies ProviderManifest

export const SANDBOX_DEPOSIT = {
  key: 'SANDBOX_DEPOSIT',
  name: 'Sandbox Deposit',
  image: 'https://sandbox.invalid/deposit.svg',
  type: 'EXCHANGE',
  takes: 'all',
  pays: ['memo', 'unified'],
  ...NO_API,
} as const satisfies ProviderManifest

export const SANDBOX_INTENTS = {
  key: 'SANDBOX_INTENTS',
  name: 'Sandbox Intents',
  image: 'https://sandbox.invalid/intents.svg',
  type: 'SERVICE',
  takes: 'all',
  pays: ['unified'],
  ...NO_API,
} as const satisfies ProviderManifest

/** All of them, in the order of a quote's verdicts. */
export const SANDBOX_MANIFESTS: readonly ProviderManifest[] = [
  SANDBOX_BRIDGE,
  SANDBOX_DEX,
  SANDBOX_DEPOSIT,
  SANDBOX_INTENTS,
]
