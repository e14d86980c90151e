/** One setting that can be kept: `recipient` stands for `recipient.<chain or family>`, `contact` for `contact.<name>`. */
export interface ConfigKey {
  readonly key: string
  /** True when a chain key, an address family or a name follows after a point. */
  readonly perChain: boolean
  /** What follows after the point. @default chain */
  readonly suffix?: string
  /** True for what must never be printed. @default false */
  readonly secret?: boolean
  readonly description: string
  readonly example: string
}

/** Every key of the configuration file, in the order in which they are shown. */
export const CONFIG_KEYS: readonly ConfigKey[] = [
  { key: 'network', perChain: false, description: 'sandbox or live', example: 'sandbox' },
  {
    key: 'api',
    perChain: false,
    description: 'Base URL of a server that speaks the API, used instead of the embedded service',
    example: 'http://127.0.0.1:8787/api/v1',
  },
  { key: 'slippage', perChain: false, description: 'Basis points from 0 to 10000; 100 is 1 %', example: '50' },
  { key: 'rank', perChain: false, description: 'best, fastest, cheapest or safest', example: 'best' },
  {
    key: 'recipient',
    perChain: true,
    description: 'Where swaps to a chain (or to an address family such as evm) are paid',
    example: 'bc1q…',
  },
  {
    key: 'depositor',
    perChain: true,
    description: 'Wallet that pays swaps from a chain (or from an address family)',
    example: '0x…',
  },
  {
    key: 'contact',
    perChain: true,
    suffix: 'name',
    description: 'Address of somebody who is paid, by a name of yours: @name stands for it',
    example: '0x…',
  },
  {
    key: 'rpc',
    perChain: true,
    secret: true,
    description:
      'RPCs of an EVM chain (https, no query), parted by commas, used instead of the public ones; kept hidden, they may hold keys',
    example: 'https://rpc.example/ethereum',
  },
  {
    key: 'wallet',
    perChain: false,
    description: 'Name of the account that signs (see swapcli wallet list)',
    example: 'main',
  },
  {
    key: 'confirm-above',
    perChain: false,
    description: 'Dollars above which the screens have the amount typed before they pay; 1000 where it is not set',
    example: '1000',
  },
  {
    key: 'theme',
    perChain: false,
    description: 'Look of the screens: dark, light, high-contrast or none',
    example: 'dark',
  },
  { key: 'color', perChain: false, description: 'auto, always or never', example: 'auto' },
  {
    key: 'sandbox-speed',
    perChain: false,
    description: 'How many times faster than estimated sandbox swaps settle, from 0.001 to 1000000',
    example: '10',
  },
  { key: 'sandbox-seed', perChain: false, description: 'Seed of sandbox prices, a whole number from 0', example: '1' },
  { key: 'lock-ttl', perChain: false, description: 'Lifetime of a lock in seconds, from 1 to 86400', example: '60' },
]

/** Environment variable of a key: `sandbox-speed` is SWAPCLI_SANDBOX_SPEED, `recipient.bitcoin-cash` SWAPCLI_RECIPIENT_BITCOIN_CASH. */
export function envName(key: string): string {
  return `SWAPCLI_${key.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
}

/** The row of a key, undefined when there is none: `recipient.ethereum` has that of `recipient`. */
export function configKey(key: string): ConfigKey | undefined {
  const point = key.indexOf('.')
  const name = point < 0 ? key : key.slice(0, point)
  const suffix = point < 0 ? undefined : key.slice(point + 1)
  const row = CONFIG_KEYS.find((candidate) => candidate.key === name)
  if (row === undefined || row.perChain !== (suffix !== undefined)) return undefined
  return suffix === undefined || /^[a-z0-9][a-z0-9:-]{0,60}$/.test(suffix) ? row : undefined
}
