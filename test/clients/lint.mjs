import { readFile } from 'node:fs/promises'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
// Its other rules, of AsyncAPI, need 8 MB of schemas.
import oas from '@stoplight/spectral-rulesets/dist/oas/index.js'

/*
 * Prints what Spectral and Redocly find in an OpenAPI document, with the rules that they recommend: one line a finding.
 * A process of its own, since both are large and only this needs them. Usage: node lint.mjs openapi.json
 */

const [path] = process.argv.slice(2)
const text = await readFile(path, 'utf8')

const linter = new spectral.Spectral()
linter.setRuleset({ extends: [[oas.default, 'recommended']] })
for (const { code, message, path: at } of await linter.run(JSON.parse(text))) {
  console.log(`spectral ${code} at ${at.join('.')}: ${message}`)
}

const config = await createConfig({ extends: ['recommended'] })
for (const { ruleId, message, location } of await lintFromString({ source: text, absoluteRef: path, config })) {
  console.log(`redocly ${ruleId} at ${location[0]?.pointer ?? ''}: ${message}`)
}
