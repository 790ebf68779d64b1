import type { FieldSpec, ScreenDefinition } from '#src/definition'
import type { Proposal } from './proposal.ts'

export interface Heading {
  readonly name: string
  readonly label: readonly [string, string]
  readonly area: string
  /** An upload's rows come from files; a master's are made by hand as well. */
  readonly kind: 'master' | 'upload'
}

const numbers = new Set(['integer', 'decimal', 'money'])
const filtered = new Set(['choice', 'date', 'dateTime', 'reference', 'flag'])
const summed = /quantity|qty|amount|value|sales|cost|revenue|total|net|gross/

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|-)([a-z0-9])/g, (_, first: string) => first.toUpperCase())

/** The definition of a screen over proposed fields; what has a good default is left out. */
export function definitionOf({ name, label, area, kind }: Heading, { fields, key }: Proposal): ScreenDefinition {
  const names = fields.map((field) => field.name)
  const typed = (types: ReadonlySet<string>) =>
    fields.filter(({ spec }) => types.has(spec.type)).map((field) => field.name)
  const totals = typed(numbers).filter((field) => summed.test(field) && !/price|rate/.test(field))
  const aliases = fields.flatMap((field) => (field.alias === null ? [] : [[field.name, [field.alias]] as const]))
  const newest = fields.find(({ spec }) => spec.type === 'date' || spec.type === 'dateTime')?.name
  return {
    name,
    label,
    area,
    endpoint: name,
    table: { key: [...key] },
    fields: Object.fromEntries(fields.map((field) => [field.name, field.spec])) as Record<string, FieldSpec>,
    list: {
      path: `/${name}`,
      columns: names.filter((field) => !isWide(fields.find((one) => one.name === field)?.spec.type)).slice(0, 10),
      ...(kind === 'upload' && newest ? { sort: [`-${newest}`, ...key] } : {}),
      filters: typed(filtered).slice(0, 4),
      ...(totals.length > 0
        ? { totals: Object.fromEntries(totals.slice(0, 4).map((field) => [field, 'sum' as const])) }
        : {}),
      ...(kind === 'upload' ? { pageSize: 100 } : {}),
    },
    upload: {
      functionality: `${pascal(name)}Format`,
      ...(aliases.length > 0 ? { aliases: Object.fromEntries(aliases) } : {}),
    },
  }
}

const isWide = (type: string | undefined): boolean => type === 'longText' || type === 'rows' || type === 'attributes'
