import type { HookContext } from '../../engine/hooks.ts'
import type { Row } from '../../engine/page.ts'
import { changedValues } from '../../engine/write-check.ts'
import { AppError, type Issue } from '../../errors.ts'

export type Values = Readonly<Record<string, unknown>>

export const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export const invalid = (name: string, message: string, code = 'invalid'): Issue => ({ path: [name], code, message })

/** The names of the fields that a write changes; of a new record all that are given. */
export const changedNames = ({ screen }: HookContext, values: Record<string, unknown>, current: Row | null): string[] =>
  current ? Object.keys(changedValues(screen, current, values)) : Object.keys(values)

/** A new record is in use; WRONG_STATE where an archived one would be changed. */
export function demandInUse(context: HookContext, values: Record<string, unknown>, current: Row | null): void {
  if (!current) values['archived'] = false
  if (current?.['archived'] !== true || changedNames(context, values, current).length === 0) return
  throw new AppError('WRONG_STATE', { message: 'It is archived. Take it out of the archive to change it.' })
}
