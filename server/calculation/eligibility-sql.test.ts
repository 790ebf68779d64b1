import { expect, test } from 'vitest'
import { eligibilityAttributes } from '#screens/contracts/choices.ts'
import { eligibilityAttributeNames, eligibilitySql } from './eligibility-sql.ts'
import type { ContractTerms, EligibilityTerm } from './terms.ts'

test('every attribute that a contract may choose is known to the statement', () => {
  expect(eligibilityAttributeNames.toSorted()).toEqual(eligibilityAttributes.map(({ value }) => value).toSorted())
})

const term = (more: Partial<EligibilityTerm>): EligibilityTerm => ({
  group_no: 1,
  effect: 'include',
  attribute: 'country',
  operator: 'equals',
  value: 'Spain',
  ...more,
})

const of = (...eligibility: readonly EligibilityTerm[]) =>
  eligibilitySql({ own_sales_only: false, eligibility } as unknown as ContractTerms)

test('values are parameters, and those of one attribute one list', () => {
  const { text, values } = of(term({}), term({ value: "France'; drop table contract; --" }))
  expect(text).toContain('"t"."country" = any($1::text[])')
  expect(values).toEqual([['Spain', "France'; drop table contract; --"]])
})

test('what is excluded stays out, and a contract of everything leaves nothing out', () => {
  expect(of().text).toBe('true')
  expect(of(term({ effect: 'exclude' })).text).toContain('is not true')
})
