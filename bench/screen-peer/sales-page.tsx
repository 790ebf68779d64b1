import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'

type Line = Record<string, string | number | null>

const columns = [
  ['billing_doc_number', 'Document'],
  ['billing_doc_line', 'Line'],
  ['billing_date', 'Date'],
  ['customer_number', 'Customer'],
  ['customer_name', 'Customer name'],
  ['material_number', 'Material'],
  ['material_description', 'Description'],
  ['country', 'Country'],
  ['quantity', 'Quantity'],
  ['unit_price', 'Unit price'],
  ['net_value', 'Net value'],
  ['transaction_type', 'Type'],
] as const

const numbers = new Set(['billing_doc_line', 'quantity', 'unit_price', 'net_value'])
const amount = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

async function ask(sort: string, page: number): Promise<readonly Line[]> {
  const query = new URLSearchParams({
    sort,
    page: String(page),
    limit: '100',
    count: 'none',
    columns: columns.map(([name]) => name).join(','),
  })
  const response = await fetch(`/api/sales_data?${query.toString()}`, {
    headers: { authorization: `Bearer ${localStorage.getItem('access_token')}` },
  })
  if (!response.ok) throw new Error(`The lines could not be read (${response.status})`)
  const { response: answer } = (await response.json()) as { response: { records: readonly Line[] } }
  return answer.records
}

function text(name: string, value: string | number | null): string {
  if (value === null) return ''
  if (name === 'billing_date') return day.format(new Date(String(value)))
  return name === 'unit_price' || name === 'net_value' ? amount.format(Number(value)) : String(value)
}

/** What somebody writes by hand for this one list: sorting, paging, formats; nothing of it can be changed. */
export function SalesPage() {
  const [parameters, setParameters] = useSearchParams()
  const sort = parameters.get('sort') ?? '-billing_date,billing_doc_number,billing_doc_line'
  const page = Number(parameters.get('page') ?? 1)
  const { data, error } = useQuery({ queryKey: ['sales', sort, page], queryFn: () => ask(sort, page) })
  const sortBy = (name: string): void => setParameters({ sort: sort === name ? `-${name}` : name })
  return (
    <main>
      <h1>Sales data</h1>
      {error && <p role="alert">{error.message}</p>}
      <table>
        <thead>
          <tr>
            {columns.map(([name, label]) => (
              <th key={name} className={numbers.has(name) ? 'end' : undefined}>
                <button type="button" onClick={() => sortBy(name)}>
                  {label}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data?.map((line) => (
            <tr key={String(line.id)}>
              {columns.map(([name]) => (
                <td key={name} className={numbers.has(name) ? 'end' : undefined}>
                  {name === 'billing_doc_number' ? (
                    <Link to={`/lines/${line.id}`}>{line[name]}</Link>
                  ) : (
                    text(name, line[name] ?? null)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" onClick={() => setParameters({ sort, page: String(page + 1) })}>
        Next
      </button>
    </main>
  )
}
