import Fastify from 'fastify'
import pg from 'pg'

/** What somebody writes by hand for this one list: no filters but the country and the least value, no order but one, no permissions. */
const { DATABASE_URL, ORGANIZATION } = process.env
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
const pool = new pg.Pool({ connectionString: DATABASE_URL!, max: 16 })
const app = Fastify()

const columns = `id, row_version, billing_doc_number, billing_doc_line, transaction_type, billing_date, customer_number, customer_name,
  material_number, material_description, quantity, unit_price, net_value, country`

interface Row {
  readonly customer_number: string | null
  readonly material_number: string
}

async function labels(
  table: string,
  key: string,
  title: string,
  keys: readonly (string | null)[],
): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ key: string; title: string }>(
    `select ${key} as key, ${title} as title from ${table} where organization_id = $1 and ${key} = any($2)`,
    [ORGANIZATION, [...new Set(keys.filter((one) => one !== null))]],
  )
  return Object.fromEntries(rows.map((row) => [row.key, row.title]))
}

app.get<{ Querystring: { page?: string; limit?: string; country: string; 'net_value.gte'?: string } }>(
  '/api/sales_data',
  async ({ query }) => {
    const limit = Number(query.limit ?? 100)
    const offset = (Number(query.page ?? 1) - 1) * limit
    const least = query['net_value.gte']
    const where = `organization_id = $1 and country = $2${least === undefined ? '' : ' and net_value >= $3'}`
    const values = [ORGANIZATION, query.country, ...(least === undefined ? [] : [least])]
    const [page, count] = await Promise.all([
      pool.query<Row>(
        `select ${columns} from sales_data where ${where} order by net_value desc, id desc limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, limit, offset],
      ),
      pool.query<{ count: number }>(`select count(*) from sales_data where ${where}`, values),
    ])
    const [customer_number, material_number] = await Promise.all([
      labels(
        'customer',
        'customer_number',
        'customer_name',
        page.rows.map((row) => row.customer_number),
      ),
      labels(
        'material',
        'material_number',
        'material_description',
        page.rows.map((row) => row.material_number),
      ),
    ])
    return {
      response: {
        records: page.rows,
        total_record: count.rows[0]?.count,
        labels: { customer_number, material_number },
      },
    }
  },
)

const url = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ url }))
