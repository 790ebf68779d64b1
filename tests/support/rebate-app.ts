import { startingRoles } from '#server/session/seed.ts'
import { json, sql } from '#server/store/sql.ts'
import { type SessionApp, sessionApp } from './session-app.ts'

type Row = Record<string, unknown>

export interface SoldLine {
  readonly document: string
  readonly customer: string
  readonly date: string
  readonly net: string
  readonly quantity?: string
  readonly material?: string
  readonly uom?: string
  readonly currency?: string
}

export const rule = (more: object = {}) => ({ rule_no: 1, evaluation_period: 'quarter', ...more })

export const tier = (from: string, to: string | null, rate: string) => ({
  rule_no: 1,
  from_value: from,
  to_value: to,
  rate,
})

export const recordsIn = ({ body }: { body: { response?: unknown } }) => (body.response as { records: Row[] }).records

export const amounts = (rows: readonly Row[]) => rows.map((row) => Number(row['amount']))

/** The product with an analyst of contracts, a reader, and a stranger of another organisation; with ways to sell, agree and post. */
export async function rebateApp() {
  const s: SessionApp = await sessionApp()
  const organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading', roles: startingRoles })
  const other = await s.organization({ code: 'SOUTHBANK', name: 'Southbank Supplies', roles: startingRoles })
  const person = async (organization: number, email: string, role: string) => {
    await s.user({ organizationId: organization, email, name: email, role })
    return (await s.signIn(email)).token
  }
  const analyst = await person(organizationId, 'ana@northgate.example', 'ANALYST')
  const reader = await person(organizationId, 'rea@northgate.example', 'READER')
  const approver = await person(organizationId, 'bea@northgate.example', 'ANALYST')
  const stranger = await person(other, 'sam@southbank.example', 'ANALYST')
  let lineNumber = 0
  let administrator: Promise<string> | undefined
  const admin = () => (administrator ??= person(organizationId, 'admin@northgate.example', 'ADMINISTRATOR'))

  // Several contracts of one partner are meant: nobody is asked whether they are the same.
  const forced = (address: string) => (address === 'contracts' ? 'contracts?force=true' : address)
  const create = (address: string, body: object) => s.call('POST', `/api/${forced(address)}`, { token: analyst, body })
  const listed = async (address: string) => recordsIn(await s.call('GET', `/api/${address}`, { token: analyst }))
  const made = async (address: string, body: object): Promise<number> => {
    const answer = await create(address, body)
    if (answer.status !== 201) throw new Error(`${address}: ${JSON.stringify(answer.body)}`)
    return (answer.body.response as { id: number }).id
  }
  for (const number of ['M1', 'M2'])
    await made('material-master', { material_number: number, material_description: number, base_uom: 'EA' })

  const contract = (number: string, partner: string, more: object = {}) => ({
    contract_number: number,
    contract_header: `Contract ${number}`,
    partner_customer: partner,
    valid_from: '2026-01-01',
    valid_to: '2026-12-31',
    contract_status: 'Active',
    ...more,
  })

  return {
    s,
    organizationId,
    reader,
    stranger,
    analyst,
    approver,
    admin,
    create,
    listed,
    contract,
    customer: (number: string, more: object = {}) =>
      made('customer-data', { customer_number: number, customer_name: `Customer ${number}`, ...more }),
    /** Makes a contract and has it approved by somebody else. */
    agree: async (number: string, partner: string, more: object): Promise<number> => {
      const id = await made('contracts', contract(number, partner, more))
      for (const [name, token] of [
        ['submit-approval', analyst],
        ['approve', approver],
      ] as const) {
        const { body } = await s.call('POST', `/api/contracts/actions/${name}`, { token, body: { ids: [id] } })
        if ((body.response as { done?: number } | undefined)?.done !== 1) throw new Error(JSON.stringify(body))
      }
      return id
    },
    sell: (...lines: readonly SoldLine[]) =>
      s.db.system((tx) =>
        tx.query(sql`
          insert into sales_data (organization_id, billing_doc_number, billing_doc_line, billing_date, customer_number, material_number, net_value, quantity, uom, currency)
          select ${organizationId}, x.* from jsonb_to_recordset(${json(
            lines.map((line) => ({
              billing_doc_number: line.document,
              billing_doc_line: (lineNumber += 1),
              billing_date: line.date,
              customer_number: line.customer,
              material_number: line.material ?? 'M1',
              net_value: line.net,
              quantity: line.quantity ?? '1',
              uom: line.uom ?? 'EA',
              currency: line.currency ?? 'EUR',
            })),
          )}) as x (billing_doc_number text, billing_doc_line bigint, billing_date date, customer_number text, material_number text, net_value numeric,
            quantity numeric, uom text, currency text)`),
      ),
    simulate: async (number: string, more: object = {}): Promise<Row[]> => {
      const answer = await create('calculation_simulation/v2', {
        contract_number: number,
        period_from: '2026-01-01',
        period_to: '2026-12-31',
        kind: 'Payment',
        limit: 500,
        ...more,
      })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return recordsIn(answer)
    },
    post: (id: number, kind: 'Accrual' | 'Payment', from = '2026-01-01', to = '2026-12-31') =>
      s.call('POST', '/api/contracts/actions/post', {
        token: analyst,
        body: { ids: [id], parameters: { kind, period_from: from, period_to: to, posting_date: '2026-11-21' } },
      }),
    /** Type and amount of a contract's postings, in the order they were made. */
    postings: async (number: string): Promise<(readonly [string, string])[]> =>
      (await listed(`financial_postings?contract_number=${number}&sort=posting_number&limit=100`)).map(
        (row) => [String(row['posting_type']), Number(row['amount']).toString()] as const,
      ),
  }
}

export type RebateApp = Awaited<ReturnType<typeof rebateApp>>
