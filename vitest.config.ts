import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { countReporter } from './test/support/count-reporter.ts'
import { PATIENCE_MS } from './test/support/patience.ts'
import { readLanes } from './test/support/lanes.ts'

// Every Node process that tests start would read the certificates: 45 ms each on Node 20, which is more than the rest of its
// start. Nobody outside this machine is asked.
delete process.env['NODE_EXTRA_CA_CERTS']

// Times that people read are by the machine's time zone; a test of another one names it.
process.env['TZ'] = 'UTC'

const lanes = readLanes()
const cores = availableParallelism()

export default defineConfig({
  test: {
    // Three projects transform the same modules: each is read from a file named after its content where one has done so.
    experimental: { fsModuleCache: true },
    // Tests wait for what they need to see: this ends only those that hang.
    testTimeout: 2 * PATIENCE_MS,
    hookTimeout: 2 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS, interval: 10 } },
    // The programs that tests start have deadlines of their own, such as 4 s for a node: no core gets more of them than it can run.
    maxWorkers: Math.min(2, cores),
    maxConcurrency: Math.min(4, 2 * cores),
    // House rule: no module holds state, so that test files may share modules. Loading them anew for each took twice as long.
    isolate: false,
    reporters: ['default', countReporter],
    projects: [
      { extends: true, test: { name: 'unit', include: [...lanes.unit] } },
      {
        extends: true,
        test: { name: 'program', include: [...lanes.program], globalSetup: ['test/support/fresh-build.ts'] },
      },
      // Its commands run in the test process, from their sources.
      { extends: true, test: { name: 'attacks', include: [...lanes.attacks] } },
    ],
  },
})
