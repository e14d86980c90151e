import { isRecord } from '../../core/is-record.ts'

/*
 * HTML of values whose types are not known, such as those of an OpenAPI document: text of a document never becomes markup.
 */

/** An object of the document. */
export type DocumentFields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): DocumentFields {
  return isRecord(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A string, number or boolean as text; "" for anything else. */
export function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** Plain text with the characters of markup escaped, for elements and attributes in double quotes. */
export function escapeHtml(value: unknown): string {
  return plainText(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The object that a value is or refers to. */
export function resolveRef(document: DocumentFields, value: unknown): DocumentFields {
  const fields = fieldsOf(value)
  const ref = fields['$ref']
  if (typeof ref !== 'string') return fields
  const names = ref
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  return fieldsOf(names.reduce<unknown>((at, name) => fieldsOf(at)[name], document))
}

/** @param rows cells as HTML */
export function tableHtml(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const header = head.map((cell) => `<th scope="col">${cell}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
  return `<div class="wide"><table><thead><tr>${header}</tr></thead><tbody>${body}</tbody></table></div>`
}

/** The paragraphs of a text. */
export function paragraphsHtml(value: unknown): string {
  return plainText(value)
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) => `<p>${escapeHtml(part)}</p>`)
    .join('')
}

/** A value of an example: text as it is, anything else as JSON. */
export function exampleHtml(value: unknown): string {
  return `<pre tabindex="0">${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value, undefined, 2))}</pre>`
}
