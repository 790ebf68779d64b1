import type { PlanMessage } from './judge-plan.ts'

/** When a year is planned, and whether it still is. */
export interface PlanningYear {
  readonly plan_year: string
  readonly plan_status: 'draft' | 'open' | 'closed'
  /** First and last day on which plans of the year are made; null: whenever one likes. */
  readonly planning_from: string | null
  readonly planning_to: string | null
}

const told = (severity: PlanMessage['severity'], message: string): PlanMessage => ({
  severity,
  line_no: null,
  field: 'valid_from',
  message,
})

/** What the year of a plan says of planning it on a day: in a closed one nothing is submitted; what comes too early or too late is told. */
export function yearMessages(year: PlanningYear, today: string): PlanMessage[] {
  const { plan_year: name, plan_status: status, planning_from: from, planning_to: to } = year
  if (status === 'closed') return [told('error', `The plan ${name} is closed: nothing is planned in it any more`)]
  if (status === 'draft')
    return [told('warning', `The plan ${name} is a draft: its budgets and rates may still change`)]
  if (from !== null && today < from) return [told('warning', `${name} is planned from ${from} on`)]
  if (to !== null && today > to) return [told('warning', `${name} was planned until ${to}: nothing new comes after it`)]
  return []
}
