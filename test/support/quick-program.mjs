/*
 * The built program, whose new key files are made in no time: their password is as easy to guess as those of run-here.ts.
 */
import { createRequire } from 'node:module'

const { run } = createRequire(import.meta.url)('../../dist/js/main.cjs')

await run(process.argv, { scryptN: 1024 })
