import { isRecord } from '../../core/is-record.ts'
import { sha256 } from '@noble/hashes/sha2.js'

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--dim:#888;--get:#1a7f4b;--post:#9a5b00}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}
h1{margin-bottom:.25rem}h2{margin-top:3rem;border-top:1px solid var(--line);padding-top:1rem;font-size:1.15rem}
code,pre{font:13.5px/1.5 ui-monospace,monospace}
pre{border:1px solid var(--line);border-radius:6px;padding:.75rem;overflow-x:auto}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1rem}
td,th{text-align:left;vertical-align:top;padding:.3rem .75rem .3rem 0;border-bottom:1px solid var(--line);font-size:.92rem}
.get{color:var(--get)}.post{color:var(--post)}.dim{color:var(--dim)}nav a{display:inline-block;margin-right:1rem}
`

/** Content-Security-Policy of the page: this one style, no scripts, nothing from other origins. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${base64(sha256(new TextEncoder().encode(STYLE)))}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

type Fields = Readonly<Record<string, unknown>>

/** Renders an OpenAPI document as one HTML page without scripts. @param openapi text of the document */
export function docsPage(openapi: string): string {
  const document = fieldsOf(JSON.parse(openapi))
  const info = fieldsOf(document['info'])
  const operations = operationsOf(document)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${html(info['title'])}</title><style>${STYLE}</style></head><body>
<h1>${html(info['title'])}</h1>
<p class="dim">Version ${html(info['version'])} · <a href="/openapi.json">openapi.json</a></p>
${paragraphs(info['description'])}
<p>In the examples, <code>$ROOT</code> is the base address of this server. Required fields are marked with *.</p>
<nav>${operations.map(navigationLink).join('')}</nav>
${operations.map((operation) => section(document, operation)).join('\n')}
</body></html>
`
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly fields: Fields
}

function operationsOf(document: Fields): Operation[] {
  return Object.entries(fieldsOf(document['paths'])).flatMap(([path, item]) => {
    const methods = fieldsOf(item)
    return ['get', 'post'].flatMap((method) =>
      methods[method] === undefined ? [] : [{ method, path, fields: fieldsOf(methods[method]) }],
    )
  })
}

function navigationLink({ method, path, fields }: Operation): string {
  return `<a href="#${html(fields['operationId'])}"><code><span class="${method}">${method.toUpperCase()}</span> ${html(path)}</code></a> `
}

function section(document: Fields, operation: Operation): string {
  const { method, path, fields } = operation
  const parameters = listOf(fields['parameters']).map((parameter) => resolve(document, parameter))
  const media = fieldsOf(fieldsOf(fieldsOf(fields['requestBody'])['content'])['application/json'])
  const body = resolve(document, media['schema'])
  return `<section><h2 id="${html(fields['operationId'])}"><code><span class="${method}">${method.toUpperCase()}</span> ${html(path)}</code></h2>
${paragraphs(fields['summary'])}${paragraphs(fields['description'])}
${parameters.length === 0 ? '' : `<h3>Parameters</h3>${parameterTable(parameters)}`}
${media['schema'] === undefined ? '' : `<h3>Request body</h3>${fieldTable(document, body)}`}
<pre>${html(curlLine(operation, parameters, media['example']))}</pre>
<h3>Responses</h3>${answerTable(document, fieldsOf(fields['responses']))}</section>`
}

function parameterTable(parameters: readonly Fields[]): string {
  return table(
    ['Name', 'In', 'Type', 'Description'],
    parameters.map((parameter) => [
      `<code>${html(parameter['name'])}</code>${parameter['required'] === true ? ' *' : ''}`,
      html(parameter['in']),
      html(typeName(fieldsOf(parameter['schema']))),
      html(parameter['description']),
    ]),
  )
}

function fieldTable(document: Fields, schema: Fields): string {
  const required = new Set(listOf(schema['required']))
  const rows = Object.entries(fieldsOf(schema['properties'])).map(([name, value]) => {
    const field = resolve(document, value)
    return [
      `<code>${html(name)}</code>${required.has(name) ? ' *' : ''}`,
      html(typeName(fieldsOf(value))),
      html(fieldsOf(value)['description'] ?? field['description']),
    ]
  })
  return rows.length === 0 ? '' : table(['Field', 'Type', 'Description'], rows)
}

function answerTable(document: Fields, responses: Fields): string {
  return table(
    ['Status', 'Description', 'Schema'],
    Object.entries(responses).map(([status, value]) => {
      const response = resolve(document, value)
      const content = Object.entries(fieldsOf(response['content']))[0]
      const media = fieldsOf(content?.[1])
      const schema = fieldsOf(media['schema'])
      const shape = content === undefined ? '' : `${content[0]} ${typeName(schema)}`
      const table = content?.[0] === 'application/json' && status === '200' ? dataTable(document, schema) : ''
      return [html(status), html(response['description']), `${html(shape)}${table}`]
    }),
  )
}

/** Fields of the data in an envelope. */
function dataTable(document: Fields, envelope: Fields): string {
  const data = resolve(document, fieldsOf(resolve(document, envelope)['properties'])['data'])
  return fieldTable(document, data['items'] === undefined ? data : resolve(document, data['items']))
}

function curlLine(operation: Operation, parameters: readonly Fields[], example: unknown): string {
  const query = parameters
    .filter((parameter) => parameter['in'] === 'query' && parameter['example'] !== undefined)
    .map((parameter) => `${text(parameter['name'])}=${encodeURIComponent(text(parameter['example']))}`)
    .join('&')
  const url = `"$ROOT${operation.path}${query === '' ? '' : `?${query}`}"`
  if (operation.method === 'get') return `curl ${url}`
  return `curl ${url} \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(example ?? {}).replaceAll("'", "'\\''")}'`
}

function typeName(schema: Fields): string {
  if (typeof schema['$ref'] === 'string') return schema['$ref'].slice(schema['$ref'].lastIndexOf('/') + 1)
  if (schema['type'] === 'array') return `${typeName(fieldsOf(schema['items']))}[]`
  const types = schema['type'] ?? listOf(schema['anyOf']).map((one) => typeName(fieldsOf(one)))
  return Array.isArray(types) ? types.map(text).join(' or ') : text(types)
}

function resolve(document: Fields, value: unknown): Fields {
  const fields = fieldsOf(value)
  const ref = fields['$ref']
  if (typeof ref !== 'string') return fields
  const target = ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => fieldsOf(at)[name], document)
  return fieldsOf(target)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const header = head.map((cell) => `<th>${html(cell)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
  return `<table><tr>${header}</tr>${body}</table>`
}

function paragraphs(value: unknown): string {
  return text(value)
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) => `<p>${html(part)}</p>`)
    .join('')
}

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function html(value: unknown): string {
  return text(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
