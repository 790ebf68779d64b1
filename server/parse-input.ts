import { z } from 'zod'
import { AppError } from './errors.ts'

/** The input as the schema says; throws VALIDATION with every issue at its path. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input ?? {})
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, code, message }) => ({
    path: path.filter((part) => typeof part !== 'symbol'),
    code,
    message,
  }))
  throw new AppError('VALIDATION', { issues })
}

/** The id of a record, as a number or in digits. */
export const recordNumber = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
])
