import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError, errorMessage } from '#src/data/api-error.ts'

/** Puts the problems of a failed call at their fields; answers the words for those that have none, or null. */
export function showFailure<V extends FieldValues>(
  error: unknown,
  names: readonly Path<V>[],
  setError: UseFormSetError<V>,
): string | null {
  const issues = error instanceof ApiError ? error.issues : []
  const placed = issues.filter(({ path }) => names.includes(String(path[0]) as Path<V>))
  for (const { path, message } of placed) setError(String(path[0]) as Path<V>, { message }, { shouldFocus: true })
  return placed.length > 0 && placed.length === issues.length ? null : errorMessage(error)
}
