import type { ReactNode } from 'react'
import { isAbsent, type Field } from '#src/definition'
import { cx } from '#src/ui/cx.ts'
import { Link } from '#src/ui/link.tsx'
import { renderCell } from '#src/widgets/cells.ts'
import type { Labels } from '#src/widgets/cell-text.ts'
import { FileLine } from '#src/widgets/files/file-line.tsx'
import { keyWord } from '#src/widgets/key-word.ts'
import { isStoredFile } from '#src/widgets/files/stored-file.ts'
import { holdsPermissions, RightsValue } from '#src/widgets/rights/rights-input.tsx'
import { RichText } from '#src/widgets/rich-text/rich-text.tsx'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import { OfferedValue } from '#src/widgets/offered-value.tsx'
import { suffixOf } from '#src/widgets/input-number.tsx'
import type { Values } from './changes.ts'
import { Nothing } from './nothing.tsx'
import { RowsTable } from './rows-table.tsx'

export interface ReadOnlyFieldProps {
  readonly field: Field
  readonly value: unknown
  readonly record: Values
  readonly labels: Labels
  readonly locale: string
  readonly referenceHref?: (field: Field, key: string) => string | undefined
  readonly hint?: string
  /** The label is for those who hear the page: who sees it has read it above. */
  readonly isLabelHidden?: boolean
}

/** A value as it is read: a label above, nothing to type into. */
export function ReadOnlyField(props: ReadOnlyFieldProps) {
  const { field, hint, isLabelHidden = false } = props
  const allowed = useAllowed()
  return (
    <div className="min-w-0">
      <div
        className={isLabelHidden && !hint ? 'sr-only' : 'flex items-baseline justify-between gap-3 text-sm text-ink-2'}
      >
        <span className="min-w-0 truncate font-medium">{field.label}</span>
        {hint ? <span className="shrink-0 text-ink-3">{hint}</span> : null}
      </div>
      <div className={cx('min-h-5 break-words text-ink-1', !isLabelHidden && 'mt-1.5')}>
        {holdsPermissions(field) && allowed('administration.roles') ? (
          <RightsValue label={field.label} value={props.value} roleId={props.record['id']} />
        ) : (
          valueOf(props)
        )}
      </div>
    </div>
  )
}

const wide = new Set<Field['type']>(['rows', 'longText', 'attributes'])

/** The same on one line, the label beside the value: for records that are only read. */
export function ReadOnlyLine(props: ReadOnlyFieldProps) {
  const { field } = props
  if (wide.has(field.type) || holdsPermissions(field)) return <ReadOnlyField {...props} />
  return (
    // One width for all labels: the values of rows of two and of three fields begin at the same place.
    <div className="grid min-w-0 grid-cols-[minmax(7rem,10.5rem)_minmax(0,1fr)] gap-3 print:grid-cols-[42%_minmax(0,1fr)]">
      <span className="text-pretty break-words text-ink-2" data-tip={field.help}>
        {field.label}
      </span>
      <div className="min-w-0 break-words text-ink-1">{valueOf(props)}</div>
    </div>
  )
}

function valueOf({ field, value, record, labels, locale, referenceHref }: ReadOnlyFieldProps): ReactNode {
  if (isAbsent(value)) return field.numbered ? <span className="text-ink-3">Given when it is saved</span> : <Nothing />
  if (field.type === 'rows') return <RowsTable {...{ field, value, locale, labels, record, referenceHref }} />
  if (isStoredFile(value)) return <FileLine file={value} />
  if (field.offers) return <OfferedValue field={field} value={value} record={record} />
  if (field.markdown) return <RichText text={String(value)} />
  if (field.type === 'longText') return <span className="whitespace-pre-wrap">{String(value)}</span>
  if (field.type === 'reference')
    return (
      <ReferenceValue
        text={keyWord(field, value)}
        value={String(value)}
        label={labels[field.name]?.[String(value)]}
        href={value === '*' ? undefined : referenceHref?.(field, String(value))}
      />
    )
  const suffix = field.type === 'percent' ? '' : suffixOf(field, record)
  return (
    <>
      {renderCell(value, field, { locale, labels, referenceHref })}
      {suffix ? <span className="ml-1 text-sm text-ink-3">{suffix}</span> : null}
    </>
  )
}

function ReferenceValue({
  text,
  value,
  label,
  href,
}: {
  text: string
  value: string
  label: string | undefined
  href: string | undefined
}) {
  const named = label && !value.endsWith(label) ? label : undefined
  // People are called by their name; their key is an address.
  const isPerson = named !== undefined && value.includes('@')
  const beside = isPerson ? value : named
  return (
    <span
      className={
        // What has no room beside a name or below it is read when it is pointed at; the ring of the link is not cut.
        isPerson
          ? 'inline-flex max-h-5 max-w-full flex-wrap gap-x-2 wrap-anywhere [clip-path:inset(-4px_-4px_-2px)] print:max-h-none print:[clip-path:none]'
          : '-m-1 line-clamp-2 px-1 pt-1 wrap-anywhere print:line-clamp-none'
      }
      data-tip={isPerson ? value : undefined}
      data-truncate={isPerson ? undefined : ''}
    >
      {href ? (
        <Link to={href} className="text-accent-ink hover:underline">
          {isPerson ? named : text}
        </Link>
      ) : (
        <span>{isPerson ? named : text}</span>
      )}
      {beside && !isPerson ? ' ' : null}
      {beside ? <span className="text-ink-2">{beside}</span> : null}
    </span>
  )
}
