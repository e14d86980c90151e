import { type DocumentFields, escapeHtml, fieldsOf, listOf, plainText, tableHtml } from './markup.ts'

/** What can be sent: an operation of the document, with its references followed. */
export interface TryOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly DocumentFields[]
  /** The example of its body. */
  readonly body: unknown
}

/** The example of an operation as a line for a shell; its script puts the address of this server and what is typed into it. */
export function curlLine({ method, path, parameters, body }: TryOperation): string {
  const query = parameters
    .filter((parameter) => parameter['in'] === 'query' && parameter['example'] !== undefined)
    .flatMap(({ name, example }) =>
      [example].flat().map((one) => `${plainText(name)}=${encodeURIComponent(plainText(one))}`),
    )
    .join('&')
  const line = `curl "$ROOT${path}${query === '' ? '' : `?${query}`}"`
  const text =
    method === 'get'
      ? line
      : `${line} \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body ?? {}).replaceAll("'", "'\\''")}'`
  return `<pre data-curl tabindex="0">${escapeHtml(text)}</pre>`
}

/** A form that sends a request to this server; its script shows it. */
export function tryForm({ id, method, path, parameters, body }: TryOperation): string {
  const rows = parameters.map((parameter) => [inputLabel(id, parameter), inputOf(id, parameter)])
  const example = JSON.stringify(body, undefined, 2) ?? ''
  const textarea = `<label for="${id}-body"><h4>Body</h4></label><textarea id="${id}-body" name="body" spellcheck="false" rows="${example.split('\n').length}">${escapeHtml(example)}</textarea>`
  return `<form class="try" data-script hidden data-operation="${id}" data-method="${method.toUpperCase()}" data-path="${escapeHtml(path)}">
<h4>Try it on this server</h4>
${tableHtml(['Parameter', 'Value'], rows)}${body === undefined ? '' : textarea}
<button type="submit">Send</button> <button type="button" data-stop disabled>Stop</button>
<p role="status" data-status></p><div data-answer></div></form>`
}

function inputLabel(id: string, { name, required }: DocumentFields): string {
  const mark = required === true ? ' <abbr title="required">*</abbr>' : ''
  return `<label for="${inputId(id, name)}"><code>${escapeHtml(name)}</code></label>${mark}`
}

function inputId(id: string, name: unknown): string {
  return `${id}-${escapeHtml(name)}`
}

function inputOf(id: string, parameter: DocumentFields): string {
  const { name, in: place, schema, example, required } = parameter
  const { type, items, 'x-known-values': known } = fieldsOf(schema)
  const isList = type === 'array'
  const shared = `id="${inputId(id, name)}" name="${escapeHtml(name)}" data-in="${escapeHtml(place)}"${isList ? ' data-list' : ''}${required === true ? ' required' : ''}`
  const values = type === 'boolean' ? ['true', 'false'] : listOf(known)
  if (values.length > 0) {
    const options = values.map((value) => `<option>${escapeHtml(value)}</option>`).join('')
    return `<select ${shared}><option></option>${options}</select>`
  }
  const several = listOf(fieldsOf(items)['x-known-values']).map(plainText).join(',')
  const hint = isList ? ` placeholder="${escapeHtml(several === '' ? 'separated by commas' : several)}"` : ''
  const value = listOf(example).length > 0 ? listOf(example).map(plainText).join(',') : plainText(example)
  return `<input ${shared} spellcheck="false" autocomplete="off"${hint} value="${escapeHtml(value)}">`
}
