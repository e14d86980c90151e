/** Prefix of the environment variables of provider settings. */
export const PROVIDER_VARIABLES = 'SWAPCLI_PROVIDER_'

/** Environment variable of a provider's setting: `SWAPCLI_PROVIDER_NEAR_INTENTS_API_KEY`. */
export function providerVariable({ provider, name }: { readonly provider: string; readonly name: string }): string {
  return `${PROVIDER_VARIABLES}${provider}_${name}`
}
