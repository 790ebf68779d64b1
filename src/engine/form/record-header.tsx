import type { ReactNode } from 'react'
import { fillPath, type Field, type Screen } from '#src/definition'
import { buttonClass } from '#src/ui/button.tsx'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { Link } from '#src/ui/link.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { renderCell } from '#src/widgets/cells.ts'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import type { Labels } from '#src/widgets/cell-text.ts'
import { useOffers } from '#src/widgets/use-offers.ts'
import { userLocale } from '#src/data/user-locale.ts'
import type { Values } from './changes.ts'
import { keyOf, titleOf } from './record-title.ts'
import { useRecordTitle } from './use-record-title.ts'

interface RecordHeaderProps {
  readonly screen: Screen
  readonly mode: 'new' | 'view' | 'edit'
  /** null: a new one. */
  readonly record: Values | null
  readonly labels: Labels
  /** What the record is called that a new one is a copy of. */
  readonly copyOf?: string | undefined
  readonly actions?: ReactNode
}

const crumbClass = 'hover:text-ink-1 hover:underline'

/** What the record is in: its first two states that differ in their words, as "Draft" and "Waiting for approval". */
function statesOf(screen: Screen, record: Values): readonly { readonly field: Field; readonly value: unknown }[] {
  const seen = new Set<string>()
  const states = screen.fields.flatMap((field) => {
    const chosen = field.choices?.find(({ value }) => value === record[field.name])
    if (field.type !== 'choice' || !chosen || !field.choices?.some(({ tone }) => tone) || seen.has(chosen.label))
      return []
    seen.add(chosen.label)
    return [{ field, value: chosen.value }]
  })
  return states.slice(0, 2)
}

/** What an address of the record may hold. */
const textsOf = (record: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value ?? '')]))

const nothing: Values = {}
const noField: Pick<Field, 'offers'> = {}

/** The labels, with the words of the call that offers the value a record is called by, where one does. */
function useTitleLabels({ fields, title }: Screen, record: Values | null, labels: Labels): Labels {
  const field = fields.find(({ name }) => name === title)
  const offered = useOffers({ field: field ?? noField, record: record ?? nothing })
  const value = String(record?.[title ?? ''] ?? '')
  const label = offered.find((one) => one.value === value)?.label
  return title && label ? { ...labels, [title]: { [value]: label } } : labels
}

/** Where one is, which record it is and what can be done with it. */
export function RecordHeader({ screen, mode, record, labels, copyOf, actions }: RecordHeaderProps) {
  const list = screen.list?.path
  const named = useTitleLabels(screen, record, labels)
  const fresh = copyOf ? `Copy of ${copyOf}` : `New ${screen.label.toLowerCase()}`
  const title = record ? titleOf(screen, record, named) : fresh
  useRecordTitle(title)
  const key = record ? keyOf(screen, record) : ''
  const states = record ? statesOf(screen, record) : []
  const allowed = useAllowed()
  const crumbs = [
    ...(list
      ? [
          {
            label: screen.plural,
            link: (label: string) => (
              <Link to={list} className={crumbClass}>
                {label}
              </Link>
            ),
          },
        ]
      : [{ label: screen.plural }]),
    ...(mode === 'edit' && record
      ? [
          {
            label: title,
            link: (label: string) => (
              <Link to={fillPath(screen.form?.view ?? '', { id: String(record.id) })} className={crumbClass}>
                {label}
              </Link>
            ),
          },
        ]
      : []),
    { label: mode === 'new' ? 'New' : mode === 'edit' ? 'Edit' : title },
  ]
  return (
    <PageHeader
      className="mb-4"
      breadcrumbs={
        <div className="print:hidden">
          <Breadcrumbs crumbs={crumbs} />
        </div>
      }
      title={
        <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {title}
          {states.map(({ field, value }) => (
            <span key={field.name} className="text-base font-normal tracking-normal">
              {renderCell(value, field, { locale: userLocale(), labels })}
            </span>
          ))}
        </span>
      }
      count={key && key !== title ? key : undefined}
      actions={
        <>
          {mode === 'view' && record
            ? screen.form?.pages
                ?.filter(({ access }) => access === undefined || allowed(access))
                .map(({ label, path }) => (
                  <Link key={path} to={fillPath(path, textsOf(record))} className={buttonClass()}>
                    {label}
                  </Link>
                ))
            : null}
          {actions}
        </>
      }
    />
  )
}
