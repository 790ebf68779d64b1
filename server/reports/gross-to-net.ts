import { exchange } from '../calculation/lines-sql.ts'
import { marginLines, marginReads, reportingCurrency, thirdCurrency, uncosted } from '../profit/margin-lines.ts'
import { sql } from '../store/sql.ts'
import type { Report } from './report.ts'

/**
 * The way from gross sales to the pocket margin: discounts on the invoice, what was granted and spent off it, cost of goods, and what
 * suppliers fund. Costs off invoice are borne by lines at the rate they were spread by; postings count by the days of their period within the
 * one that is asked for, approved ones only. Postings without a customer count for their payee; those without a material for no single one.
 * What was sold without a known cost is taken off before the cost of goods, so that it is no margin.
 */
export const grossToNet: Report = {
  reads: {
    ...marginReads,
    'off-invoice-cost': [
      'cost_type',
      'basis',
      'rate',
      'period_from',
      'period_to',
      'customer_number',
      'material_number',
      'product_line',
      'country',
      'currency',
      'status',
    ],
    'financial-posting': [
      'posting_type',
      'application_type',
      'amount',
      'currency',
      'period_from',
      'period_to',
      'payee',
      'customer_number',
      'material_number',
      'approval_status',
    ],
  },
  statement: async (parameters, context) => {
    const { organizationId } = context
    const third = await thirdCurrency(context)
    const currency = reportingCurrency(parameters)
    const { billing_date_from: from, billing_date_to: to, customer, material, country } = parameters
    const within = [
      ...(customer ? [sql`and coalesce(f.customer_number, f.payee) = ${customer as string}::text`] : []),
      ...(material ? [sql`and f.material_number = ${material as string}::text`] : []),
      ...(country
        ? [
            sql`and exists (select from customer k where k.organization_id = f.organization_id and k.customer_number = coalesce(f.customer_number, f.payee) and k.country = ${country as string}::text)`,
          ]
        : []),
    ]
    const [first = sql``, second = sql``, last = sql``] = within
    return sql`
      with lines as (${marginLines(parameters, context, { level: null, third }, { columns: sql`, t.country, m.product_line` })}),
      sold as (select count(*) as lines, coalesce(sum(gross), 0) as gross, coalesce(sum(net), 0) as net, coalesce(sum(cost), 0) as cost, ${uncosted('l')} from lines l),
      off_invoice as (
        select o.cost_type, sum(round(s.borne, 2)) as amount
          from off_invoice_cost o
         cross join lateral (
           select sum(case o.basis when 'quantity' then l.quantity * o.rate * case when l.local_net = 0 then 1 else l.net / l.local_net end
                                   when 'gross_value' then l.gross * o.rate / 100 else l.net * o.rate / 100 end) as borne
             from lines l
            where l.billing_date between o.period_from and o.period_to and l.line_currency is not distinct from o.currency
              and (o.customer_number is null or o.customer_number = l.customer_number) and (o.material_number is null or o.material_number = l.material_number)
              and (o.product_line is null or o.product_line = l.product_line) and (o.country is null or o.country = l.country)) s
         where o.organization_id = ${organizationId} and o.status = 'actual' and o.rate is not null and s.borne is not null
         group by 1
      ),
      postings as (
        select f.organization_id, f.posting_type, f.application_type, f.currency, f.period_to as billing_date, ${currency}::text as contract_currency, 'average'::text as exchange_type,
               f.amount * (least(f.period_to, coalesce(${to ?? null}::date, f.period_to)) - greatest(f.period_from, coalesce(${from ?? null}::date, f.period_from)) + 1)
                 / (f.period_to - f.period_from + 1) as amount
          from financial_posting f
         where f.organization_id = ${organizationId} and f.approval_status = 'approved' and f.period_from <= coalesce(${to ?? null}::date, f.period_from)
           and f.period_to >= coalesce(${from ?? null}::date, f.period_to) ${first} ${second} ${last}
      ),
      granted as (
        select case when t.application_type in ('Supplier Rebate', 'Supplier Chargeback') then 'supplier' when t.application_type = 'Sales Commission' then 'commission'
                    when t.application_type = 'Royalty' then 'royalty' when t.posting_type in ('Accrual', 'Accrual Reversal') then 'accrued' else 'paid' end as kind,
               sum(t.amount * ${exchange(third)}) as amount
          from postings t group by 1
      ),
      steps as (
        select 10 as step_no, 'Gross sales' as step, 'sales' as kind, s.gross as amount, null::bigint as uncosted_lines from sold s
        union all select 20, 'Discounts on the invoice', 'on_invoice', s.net - s.gross, null from sold s
        union all select 30, 'Rebates paid', 'off_invoice', -sum(g.amount), null from granted g where g.kind = 'paid' having sum(g.amount) is not null
        union all select 31, 'Rebates accrued', 'off_invoice', -sum(g.amount), null from granted g where g.kind = 'accrued' having sum(g.amount) is not null
        union all select 40 + row_number() over (order by o.amount desc)::int,
                         case o.cost_type when 'freight' then 'Freight' when 'logistics' then 'Warehouse and handling' when 'cooperative' then 'Co-operative advertising'
                                          when 'terms' then 'Payment terms' when 'service' then 'Service and warranty' when 'commission' then 'Commission off invoice'
                                          when 'returns' then 'Returns and spoilage' else 'Other off invoice' end, 'off_invoice', -o.amount, null from off_invoice o
        union all select 60, 'Commissions', 'off_invoice', -g.amount, null from granted g where g.kind = 'commission'
        union all select 61, 'Royalties', 'off_invoice', -g.amount, null from granted g where g.kind = 'royalty'
        union all select 65, 'Sold without a known cost', 'uncosted', -s.uncosted_value, s.uncosted_lines from sold s
        union all select 70, 'Cost of goods', 'cost', -s.cost, null from sold s
        union all select 80, 'Funded by suppliers', 'funding', g.amount, null from granted g where g.kind = 'supplier'
      )
      select s.step_no, s.step, s.kind, ${currency}::text as currency, round(s.amount, 2) as amount, s.uncosted_lines, sum(round(s.amount, 2)) over (order by s.step_no) as so_far,
             round(100 * s.amount / nullif(x.gross, 0), 2) as percent,
             round(100 * sum(round(s.amount, 2)) over (order by s.step_no) / nullif(x.gross, 0), 2) as so_far_percent
        from steps s cross join sold x where x.lines > 0 and (s.amount <> 0 or s.uncosted_lines > 0)`
  },
}
