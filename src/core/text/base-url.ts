/**
 * True for a base URL that requests may be sent to: https, or http on this machine, with nothing after the path.
 * Whether it may carry credentials is for the caller to say.
 */
export function isSafeBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash } = new URL(text)
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  return (protocol === 'https:' || (protocol === 'http:' && local)) && search === '' && hash === ''
}
