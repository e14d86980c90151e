import { sha256 } from '@noble/hashes/sha2.js'
import { type DocumentFields, escapeHtml, fieldsOf, listOf, paragraphsHtml } from './markup.ts'
import { type DocsOperation, docsOperations, operationName, operationSection } from './operation.ts'
import { schemaTable } from './schema-rows.ts'

/*
 * The page is our own, since no viewer that fits in 1 MB works under its policy. Measured in Chromium with styles from 'self'
 * only: rapidoc 9.3.8 (863 KB) has 336 styles refused and openapi-explorer 2.4.820 (754 KB) 28, both to the point that they
 * cannot be read, and both compile code as they run. The others are larger, or cannot send requests. This page with all of
 * its operations is 320 KB, 28 KB compressed.
 */

/** Script and style of the page. */
export interface DocsFiles {
  readonly script: string
  readonly style: string
}

/**
 * Content-Security-Policy of the page: its own style and script, known by their content, and requests to this server; nothing
 * from other origins, no code made at run time, no page that frames it.
 */
export function docsPolicy({ script, style }: DocsFiles): string {
  return [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Renders an OpenAPI document as one HTML page. @param openapi text of the document */
export function docsPage(openapi: string, { script, style }: DocsFiles): string {
  const document = fieldsOf(JSON.parse(openapi))
  const info = fieldsOf(document['info'])
  const operations = docsOperations(document)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info['title'])}</title><style>${style}</style></head><body>
<a class="skip" href="#content">Skip to the content</a>
<div class="page"><nav aria-label="Operations">
<div data-script hidden><label for="search">Search</label> <kbd class="dim">/</kbd>
<input id="search" type="search" autocomplete="off" spellcheck="false"><p id="found" class="dim" role="status"></p></div>
<ul><li><a href="#content">Overview</a></li><li><a href="#schemas">Schemas</a></li><li><a href="/openapi.json">openapi.json</a></li></ul>
${groupsOf(document, operations)
  .map(({ name, own }) => navigationGroup(name, own))
  .join('\n')}
</nav><main id="content" tabindex="-1">
<h1>${escapeHtml(info['title'])}</h1>
<p class="dim">Version ${escapeHtml(info['version'])} of the API</p>
${paragraphsHtml(info['description'])}
<p>Required fields are marked with *.<noscript> In the examples, <code>$ROOT</code> is the address of this server.</noscript> Requests that you send from this page run against this very server, with its store: what you
execute is in its history. The answer of a quote fills in the lock, that of the lock the execution, and that the status.</p>
${groupsOf(document, operations)
  .map(
    ({ name, description, own }) =>
      `<div data-group><h2>${escapeHtml(name)}</h2>${paragraphsHtml(description)}${own.map((operation) => operationSection(document, operation)).join('\n')}</div>`,
  )
  .join('\n')}
${schemasHtml(document)}
</main></div><script type="module">${script}</script></body></html>
`
}

interface Group {
  readonly name: string
  readonly description: unknown
  readonly own: readonly DocsOperation[]
}

/** The operations by their tags, in the order of these. */
function groupsOf(document: DocumentFields, operations: readonly DocsOperation[]): readonly Group[] {
  return listOf(document['tags']).map((tag) => {
    const { name, description } = fieldsOf(tag)
    const own = operations.filter((operation) => operation.tag === name)
    return { name: String(name), description, own }
  })
}

function navigationGroup(name: string, operations: readonly DocsOperation[]): string {
  const links = operations.map(
    (operation) => `<li><a href="#${operation.id}">${operationName(operation).replace('/api/v1', '')}</a></li>`,
  )
  return `<div data-group><h2>${escapeHtml(name)}</h2><ul>${links.join('')}</ul></div>`
}

function schemasHtml(document: DocumentFields): string {
  const schemas = Object.entries(fieldsOf(fieldsOf(document['components'])['schemas']))
  const parts = schemas.map(
    ([name, schema]) =>
      `<details data-found><summary><code>${escapeHtml(name)}</code></summary>${schemaTable(document, schema)}</details>`,
  )
  return `<div data-group><h2 id="schemas">Schemas</h2>${parts.join('\n')}</div>`
}

function hashOf(text: string): string {
  return `'sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))}'`
}
