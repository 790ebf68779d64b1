import { expect, test } from 'vitest'
import type { PlanMessage } from '../domain/promotions/judge-plan.ts'
import type { WorkedPlan } from './plan.ts'
import { presented } from './presented-plan.ts'

const said = (severity: PlanMessage['severity'], line_no: number | null): PlanMessage => ({
  severity,
  line_no,
  field: null,
  message: `${severity} ${line_no}`,
})

test('an answer holds so many lines and messages, the foremost ones, and says how many there are', () => {
  const lines = Array.from({ length: 1500 }, (_, at) => ({
    line_no: at + 1,
    material_number: `M${at}`,
    sticker_code: 'S',
  })) as unknown as WorkedPlan['lines']
  const plan = {
    lines,
    message_log: [
      ...Array.from({ length: 300 }, (_, at) => said('warning', at + 1)),
      said('error', 7),
      said('error', null),
    ],
    names: { materials: { M0: 'First', M1499: 'Last' }, stickers: { S: 'Sticker' } },
  } as unknown as WorkedPlan
  const told = presented(plan)
  expect([told.lines.length, told.line_count, told.message_log.length]).toEqual([1000, 1500, 200])
  expect(told.message_log.slice(0, 2).map(({ line_no: line }) => line)).toEqual([null, 7])
  expect(told.message_counts).toEqual({ error: 2, warning: 300, info: 0 })
  expect(told.names).toEqual({ materials: { M0: 'First' }, stickers: { S: 'Sticker' } })
  expect(presented(plan, [lines[1499]!]).names.materials).toEqual({ M1499: 'Last' })
})
