/**
 * True for a base URL that requests may be sent to: https, or http on this machine, without query or fragment. Callers
 * decide about credentials.
 */
export function isSafeBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash } = new URL(text)
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  return (protocol === 'https:' || (protocol === 'http:' && local)) && search === '' && hash === ''
}
