import { writeFile } from 'node:fs/promises'
import { OPENAPI_FILE } from '../../io/index.ts'
import { openapiText } from './openapi.ts'

// `npm run openapi` writes the document that is committed and shipped.
await writeFile(OPENAPI_FILE, openapiText())
