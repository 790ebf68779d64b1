import type { Field } from '#src/definition'
import { memo, type ChangeEvent } from 'react'
import { CellLink } from '#src/widgets/cell-link.tsx'
import { cellText } from '#src/widgets/cell-text.ts'
import { keyWord } from '../key-word.ts'
import { OfferedValue } from '#src/widgets/offered-value.tsx'
import { renderCell, type CellContext } from '#src/widgets/cells.ts'
import { alignOf, stretches, type Row } from './table-columns.ts'

export interface TableRowProps {
  readonly row: Row
  readonly index: number
  readonly fields: readonly Field[]
  readonly context: CellContext
  /** Where the row's key cells lead. */
  readonly href: string | undefined
  readonly linked: ReadonlySet<string>
  readonly title: string
  readonly selected: boolean
  /** How deep the row stands below groups, counted from 1. */
  readonly level?: number
  readonly onSelect: ((event: ChangeEvent<HTMLInputElement>) => void) | undefined
}

function content(props: TableRowProps, field: Field) {
  const { row, context, href, linked } = props
  const value = row[field.name]
  if (field.offers && value !== null && value !== undefined && value !== '') {
    const words = <OfferedValue field={field} value={value} record={row} />
    return href && linked.has(field.name) ? <CellLink href={href}>{words}</CellLink> : words
  }
  if (!href || !linked.has(field.name)) {
    const words = renderCell(value, field, context)
    const lines = words && context.figureHref?.(field.name, row)
    return lines ? <CellLink href={lines}>{words}</CellLink> : words
  }
  const text = value === '*' ? keyWord(field, value) : cellText(value, field, context.locale, context.labels)
  // A narrow reference shows its key alone, linked or not; its name is in the tip.
  const key = field.type === 'reference' && !stretches(field) && value && !String(value).includes('@')
  return (
    <CellLink href={href} tip={key && text !== value ? text : undefined}>
      {(key ? keyWord(field, value) : text) || '—'}
    </CellLink>
  )
}

/** One row of a table; it is drawn again only when its own record or selection changes. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { fields, index, onSelect, selected, title } = props
  const wraps = (field: Field): boolean => props.context.wraps === true && field.type === 'longText'
  return (
    <tr aria-selected={onSelect ? selected : undefined} aria-rowindex={index + 2} aria-level={props.level}>
      {onSelect && (
        <td tabIndex={index === 0 ? 0 : -1}>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={selected}
            data-row={index}
            onChange={onSelect}
            aria-label={`Select ${title}`}
          />
        </td>
      )}
      {fields.map((field, at) => (
        <td
          key={field.name}
          data-truncate={wraps(field) ? undefined : ''}
          tabIndex={index === 0 && at === 0 && !onSelect ? 0 : -1}
          className={alignOf(field)}
        >
          {wraps(field) ? (
            <span data-truncate="" className="my-1.5 line-clamp-5 whitespace-pre-line">
              {content(props, field)}
            </span>
          ) : (
            content(props, field)
          )}
        </td>
      ))}
    </tr>
  )
})
