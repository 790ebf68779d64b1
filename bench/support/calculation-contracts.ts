import pg from 'pg'

export const contractCount = 200

/** Groups and brands of customers and materials, and contracts over four attributes with three tiers a customer and quarter. */
export async function fillContracts(databaseUrl: string, organizationId: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`
      update customer set customer_group = 'Group ' || substr(customer_number, 2)::int % 50 where organization_id = ${organizationId}`)
    await client.query(`
      update material set material_group = 'Family ' || substr(material_number, 2)::int % 20, brand = 'Brand ' || (substr(material_number, 2)::int / 20) % 5
       where organization_id = ${organizationId}`)
    await client.query(`
      insert into contract (organization_id, contract_number, contract_header, application_type, contract_type, partner_type, partner_customer, partner_number,
             own_sales_only, currency, valid_from, valid_to, accrual_frequency, payment_frequency, contract_status, approval_status, eligibility, rules, tiers)
      select ${organizationId}, 'B' || n, 'Bench ' || n, 'Customer Rebate', 'volume', 'customer', 'C' || lpad(n::text, 6, '0'), 'C' || lpad(n::text, 6, '0'),
             false, 'EUR', '2024-01-01', '2025-12-31', 'month', 'quarter', 'Active', 'approved',
             (select jsonb_agg(jsonb_build_object('group_no', 1, 'mode', 'include', 'operator', 'eq', 'attribute', a.attribute, 'value', a.value))
                from (select 'customer.customer_group' as attribute, 'Group ' || n % 50 as value
                      union all select 'material.material_group', 'Family ' || (n + g) % 20 from generate_series(1, 12) g
                      union all select 'material.brand', 'Brand ' || (n + b) % 5 from generate_series(1, 4) b
                      union all select 'sales-data.country', 'Country ' || (n + c) % 31 from generate_series(1, 16) c) a),
             jsonb_build_array(jsonb_build_object('rule_no', 1, 'rule_type', 'Both', 'rate_type', 'percent', 'benefit_basis', 'net', 'qualifier_basis', 'net',
               'tier_mode', 'retro', 'bound', 'lower', 'evaluation_period', 'quarter', 'aggregation_level', 'customer')),
             jsonb_build_array(
               jsonb_build_object('rule_no', 1, 'from_value', '0', 'to_value', '5000', 'rate', '1'),
               jsonb_build_object('rule_no', 1, 'from_value', '5000', 'to_value', '10000', 'rate', '2'),
               jsonb_build_object('rule_no', 1, 'from_value', '10000', 'rate', '3'))
        from generate_series(1, ${contractCount}) n`)
    await client.query('vacuum (analyze) customer, material, contract')
  } finally {
    await client.end()
  }
}

/**
 * What one would write by hand for these very contracts: join, add up, find the tier, round; a page of the rows and their totals. The
 * lines meet their masters first (`offset 0`): left to itself PostgreSQL looks half of a million lines up for each contract anew,
 * which takes forty times as long.
 */
export const handWritten = (organizationId: number, limit: number): string => `
  with key as materialized (
    select c.contract_number, min(e.value) filter (where e.attribute = 'customer.customer_group') as customer_group,
           array_agg(e.value) filter (where e.attribute = 'material.material_group') as families,
           array_agg(e.value) filter (where e.attribute = 'material.brand') as brands,
           array_agg(e.value) filter (where e.attribute = 'sales-data.country') as countries
      from contract c cross join lateral jsonb_to_recordset(c.eligibility) as e(attribute text, value text)
     where c.organization_id = ${organizationId} group by c.contract_number
  ), tier as materialized (
    select c.contract_number, x.* from contract c
     cross join lateral jsonb_to_recordset(c.tiers) as x(from_value numeric, to_value numeric, rate numeric) where c.organization_id = ${organizationId}
  ), turnover as (
    select k.contract_number, s.customer_number, date_trunc('quarter', s.billing_date) as quarter, sum(s.net_value) as net
      from (
        select s.customer_number, s.billing_date, s.net_value, s.country, c.customer_group, m.material_group, m.brand
          from sales_data s
          join customer c on c.organization_id = s.organization_id and c.customer_number = s.customer_number
          join material m on m.organization_id = s.organization_id and m.material_number = s.material_number
         where s.organization_id = ${organizationId} and s.billing_date between '2024-01-01' and '2025-12-31' offset 0) s
      join key k on k.customer_group = s.customer_group and s.material_group = any(k.families) and s.brand = any(k.brands) and s.country = any(k.countries)
     group by 1, 2, 3
  ), result as materialized (
    select t.contract_number, t.customer_number, t.quarter, t.net, x.rate, round(t.net * x.rate / 100, 2) as amount
      from turnover t left join tier x on x.contract_number = t.contract_number and t.net >= x.from_value and (t.net < x.to_value or x.to_value is null)
  ), whole as (select count(*) as total, sum(amount) as amounts from result)
  select whole.*, page.* from whole
   cross join lateral (select * from result order by contract_number, quarter, customer_number limit ${limit}) page`
