/* Writes the shapes that the program carries anew, once recordings have changed: npx tsx test/providers/write-shapes.ts */
import { writeFileSync } from 'node:fs'
import { recordedShapesText, SHAPES_FILE } from '../support/recorded-shapes.ts'

writeFileSync(SHAPES_FILE, await recordedShapesText())
