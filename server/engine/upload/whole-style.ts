import type { Field, Screen } from '#src/definition'
import type { Tx } from '../../store/database.ts'
import { join, raw, sql, type Sql } from '../../store/sql.ts'
import type { Mapping } from './format.ts'
import type { FileColumn } from './seen.ts'
import { columnName, stagingTable } from './staging-table.ts'
import { columnsFilling, isDay, isNumber } from './style-questions.ts'
import type { UploadRecord } from './upload-record.ts'
import { noStyle, styleOf, type WrittenStyle } from './written-style.ts'

// More shapes than this have no numbers and no days.
const mostShapes = 5_000
const longest = 60

/** What of a column has to be looked at: the lines that are not plain where they alone may tell what was not seen while it came in, or all. */
type Scope = 'odd' | 'all'
type Kind = NonNullable<WrittenStyle['whole']>

function scopeOfNumbers({ seen, written }: FileColumn, isPointTold: boolean): Scope {
  if (seen.form !== 'number') return 'all'
  // Plain numbers with a point of which none was sampled that could be read one way only may all be thousands. They have no comma: where
  // another column tells the point, these can only say the same or nothing.
  return seen.fraction > 0 && !written?.point && !isPointTold ? 'all' : 'odd'
}

const scopeOfDays = ({ seen }: FileColumn): Scope => (seen.form === 'text' ? 'all' : 'odd')

interface Shape {
  readonly cell: string
  readonly times: number
}

const beginsLikeDay = (cell: Sql): Sql => sql`${cell} ~ '^[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]'`
const isMarked = (cell: Sql): Sql =>
  sql`(strpos(${cell}, ',') > 0 or strpos(${cell}, '.') > 0) and length(${cell}) <= ${longest}::int`

/** Cells with a mark, one for all that have their marks and noughts in the same places. */
const numberShapes = (cell: Sql, lines: Sql): Sql => sql`
  select any_value(cell) as cell, count(*)::int as times
    from (select ${cell} as cell from ${lines} s where ${isMarked(cell)}) as marked
   group by translate(cell, '23456789', '11111111') order by times desc limit ${mostShapes}::int`

/** Cells that begin like days, each of these once. */
const dayShapes = (cell: Sql, lines: Sql): Sql => sql`
  select left(cell, 10) as cell, count(*)::int as times
    from (select ${cell} as cell from ${lines} s where ${beginsLikeDay(cell)}) as days
   group by left(cell, 10) order by times desc limit ${mostShapes}::int`

/**
 * The columns of a file with what all of its lines tell of how numbers and days are written, as far as these mappings read them as
 * such: the first lines alone may all read both ways, or be followed by others from another hand. Columns of plain numbers and days
 * are taken by what was seen of them while they came in.
 */
export async function lookedThrough(
  tx: Tx,
  upload: Pick<UploadRecord, 'id' | 'columns' | 'encoding' | 'has_odd'>,
  screen: Screen,
  mappings: readonly Mapping[],
): Promise<readonly FileColumn[]> {
  const names = (asks: (field: Field) => boolean) => columnsFilling(screen, mappings, asks)
  const [numbers, days] = [names(isNumber), names(isDay)]
  const isPointTold = upload.columns.some(({ name, written }) => written?.point && numbers.has(name.toLowerCase()))
  const asked = upload.columns.flatMap((column, at): Asked[] => {
    const name = column.name.toLowerCase()
    const kind = numbers.has(name) ? 'numbers' : days.has(name) ? 'days' : null
    if (kind === null || column.written?.whole === kind) return []
    const scope = kind === 'numbers' ? scopeOfNumbers(column, isPointTold) : scopeOfDays(column)
    return [{ at, kind, scope, cell: raw(`s.${columnName(at)}`) }]
  })
  const lines = stagingTable(upload.id)
  const telling = upload.has_odd
    ? await toldByOddLines(
        tx,
        lines,
        asked.filter(({ scope }) => scope === 'odd'),
      )
    : []
  const columns = [...upload.columns]
  for (const { at, kind, scope, cell } of asked) {
    if (scope === 'odd' && !telling.includes(at)) continue
    const shapes = await tx.query<Shape>(kind === 'numbers' ? numberShapes(cell, lines) : dayShapes(cell, lines))
    columns[at] = { ...columns[at]!, written: seenWhole(columns[at]!, shapes, kind, upload.encoding) }
  }
  return columns
}

interface Asked {
  /** The place of the column in the file. */
  readonly at: number
  readonly kind: Kind
  readonly scope: Scope
  readonly cell: Sql
}

/** Which of these columns have cells in odd lines that are written otherwise than those which were seen while they came in; one look at the lines for all. */
async function toldByOddLines(tx: Tx, lines: Sql, asked: readonly Asked[]): Promise<readonly number[]> {
  if (asked.length === 0) return []
  const cells = asked.map(({ at, kind, cell }) => sql`(${at}::int, ${kind === 'days'}::bool, ${cell})`)
  const cell = raw('c.cell')
  const found = await tx.query<{ at: number }>(sql`
    select distinct c.at from ${lines} s cross join lateral (values ${join(cells, ', ')}) as c (at, is_day, cell)
     where s.odd and case when c.is_day then ${beginsLikeDay(cell)} else ${isMarked(cell)} and c.cell !~ '^[+-]?[0-9]+([.][0-9]+)?$' end`)
  return found.map(({ at }) => at)
}

function seenWhole(
  { written }: FileColumn,
  shapes: readonly Shape[],
  kind: Kind,
  encoding: string | null,
): WrittenStyle {
  const style = styleOf(shapes, encoding === 'XLSX') ?? noStyle
  // Cells that were sampled stand at the top of the file, and it is known whether they are all numbers.
  const first = written ?? style
  const number = style.number === undefined ? undefined : (first.number ?? style.number)
  const day = style.day === undefined ? undefined : (first.day ?? style.day)
  return {
    ...style,
    numeric: first.numeric,
    ...(number === undefined ? {} : { number }),
    ...(day === undefined ? {} : { day }),
    whole: kind,
  }
}

/** A column of which cells were corrected: it is looked through once more. */
export function corrected({ written, ...column }: FileColumn): FileColumn {
  if (!written) return { ...column, ascending: false }
  const { whole: _whole, ...seen } = written
  return { ...column, ascending: false, written: seen }
}
