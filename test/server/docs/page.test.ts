import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readDocsFiles } from '../../../src/io/openapi-file.ts'
import { docsPage } from '../../../src/server/docs/page.ts'
import { at, DOCUMENT, type Fields, TEXT } from '../declared.ts'
import { createFakeService } from '../fake-service.ts'
import { get, handlerOf } from '../requests.ts'

const DOCS = await readDocsFiles()
const PAGE = docsPage(TEXT, DOCS)

const OPERATIONS = Object.entries(at(DOCUMENT, 'paths')).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Fields>).map(([method, operation]) => ({
    id: String(operation['operationId']),
    method: method.toUpperCase(),
    path,
    operation,
  })),
)

/** The part of the page about an operation. */
function sectionOf(id: string): string {
  return new RegExp(`<section id="${id}">[^]*?</section>`).exec(PAGE)?.[0] ?? ''
}

describe('the policy of the page', () => {
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

  test('allows its one script and its one style by their content, and requests to this server, and nothing else', async () => {
    const { handle } = handlerOf(createFakeService(), { openapi: TEXT, docs: DOCS })
    const answer = await handle(get('/docs'))
    const page = await answer.text()
    const script = /<script type="module">([^]*?)<\/script>/.exec(page)?.[1] ?? ''
    const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? ''
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect([page.match(/<script/g)?.length, page.match(/<style/g)?.length]).toEqual([1, 1])
  })

  test('is not asked for more: no inline style or handler, nothing from elsewhere, no code made at run time', () => {
    const markup = PAGE.replace(DOCS.script, '').replace(DOCS.style, '')
    expect(markup).not.toMatch(/<[^>]+ (style|on[a-z]+)=|javascript:/i)
    const targets = [...markup.matchAll(/<[^>]+ (?:href|src|action)="([^"]*)"/g)].map(([, target = '']) => target)
    expect(targets.filter((target) => !/^(#\w+|\/openapi\.json)$/.test(target))).toEqual([])
    expect(DOCS.style).not.toMatch(/@import|url\(|https?:/)
    expect(DOCS.script).not.toMatch(
      /\beval\b|\bFunction\(|innerHTML|insertAdjacentHTML|\.style\b|\bimport\b|https?:|<\//,
    )
  })
})

describe('the page has', () => {
  test.each(OPERATIONS)(
    '$id: its way in the navigation, a section, an example for a shell and a form',
    ({ id, method, path }) => {
      const section = sectionOf(id)
      expect(PAGE).toContain(`<li><a href="#${id}">`)
      expect(section).toContain(`${method}</span> ${path}</code></h3>`)
      expect(section).toContain(`<pre data-curl tabindex="0">curl &quot;$ROOT${path}`)
      expect(section).toContain(`data-operation="${id}" data-method="${method}" data-path="${path}"`)
    },
  )

  test('a word on $ROOT only where no script puts the address of the server into the examples', () => {
    const overview = PAGE.slice(0, PAGE.indexOf('<section'))
    expect(overview.match(/<noscript>[^]*?<\/noscript>|\$ROOT/g)).toEqual([
      '<noscript> In the examples, <code>$ROOT</code> is the address of this server.</noscript>',
    ])
  })

  test('every parameter as an input, and every body with its example', () => {
    for (const { id, operation } of OPERATIONS) {
      const inputs = [...sectionOf(id).matchAll(/<(?:input|select) id="[^"]+" name="([^"]+)"/g)].map(([, name]) => name)
      const parameters = (operation['parameters'] ?? []) as Fields[]
      expect(inputs).toEqual(parameters.map(({ name }) => name))
      expect(sectionOf(id).includes('<textarea'), id).toBe(operation['requestBody'] !== undefined)
    }
  })

  test('schemas unfolded to their last field', () => {
    expect(sectionOf('createQuote')).toContain('<code>data[].fees.items[].token.decimals</code>')
    expect(sectionOf('listTransactions')).toContain('<code>data[].srcAsset.contract</code>')
    expect(sectionOf('lockRoute')).toContain('<code>slippage</code></td><td>')
  })

  test('an example of each error of each operation', () => {
    for (const { id, operation } of OPERATIONS) {
      for (const [status, response] of Object.entries(at(operation, 'responses'))) {
        if (Number(status) < 400) continue
        for (const code of String((response as Fields)['description']).split(', ')) {
          expect(sectionOf(id), `${id} ${status} ${code}`).toContain(`&quot;code&quot;: &quot;${code}&quot;`)
        }
      }
    }
  })
})

test('text of a document cannot become markup', () => {
  const evil = '"><script>x</script>'
  const page = docsPage(
    JSON.stringify({
      info: { title: evil, version: evil, description: evil },
      tags: [{ name: evil, description: evil }],
      paths: {
        [`/${evil}`]: {
          post: {
            operationId: evil,
            tags: [evil],
            summary: evil,
            parameters: [
              { name: evil, in: evil, description: evil, example: evil, schema: { type: evil, pattern: evil } },
              { name: 'choice', in: 'query', schema: { type: 'string', 'x-known-values': [evil] } },
            ],
            requestBody: {
              content: {
                'application/json': { schema: { properties: { [evil]: { type: evil } } }, example: { evil } },
              },
            },
            responses: {
              [evil]: { description: evil, headers: { [evil]: {} }, content: { [evil]: { examples: { [evil]: {} } } } },
            },
          },
        },
      },
      components: { schemas: { [evil]: {} } },
    }),
    { script: '', style: '' },
  )
  expect(page.replace('<script type="module"></script>', '')).not.toContain('<script')
  expect(page).not.toContain('"">')
})

test('is there only with the document and its files', async () => {
  for (const options of [{}, { openapi: TEXT }, { docs: DOCS }]) {
    expect((await handlerOf(createFakeService(), options).handle(get('/docs'))).status).toBe(404)
  }
})
