import { defineConfig } from 'vitest/config'
import { countReporter } from './test/support/count-reporter.ts'
import { PATIENCE_MS } from './test/support/patience.ts'
import { readLanes } from './test/support/lanes.ts'

const lanes = readLanes()

export default defineConfig({
  test: {
    // Tests wait for what they need to see: this ends only those that hang.
    testTimeout: 2 * PATIENCE_MS,
    hookTimeout: 2 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS, interval: 10 } },
    maxWorkers: 2,
    reporters: ['default', countReporter],
    projects: [
      // House rule: no module holds state, so that test files may share modules. Loading them anew for each took twice as long.
      { extends: true, test: { name: 'unit', include: [...lanes.unit], isolate: false } },
      {
        extends: true,
        test: { name: 'program', include: [...lanes.program], globalSetup: ['test/support/fresh-build.ts'] },
      },
    ],
  },
})
