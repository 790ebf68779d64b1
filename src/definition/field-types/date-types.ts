import { trimSql } from './blanks.ts'
import { dateDisplay, isoPattern, notADate, orders, partsPattern } from './date.ts'
import { dateTimeDisplay, notATime, timePattern } from './date-time.ts'
import type { FieldType, TextFormat } from './field-type.ts'

// Days and moments as SQL, apart from how they are shown: the browser's first file holds no SQL of them.

/** SQL of a year that may be written with two digits. */
export const fullYearSql = (year: string): string =>
  `case when length(${year}) = 2 then case when ${year} < '69' then '20' else '19' end || ${year} else ${year} end`

/** SQL of the day at the head of a text as YYYY-MM-DD text, which may name a day that does not exist; null when it is none. */
export function isoDaySql(text: string, format: TextFormat): string {
  const head = `split_part(translate(${text}, 'T', ' '), ' ', 1)`
  const [y, m, d] = orders[format.dateOrder].map((index) => `p[${index + 1}]`)
  const two = (part: string) => `case when length(${part}) = 1 then '0' || ${part} else ${part} end`
  return `case when ${head} ~ '${isoPattern}' then regexp_replace(${head}, '${isoPattern}', '\\1-\\2-\\3') when ${head} ~ '${partsPattern}' then (select (${fullYearSql(y!)}) || '-' || (${two(m!)}) || '-' || (${two(d!)}) from (select regexp_match(${head}, '${partsPattern}') as p offset 0) as parts) end`
}

// A pattern first: PostgreSQL would take years of other lengths.
/** SQL: whether the text `d` names an existing day. */
export const existingDay = `d ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(d, 'date')`

/** A branch for days that begin with the day or the month and have two, two and four digits. */
function fullDaySql(text: string, { dateOrder }: TextFormat): string {
  if (dateOrder === 'YMD') return ''
  const [day, month] = dateOrder === 'DMY' ? [1, 4] : [4, 1]
  const iso = `substr(${text}, 7) || '-' || substr(${text}, ${month}, 2) || '-' || substr(${text}, ${day}, 2)`
  return `when (${text}) ~ '^[0-9]{2}[-/.][0-9]{2}[-/.][0-9]{4}$' then case when pg_input_is_valid(${iso}, 'date') then (${iso})::date end
            `
}

export const dateType: FieldType = {
  ...dateDisplay,
  sql: () => 'date',
  fromText: (text, _field, format, seen) => ({
    value:
      seen?.form === 'day' || seen?.form === 'instant'
        ? `(${text})::date`
        : // Most days are written YYYY-MM-DD, or in full in the order of the file, and a look tells.
          `case when (${text}) ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then case when pg_input_is_valid(${text}, 'date') then (${text})::date end
            ${fullDaySql(text, format)}else (select case when ${existingDay} then d::date end from (select ${isoDaySql(text, format)} as d offset 0) as q) end`,
    unreadable: notADate,
  }),
}

export const dateTimeType: FieldType = {
  ...dateTimeDisplay,
  sql: () => 'timestamptz',
  fromText: (text, _field, format, seen) => {
    if (seen?.form === 'day' || seen?.form === 'instant')
      return { value: `(${text})::timestamp at time zone 'UTC'`, unreadable: notATime }
    const tail = trimSql(`substr(${text}, length(split_part(translate(${text}, 'T', ' '), ' ', 1)) + 2)`)
    const instant = `(d || ' ' || coalesce(t[1] || ':' || t[2] || ':' || coalesce(t[3], '00') || coalesce(t[4], '') || coalesce(t[5], 'Z'), '00:00:00Z'))::timestamptz`
    const parts = `select ${isoDaySql(text, format)} as d, ${tail} as tail, regexp_match(${tail}, '${timePattern}') as t offset 0`
    return {
      value: `(select case when ${existingDay} and (tail = '' or t is not null) then ${instant} end from (${parts}) as q)`,
      unreadable: notATime,
    }
  },
}
