import type { Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'

export interface IntegrationFilter {
  readonly source_field: string
  readonly operator: 'eq' | 'ne' | 'contains' | 'startsWith' | 'gt' | 'lt' | 'empty' | 'notEmpty'
  readonly value: string | null
}

/** The filters of an integration in their order. */
export const filtersOf = (tx: Tx, organizationId: number, integration: string): Promise<IntegrationFilter[]> =>
  tx.query<IntegrationFilter>(sql`
    select source_field, operator, value from integration_filter
     where organization_id = ${organizationId} and integration = ${integration} order by position`)

const columnText = (name: string): string => `[${name.replaceAll(']', ']]')}]`
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)

function condition({ source_field: name, operator, value }: IntegrationFilter): string {
  const [column, text] = [columnText(name), value ?? '']
  const compared = (sign: string) =>
    isNumber(text) ? `number(${column}) ${sign} ${text}` : `${column} ${sign} ${quoted(text)}`
  switch (operator) {
    case 'empty':
      return `empty(${column})`
    case 'notEmpty':
      return `not empty(${column})`
    case 'contains':
    case 'startsWith':
      return `${operator}(${column}, ${quoted(text)})`
    case 'gt':
      return compared('>')
    case 'lt':
      return compared('<')
    case 'ne':
      return `not (${column} = ${quoted(text)})`
    default:
      return `${column} = ${quoted(text)}`
  }
}

/** The condition under which lines are taken: all filters, and what the mapping itself says. */
export const keepWith = (keep: string | null | undefined, filters: readonly IntegrationFilter[]): string | null => {
  const parts = [...(keep?.trim() ? [`(${keep})`] : []), ...filters.map((filter) => `(${condition(filter)})`)]
  return parts.length > 0 ? parts.join(' and ') : null
}
