import * as z from 'zod/mini'
import type { Field } from './field.ts'
import { fieldSchemas } from './field-types/schemas.ts'

/** A JSON Schema (draft 7) as plain data. */
export type JsonSchema = { readonly [key: string]: unknown }

export interface RecordSchemaOptions {
  /** create: fields without a default that are always required are listed as required; update: any part of a record. */
  readonly mode: 'create' | 'update'
}

function limitsOf(field: Field): Record<string, unknown> {
  const text = field.type === 'text' || field.type === 'longText'
  return {
    ...(text && field.max !== undefined ? { maxLength: Number(field.max) } : {}),
    // Lower case is accepted and raised, so a pattern of capitals would refuse what the record accepts.
    ...(text && field.pattern && !field.upper ? { pattern: `^(?:${field.pattern})$` } : {}),
    ...(field.type === 'rows' ? { maxItems: field.maxRows ?? 5000 } : {}),
  }
}

function valueSchema(field: Field): z.ZodMiniType {
  if (!field.fields) return fieldSchemas[field.type](field)
  return z.array(z.object(shapeOf(field.fields, { mode: 'create' })))
}

function shapeOf(fields: readonly Field[], options: RecordSchemaOptions): Record<string, z.ZodMiniType> {
  return Object.fromEntries(
    fields
      .filter((field) => !field.readOnly)
      .map((field) => {
        const needed = options.mode === 'create' && field.required && field.default === undefined && !field.visible
        const schema = needed ? valueSchema(field) : z.optional(z.nullable(valueSchema(field)))
        return [field.name, schema.register(z.globalRegistry, annotations(field))]
      }),
  )
}

const annotations = (field: Field): Record<string, unknown> => ({
  title: field.label,
  ...(field.help ? { description: field.help } : {}),
  ...(field.default === undefined ? {} : { default: field.default }),
  ...limitsOf(field),
})

/**
 * The JSON Schema of a record's canonical values, as RJSF renders it and the API describes it. Whatever `validateRecord`
 * accepts is valid under it; conditions and orders between fields are `validateRecord`'s alone.
 */
export function recordJsonSchema(fields: readonly Field[], options: RecordSchemaOptions): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(z.object(shapeOf(fields, options)), {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => flattenNullable(jsonSchema as Record<string, unknown>),
  }) as Record<string, unknown>
  return schema
}

/** `anyOf: [X, null]` is written as X with the type null added: forms then need no choice between two alternatives. */
function flattenNullable(schema: Record<string, unknown>): void {
  const { anyOf } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || (anyOf[1] as JsonSchema).type !== 'null') return
  const { type, ...rest } = anyOf[0] as { type?: unknown }
  if (type === undefined) return
  delete schema.anyOf
  Object.assign(schema, rest, { type: [type, 'null'].flat() })
  if (Array.isArray(schema.enum)) schema.enum = [...schema.enum, null]
}
