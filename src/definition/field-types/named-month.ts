import { fullYear } from './date.ts'
import { fullYearSql } from './date-types.ts'

// As they are written in files, accents aside. No word is a month here and another one there, so that a day means the same
// whoever sends the file; languages with such words are left out.
const words: readonly (readonly string[])[] = [
  'jan january januar janvier janv enero ene gennaio gen janeiro januari',
  'feb february februar febr fevrier fevr fev febrero febbraio fevereiro februari',
  'mar march marz maerz mrz mars marzo marco maart mrt marts',
  'apr april avril avr abril abr aprile',
  'may mai mayo maggio mag maio mei maj',
  'jun june juni juin junio giugno giu junho',
  'jul july juli juillet juil julio luglio lug julho',
  'aug august aout agosto ago augustus augusti',
  'sep sept september septembre septiembre settembre set setembro',
  'oct october octobre octubre oktober okt ottobre ott outubro out',
  'nov november novembre noviembre novembro',
  'dec december decembre dezember dez diciembre dic dicembre dezembro desember des',
].map((line) => line.split(' '))

const [accented, bare] = ['äÄéÉèÈûÛçÇ', 'aaeeeeuucc']
const word = `([A-Za-z${accented}]{3,12})[.]?`
const time = '(?:[ T,]+([0-9]{1,2}:[-+0-9:. Z]*))?'
// One pattern each for JavaScript and PostgreSQL, with the places of the year, the month and the day in it.
const shapes: readonly (readonly [pattern: string, year: number, month: number, day: number])[] = [
  // 12-AUG-26, 12 Aug 2026, 12. August 2026
  [`^([0-9]{1,2})[.]?[-/ ]?${word}[-/ ,]{0,2}([0-9]{4}|[0-9]{2})${time}$`, 3, 2, 1],
  // Aug 12, 2026
  [`^${word}[-/ ]?([0-9]{1,2})(?:st|nd|rd|th)?[-/ ,]{1,2}([0-9]{4})${time}$`, 3, 1, 2],
  // 2026-Aug-12
  [`^([0-9]{4})[-/ ]?${word}[-/ ]?([0-9]{1,2})${time}$`, 1, 2, 3],
]
const compiled = shapes.map(([pattern, ...places]) => [new RegExp(pattern), ...places] as const)
const longest = 60

const monthOf = (text: string): number => {
  const plain = [...text].map((letter) => bare[accented.indexOf(letter)] ?? letter.toLowerCase()).join('')
  return words.findIndex((names) => names.includes(plain)) + 1
}

/** A day with the name of its month as YYYY-MM-DD, which may not exist, and what time is behind it; null when it is none. */
export function withoutMonthName(text: string): string | null {
  if (text.length > longest) return null
  for (const [pattern, year, month, day] of compiled) {
    const parts = pattern.exec(text)
    const number = parts ? monthOf(parts[month]!) : 0
    if (!parts || number === 0) continue
    const iso = [fullYear(parts[year]!), String(number).padStart(2, '0'), parts[day]!.padStart(2, '0')].join('-')
    return parts[4] === undefined ? iso : `${iso} ${parts[4]}`
  }
  return null
}

/** The same as SQL. */
export function withoutMonthNameSql(text: string): string {
  const months = words.map(
    (names, index) =>
      `when m in (${names.map((name) => `'${name}'`).join(', ')}) then '${String(index + 1).padStart(2, '0')}'`,
  )
  const whens = shapes.map(([pattern, year, month, day]) => {
    const parts = `regexp_match(${text}, '${pattern}')`
    return `when (${text}) ~ '${pattern}' then (select array[p[${year}], lower(translate(p[${month}], '${accented}', '${bare}')), p[${day}], p[4]] from (select ${parts} as p offset 0) as shape)`
  })
  const iso = `(${fullYearSql('y')}) || '-' || (case ${months.join(' ')} end) || '-' || lpad(d, 2, '0') || coalesce(' ' || t, '')`
  const parts = `select a[1] as y, a[2] as m, a[3] as d, a[4] as t from (select case ${whens.join(' ')} end as a offset 0) as named offset 0`
  return `case when length(${text}) <= ${longest} and (${text}) ~ '[A-Za-z]' then (select ${iso} from (${parts}) as day) end`
}

// 2026-03, 2026/03, 202603; 03/2026; March 2026, Mar-26; 2026 March
const months: readonly (readonly [pattern: RegExp, year: number, month: number])[] = [
  [/^([0-9]{4})[-/. ]?([0-9]{1,2})$/, 1, 2],
  [/^([0-9]{1,2})[-/. ]([0-9]{4})$/, 2, 1],
  [new RegExp(`^${word}[-/ ,]{0,2}([0-9]{4}|[0-9]{2})$`), 2, 1],
  [new RegExp(`^([0-9]{4})[-/ ]?${word}$`), 1, 2],
]

/** A month as YYYY-MM, however it is written; null when it is none, or might be another one. */
export function readMonth(text: string): string | null {
  for (const [pattern, year, month] of months) {
    const parts = pattern.exec(text)
    if (!parts) continue
    const number = /^[0-9]/.test(parts[month]!) ? Number(parts[month]) : monthOf(parts[month]!)
    if (number >= 1 && number <= 12) return `${fullYear(parts[year]!)}-${String(number).padStart(2, '0')}`
  }
  return null
}
