import pg from 'pg'
import type { FieldSpec } from '#src/definition'
import type { SourceColumn } from './proposal.ts'

interface Declared {
  name: string
  type: string
  length: number | null
  precision: number | null
  scale: number | null
  required: boolean
  is_key: boolean
  comment: string | null
}

const mostRows = 5_000

const columnsOf = `
  select a.attname as name, t.typname as type, a.attnotnull as required,
         case when t.typname in ('varchar', 'bpchar') and a.atttypmod > 4 then a.atttypmod - 4 end as length,
         case when t.typname = 'numeric' and a.atttypmod > 4 then ((a.atttypmod - 4) >> 16) & 65535 end as precision,
         case when t.typname = 'numeric' and a.atttypmod > 4 then (a.atttypmod - 4) & 65535 end as scale,
         coalesce(a.attnum = any (p.conkey), false) as is_key, col_description(a.attrelid, a.attnum) as comment
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    left join pg_constraint p on p.conrelid = a.attrelid and p.contype = 'p'
   where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
   order by a.attnum`

/** The columns of a table or view with what the database says of them and their first 5,000 values; reads only. */
export async function readTable(url: string, table: string): Promise<SourceColumn[]> {
  const client = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=on' })
  await client.connect()
  try {
    const found = await client.query<{ name: string | null }>('select to_regclass($1)::text as name', [table])
    const name = found.rows[0]?.name
    if (!name) throw new Error(`There is no table ${table} in this database`)
    const { rows: columns } = await client.query<Declared>(columnsOf, [table])
    const list = columns.map((column) => `${client.escapeIdentifier(column.name)}::text`).join(', ')
    // The name comes from the catalogue, quoted as it has to be.
    const { rows } = await client.query<(string | null)[]>({
      text: `select ${list} from ${name} limit ${mostRows}`,
      rowMode: 'array',
    })
    return columns.map((column, at) => {
      const declared = declaredSpec(column)
      return { name: column.name, cells: rows.map((row) => row[at] ?? ''), ...(declared ? { declared } : {}) }
    })
  } finally {
    await client.end()
  }
}

/** What a column's type says beyond doubt; texts are left to the guess, which looks into them. */
function declaredSpec(column: Declared): SourceColumn['declared'] {
  const spec = specOf(column)
  if (!spec && !column.is_key) return undefined
  return {
    spec: {
      ...(spec ?? { type: 'text', max: column.length ?? 60 }),
      ...(column.is_key ? { unique: true } : {}),
      ...(column.required ? { required: true } : {}),
      ...(column.comment ? { help: column.comment } : {}),
    },
    why: `the table has it as ${column.type}${column.required ? ' not null' : ''}`,
  }
}

function specOf({ type, precision, scale }: Declared): FieldSpec | null {
  if (type === 'int2' || type === 'int4' || type === 'int8') return { type: 'integer' }
  if (type === 'numeric') return { type: 'decimal', precision: precision ?? 18, scale: scale ?? 4 }
  if (type === 'float4' || type === 'float8') return { type: 'decimal', precision: 18, scale: 6 }
  if (type === 'bool') return { type: 'flag' }
  if (type === 'date') return { type: 'date' }
  return type === 'timestamp' || type === 'timestamptz' ? { type: 'dateTime' } : null
}
