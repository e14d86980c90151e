import { across } from './across/manifest.ts'
import { cctp } from './cctp/manifest.ts'
import { chainflip } from './chainflip/manifest.ts'
import { cow } from './cow/manifest.ts'
import { debridge } from './debridge/manifest.ts'
import { jupiter } from './jupiter/manifest.ts'
import { kyberswap } from './kyberswap/manifest.ts'
import { lifi } from './lifi/manifest.ts'
import { maya } from './maya/manifest.ts'
import { mayan } from './mayan/manifest.ts'
import { nearIntents } from './near-intents/manifest.ts'
import type { Provider } from './contract.ts'
import { relay } from './relay/manifest.ts'
import { symbiosis } from './symbiosis/manifest.ts'
import { thorchain } from './thorchain/manifest.ts'
import { uniswap } from './uniswap/manifest.ts'
import { velora } from './velora/manifest.ts'

/** The providers of the live network, one line each; only their manifests are loaded here. */
export function liveProviders(): readonly Provider[] {
  return [
    relay,
    lifi,
    across,
    debridge,
    nearIntents,
    thorchain,
    maya,
    chainflip,
    kyberswap,
    velora,
    uniswap,
    cctp,
    mayan,
    cow,
    symbiosis,
    jupiter,
  ]
}
