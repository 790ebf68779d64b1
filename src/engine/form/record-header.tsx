import { Link } from 'react-router-dom'
import type { ReactNode } from 'react'
import { fillPath, type Screen } from '#src/definition'
import { buttonClass } from '#src/ui/button.tsx'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { renderCell } from '#src/widgets/cells.ts'
import type { Labels } from '#src/widgets/cell-text.ts'
import { userLocale } from '#src/widgets/user-locale.ts'
import type { Values } from './changes.ts'
import { keyOf, titleOf } from './record-title.ts'

interface RecordHeaderProps {
  readonly screen: Screen
  readonly mode: 'new' | 'view' | 'edit'
  /** null: a new one. */
  readonly record: Values | null
  readonly labels: Labels
  readonly actions?: ReactNode
}

const crumbClass = 'hover:text-ink-1 hover:underline'

/** Where one is, which record it is and what can be done with it. */
export function RecordHeader({ screen, mode, record, labels, actions }: RecordHeaderProps) {
  const list = screen.list?.path
  const title = record ? titleOf(screen, record) : `New ${screen.label.toLowerCase()}`
  const key = record ? keyOf(screen, record) : ''
  const status = screen.fields.find(
    (field) => field.type === 'choice' && field.choices?.some((choice) => choice.tone) && field.name in (record ?? {}),
  )
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
          {status && record ? (
            <span className="text-base font-normal tracking-normal">
              {renderCell(record[status.name], status, { locale: userLocale(), labels })}
            </span>
          ) : null}
        </span>
      }
      count={key && key !== title ? key : undefined}
      actions={
        <>
          {mode === 'view' && record
            ? screen.form?.pages?.map(({ label, path }) => (
                <Link key={path} to={fillPath(path, { id: String(record.id) })} className={buttonClass()}>
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
