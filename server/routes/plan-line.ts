import { z } from 'zod'

const blank = (value: unknown): unknown => (value === '' || value === undefined ? null : value)
const code = (max: number) => z.preprocess(blank, z.string().trim().max(max).nullable())
const decimal = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : blank(value)),
  z
    .string()
    .regex(/^-?\d{1,12}(\.\d{1,6})?$/, 'A number, such as 1250.5')
    .nullable(),
)
const percent = decimal.refine(
  (value) => value === null || (Number(value) >= 0 && Number(value) <= 100),
  'From 0 to 100',
)

/** A line of a plan as calls send it; what is left out is empty. */
export const planLine = z.object({
  line_no: z.int().positive(),
  sticker_code: code(30),
  country: z.string().trim().max(60).default(''),
  territory: code(40),
  material_number: code(40),
  group_code: code(30),
  baseline_volume: decimal,
  volume: decimal,
  financed_percent: percent,
  list_price: decimal,
  support_per_unit: decimal,
  coverage_per_unit: decimal,
  buydown_percent: percent,
  currency: z.string().regex(/^[A-Z]{3}$/, 'Three letters, such as EUR'),
})
