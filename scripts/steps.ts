import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'

export const projectRoot = join(import.meta.dirname, '..')
const reports = join(projectRoot, '.cache', 'reports')
const tailLines = 80
const messageLines = 6
const placeLines = 2
/** A browser test says behind its error where its page stood (tests/support/browser.ts). */
const standing = 'The page stood at '

/** One thing to run; with `vitest` it counts the tests of these projects, else it is one check. */
export interface Step {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly vitest?: boolean
  readonly env?: Readonly<Record<string, string>>
}

export interface Outcome {
  readonly name: string
  readonly passed: number
  readonly failed: number
  readonly seconds: number
  /** What failed and why, in few lines: a build server keeps only the beginning or the end of a long output. */
  readonly failures?: readonly string[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numTotalTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

const bin = (name: string): string => join(projectRoot, 'node_modules', '.bin', name)

/** A step that runs a tool of node_modules. */
export const tool = (name: string, program: string, ...options: string[]): Step => ({
  name,
  command: [bin(program), ...options],
})

/** A step that runs the tests of some projects of vitest.config.ts; `only` narrows them as vitest's own arguments do. */
export function tests(
  name: string,
  projects: readonly string[],
  env: Readonly<Record<string, string>> = {},
  only: readonly string[] = [],
): Step {
  const chosen = projects.flatMap((project) => ['--project', project])
  return { name, vitest: true, env, command: [bin('vitest'), 'run', ...chosen, ...only, ...reporters(name)] }
}

const reporters = (name: string): string[] => [
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${reportOf(name)}`,
]
const reportOf = (name: string): string => join(reports, `${name.replaceAll(/\W+/g, '-')}.json`)

/** Runs the steps, at most `atOnce` at a time in their order, and says how each went as soon as it is over. */
export async function runSteps(steps: readonly Step[], atOnce: number): Promise<Outcome[]> {
  await mkdir(reports, { recursive: true })
  const waiting = [...steps]
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { outcome, output } = await run(step)
      outcomes.push(outcome)
      report(outcome, step, output)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcomes
}

async function run(step: Step): Promise<{ outcome: Outcome; output: string }> {
  const from = performance.now()
  await rm(reportOf(step.name), { force: true })
  const { code, output } = await execute(step)
  const seconds = (performance.now() - from) / 1_000
  const counted = step.vitest
    ? await countTests(step.name, code)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
  return { outcome: { name: step.name, seconds, ...counted }, output }
}

function execute({ command: [program, ...options], env }: Step): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, options, {
      cwd: projectRoot,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const chunks: string[] = []
    child.stdout.on('data', (chunk) => chunks.push(String(chunk)))
    child.stderr.on('data', (chunk) => chunks.push(String(chunk)))
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output: chunks.join('') }))
  })
}

/** A file that cannot be loaded, an error outside a test and a run without a test each count as a failure. */
async function countTests(
  name: string,
  code: number,
): Promise<{ passed: number; failed: number; failures?: string[] }> {
  const text = await readFile(reportOf(name), 'utf8').catch(() => undefined)
  if (text === undefined) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(text) as VitestReport
  const unloadable = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  const failed = numFailedTests + unloadable
  const unexplained = failed === 0 && (code !== 0 || numPassedTests === 0) ? 1 : 0
  return { passed: numPassedTests, failed: failed + unexplained, failures: testResults.flatMap(failuresOf) }
}

function failuresOf({ name, status, message, assertionResults }: VitestReport['testResults'][number]): string[] {
  const file = relative(projectRoot, name)
  if (status === 'failed' && assertionResults.length === 0) return [`${file}\n${shortened(message)}`]
  return assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) =>
      [`${file} > ${fullName}`, ...new Set(failureMessages.map(shortened))].join('\n'),
    )
}

/** The head of a message, the places of our own it came from, and where the page of a browser test stood. */
function shortened(message: string): string {
  const lines = message.split('\n').map((line) => line.trim())
  const isPlace = (line: string) => /^at .*(tests|src|server)\//.test(line) && !line.includes('node_modules')
  const told = lines.filter((line) => line !== '' && !line.startsWith('at ') && !line.startsWith(standing))
  const chosen = [
    ...told.slice(0, messageLines),
    ...lines.filter(isPlace).slice(0, placeLines),
    ...lines.filter((line) => line.startsWith(standing)),
  ]
  return chosen.map((line) => `  ${line.slice(0, line.startsWith(standing) ? 900 : 240)}`).join('\n')
}

function report(outcome: Outcome, step: Step, output: string): void {
  const { name, passed, failed, seconds, failures = [] } = outcome
  const count = step.vitest ? `${passed} passed${failed ? `, ${failed} failed` : ''}` : ''
  console.log(`${failed ? 'FAIL' : ' ok '}  ${name.padEnd(14)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${count}`)
  if (!failed) return
  if (failures.length > 0) console.log(`\n${failures.join('\n')}\n`)
  else console.log(`${output.trimEnd().split('\n').slice(-tailLines).join('\n')}\n`)
}

/** The line by which a build server counts, alone on the last line. */
export function total(outcomes: readonly Outcome[]): { line: string; failed: number } {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
  return { line: `${passed} passed, ${failed} failed`, failed }
}
