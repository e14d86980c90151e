/*
 * The published packages that the bundled catalog is made of. What one of them says counts for its family once: lists that copy
 * each other are one family. Facts of our own are in `facts/`.
 */

/** Lists that do not copy each other, and issuers. */
export type Family =
  | 'aave'
  | 'across'
  | 'chain-registry'
  | 'chainflip'
  | 'circle'
  | 'hyperlane'
  | 'jupiter'
  | 'ledger'
  | 'lifi'
  | 'metamask'
  | 'oneinch'
  | 'optimism'
  | 'pancakeswap'
  | 'spl'
  | 'sushi'
  | 'symbiosis'
  | 'thorchain'
  | 'traderjoe'
  | 'uniswap'

export interface SourcePackage {
  readonly name: string
  readonly version: string
  /** Of the published archive, as the registry states it. */
  readonly integrity: string
  readonly licence: string
}

/** The packages, each at the version that was read. */
export const PACKAGES = {
  lifi: {
    name: '@lifi/data-types',
    version: '7.1.0',
    integrity: 'sha512-aTWdtI/pldyMK+KKfwSrn3T+gCDuapIGlcJ8L/cSpoV8+znLHuM8ocrtB3//q5QN15TBy1hcLBYhBnqb0uheBg==',
    licence: 'Apache-2.0',
  },
  lifiTypes: {
    name: '@lifi/types',
    version: '18.4.0',
    integrity: 'sha512-H0c2fwrS7fyPLVzEf8UydZ1rfNXCxW7TGfsqf0goGH2BiLIkcBAVIpiCzuIB+YBgKCwZ53wIvgBa+6AZe7Y5PQ==',
    licence: 'Apache-2.0',
  },
  chainRegistry: {
    name: 'chain-registry',
    version: '2.0.251',
    integrity: 'sha512-6eh/54I2cOGC7lywb63VPDqJKKNTby7TT3l9bdgLze6R06v77oMLJh2lXB4A1zaux/Dxp8gpf9tBx2kKD7kVxA==',
    licence: 'MIT; its data CC-BY-4.0',
  },
  swapkit: {
    name: '@swapkit/tokens',
    version: '2.4.0',
    integrity: 'sha512-OlPna9L/j5tlXx4IBFHtuNg3ZBO5S1kx/ZcwOfa3SJlgWi3lHaMxN4BJAeFyQ2E1OFItr2yMBtSkfM74njKVaw==',
    licence: 'Apache-2.0',
  },
  spl: {
    name: '@solana/spl-token-registry',
    version: '0.2.4574',
    integrity: 'sha512-JzlfZmke8Rxug20VT/VpI2XsXlsqMlcORIUivF+Yucj7tFi7A0dXG7h+2UnD0WaZJw8BrUz2ABNkUnv89vbv1A==',
    licence: 'Apache-2.0',
  },
  metamask: {
    name: '@metamask/contract-metadata',
    version: '2.5.0',
    integrity: 'sha512-+j7jEcp0P1OUMEpa/OIwfJs/ahBC/akwgWxaRTSWX2SWABvlUKBVRMtslfL94Qj2wN2xw8xjaUy5nSHqrznqDA==',
    licence: 'ISC',
  },
  aave: {
    name: '@aave-dao/aave-address-book',
    version: '4.68.1',
    integrity: 'sha512-Tw1j/0OGN90m6cpaiNwpizxkBq4XzVgJqhz/fWdq9wF7yc2MAghVrsRWrCICBUiG+P7GKYd84mwULH0XVW3QTA==',
    licence: 'MIT',
  },
  uniswap: {
    name: '@uniswap/default-token-list',
    version: '22.21.0',
    integrity: 'sha512-X6OAvgmVR8lqd8Reyjm8pAozrWZXdfjlgevDSFofKafZD5SFXCMBnLPXImMcMdh0I15hre/1EO0xXL6h37KWYQ==',
    licence: 'GPL-3.0-or-later: of it only facts, its names are not taken',
  },
  across: {
    name: '@across-protocol/constants',
    version: '3.1.127',
    integrity: 'sha512-gTmLS6BBY0tdqptd0n+019lRNlt318H4g0gOog06+84NkJSi6uZlRha3BxYUyyFFwVdqsw/pujQVd/s9nbiVfQ==',
    licence: 'AGPL-3.0-only: of it only facts, its names are not taken',
  },
  sushi: {
    name: 'sushi',
    version: '7.3.15',
    integrity: 'sha512-i4L2qg7QDb/3Wb0Zk0YTSP/qWkrxuhezZ/CsGj6J8sj7hAuyrT/fVAlOMToKhBEY3WOJZuwiZiuvnzAUK9j9RA==',
    licence: 'MIT',
  },
  pancakeswap: {
    name: '@pancakeswap/tokens',
    version: '0.9.1',
    integrity: 'sha512-jIrJm0K+Cn665or6xHvKW44B7+Ya2jo5L/HWsE+Z1556nVFiaVfIWx6AKIMNACLDeAsgRBs/LOdJqtJzTxmFcQ==',
    licence: 'MIT',
  },
  hyperlane: {
    name: '@hyperlane-xyz/registry',
    version: '23.11.0',
    integrity: 'sha512-sbkgtxqOE1VOfLmYu19gr5pwtuSqoLsKu9drGrxRcYq+vaKZPEAszwsjgDUl9QVEyZjfjnLwJnEXYojArMANuQ==',
    licence: 'MIT',
  },
  symbiosis: {
    name: 'symbiosis-js-sdk',
    version: '3.12.0',
    integrity: 'sha512-sCI+QTUsNwirFMpZor4kvrj2/rOt7cLLtWv7hnOcL1AI+HubKLFfV9xP3G/9y3ZYsab5U/3h0fr4up20plVYkA==',
    licence: 'MIT',
  },
  circle: {
    name: '@circle-fin/bridge-kit',
    version: '1.15.1',
    integrity: 'sha512-CnMoBmZJL4NXYDZ11uHxdQJ+9/h9JQSJPOXmFw0EJRn45m0NqWJFWJgyOH+1Kmt8csDOcBgNLWii4WSn3wS4qA==',
    licence: 'Apache-2.0',
  },
  ledger: {
    name: '@ledgerhq/cryptoassets',
    version: '13.33.0',
    integrity: 'sha512-V8p4CERo67dRBfWvcJ0el+N+S68Q7fxvsohbUMLzDF8ck4jcixO6Phm44OTmMxs/5hQOMghp8QDOPw0cX0IoRQ==',
    licence: 'Apache-2.0',
  },
  optimism: {
    name: '@eth-optimism/tokenlist',
    version: '10.0.1770',
    integrity: 'sha512-IU6oOLdbMVdCkIgO4X6oZnddLONozCjFHkt6UfDaxrt1v7RqqC3lkjiQJxYMXV66BOhGomggx4MO5tCjtpzcUA==',
    licence: 'MIT',
  },
} as const satisfies Readonly<Record<string, SourcePackage>>

export type PackageKey = keyof typeof PACKAGES

/** Families whose names may be bundled. */
export const TEXTS_OF: readonly Family[] = [
  'lifi',
  'circle',
  'aave',
  'optimism',
  'sushi',
  'pancakeswap',
  'symbiosis',
  'chain-registry',
  'spl',
  'metamask',
  'hyperlane',
  'ledger',
  'oneinch',
  'thorchain',
  'chainflip',
  'traderjoe',
  'jupiter',
]

/** Families that keep their list: a row that only one of them knows is bundled as well, as known to one list. */
export const KEPT_ALONE: readonly Family[] = [
  'lifi',
  'aave',
  'sushi',
  'pancakeswap',
  'symbiosis',
  'oneinch',
  'thorchain',
  'chainflip',
  'chain-registry',
]

/** Families that take in more than they prune: what only they know may be long gone, so that two of them are no two lists. */
export const ARCHIVES: readonly Family[] = ['ledger', 'metamask', 'spl']
