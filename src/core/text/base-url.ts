/**
 * True for a base URL that requests may be sent to: https, or http on this machine, without query or fragment. Callers
 * decide about credentials.
 */
export function isSafeBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash } = new URL(text)
  return (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))) && search === '' && hash === ''
}

/** True for the host of a URL that is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
