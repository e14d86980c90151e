import type { ProviderManifest } from '../providers/index.ts'

/*
 * The four providers of the sandbox. Their images use the reserved top-level domain `invalid`, which never resolves.
 */

const DOCS = 'swapcli help sandbox'

export const SANDBOX_BRIDGE = {
  key: 'SANDBOX_BRIDGE',
  name: 'Sandbox Bridge',
  image: 'https://sandbox.invalid/bridge.svg',
  type: 'BRIDGE',
  hosts: [],
  takes: ['evm'],
  docs: DOCS,
} as const satisfies ProviderManifest

export const SANDBOX_DEX = {
  key: 'SANDBOX_DEX',
  name: 'Sandbox DEX',
  image: 'https://sandbox.invalid/dex.svg',
  type: 'EXCHANGE',
  hosts: [],
  takes: ['evm'],
  docs: DOCS,
} as const satisfies ProviderManifest

export const SANDBOX_DEPOSIT = {
  key: 'SANDBOX_DEPOSIT',
  name: 'Sandbox Deposit',
  image: 'https://sandbox.invalid/deposit.svg',
  type: 'EXCHANGE',
  hosts: [],
  takes: 'all',
  docs: DOCS,
} as const satisfies ProviderManifest

export const SANDBOX_INTENTS = {
  key: 'SANDBOX_INTENTS',
  name: 'Sandbox Intents',
  image: 'https://sandbox.invalid/intents.svg',
  type: 'SERVICE',
  hosts: [],
  takes: 'all',
  docs: DOCS,
} as const satisfies ProviderManifest
