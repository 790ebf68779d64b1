import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { buildClient } from './client-build.ts'
import { checkSteps } from './check-steps.ts'
import { ensureBrowser } from './find-browser.ts'
import { type Outcome, projectRoot, runSteps, tests, total } from './steps.ts'

const say = (text: string): void => console.log(text)

/** Browser and client are preparations of the browser tests: what fails here is one failure with its reason. */
async function prepare(name: string, what: () => Promise<string>): Promise<{ outcome: Outcome; value?: string }> {
  const from = performance.now()
  const seconds = () => (performance.now() - from) / 1_000
  try {
    const value = await what()
    say(` ok   ${name.padEnd(14)} ${`${seconds().toFixed(1)} s`.padStart(8)}  ${value}`)
    return { outcome: { name, passed: 1, failed: 0, seconds: seconds() }, value }
  } catch (error) {
    say(
      `FAIL  ${name.padEnd(14)} ${`${seconds().toFixed(1)} s`.padStart(8)}\n${error instanceof Error ? error.message : String(error)}\n`,
    )
    return { outcome: { name, passed: 0, failed: 1, seconds: seconds() } }
  }
}

const folder = join(projectRoot, 'dist')
const browser = await prepare('browser', () => ensureBrowser(say))
const client = await prepare('client', async () => {
  await buildClient(projectRoot, folder, () => {})
  return 'dist'
})
const outcomes = [browser.outcome, client.outcome, ...(await runSteps(checkSteps, Math.min(2, availableParallelism())))]
outcomes.push(...(await runSteps([tests('api', ['api', 'screens'])], 1)))
if (browser.value && client.value) {
  outcomes.push(...(await runSteps([tests('browser tests', ['e2e'], { TIERLINE_BROWSER: browser.value })], 1)))
}

const { line, failed } = total(outcomes)
console.log(line)
process.exitCode = failed ? 1 : 0
