import { isSafeBaseUrl } from '../../core/text/base-url.ts'

/** What a base URL must be. */
export const BASE_URL = 'must be an https URL without credentials or a query (http only on this machine)'

/** What a list of base URLs must be. */
export const LIST_OF_BASE_URLS = `${BASE_URL}, or several separated by commas`

/** True for visible ASCII characters, without spaces. @param longest most characters */
export function isVisible(longest: number): (text: string) => boolean {
  return (text) => text.length <= longest && /^[\x21-\x7e]+$/.test(text)
}

/** True for a base URL that the service accepts, without credentials, which have settings of their own. */
export function isBaseUrl(text: string): boolean {
  return isHttpUrl(text) && isSafeBaseUrl(text)
}

/** True for base URLs separated by commas, at most 2,000 characters. */
export function isBaseUrlList(text: string): boolean {
  return text.length <= 2_000 && text.split(',').every((url) => isBaseUrl(url.trim()))
}

/** True for an http or https URL without credentials. */
export function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}
