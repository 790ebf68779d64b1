import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from './steps.ts'

/** Runs a program of node_modules with its words on this screen; answers whether it went well. */
const runs = (program: string, ...options: string[]): boolean =>
  spawnSync(join(projectRoot, 'node_modules', '.bin', program), options, { cwd: projectRoot, stdio: 'inherit' })
    .status === 0

// What is misnamed is told with its place first: the tests of such definitions would only fail in many words.
const isWell =
  runs('tsx', 'scripts/lint-screens.ts', ...process.argv.slice(2)) && runs('vitest', 'run', '--project', 'screens')
if (!isWell) process.exitCode = 1
