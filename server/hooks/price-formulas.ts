import { ExpressionError } from '#src/definition/expression/ast.ts'
import { factsRead, priceCondition, priceFormula } from '../domain/pricing/facts.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import type { Issue } from '../errors.ts'
import { readFormulas, type StepRow } from '../pricing/read-procedure.ts'

type Path = (string | number)[]

const expressionIssue = (error: unknown, path: Path): Issue => {
  if (!(error instanceof ExpressionError)) throw error
  return { path, code: 'expression', message: `${error.message} (at character ${error.at + 1})` }
}

function conditionIssues({ applies_when: condition }: StepRow, at: number): Issue[] {
  if (!condition) return []
  try {
    priceCondition(condition)
    return []
  } catch (error) {
    return [expressionIssue(error, ['steps', at, 'applies_when'])]
  }
}

/** What of the steps cannot be worked out in their order. */
function orderIssues(steps: readonly StepRow[]): Issue[] {
  const issue = (at: number, field: string, message: string): Issue => ({
    path: ['steps', at, field],
    code: 'order',
    message,
  })
  const places = steps.map((_, at) => at).toSorted((a, b) => steps[a]!.sequence - steps[b]!.sequence)
  const first = places[0] === undefined ? undefined : steps[places[0]]
  const issues: Issue[] = []
  if (first && (first.statistical || first.calc_type === 'percent'))
    issues.push(issue(places[0]!, 'calc_type', 'The first step is a price that percents can be taken of'))
  const left = new Set<string>()
  for (const [place, at] of places.entries()) {
    const { base, base_step: of, sequence, best_of: group } = steps[at]!
    if (base === 'step' && of && !steps.some((other) => other.sequence === of && of < sequence))
      issues.push(issue(at, 'base_step', `There is no step ${of} before this one`))
    const before = place > 0 ? steps[places[place - 1]!]!.best_of : null
    if (before && before !== group) left.add(before)
    if (group && left.has(group)) issues.push(issue(at, 'best_of', `Steps of ${group} stand next to each other`))
  }
  return issues
}

async function formulaIssues({ tx, caller }: HookContext, steps: readonly StepRow[]): Promise<Issue[]> {
  const wanted = steps.flatMap(({ formula }) => (formula ? [formula] : []))
  const known = await readFormulas(tx, caller.organizationId, wanted)
  return steps.flatMap(({ formula }, at) =>
    formula && !known.has(formula)
      ? [
          {
            path: ['steps', at, 'formula'],
            code: 'unknown',
            message: `There is no active calculation formula ${formula}`,
          },
        ]
      : [],
  )
}

/** Procedures and formulas of prices are kept once they can be worked out. */
export const priceFormulaHooks: Readonly<Record<'formula-procedure' | 'price-calculation-formula', RecordHooks>> = {
  'formula-procedure': {
    beforeWrite: async (context, values, current) => {
      const steps = ({ ...current, ...values }['steps'] ?? []) as readonly StepRow[]
      values['step_count'] = steps.length
      if (!('steps' in values)) return []
      const order = orderIssues(steps)
      return [...steps.flatMap(conditionIssues), ...order, ...(await formulaIssues(context, steps))]
    },
  },
  'price-calculation-formula': {
    beforeWrite: (_context, values) => {
      if (typeof values['expression'] !== 'string') return Promise.resolve([])
      try {
        values['uses'] = factsRead(priceFormula(values['expression'])).slice(0, 500) || null
        return Promise.resolve([])
      } catch (error) {
        return Promise.resolve([expressionIssue(error, ['expression'])])
      }
    },
  },
}
