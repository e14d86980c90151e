import { type DocumentFields, escapeHtml, fieldsOf, listOf, plainText, resolveRef, tableHtml } from './markup.ts'

/** Objects deeper than this in each other are named by their type only: one that contains itself would have no end. */
const MOST_DEEP = 8

/** The fields of a schema, those of objects and lists inside it unfolded, as a table: `fees.items[].token.decimals`. */
export function schemaTable(document: DocumentFields, schema: unknown): string {
  return tableHtml(['Field', 'Type', 'Description'], rowsOf(document, schema, '', 0))
}

function rowsOf(document: DocumentFields, value: unknown, prefix: string, depth: number): string[][] {
  const schema = insideOf(document, value)
  const required = new Set(listOf(schema['required']))
  if (depth > MOST_DEEP) return []
  return Object.entries(fieldsOf(schema['properties'])).flatMap(([name, property]) => {
    const field = resolveRef(document, property)
    const description = fieldsOf(property)['description'] ?? field['description']
    const path = `${prefix}${name}`
    const own = [
      `<code>${escapeHtml(path)}</code>${required.has(name) ? mark() : ''}`,
      escapeHtml(typeName(document, property)),
      [escapeHtml(description), limitsHtml(field)].filter((part) => part !== '').join('<br>'),
    ]
    return [own, ...rowsOf(document, property, `${path}${isList(field) ? '[]' : ''}.`, depth + 1)]
  })
}

function mark(): string {
  return ' <abbr title="required">*</abbr>'
}

function isList(schema: DocumentFields): boolean {
  return listOf(schema['type']).includes('array') || schema['type'] === 'array'
}

/** The object that a schema is, lists, or allows beside null. */
function insideOf(document: DocumentFields, value: unknown): DocumentFields {
  const schema = resolveRef(document, value)
  if (isList(schema)) return insideOf(document, schema['items'])
  const object = listOf(schema['anyOf'])
    .map((one) => resolveRef(document, one))
    .find((one) => one['properties'] !== undefined)
  return object ?? schema
}

/** What a value is: "string or null", "Route[]". */
export function typeName(document: DocumentFields, value: unknown): string {
  const fields = fieldsOf(value)
  const ref = fields['$ref']
  if (typeof ref === 'string') return ref.slice(ref.lastIndexOf('/') + 1)
  const types = Array.isArray(fields['type']) ? listOf(fields['type']) : [fields['type']]
  const names = types.map((type) => (type === 'array' ? `${typeName(document, fields['items'])}[]` : plainText(type)))
  const others = listOf(fields['anyOf']).map((one) => typeName(document, one))
  return [...names, ...others].filter((name) => name !== '').join(' or ')
}

const WORDS = { default: 'default', const: 'always', pattern: 'matches' } as const

/** "1 to 200 characters", "at most 200 characters", or "" without bounds. */
function rangeText(schema: DocumentFields, least: string, most: string, unit: string): string {
  const [from, to] = [schema[least], schema[most]].map(plainText)
  if (from === '' && to === '') return ''
  if (from === '') return `at most ${to}${unit}`
  if (from === '1' && to === '') return 'not empty'
  return to === '' ? `at least ${from}${unit}` : `${from} to ${to}${unit}`
}

/** The bounds, default and known values of a field. */
export function limitsHtml(schema: DocumentFields): string {
  const items = fieldsOf(schema['items'])
  const known = listOf(schema['x-known-values'] ?? items['x-known-values'])
  const facts = [
    rangeText(schema, 'minimum', 'maximum', ''),
    rangeText(schema, 'minLength', 'maxLength', ' characters'),
    rangeText(schema, 'minItems', 'maxItems', ' values'),
    ...(['default', 'const', 'pattern'] as const).map((name) =>
      schema[name] === undefined ? '' : `${WORDS[name]} ${plainText(schema[name])}`,
    ),
    known.length === 0 ? '' : `known: ${known.map(plainText).join(', ')}`,
  ].filter((fact) => fact !== '')
  return facts.length === 0 ? '' : `<span class="dim">${escapeHtml(facts.join(' · '))}</span>`
}
