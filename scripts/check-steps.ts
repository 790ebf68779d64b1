import { type Step, tests, tool } from './steps.ts'

/** What must hold before anything is handed on, quickest finding first. */
export const checkSteps: readonly Step[] = [
  tool('format', 'oxfmt', '--list-different', '.'),
  tool('lint', 'oxlint', '--type-aware', '--deny-warnings', '.'),
  tool('types', 'tsc', '-p', 'tsconfig.json', '--noEmit'),
  tool('definitions', 'tsx', 'scripts/lint-screens.ts'),
  tool('unused code', 'knip'),
  tests('architecture', ['architecture']),
  tests('unit', ['unit', 'component']),
]
