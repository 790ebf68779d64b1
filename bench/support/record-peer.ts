import Fastify from 'fastify'
import pg from 'pg'

/** What somebody writes by hand for one kind of record: read one with the names behind its keys, create one with its history. */
const { DATABASE_URL, ORGANIZATION } = process.env
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
const pool = new pg.Pool({ connectionString: DATABASE_URL!, max: 16 })
const app = Fastify()

interface Line {
  readonly customer_number: string | null
  readonly material_number: string
}

async function withLabels(row: Line | undefined) {
  const [customer, material] = await Promise.all([
    pool.query<{ title: string }>(
      'select customer_name as title from customer where organization_id = $1 and customer_number = $2',
      [ORGANIZATION, row?.customer_number],
    ),
    pool.query<{ title: string }>(
      'select material_description as title from material where organization_id = $1 and material_number = $2',
      [ORGANIZATION, row?.material_number],
    ),
  ])
  return {
    ...row,
    labels: { customer_number: customer.rows[0]?.title, material_number: material.rows[0]?.title },
  }
}

app.get<{ Params: { id: string } }>('/api/sales_data/:id', async ({ params }, reply) => {
  const { rows } = await pool.query<Line>('select * from sales_data where organization_id = $1 and id = $2', [
    ORGANIZATION,
    params.id,
  ])
  if (!rows[0]) return reply.code(404).send({ message: 'There is no such record.' })
  return { response: await withLabels(rows[0]) }
})

const names = [
  'billing_doc_number',
  'billing_doc_line',
  'transaction_type',
  'billing_date',
  'customer_number',
  'material_number',
  'quantity',
  'uom',
  'net_value',
  'currency',
  'country',
]

app.post<{ Body: Record<string, unknown> }>('/api/sales_data', async ({ body }, reply) => {
  for (const name of ['billing_doc_number', 'billing_doc_line', 'billing_date', 'material_number', 'quantity'])
    if (body[name] === undefined) return reply.code(422).send({ message: `${name} is needed` })
  return reply.code(201).send({ response: await withLabels(await created(body)) })
})

async function created(body: Record<string, unknown>): Promise<Line> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<Line & { id: number }>(
      `insert into sales_data (organization_id, ${names.join(', ')}) values ($1, ${names.map((_, at) => `$${at + 2}`).join(', ')}) returning *`,
      [ORGANIZATION, ...names.map((name) => body[name])],
    )
    await client.query(
      `insert into history (organization_id, screen, record_id, user_id, operation, changes) values ($1, 'sales-data', $2, 1, 'insert', $3)`,
      [ORGANIZATION, rows[0]!.id, JSON.stringify(Object.fromEntries(names.map((name) => [name, [null, body[name]]])))],
    )
    await client.query('commit')
    return rows[0]!
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const url = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ url }))
