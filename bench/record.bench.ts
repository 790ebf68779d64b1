import autocannon from 'autocannon'
import type { BenchRow } from './bench-row.ts'
import { median } from './support/median.ts'
import { startProduct } from './support/product.ts'

const lines = 100_000
const connections = 16
const seconds = 4
const rounds = 3

interface Target {
  readonly url: string
  readonly headers: Record<string, string>
}

let serial = 0

// Every document is another one: keys are unique.
const line = (): string =>
  JSON.stringify({
    billing_doc_number: `B${(serial += 1)}`,
    billing_doc_line: 1,
    transaction_type: 'Sale',
    billing_date: '2026-03-15',
    customer_number: `C${String((serial % 5000) + 1).padStart(6, '0')}`,
    material_number: `M${String((serial % 3989) + 1).padStart(6, '0')}`,
    quantity: '12',
    uom: 'EA',
    net_value: '118.80',
    currency: 'EUR',
    country: 'Country 7',
  })

async function rate({ url, headers }: Target, kind: 'read' | 'create'): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { ...headers, 'content-type': 'application/json' },
    requests: [
      kind === 'read'
        ? {
            method: 'GET',
            setupRequest: (request) => ({ ...request, path: `/api/sales_data/${1 + ((serial += 7919) % lines)}` }),
          }
        : { method: 'POST', setupRequest: (request) => ({ ...request, path: '/api/sales_data', body: line() }) },
    ],
  })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${kind} at ${url}: ${result.non2xx} answers were no success, ${result.errors} failed`)
  return result.requests.average
}

async function beside(ours: Target, theirs: Target, kind: 'read' | 'create'): Promise<readonly [number, number]> {
  await rate(ours, kind)
  await rate(theirs, kind)
  const rates: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    rates[0].push(await rate(ours, kind))
    rates[1].push(await rate(theirs, kind))
  }
  return [median(rates[0]), median(rates[1])]
}

/** One record read, and one created with its history, beside a hand-written Fastify and pg handler in the same run. */
export async function run(): Promise<BenchRow[]> {
  const product = await startProduct(lines)
  try {
    const theirs = { url: await product.peer('record-peer.ts'), headers: {} }
    const [read, readByHand] = await beside(product, theirs, 'read')
    const [created, createdByHand] = await beside(product, theirs, 'create')
    return [
      {
        name: 'one record, beside a hand-written handler',
        unit: 'requests/s',
        ours: read,
        against: readByHand,
        required: 0.5,
        direction: 'at least',
      },
      {
        name: 'create with history, beside a hand-written handler',
        unit: 'requests/s',
        ours: created,
        against: createdByHand,
        required: 0.4,
        direction: 'at least',
      },
    ]
  } finally {
    await product.stop()
  }
}
