import {
  type DocumentFields,
  escapeHtml,
  exampleHtml,
  fieldsOf,
  listOf,
  paragraphsHtml,
  plainText,
  resolveRef,
  tableHtml,
} from './markup.ts'
import { limitsHtml, schemaTable, typeName } from './schema-rows.ts'
import { curlLine, tryForm } from './try-form.ts'

/** An operation of the document. */
export interface DocsOperation {
  readonly id: string
  readonly tag: string
  readonly method: string
  readonly path: string
  readonly fields: DocumentFields
}

/** The operations of a document, in its order. */
export function docsOperations(document: DocumentFields): readonly DocsOperation[] {
  return Object.entries(fieldsOf(document['paths'])).flatMap(([path, item]) => {
    const methods = fieldsOf(item)
    return ['get', 'post'].flatMap((method) => {
      const fields = fieldsOf(methods[method])
      const { operationId, tags } = fields
      if (operationId === undefined) return []
      return [{ id: escapeHtml(operationId), tag: plainText(listOf(tags)[0]), method, path, fields }]
    })
  })
}

/** Method and path. */
export function operationName({ method, path }: DocsOperation): string {
  return `<code><span class="${method}">${method.toUpperCase()}</span> ${escapeHtml(path)}</code>`
}

/** All that the document says of an operation, and a form to try it. */
export function operationSection(document: DocumentFields, operation: DocsOperation): string {
  const { id, method, path, fields } = operation
  const parameters = listOf(fields['parameters']).map((parameter) => resolveRef(document, parameter))
  const body = fieldsOf(fieldsOf(fieldsOf(fields['requestBody'])['content'])['application/json'])
  const tried = { id, method, path, parameters, body: body['example'] }
  const responses = Object.entries(fieldsOf(fields['responses']))
  return `<section id="${id}"><h3>${operationName(operation)}</h3>
${paragraphsHtml(fields['summary'])}${paragraphsHtml(fields['description'])}
<p class="dim">Operation <code>${id}</code></p>
${parameters.length === 0 ? '' : `<h4>Parameters</h4>${parameterTable(document, parameters)}`}
${body['schema'] === undefined ? '' : `<h4>Request body</h4>${schemaTable(document, body['schema'])}`}
<h4>Example</h4>${curlLine(tried)}
${tryForm(tried)}
<h4>Answers</h4>
${responses.map(([status, response]) => answerHtml(document, status, resolveRef(document, response))).join('\n')}</section>`
}

function parameterTable(document: DocumentFields, parameters: readonly DocumentFields[]): string {
  return tableHtml(
    ['Name', 'In', 'Type', 'Description'],
    parameters.map(({ name, in: place, schema, description, required }) => [
      `<code>${escapeHtml(name)}</code>${required === true ? ' <abbr title="required">*</abbr>' : ''}`,
      escapeHtml(place),
      escapeHtml(typeName(document, schema)),
      [escapeHtml(description), limitsHtml(fieldsOf(schema))].filter((part) => part !== '').join('<br>'),
    ]),
  )
}

/** An answer: open where it is a success, folded where it is an error. */
function answerHtml(document: DocumentFields, status: string, response: DocumentFields): string {
  const isError = Number(status) >= 400
  const contents = Object.entries(fieldsOf(response['content'])).map(([type, value]) => {
    const media = fieldsOf(value)
    const examples = Object.entries(fieldsOf(media['examples'])).map(([name, example]) => {
      const { summary, value: shown } = resolveRef(document, example)
      return `<p><code>${escapeHtml(name)}</code> ${escapeHtml(summary)}</p>${exampleHtml(shown)}`
    })
    const own = media['example'] === undefined ? [] : [exampleHtml(media['example'])]
    const table = isError ? '' : schemaTable(document, media['schema'])
    return `<p class="dim"><code>${escapeHtml(type)}</code> ${escapeHtml(typeName(document, media['schema']))}</p>${table}${[...own, ...examples].join('')}`
  })
  return `<details${isError ? '' : ' open'}><summary><b class="${isError ? 'bad' : 'get'}">${escapeHtml(status)}</b> ${escapeHtml(response['description'])}</summary>
${contents.join('')}${headersTable(document, fieldsOf(response['headers']))}</details>`
}

function headersTable(document: DocumentFields, headers: DocumentFields): string {
  const rows = Object.entries(headers).map(([name, value]) => {
    const header = resolveRef(document, value)
    return [`<code>${escapeHtml(name)}</code>`, escapeHtml(header['description'])]
  })
  return rows.length === 0
    ? ''
    : `<details><summary>Headers</summary>${tableHtml(['Header', 'Description'], rows)}</details>`
}
