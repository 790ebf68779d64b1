import type { Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import type { FormatBody } from './format.ts'

/** The format with the values of its qualifiers as they are now; what a mapping replaces itself goes before. */
export async function withQualifiers(tx: Tx, format: FormatBody): Promise<FormatBody> {
  const names = [...new Set(format.fields.flatMap(({ qualifier }) => (qualifier ? [qualifier] : [])))]
  if (names.length === 0) return format
  const rows = await tx.query<{ qualifier: string; source_value: string; target_value: string | null }>(sql`
    select qualifier, source_value, target_value from integration_qualifier where qualifier = any(${names}) order by id`)
  return {
    ...format,
    fields: format.fields.map((entry) => {
      if (!entry.qualifier) return entry
      const found = rows.filter(({ qualifier }) => qualifier === entry.qualifier)
      const values = Object.fromEntries(found.map((row) => [row.source_value, row.target_value ?? '']))
      return { ...entry, value_map: { ...values, ...entry.value_map } }
    }),
  }
}
