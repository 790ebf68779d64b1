import { ExpressionError } from '#src/definition/expression/ast.ts'
import { factsRead, priceCondition, priceFormula, readsCost } from '../domain/pricing/facts.ts'
import { can, type Caller } from '../authorize.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import type { Issue } from '../errors.ts'
import { readFormulas, type StepRow } from '../pricing/read-procedure.ts'

type Path = (string | number)[]

const expressionIssue = (error: unknown, path: Path): Issue => {
  if (!(error instanceof ExpressionError)) throw error
  return { path, code: 'expression', message: `${error.message} (at character ${error.at + 1})` }
}

/** Prices that are made of costs tell them: only who may see costs says how they are made. */
const hidesCost = (caller: Caller, path: Path): Issue[] =>
  can(caller, 'masters.cost')
    ? []
    : [
        {
          path,
          code: 'forbidden',
          message: 'You may not see the costs of materials, so you cannot make prices of them',
        },
      ]

/** The steps that work with the standard cost and did not before. */
function costIssues(caller: Caller, steps: readonly StepRow[], before: readonly StepRow[]): Issue[] {
  const known = new Set(before.map((step) => JSON.stringify([step.lookup, step.applies_when])))
  return steps.flatMap((step, at) => {
    if (known.has(JSON.stringify([step.lookup, step.applies_when]))) return []
    if (step.calc_type === 'lookup' && step.lookup === 'standard_cost')
      return hidesCost(caller, ['steps', at, 'lookup'])
    return step.applies_when && conditionIssues(step, at).length === 0 && readsCost(priceCondition(step.applies_when))
      ? hidesCost(caller, ['steps', at, 'applies_when'])
      : []
  })
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
      const before = (current?.['steps'] ?? []) as readonly StepRow[]
      const costs = costIssues(context.caller, steps, before)
      return [...steps.flatMap(conditionIssues), ...order, ...costs, ...(await formulaIssues(context, steps))]
    },
  },
  'price-calculation-formula': {
    beforeWrite: ({ caller }, values, current) => {
      if (typeof values['expression'] !== 'string') return Promise.resolve([])
      try {
        const expression = priceFormula(values['expression'])
        values['uses'] = factsRead(expression).slice(0, 500) || null
        const isNew = current?.['expression'] !== values['expression']
        return Promise.resolve(isNew && readsCost(expression) ? hidesCost(caller, ['expression']) : [])
      } catch (error) {
        return Promise.resolve([expressionIssue(error, ['expression'])])
      }
    },
  },
}
