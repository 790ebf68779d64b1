import { z } from 'zod'
import { planLine } from './plan-line.ts'

const typed = z
  .string()
  .regex(/^-?\d{1,12}(\.\d{1,6})?$/, 'A number, such as 1250.5')
  .nullable()
  .optional()
const share = typed.refine((value) => !value || (Number(value) >= 0 && Number(value) <= 100), 'From 0 to 100')

// What is left out was not touched; null empties.
const figures = z.object({
  volume: typed,
  financed_percent: share,
  list_price: typed,
  support_per_unit: typed,
  coverage_per_unit: typed,
  buydown_percent: share,
})
const named = planLine.pick({
  line_no: true,
  sticker_code: true,
  country: true,
  territory: true,
  material_number: true,
  group_code: true,
})

/** Changes of a plan as calls send them: cells with what was read in them, lines that come and lines that go. */
export const planChanges = (most: number) =>
  z.object({
    changed: z
      .array(named.extend({ was: figures, now: figures }))
      .max(most)
      .default([]),
    added: z.array(planLine).max(most).default([]),
    removed: z
      .array(named.extend({ was: figures }))
      .max(most)
      .default([]),
  })
