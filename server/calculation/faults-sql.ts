import { sql } from '../store/sql.ts'

/** What a line `l` of the rule `r` lacks that a calculation needs, where what it counts (`b`) is not known. */
export const lackingSql = sql`
  case when l.exchange is null and (b.benefit is null and r.benefit_basis in ('net', 'gross', 'margin', 'formula')
              or b.qualifier is null and r.qualifier_basis in ('net', 'gross', 'margin', 'formula') or b.worth is null)
         then concat('a rate of exchange from ', l.currency, ' to ', l.contract_currency, ' on ', l.billing_date)
       when l.cost_value is null and 'margin' in (r.benefit_basis, r.qualifier_basis, r.worth_basis) then concat('the cost of material ', l.material_number)
       when b.benefit is null and r.benefit_basis = 'formula' or b.qualifier is null and r.qualifier_basis = 'formula' then 'a value that its formula needs'
       else concat('a factor', ' from ' || l.uom, ' to ' || r.uom, ' or a measure of material ', l.material_number) end`

/** How many lines of the row `s` are in no sum, and what they lack; three things are named, others counted. Null where nothing is missing. */
export const faultSql = sql`
  case when s.faulty > 0 then (
    select concat(s.faulty, case s.faulty when 1 then ' line' else ' lines' end, ' without ',
                  string_agg(o.what, ', ' order by o.place) filter (where o.place <= 3),
                  case when count(*) > 3 then concat(' and ', count(*) - 3, case count(*) when 4 then ' other' else ' others' end) end)
      from (select w.what, row_number() over (order by w.what) as place from (select distinct what from unnest(s.lacking) what) w) o) end`
