import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'

/** Ends a run with the one line that a script can read: `N passed, N failed`. */
export const countReporter: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason) {
    let passed = 0
    let failed = errors.length
    let skipped = 0
    for (const module of modules) {
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) failed += 1
      for (const test of module.children.allTests()) {
        const state = test.result().state
        if (state === 'passed') passed += 1
        else if (state === 'failed') failed += 1
        else skipped += 1
      }
    }
    // A run that failed before its first test, such as one whose program cannot be built.
    if (reason !== 'passed' && failed === 0) failed = 1
    // The default reporter prints its summary in the same tick: ours must be the last line.
    process.once('exit', () => {
      process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
    })
  },
}
