import { sql, type Sql } from '../store/sql.ts'

// What counts by a sales basis is asked for in its unit.
const unitOfBasis = sql`
  case when k.benefit is null and k.benefit_name <> k.benefit_basis or k.qualifier is null and k.qualifier_name <> k.qualifier_basis
       then coalesce(k.basis_uom, k.uom) else k.uom end`

// Beside a rate and a cost a value lacks nothing but what the sales basis has it come from.
const ofBases = sql`
       when 'nothing' in (k.benefit_basis, k.qualifier_basis, k.worth_basis) then 'the sales basis that says what counts'
       when k.benefit is null and k.benefit_basis in ('net', 'gross', 'margin') or k.qualifier is null and k.qualifier_basis in ('net', 'gross', 'margin')
         then 'a value that its sales basis counts'`

/** What a line `k` that counts for a rule lacks, where what it counts is not known; null where nothing is missing. `areNamed`: some rules count by a sales basis. */
export const lackingOf = (areNamed: boolean): Sql => sql`
  case when k.benefit is not null and k.qualifier is not null and k.worth is not null then null
       when k.exchange is null and (k.benefit is null and k.benefit_basis in ('net', 'gross', 'margin', 'formula')
              or k.qualifier is null and k.qualifier_basis in ('net', 'gross', 'margin', 'formula') or k.worth is null)
         then concat('a rate of exchange from ', k.line_currency, ' to ', k.contract_currency, ' on ', k.billing_date)
       when k.cost_value is null and 'margin' in (k.benefit_basis, k.qualifier_basis, k.worth_basis) then concat('the cost of material ', k.line_material)
       when k.benefit is null and k.benefit_basis = 'formula' or k.qualifier is null and k.qualifier_basis = 'formula' then 'a value that its formula needs'
       ${areNamed ? ofBases : sql``}
       else concat('a factor', ' from ' || k.line_uom, ' to ' || ${areNamed ? unitOfBasis : sql`k.uom`}, ' or a measure of material ', k.line_material) end`

/** How many lines of the row `s` are in no sum, and what they lack; three things are named, others counted. Null where nothing is missing. */
export const faultSql = sql`
  case when s.faulty > 0 then (
    select concat(s.faulty, case s.faulty when 1 then ' line' else ' lines' end, ' without ',
                  string_agg(o.what, ', ' order by o.place) filter (where o.place <= 3),
                  case when count(*) > 3 then concat(' and ', count(*) - 3, case count(*) when 4 then ' other' else ' others' end) end)
      from (select w.what, row_number() over (order by w.what) as place from (select distinct what from unnest(s.lacking) what) w) o) end`
