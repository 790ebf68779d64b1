import { sql, type Sql } from '../store/sql.ts'
import { peopleSql } from './people.ts'
import type { Report, ReportContext } from './report.ts'

type Words = Readonly<Record<string, string>>

/** What fields and the values of choices are called, nested fields as "rules.rate"; and which of them name people. */
function wordsOf({ screens, mayRead }: ReportContext): {
  labels: Words
  choices: Readonly<Record<string, Words>>
  persons: readonly string[]
} {
  const fields = screens.find((screen) => screen.name === 'contract')?.fields ?? []
  const named = fields
    .filter(({ name }) => mayRead('contract', name))
    .flatMap((field) => [
      { name: field.name, field },
      ...(field.fields ?? []).map((part) => ({ name: `${field.name}.${part.name}`, field: part })),
    ])
  return {
    persons: named.filter(({ field }) => field.target === 'user').map(({ name }) => name),
    labels: Object.fromEntries(named.map(({ name, field }) => [name, field.label])),
    choices: Object.fromEntries(
      named.flatMap(({ name, field }) =>
        field.choices ? [[name, Object.fromEntries(field.choices.map(({ value, label }) => [value, label]))]] : [],
      ),
    ),
  }
}

/** The rows of one side that the other side does not have, each as "Rate 2, From 25000". */
const rowsSql = (side: Sql, other: Sql): Sql => sql`
  (select string_agg(told.words, E'\n') from jsonb_array_elements(${side}) row_of
    cross join lateral (
      select string_agg(concat(coalesce(w.labels ->> concat(e.key, '.', p.key), p.key), ' ',
               coalesce(w.choices -> concat(e.key, '.', p.key) ->> p.value, p.value)), ', ') as words
        from jsonb_each_text(row_of) p where p.value is not null) told
    where not coalesce(${other} @> jsonb_build_array(row_of), false))`

const valueSql = (side: Sql, other: Sql): Sql => sql`
  case jsonb_typeof(${side}) when 'array' then ${rowsSql(side, sql`case jsonb_typeof(${other}) when 'array' then ${other} end`)}
       when 'null' then null
       else coalesce(w.choices -> e.key ->> (${side} #>> '{}'), case when w.persons ? e.key then w.people ->> (${side} #>> '{}') end, ${side} #>> '{}') end`

/** Every change of contracts, field by field, old and new in words. */
export const contractChangeLog: Report = {
  reads: { contract: ['contract_number', 'contract_header', 'application_type'] },
  statement: (parameters, context) => {
    const { labels, choices, persons } = wordsOf(context)
    const { on_from: from, on_to: to, contract_number: number, partner_number: partner } = parameters
    const { application_type: application, changed_by: user, field, operation } = parameters
    return sql`
      with w as (
        select ${JSON.stringify(labels)}::jsonb as labels, ${JSON.stringify(choices)}::jsonb as choices, ${JSON.stringify(persons)}::jsonb as persons,
               (select jsonb_object_agg(u.email, u.person) from ${peopleSql(context.organizationId)} u) as people),
      entry as (
        select h.id, h.at, h.operation, h.changes, u.name as changed_by, c.contract_header as contract_description, c.application_type, c.partner_number,
               coalesce(c.contract_number, h.changes -> 'contract_number' ->> 0) as contract_number
          from history h
          left join contract c on c.organization_id = h.organization_id and c.id = h.record_id
          left join app_user u on u.organization_id = h.organization_id and u.id = h.user_id
         where h.organization_id = ${context.organizationId} and h.screen = 'contract'
           and h.at >= ${from}::date and h.at < ${to}::date + 1
           and (${operation ?? null}::text is null or h.operation = ${operation ?? null}::text)
           and (${user ?? null}::text is null or u.email = ${user ?? null}::text)
      )
      select n.contract_number, n.contract_description, n.application_type, n.at as changed_at, n.changed_by, n.operation,
             w.labels ->> e.key as field, ${valueSql(sql`(e.value -> 0)`, sql`(e.value -> 1)`)} as old_value,
             ${valueSql(sql`(e.value -> 1)`, sql`(e.value -> 0)`)} as new_value
        from entry n cross join w cross join lateral jsonb_each(n.changes) e
       where w.labels ? e.key
         and (${number ?? null}::text is null or n.contract_number = ${number ?? null}::text)
         and (${partner ?? null}::text is null or n.partner_number = ${partner ?? null}::text)
         and (${application ?? null}::text is null or n.application_type = ${application ?? null}::text)
         and (${field ?? null}::text is null or w.labels ->> e.key ilike concat('%', ${field ?? null}::text, '%'))`
  },
}
