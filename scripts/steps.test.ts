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

it('names each failing test, its reason and its place instead of all that was printed', async () => {
  const message = [
    'Error: wanted 2, got 3',
    ...Array.from({ length: 40 }, () => '  - link: Home'),
    '    at tests/e2e/x.test.ts:7:1',
  ]
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numTotalTests: 2,
    testResults: [
      {
        name: `${process.cwd()}/tests/e2e/x.test.ts`,
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'shows a list', status: 'passed', failureMessages: [] },
          { fullName: 'adds a row', status: 'failed', failureMessages: [message.join('\n')] },
        ],
      },
    ],
  }
  const write = `require('fs').writeFileSync('.cache/reports/one-red.json', ${JSON.stringify(JSON.stringify(report))}); console.log('noise')`
  await runSteps([{ name: 'one red', vitest: true, command: node(write) }], 1)
  const text = printed.join('\n')
  expect(text).toContain('tests/e2e/x.test.ts > adds a row')
  expect(text).toContain('wanted 2, got 3')
  expect(text).toContain('x.test.ts:7:1')
  expect(text).not.toContain('noise')
  expect(text.split('\n').length).toBeLessThan(25)
})
