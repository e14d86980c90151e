import { defineConfig } from 'vitest/config'
import { countReporter } from './test/support/count-reporter.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: ['default', countReporter],
  },
})
