import type { Query, QueryType } from '#src/definition/query/query.ts'
import { json, sql } from '#server/store/sql.ts'
import type { Tx } from '#server/store/database.ts'

interface DemoQuery {
  readonly name: string
  readonly description: string
  readonly type: QueryType
  readonly app?: string
  readonly grid?: boolean
  readonly query: Partial<Query> & Pick<Query, 'from' | 'columns'>
}

const days = {
  op: 'between',
  field: 'billing_date',
  value: [{ parameter: 'p1_from' }, { parameter: 'p1_to' }],
} as const
const asksDays = [
  { name: 'p1_from', label: 'Billed from', default: '@yearStart' },
  { name: 'p1_to', label: 'Billed until' },
]

const queries: readonly DemoQuery[] = [
  {
    name: 'Revenue and margin by customer',
    description:
      'What each customer bought since a day, what is left of it after cost, and how much that is in percent.',
    type: 'dynamic_query',
    query: {
      from: 'sales-data',
      columns: [
        { id: 'c1', field: 'customer_number' },
        { id: 'c2', field: 'customer_number.customer_name' },
        { id: 'c3', field: 'customer_number.country' },
        { id: 'c4', field: 'net_value', aggregate: 'sum', label: 'Revenue' },
        { id: 'c5', field: 'cost_value', aggregate: 'sum', label: 'Cost' },
        { id: 'c6', formula: '[c4] - [c5]', label: 'Margin', type: 'money' },
        { id: 'c7', formula: '[c6] / [c4] * 100', label: 'Margin %', type: 'percent' },
        { id: 'c8', field: '*', aggregate: 'count', label: 'Lines' },
      ],
      where: days,
      parameters: asksDays,
      sort: [{ column: 'c4', descending: true }],
    },
  },
  {
    name: 'Customers that bought nothing lately',
    description: 'Active customers without a sale in the last 90 days, with the day of their latest one.',
    type: 'dynamic_query',
    query: {
      from: 'customer',
      related: [
        {
          id: 'r1',
          label: 'Sales of the last 90 days',
          screen: 'sales-data',
          by: 'customer_number',
          where: { op: 'gte', field: 'billing_date', value: '@today-90d' },
        },
        { id: 'r2', label: 'All sales', screen: 'sales-data', by: 'customer_number' },
      ],
      columns: [
        { id: 'c1', field: 'customer_number' },
        { id: 'c2', field: 'customer_name' },
        { id: 'c3', field: 'country' },
        { id: 'c4', field: 'sales_employee.full_name' },
        { id: 'c5', field: 'r1.*', aggregate: 'count', label: 'Lines of the last 90 days' },
        { id: 'c6', field: 'r2.billing_date', aggregate: 'max', label: 'Latest sale' },
      ],
      where: { op: 'eq', field: 'status', value: 'active' },
      having: { op: 'eq', field: 'c5', value: 0 },
      sort: [{ column: 'c6', descending: false }],
    },
  },
  {
    name: 'Sales lines to pivot',
    description:
      'Every line of a period with its customer and material, whole in the grid: group it, pivot it, add it up.',
    type: 'dynamic_query',
    grid: true,
    query: {
      from: 'sales-data',
      columns: [
        { id: 'c1', field: 'billing_date', span: 'month', label: 'Month' },
        { id: 'c2', field: 'customer_number.country', label: 'Country' },
        { id: 'c3', field: 'customer_number.customer_name', label: 'Customer' },
        { id: 'c4', field: 'material_number.product_category', label: 'Category' },
        { id: 'c5', field: 'material_number.material_description', label: 'Material' },
        { id: 'c6', field: 'quantity' },
        { id: 'c7', field: 'net_value' },
      ],
      where: days,
      parameters: [{ ...asksDays[0]!, default: '@today-60d', required: true }, asksDays[1]!],
    },
  },
  {
    name: 'Revenue by month and category',
    description: 'How the categories go from month to month.',
    type: 'on_demand_analytics',
    query: {
      from: 'sales-data',
      columns: [
        { id: 'c1', field: 'billing_date', span: 'month', label: 'Month' },
        { id: 'c2', field: 'material_number.product_category', label: 'Category' },
        { id: 'c3', field: 'net_value', aggregate: 'sum', label: 'Revenue' },
        { id: 'c4', field: 'customer_number', aggregate: 'distinct', label: 'Customers' },
      ],
      where: {
        op: 'and',
        of: [
          { op: 'eq', field: 'currency', value: 'EUR' },
          { op: 'gte', field: 'billing_date', value: '@monthStart-11m' },
        ],
      },
      sort: [{ column: 'c1', descending: false }],
      chart: { type: 'bar', x: 'c1', y: ['c3'] },
    },
  },
  {
    name: 'Contracts that end soon',
    description: 'Active contracts that end in the next 120 days, with what was accrued and paid of them.',
    type: 'predefined_query',
    app: 'Customer Rebate',
    query: {
      from: 'contract',
      related: [
        {
          id: 'r1',
          label: 'Accruals',
          screen: 'financial-posting',
          by: 'contract_number',
          where: { op: 'eq', field: 'posting_type', value: 'Accrual' },
        },
        {
          id: 'r2',
          label: 'Payments',
          screen: 'financial-posting',
          by: 'contract_number',
          where: { op: 'eq', field: 'posting_type', value: 'Payment' },
        },
      ],
      columns: [
        { id: 'c1', field: 'contract_number' },
        { id: 'c2', field: 'contract_header' },
        { id: 'c3', field: 'partner_customer.customer_name', label: 'Customer' },
        { id: 'c4', field: 'valid_to' },
        { id: 'c5', field: 'r1.amount', aggregate: 'sum', label: 'Accrued' },
        { id: 'c6', field: 'r2.amount', aggregate: 'sum', label: 'Paid' },
        { id: 'c7', field: 'responsible', label: 'Responsible' },
      ],
      where: {
        op: 'and',
        of: [
          { op: 'eq', field: 'contract_status', value: 'Active' },
          { op: 'between', field: 'valid_to', value: ['@today', '@today+120d'] },
        ],
      },
      sort: [{ column: 'c4', descending: false }],
    },
  },
  {
    name: 'Postings of a period',
    description: 'What was accrued, released and paid between two days, by contract and kind of posting.',
    type: 'predefined_query',
    query: {
      from: 'financial-posting',
      columns: [
        { id: 'c1', field: 'contract_number' },
        { id: 'c2', field: 'contract_number.contract_header', label: 'Contract' },
        { id: 'c3', field: 'posting_type' },
        { id: 'c4', field: 'amount', aggregate: 'sum', label: 'Amount' },
        { id: 'c5', field: '*', aggregate: 'count', label: 'Postings' },
      ],
      where: {
        op: 'and',
        of: [
          { op: 'between', field: 'posting_date', value: [{ parameter: 'p1_from' }, { parameter: 'p1_to' }] },
          { op: 'ne', field: 'status', value: 'rejected' },
        ],
      },
      parameters: [
        { name: 'p1_from', label: 'Posted from', required: true, default: '@yearStart' },
        { name: 'p1_to', label: 'Posted until' },
      ],
      sort: [
        { column: 'c1', descending: false },
        { column: 'c3', descending: false },
      ],
    },
  },
  {
    name: 'Deliveries to your customers',
    description: 'What a distributor reported as sold, by end customer: shared with partners to agree on.',
    type: 'collaboration_portal',
    query: {
      from: 'indirect-sales',
      columns: [
        { id: 'c1', field: 'distributor_number.customer_name', label: 'Distributor' },
        { id: 'c2', field: 'end_customer_name' },
        { id: 'c3', field: 'quantity', aggregate: 'sum' },
        { id: 'c4', field: 'net_value', aggregate: 'sum' },
        { id: 'c5', field: 'billing_date', aggregate: 'max', label: 'Latest delivery' },
      ],
      where: { op: 'in', field: 'distributor_number', value: { parameter: 'p1' } },
      parameters: [{ name: 'p1', label: 'Distributors' }],
      sort: [{ column: 'c4', descending: true }],
    },
  },
]

/** The saved queries of the demo, shared with everybody; the first person made those of analysts, an administrator the predefined ones. */
export async function makeQueries(
  tx: Tx,
  organizationId: number,
  { analyst, administrator }: { readonly analyst: number; readonly administrator: number },
): Promise<void> {
  for (const { name, description, type, app = null, grid = false, query } of queries) {
    const whole: Query = {
      related: [],
      where: null,
      having: null,
      parameters: [],
      sort: [],
      limit: null,
      chart: null,
      ...query,
    }
    const owner = type === 'predefined_query' ? administrator : analyst
    await tx.query(sql`
      insert into dynamic_query_format (organization_id, name, description, query_type, app_type, owner_id, updated_by, audience, opens_in_grid, query)
      values (${organizationId}, ${name}, ${description}, ${type}, ${app}, ${owner}, ${owner}, 'everyone', ${grid}, ${json(whole)})`)
  }
}
