import { amount, percentOf, type Amount } from '../calculation/amount.ts'
import type { Cost } from './plan-lines.ts'

/** How plans of a line in a country are held against their budget. */
export interface BudgetRule {
  readonly product_line: string | null
  readonly country: string | null
  readonly counts: 'total' | 'cash' | 'finance' | 'coverage'
  readonly basis: 'approved' | 'all'
  readonly budget_check: 'none' | 'warn' | 'block'
  readonly warn_percent: string | null
  readonly tolerance_percent: string | null
}

/** As a plan is held against its budget where nothing else is said. */
const usual: BudgetRule = {
  product_line: null,
  country: null,
  counts: 'total',
  basis: 'approved',
  budget_check: 'warn',
  warn_percent: null,
  tolerance_percent: null,
}

/** The rule that fits a line in a country best; one of both before one of the line, that before one of the country. */
export const budgetRuleFor = (rules: readonly BudgetRule[], line: string, country: string): BudgetRule => {
  const rank = (rule: BudgetRule): number => (rule.product_line === null ? 0 : 2) + (rule.country === null ? 0 : 1)
  return rules
    .filter((rule) => (rule.product_line ?? line) === line && (rule.country ?? country) === country)
    .reduce((best, rule) => (best === usual || rank(rule) > rank(best) ? rule : best), usual)
}

/** The part of a cost that counts against the budget. */
export const countedCost = (rule: BudgetRule, cost: Cost): Amount => cost[rule.counts]

export interface BudgetUse {
  readonly country: string
  readonly currency: string
  readonly budget: Amount | null
  /** What counts of this plan. */
  readonly counted: Amount
  /** What counts of others. */
  readonly committed: Amount
}

export interface BudgetFinding {
  /** An error keeps the plan from being submitted. */
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
}

/** What is to be said of a budget; null where nothing is. */
export function judgeBudget(
  rule: BudgetRule,
  { country, currency, budget, counted, committed }: BudgetUse,
): BudgetFinding | null {
  if (rule.budget_check === 'none') return null
  if (budget === null) return { severity: 'info', message: `There is no budget for ${country} in the plan` }
  const used = counted.plus(committed)
  const over = used.minus(budget)
  const isWithin = over.lte(percentOf(budget, amount(rule.tolerance_percent ?? 0)))
  if (!isWithin) {
    const words = `${country} is over its budget by ${over.toFixed(2)} ${currency}`
    return rule.budget_check === 'block'
      ? { severity: 'error', message: `${words}, and plans above it are refused` }
      : { severity: 'warning', message: words }
  }
  const share = budget.isZero() ? amount(0) : used.times(100).div(budget)
  if (rule.warn_percent === null || share.lte(rule.warn_percent)) return null
  return { severity: 'warning', message: `${country} uses ${share.toDecimalPlaces(1).toFixed()} % of its budget` }
}
