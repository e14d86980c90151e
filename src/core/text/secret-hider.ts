/** What stands in the place of a secret. */
export const HIDDEN = '…'

/**
 * Takes secrets out of texts, as they are and as a URL or JSON writes them; long ones first, since one may hold another. What
 * is shorter than four characters is left: it stands everywhere.
 */
export function secretHider(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
  const known = [...new Set(forms)].filter((form) => form.length >= 4).sort((a, b) => b.length - a.length)
  return (text) => known.reduce((left, secret) => left.replaceAll(secret, HIDDEN), text)
}
