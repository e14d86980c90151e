import { defineConfig } from 'vitest/config'
import { countReporter } from './test/support/count-reporter.ts'
import { readLanes } from './test/support/lanes.ts'

const lanes = readLanes()

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: ['default', countReporter],
    projects: [
      { extends: true, test: { name: 'unit', include: [...lanes.unit] } },
      {
        extends: true,
        test: { name: 'program', include: [...lanes.program], globalSetup: ['test/support/fresh-build.ts'] },
      },
    ],
  },
})
