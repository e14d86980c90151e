import type { ProviderContext, ProviderSetting } from '../contract.ts'
import { readSetting } from '../kit/api-key.ts'
import { unavailable } from '../kit/refuse.ts'
import type { Affiliate } from './memo.ts'

/** Settings of an affiliate fee, which is off unless both are set. @param registry what its names are called */
export function affiliateSettings(registry: string): readonly ProviderSetting[] {
  return [
    {
      name: 'AFFILIATE',
      secret: false,
      required: false,
      description: `${registry} or address that takes a fee of every swap; register one with the network.`,
      form: { fits: isAffiliate, must: 'must be a name or an address', example: 'swapcli' },
    },
    {
      name: 'AFFILIATE_BPS',
      secret: false,
      required: false,
      description: 'The affiliate fee in basis points, 1 to 1000; it is shown among the fees of every route.',
      form: { fits: isShare, must: `must be a whole number from 1 to ${MOST_BPS}, or 0 for none`, example: '10' },
    },
  ]
}

const MOST_BPS = 1_000

function isAffiliate(text: string): boolean {
  return /^[A-Za-z0-9+_-]{1,64}$/.test(text)
}

function isShare(text: string): boolean {
  return /^(?:0|[1-9][0-9]{0,3})$/.test(text) && Number(text) <= MOST_BPS
}

/** The affiliate that the settings name. @throws ProviderError unavailable for invalid values */
export function readAffiliate(context: ProviderContext): Affiliate | undefined {
  const name = readSetting(context, 'AFFILIATE')
  const bps = readSetting(context, 'AFFILIATE_BPS') ?? '0'
  if (name === undefined || bps === '0') return undefined
  if (!isAffiliate(name) || !isShare(bps)) {
    throw unavailable(`Its settings AFFILIATE and AFFILIATE_BPS must be a name and a number from 1 to ${MOST_BPS}`)
  }
  return { name, bps: Number(bps) }
}
