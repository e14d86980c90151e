/*
 * The built program, whose new key files are made in no time: their password is as easy to guess as those of run-here.ts.
 */
import { run } from '../../dist/js/main.js'

await run(process.argv, { scryptN: 1024 })
