import type { Row } from './masters.ts'

const statements = [
  {
    name: 'Net sales by country and month',
    description: 'Invoiced net value and lines since a day.',
    statement: `select s.country,
       date_trunc('month', s.billing_date)::date as month,
       count(*) as lines,
       sum(s.net_value) as net_value
  from sales_data s
 where s.billing_date >= :since
 group by s.country, month
 order by s.country, month`,
    parameters: [{ name: 'since', type: 'date', value: '2026-01-01' }],
    shared: true,
  },
  {
    name: 'Customers without sales',
    description: 'Active customers nothing was billed to since a day.',
    statement: `select c.customer_number, c.customer_name, c.country
  from customer c
 where c.status = 'active'
   and not exists (
     select 1 from sales_data s
      where s.customer_number = c.customer_number and s.billing_date >= :since)
 order by c.customer_number`,
    parameters: [{ name: 'since', type: 'date', value: '2026-01-01' }],
    shared: true,
  },
  {
    name: 'Share of the ten largest customers',
    description: 'Who makes up how much of the net value, with the running share.',
    application_type: 'Customer Rebate',
    statement: `with totals as (
  select customer_number, sum(net_value) as net_value
    from sales_data
   group by customer_number
)
select t.customer_number, c.customer_name, t.net_value,
       round(100 * t.net_value / sum(t.net_value) over (), 2) as share,
       round(100 * sum(t.net_value) over (order by t.net_value desc) / sum(t.net_value) over (), 2) as running_share
  from totals t
  left join customer c using (customer_number)
 order by t.net_value desc
 limit :how_many_max`,
    parameters: [{ name: 'how_many_max', type: 'number', value: '10' }],
    shared: true,
  },
  {
    name: 'Contracts that end soon',
    description: 'With the days that are left.',
    statement: `select contract_number, contract_header, valid_to, valid_to - current_date as days_left
  from contract
 where valid_to between current_date and current_date + 90
 order by valid_to`,
    parameters: [],
    shared: false,
  },
] as const

/** Statements that the administrator of an organisation has saved. */
export const makeSqlQueries = (owner: string): Readonly<Record<string, readonly Row[]>> => ({
  'sql-query': statements.map((one) => ({ ...one, owner })),
})
