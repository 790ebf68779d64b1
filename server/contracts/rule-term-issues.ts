import { columnsOf, ExpressionError } from '#src/definition/expression/ast.ts'
import { parseExpression } from '#src/definition/expression/parse.ts'
import { formulaFields } from '../calculation/source-tables.ts'
import type { Issue } from '../errors.ts'

type Values = Readonly<Record<string, unknown>>

const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/** What is wrong with what a rule is held against and with its formula, by the name of its field. */
export function ruleTermIssues(rule: Values, at: number): Issue[] {
  const invalid = (name: string, message: string): Issue => ({ path: ['rules', at, name], code: 'invalid', message })
  const { benchmark, evaluation_period: period } = rule
  const issues: Issue[] = []
  if (benchmark === 'prior_period' && (period === 'invoice' || period === 'lifetime'))
    issues.push(invalid('benchmark', 'An invoice or the whole validity has no year before to be held against'))
  if (benchmark === 'fixed' && !isGiven(rule['benchmark_value']))
    issues.push(invalid('benchmark_value', 'Say what growth is held against'))
  const problem = formulaProblem(rule)
  return problem === null ? issues : [...issues, invalid('formula', problem)]
}

/** A formula that is used has to be one, over fields that lines of every source have. */
function formulaProblem(rule: Values): string | null {
  const used = [rule['rate_type'], rule['benefit_basis'], rule['qualifier_basis']].includes('formula')
  const formula = rule['formula']
  if (!isGiven(formula)) return used ? 'Write the formula that is meant' : null
  try {
    const parsed = parseExpression(String(formula))
    if (parsed.type === 'boolean') return 'A formula gives a number'
    const strange = columnsOf(parsed).find((name) => !formulaFields.includes(name))
    return strange === undefined ? null : `Lines have no field ${strange}; they have ${formulaFields.join(', ')}`
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return error.message
  }
}
