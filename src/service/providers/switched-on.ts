/** True for a provider that no setting switches off. @param setting value of a provider's setting */
export function isSwitchedOn(
  providerKey: string,
  setting: (providerKey: string, name: string) => string | undefined,
): boolean {
  return setting(providerKey, 'ENABLED') !== 'false'
}
