import { toHex } from '../assets/addresses/codecs.ts'

/** What stands in the place of a secret. */
export const HIDDEN = '…'

/** Fewest characters of what is hidden: less stands everywhere. */
const FEWEST = 4
/** Fewest whose base64 and hex digits are looked for, which would stand in long random texts else. */
const FEWEST_CODED = 6
/** Fewest characters of a part of a path that is taken for a key by itself. */
const FEWEST_OF_KEY = 8

/**
 * What must not be shown of a setting's value: all of it, but of addresses no more than what may hold keys, which is all but
 * the host, also part by part and decoded.
 */
export function secretsOf(value: string): readonly string[] {
  return value.split(/[\s,]+/).flatMap((text) => {
    // A switch, a share or a count is no secret.
    if (/^(?:true|false|\d{0,7})$/.test(text)) return []
    if (!/^[a-z]+:\/\//i.test(text) || !URL.canParse(text)) return [text]
    const { username, password, pathname, search, searchParams } = new URL(text)
    const path = pathname.replace(/^\/|\/$/g, '')
    const parts = [username, password, path, ...path.split('/').filter(isLikeKey), search.slice(1)]
    return [...parts.flatMap((part) => [part, decodeUrl(part)]), ...searchParams.values()].filter((part) => part !== '')
  })
}

/** True for a part of a path that no API has for a word. */
function isLikeKey(part: string): boolean {
  return part.length >= FEWEST_OF_KEY && !/^[a-z]+(?:[-_.][a-z]+)*$/.test(part)
}

function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Takes secrets out of texts, in any letter case: as they are, as a URL or JSON writes them, and in base64 and hex digits, alone
 * or in the middle of more. What is shorter than four characters is left.
 */
export function secretHider(secrets: readonly string[]): (text: string) => string {
  // The longest first, since one may hold another.
  const known = [...new Set(secrets)].filter(({ length }) => length >= FEWEST).sort((a, b) => b.length - a.length)
  if (known.length === 0) return (text) => text
  const coded = known.filter(({ length }) => length >= FEWEST_CODED).flatMap(codesOf)
  const forms = new RegExp([...known, ...coded].map(anyWriting).join('|'), 'gi')
  return (text) => text.replace(forms, HIDDEN)
}

/** Base64 of a text and of what it stands in: of three places where it may begin, the digits that are its own. And its hex digits. */
function codesOf(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret)
  const base64 = [0, 1, 2].map((before) => {
    const digits = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes))
    return digits.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  return [...base64, toHex(bytes)]
}

/** A pattern of a text in which each character may be written as it is, as a URL does, once or again, or as JSON does. */
function anyWriting(text: string): string {
  return Array.from(text, writingsOf).join('')
}

/** What writes a character otherwise than the rest: JSON escapes some, forms a blank, and base64 for URLs two digits. */
const OTHERWISE: Readonly<Record<string, string>> = {
  '"': String.raw`\\*"`,
  '\\': String.raw`\\+`,
  '/': String.raw`\\*[/_]`,
  '+': '[+\\-]',
  ' ': '[ +]',
}

function writingsOf(character: string): string {
  const percent = Array.from(new TextEncoder().encode(character), (byte) => `%(?:25)*${toHex(Uint8Array.of(byte))}`)
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at).toString(16))
  const escaped = units.map((unit) => String.raw`\\+u${unit.padStart(4, '0')}`)
  const plain = OTHERWISE[character] ?? character.replace(/[.*+?^${}()|[\]\\\-/]/g, String.raw`\$&`)
  return `(?:${plain}|${percent.join('')}|${escaped.join('')})`
}
