/** True for 1 to 32 small letters, digits, `-` and `_`, the first a letter or digit. */
export function isAccountName(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,31}$/.test(text)
}

/**
 * True for a name that a new account may have: not one that begins as an address does, nor that of a device of Windows,
 * where a file so called cannot be opened.
 */
export function isNewAccountName(text: string): boolean {
  return isAccountName(text) && !/^(0x.*|con|prn|aux|nul|com[0-9]|lpt[0-9])$/.test(text)
}

/** Name of an account's new key file, which no other has. @param createdAt ISO 8601 */
export function keystoreFileName(name: string, address: string, createdAt: string): string {
  return `${name}--${createdAt.replaceAll(':', '-')}--${address.slice(2).toLowerCase()}.json`
}

/** True for what `keystoreFileName`, or a person, calls a key file of this account. */
export function isKeystoreFileOf(name: string, file: string): boolean {
  if (file === `${name}.json`) return true
  if (!file.startsWith(`${name}--`)) return false
  return /^\d{4}-\d\d-\d\dT[^/]*\.json$/.test(file.slice(name.length + 2))
}
