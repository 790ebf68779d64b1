import { expect, test } from 'vitest'
import { loadScreens } from '../screens.ts'
import { eligibilitySql } from './eligibility-sql.ts'
import type { UniversalRule } from './surroundings.ts'
import type { ContractTerms, EligibilityTerm } from './terms.ts'

const context = { screens: await loadScreens(), organizationId: 1 }

const term = (more: Partial<EligibilityTerm>): EligibilityTerm => ({
  group_no: 1,
  mode: 'include',
  attribute: 'sales-data.country',
  operator: 'eq',
  value: 'Spain',
  ...more,
})

const contract = (...eligibility: readonly EligibilityTerm[]) =>
  ({ application_type: 'Royalty', own_sales_only: false, eligibility }) as unknown as ContractTerms

test('values are parameters, and those of one attribute one list', () => {
  const terms = contract(term({}), term({ value: "France'; drop table contract; --" }))
  const { text, values } = eligibilitySql(terms, [], context)
  expect(text).not.toContain('drop table')
  expect(values.flat()).toEqual(['Spain', "France'; drop table contract; --"])
})

test('what is excluded stays out, and a contract of everything leaves nothing out', () => {
  expect(eligibilitySql(contract(), [], context).text).toBe('true')
  expect(eligibilitySql(contract(term({ mode: 'exclude' })), [], context).text).toContain('is not true')
})

test('a rule over all contracts counts for the applications it names only', () => {
  const rule = (types: readonly string[]): UniversalRule => ({
    mode: 'exclude',
    group_no: 1,
    attribute: 'sales-data.transaction_type',
    operator: 'eq',
    values: [{ value: 'Return' }],
    application_types: types,
    valid_from: '2026-01-01',
    valid_to: null,
  })
  expect(eligibilitySql(contract(), [rule(['Royalty'])], context).values.flat()).toEqual(['2026-01-01', 'Return'])
  expect(eligibilitySql(contract(), [rule([])], context).values.flat()).toEqual(['2026-01-01', 'Return'])
  expect(eligibilitySql(contract(), [rule(['Sales Commission'])], context).text).toBe('true')
})
