/** Longest name that is looked up, in UTF-16 units. */
const MAX_LENGTH = 255

/**
 * True for a text that is meant as an ENS name: labels before `.eth`. Names of the DNS, which ENS also knows, are not
 * taken for one, since other chains write theirs the same way.
 */
export function looksLikeEns(text: string): boolean {
  const name = text.trim()
  return name.length <= MAX_LENGTH && /^[^\s./]+(?:\.[^\s./]+)*\.eth$/iu.test(name)
}
