import { checkSteps } from './check-steps.ts'
import { runSteps, total } from './steps.ts'

const { line, failed } = total(await runSteps(checkSteps, 2))
console.log(line)
process.exitCode = failed ? 1 : 0
