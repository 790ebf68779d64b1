import type { z } from 'zod'
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
