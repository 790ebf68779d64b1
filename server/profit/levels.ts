import { fieldNamed, type Screen } from '#src/definition'
import { fieldSql } from '../engine/columns.ts'
import { AppError } from '../errors.ts'
import type { ReportContext } from '../reports/report.ts'
import { join, raw, sql, type Sql } from '../store/sql.ts'

/** An attribute of a level: what it is called, and SQL of its value on the line `t`, its customer `c` or its material `m`. */
interface LevelAttribute {
  readonly label: string
  readonly value: Sql
}

/** A level of analysis with its attributes in their order. */
export interface Level {
  readonly name: string
  readonly priority: number
  readonly attributes: readonly LevelAttribute[]
}

interface LevelRow {
  readonly analysis_level: string
  readonly priority: number
  readonly attributes: readonly { readonly source: string; readonly label: string; readonly empty: string | null }[]
}

const aliases: Readonly<Record<string, string>> = { customer: 'c', material: 'm', 'sales-data': 't' }

/** What results over levels read of their configuration. */
export const levelReads: Readonly<Record<string, readonly string[]>> = {
  'profit-analysis-level': ['analysis_level', 'first_attribute', 'second_attribute', 'third_attribute'],
  'profit-attribute': ['attribute_code', 'source'],
}

function attributeOf(
  { source, label, empty }: LevelRow['attributes'][number],
  { screens, mayRead }: Pick<ReportContext, 'screens' | 'mayRead'>,
): LevelAttribute {
  const [of = '', name = ''] = source.split('.')
  const screen: Screen | undefined = screens.find((one) => one.name === of)
  const alias = aliases[of]
  if (!screen || alias === undefined || !screen.fields.some((field) => field.name === name))
    throw new AppError('VALIDATION', {
      issues: [{ path: ['analysis_level'], code: 'invalid', message: `Its attribute ${label} is read from nothing` }],
    })
  if (!mayRead(of, name)) throw new AppError('FIELD_DENIED')
  const value = fieldSql(fieldNamed(screen.fields, name), alias)
  return { label, value: sql`coalesce(nullif((${value})::text, ''), ${empty ?? '(none)'})` }
}

/** The active levels of that name, or all of them, the first in rank first; FIELD_DENIED where the caller may not read what one is read from. */
export async function readLevels(context: ReportContext, name?: unknown): Promise<Level[]> {
  const rows = await context.read((tx) =>
    tx.query<LevelRow>(sql`
      select l.analysis_level, l.priority,
             (select jsonb_agg(jsonb_build_object('source', a.source, 'label', a.description, 'empty', a.empty_text) order by x.place)
                from unnest(array[l.first_attribute, l.second_attribute, l.third_attribute]) with ordinality x (code, place)
                join profit_attribute a on a.organization_id = l.organization_id and a.attribute_code = x.code) as attributes
        from profit_analysis_level l
       where l.organization_id = ${context.organizationId} and l.status = 'active' and (${(name ?? null) as string | null}::text is null or l.analysis_level = ${(name ?? null) as string | null})
       order by l.priority, l.analysis_level`),
  )
  return rows.map(({ analysis_level, priority, attributes }) => ({
    name: analysis_level,
    priority,
    attributes: attributes.map((one) => attributeOf(one, context)),
  }))
}

/** The one level that is asked for; VALIDATION where it is none or not active. */
export async function levelAsked(context: ReportContext, name: unknown): Promise<Level> {
  const [level] = await readLevels(context, name)
  if (level) return level
  throw new AppError('VALIDATION', {
    issues: [{ path: ['analysis_level'], code: 'invalid', message: 'There is no such active level' }],
  })
}

export const places = ['value_1', 'value_2', 'value_3'] as const

/** The values of a level's attributes on a line, as value_1 to value_3. */
export const valuesOf = ({ attributes }: Level): Sql =>
  join(
    places.map((name, at) => sql`${attributes[at]?.value ?? sql`null::text`} as ${raw(name)}`),
    ', ',
  )

/** Conditions on the values that are asked for, over a level's attributes. */
export const valuesAsked = ({ attributes }: Level, parameters: Readonly<Record<string, unknown>>): Sql[] =>
  places.flatMap((name, at) => {
    const wanted = parameters[name]
    const attribute = attributes[at]
    return wanted && attribute ? [sql`${attribute.value} = ${wanted as string}::text`] : []
  })

/** What a place is called, over columns value_1 to value_3 of `alias`. */
export const placeName = (alias: string): Sql =>
  sql`concat_ws(' · ', ${raw(places.map((name) => `${alias}.${name}`).join(', '))})`
