import { expect, test } from 'vitest'
import { amount } from '../calculation/amount.ts'
import { budgetRuleFor, judgeBudget, type BudgetRule } from './budget-check.ts'

const rule = (more: Partial<BudgetRule> = {}): BudgetRule => ({
  product_line: null,
  country: null,
  counts: 'total',
  basis: 'approved',
  budget_check: 'warn',
  warn_percent: '80',
  tolerance_percent: '5',
  ...more,
})
const use = (counted: string, committed = '0', budget: string | null = '1000') => ({
  country: 'Germany',
  currency: 'EUR',
  budget: budget === null ? null : amount(budget),
  counted: amount(counted),
  committed: amount(committed),
})

test('the rule of the line in the country comes before that of the line, and that before the one of the country', () => {
  const rules = [
    rule(),
    rule({ country: 'Sweden', counts: 'cash' }),
    rule({ product_line: 'Machines', counts: 'finance' }),
  ]
  expect(budgetRuleFor(rules, 'Machines', 'Sweden').counts).toBe('finance')
  expect(budgetRuleFor(rules, 'Dispensers', 'Sweden').counts).toBe('cash')
  expect(budgetRuleFor(rules, 'Dispensers', 'France').counts).toBe('total')
  expect(budgetRuleFor([], 'Machines', 'Sweden').budget_check).toBe('warn')
})

test('a budget is told of from a share on, and refuses beyond its tolerance where it is to', () => {
  expect(judgeBudget(rule(), use('800'))).toBeNull()
  expect(judgeBudget(rule(), use('600', '250'))?.message).toBe('Germany uses 85 % of its budget')
  expect(judgeBudget(rule(), use('1050'))).toEqual({ severity: 'warning', message: 'Germany uses 105 % of its budget' })
  expect(judgeBudget(rule(), use('1050.01'))?.message).toBe('Germany is over its budget by 50.01 EUR')
  expect(judgeBudget(rule({ budget_check: 'block' }), use('900', '200'))).toEqual({
    severity: 'error',
    message: 'Germany is over its budget by 100.00 EUR, and plans above it are refused',
  })
  expect(judgeBudget(rule({ budget_check: 'none' }), use('9000'))).toBeNull()
  expect(judgeBudget(rule(), use('1', '0', null))?.severity).toBe('info')
})
