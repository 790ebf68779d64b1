import { expect, test } from 'vitest'
import { yearMessages, type PlanningYear } from './plan-year.ts'

const year = (more: Partial<PlanningYear> = {}): PlanningYear => ({
  plan_year: '2027',
  plan_status: 'open',
  planning_from: '2026-09-01',
  planning_to: '2027-10-31',
  ...more,
})
const said = (today: string, more?: Partial<PlanningYear>) =>
  yearMessages(year(more), today).map(({ severity, message }) => `${severity}: ${message}`)

test('a year is planned on its days, and no longer once it is closed', () => {
  expect([said('2026-09-01'), said('2027-10-31'), said('2030-01-01', { planning_to: null })]).toEqual([[], [], []])
  expect(said('2026-08-31')).toEqual(['warning: 2027 is planned from 2026-09-01 on'])
  expect(said('2027-11-01')).toEqual(['warning: 2027 was planned until 2027-10-31: nothing new comes after it'])
  expect(said('2026-10-01', { plan_status: 'draft' })[0]).toContain('warning: The plan 2027 is a draft')
  expect(said('2026-10-01', { plan_status: 'closed' })).toEqual([
    'error: The plan 2027 is closed: nothing is planned in it any more',
  ])
})
