import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildClient } from './client-build.ts'
import { ensureBrowser } from './find-browser.ts'
import { projectRoot, runSteps, tests, total } from './steps.ts'

/** Whether the linter finds nothing; its words go to this screen. */
const isWellNamed = (): boolean =>
  spawnSync(join(projectRoot, 'node_modules', '.bin', 'tsx'), ['scripts/lint-screens.ts', ...process.argv.slice(2)], {
    cwd: projectRoot,
    stdio: 'inherit',
  }).status === 0

const rendered = ['tests/e2e/every-screen.test.ts', '-t', 'light']

/** Every definition at work, on the server and in a browser; beside each other, since each keeps one processor busy. */
async function work(): Promise<boolean> {
  const say = (text: string): void => console.log(text)
  const browser = await ensureBrowser(say)
  await buildClient(projectRoot, join(projectRoot, 'dist'), say)
  const { line, failed } = total(
    await runSteps(
      [
        tests('every screen drawn', ['e2e'], { TIERLINE_BROWSER: browser, TIERLINE_TOUR: 'once' }, rendered),
        tests('records and results', ['screens']),
      ],
      2,
    ),
  )
  say(line)
  return !failed
}

// What is misnamed is told with its place first: the tests of such definitions would only fail in many words.
if (!isWellNamed() || !(await work())) process.exitCode = 1
