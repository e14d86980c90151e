const MAX_SS58_PREFIX = 16_383

/** The bech32 prefix in a family such as `bech32:osmo`; undefined for other families. */
export function cosmosPrefix(family: string): string | undefined {
  return /^bech32:([a-z]{1,20})$/.exec(family)?.[1]
}

/** The network prefix, 0 to 16383, in a family such as `ss58:0`; undefined for other families. */
export function ss58Prefix(family: string): number | undefined {
  const digits = /^ss58:(0|[1-9]\d{0,4})$/.exec(family)?.[1]
  return digits !== undefined && Number(digits) <= MAX_SS58_PREFIX ? Number(digits) : undefined
}
