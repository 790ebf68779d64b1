import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const databaseTests = { globalSetup: ['tests/support/global-setup.ts'], hookTimeout: 120_000 }

export default defineConfig({
  plugins: [react()],
  root: '.',
  test: {
    maxWorkers: 2,
    // Property tests and whole-tree checks take seconds, and a busy machine many times as long.
    testTimeout: 30_000,
    passWithNoTests: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'src/**/*.test.ts',
            'server/**/*.test.ts',
            'screen-definitions/**/*.test.ts',
            '{scripts,bench}/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['tests/support/component-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'architecture',
          environment: 'node',
          include: ['tests/architecture/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          // The server is read once by each worker, not once by each of a hundred files.
          isolate: false,
          ...databaseTests,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: 'node',
          include: ['tests/screens/**/*.test.ts'],
          isolate: false,
          ...databaseTests,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // What is waited for with expect.poll may take as long as what locators wait for.
          expect: { poll: { timeout: 15_000 } },
          fileParallelism: false,
          // One worker, one browser: neither the browser nor the definitions are started for each file anew.
          isolate: false,
          // A browser on a busy machine may miss a moment; what is broken fails twice.
          retry: 1,
        },
      },
    ],
  },
})
