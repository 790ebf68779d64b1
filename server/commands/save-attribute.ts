import { z } from 'zod'
import { attributeNamed, type Attribute, type AttributeValue } from '../engine/attributes/attribute.ts'
import type { FieldContext } from '../engine/attributes/attribute-fields.ts'
import { deleteRecords } from '../engine/delete.ts'
import { createRecord, updateRecord } from '../engine/write.ts'
import type { WriteContext } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import { sql } from '../store/sql.ts'

const text = (max: number) => z.string().trim().min(1).max(max)

/** A value as callers send it: with an id it is that one, without it is the one of that text, or a new one. */
export const sentValue = z.object({
  id: z.number().int().positive().nullish(),
  value: text(80),
  description: z.string().trim().max(200).nullish(),
})

export type SentValue = z.output<typeof sentValue>

/** What an attribute with its values is written with, in one transaction. */
export interface AttributeWrites {
  readonly types: WriteContext
  readonly values: WriteContext
  readonly fields: FieldContext
}

/** Writes values of an attribute and removes others by id; what is not named stays. NOT_FOUND for ids of other attributes. */
export async function saveValues(
  { values: context }: Pick<AttributeWrites, 'values'>,
  attribute: Attribute,
  values: readonly SentValue[],
  removed: readonly number[] = [],
): Promise<AttributeValue[]> {
  const { tx, caller } = context
  const own = sql`t.organization_id = ${caller.organizationId} and t.attribute_name = ${attribute.attribute}`
  if (removed.length > 0) await deleteRecords(context, sql`${own} and t.id = any(${removed}::bigint[])`)
  const known = await tx.query<{ id: number; value: string }>(
    sql`select t.id, t.attribute_value as value from attribute_value t where ${own}`,
  )
  const ids = new Set(known.map((one) => one.id))
  const byValue = new Map(known.map((one) => [one.value, one.id]))
  const written: AttributeValue[] = []
  for (const [index, { id: given, value, description = null }] of values.entries()) {
    if (given && !ids.has(given))
      throw new AppError('NOT_FOUND', { message: `${attribute.attribute_label} has no value with the id ${given}` })
    const which = given ?? byValue.get(value)
    const record = { attribute_value: value, attribute_desc: description }
    try {
      if (which) await updateRecord(context, which, record)
      const id = which ?? (await createRecord(context, { attribute_name: attribute.attribute, ...record }))
      byValue.set(value, id)
      written.push({ id, value, description })
    } catch (error) {
      throw at(error, ['values', index])
    }
  }
  return written
}

/** Names the value that is wrong. */
function at(error: unknown, path: readonly (string | number)[]): unknown {
  if (!(error instanceof AppError) || !error.issues) return error
  const names: Readonly<Record<string, string>> = { attribute_value: 'value', attribute_desc: 'description' }
  const issues = error.issues.map((issue) => ({
    ...issue,
    path: [...path, ...issue.path.map((part) => names[String(part)] ?? part)],
  }))
  return new AppError(error.code, { message: error.message, issues, cause: error })
}

/** Creates or changes an attribute together with its values, all or nothing, fields of its masters included; answers its id. */
export async function saveAttribute(
  writes: AttributeWrites,
  recordId: number | null,
  body: Readonly<Record<string, unknown>>,
  values: readonly SentValue[],
  removed: readonly number[],
): Promise<number> {
  if (recordId !== null) await updateRecord(writes.types, recordId, { ...body })
  const saved = recordId ?? (await createRecord(writes.types, { ...body }))
  const attribute = await attributeNamed(writes.fields, saved)
  if (!attribute) throw new AppError('NOT_FOUND')
  if (values.length > 0 || removed.length > 0) await saveValues(writes, attribute, values, removed)
  return saved
}
