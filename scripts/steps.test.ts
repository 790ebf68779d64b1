import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Outcome, runSteps, total } from './steps.ts'

const counts = ({ passed, failed }: Outcome) => ({ passed, failed })
const node = (code: string) => [process.execPath, '-e', code] as const

let printed: string[]

beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => void printed.push(String(line)))
})
afterEach(() => vi.restoreAllMocks())

it('counts a step by its exit code and prints why it failed', async () => {
  const outcomes = await runSteps(
    [
      { name: 'good', command: node('') },
      { name: 'bad', command: node('console.log("the reason"); process.exit(3)') },
    ],
    1,
  )
  expect(outcomes.map(counts)).toEqual([
    { passed: 1, failed: 0 },
    { passed: 0, failed: 1 },
  ])
  expect(printed.join('\n')).toContain('the reason')
  expect(total(outcomes)).toEqual({ line: '1 passed, 1 failed', failed: 1 })
})

it('fails a step whose program is missing', async () => {
  const [outcome] = await runSteps([{ name: 'missing program', command: ['no-such-program'] }], 1)
  expect(outcome).toMatchObject({ passed: 0, failed: 1 })
})

it('fails a run of tests that leaves no report or ran nothing', async () => {
  const empty = JSON.stringify({ numPassedTests: 0, numFailedTests: 0, numTotalTests: 0, testResults: [] })
  const write = `require('fs').writeFileSync('.cache/reports/ran-nothing.json', ${JSON.stringify(empty)})`
  const outcomes = await runSteps(
    [
      { name: 'no report', vitest: true, command: node('') },
      { name: 'ran nothing', vitest: true, command: node(write) },
    ],
    2,
  )
  expect(outcomes.map(({ failed }) => failed)).toEqual([1, 1])
})
