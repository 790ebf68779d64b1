import { isEmptyValue, type Field, type Screen } from '#src/definition'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { cx } from '#src/ui/cx.ts'
import { Link } from '#src/ui/link.tsx'
import { renderCell, type CellContext } from '#src/widgets/cells.ts'
import { OfferedValue } from '#src/widgets/offered-value.tsx'
import type { Row } from '#src/widgets/table/table-columns.ts'
import { rowId } from './row-title.ts'

interface RowCardProps {
  readonly row: Row
  readonly screen: Screen
  readonly fields: readonly Field[]
  readonly context: CellContext
  readonly href: string | undefined
  readonly title: string
  readonly chosen: boolean
  readonly onChoose: ((id: string, on: boolean) => void) | undefined
}

const mostFields = 3

// A choice whose values are coloured says where a record stands.
const isState = ({ type, choices }: Field): boolean =>
  type === 'choice' && choices?.some(({ tone }) => tone && tone !== 'neutral') === true

/**
 * The fields of a card: the first ones that its title does not say already, where the record stands among them, and the last
 * amount, which is what lines are about.
 */
export function cardFields(
  fields: readonly Field[],
  titled: readonly string[],
): { readonly first: readonly Field[]; readonly amount: Field | undefined } {
  const others = fields.filter((field) => !titled.includes(field.name))
  const amount = others.findLast((field) => field.type === 'money' || field.type === 'decimal')
  const told = others.filter((field) => field !== amount && field.type !== 'flag')
  const state = told.findIndex(isState)
  return {
    first: state < mostFields ? told.slice(0, mostFields) : [...told.slice(0, mostFields - 1), told[state]!],
    amount,
  }
}

/** A value as the list's column shows it. */
function Value({ row, field, context }: Pick<RowCardProps, 'row' | 'context'> & { readonly field: Field }) {
  const value = row[field.name]
  if (field.offers && !isEmptyValue(value)) return <OfferedValue field={field} value={value} record={row} />
  return renderCell(value, field, context) ?? '—'
}

/** A record on narrow screens: its title, the fields that come first, and the amount it is about. */
export function RowCard({ row, screen, fields, context, href, title, chosen, onChoose }: RowCardProps) {
  const id = rowId(row)
  // What is only known by the call that offers it is called as in the list, not by what is kept.
  const titled = screen.fields.find(({ name, offers }) => offers && name === screen.title && !screen.table?.key.length)
  const heading = titled ? <Value row={row} field={titled} context={context} /> : title
  const { first, amount } = cardFields(fields, [...(screen.table?.key ?? []), ...(screen.title ? [screen.title] : [])])
  const code = amount?.type === 'money' && amount.currency ? row[amount.currency] : null
  const currency = typeof code === 'string' && code !== '' ? code : null
  return (
    <li data-row={id} className={cx('flex gap-3 border-b border-line px-4 py-3', chosen && 'bg-accent-soft')}>
      {onChoose && (
        <Checkbox
          aria-label={`Select ${title}`}
          className="mt-1"
          checked={chosen}
          onChange={(event) => onChoose(id, event.currentTarget.checked)}
        />
      )}
      <div className="min-w-0 flex-1">
        {href ? (
          <Link to={href} className="block min-h-6 leading-6 font-medium break-words text-accent-ink">
            {heading}
          </Link>
        ) : (
          <p className="font-medium break-words">{heading}</p>
        )}
        <dl className="mt-1 grid grid-cols-[minmax(4rem,auto)_minmax(5.5rem,1fr)] gap-x-3 gap-y-0.5 text-sm">
          {first.map((field) => (
            <div key={field.name} className="contents">
              <dt className="text-ink-2">{field.label}</dt>
              <dd className="min-w-0 break-words [&_a]:inline-block [&_a]:min-h-6 [&_a]:leading-6">
                <Value row={row} field={field} context={context} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {amount && (
        <div className="max-w-[38%] shrink-0 text-end">
          <div className="font-semibold">
            <Value row={row} field={amount} context={context} />
          </div>
          <div className="text-sm text-ink-2">
            {amount.label}
            {currency && <span> {currency}</span>}
          </div>
        </div>
      )}
    </li>
  )
}
