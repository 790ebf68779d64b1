import { fillPath, whyFixed, whyKept, type Action, type Field, type Screen } from '#src/definition'
import { shownFor } from '#src/definition/shown-variant.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { recordQuery } from '#src/data/records.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { Drawer } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ChevronDownIcon, ChevronUpIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/states.tsx'
import { actionEntries } from '#src/widgets/actions/action-menu.ts'
import { renderCell, type CellContext } from '#src/widgets/cells.ts'
import type { Row } from '#src/widgets/table/table-columns.ts'
import { useMe } from '#src/widgets/use-profile-id.ts'
import { rowHref, rowTitle } from './row-title.ts'

interface RecordGlanceProps {
  readonly screen: Screen
  readonly endpoint: string
  readonly row: Row
  readonly context: CellContext
  readonly canEdit: boolean
  readonly onClose: () => void
  /** Goes on to the row before or behind it, where there is one. */
  readonly onStep: (by: 1 | -1) => (() => void) | undefined
  readonly onDelete: (() => void) | undefined
  readonly onAction: (action: Action) => void
}

/** A record at a glance, at the side of its list. */
export function RecordGlance({
  screen: given,
  endpoint,
  row,
  context,
  canEdit,
  onClose,
  onStep,
  onDelete,
  onAction,
}: RecordGlanceProps) {
  const { data, error, isPending } = useQuery({ ...recordQuery(endpoint, String(row.id)), meta: { quiet: true } })
  const record: Row = data ?? row
  const screen = shownFor(given, record)
  const sections = screen.form?.sections ?? [{ title: 'Details', rows: screen.fields.map((field) => [field.name]) }]
  const labels = { ...context.labels, ...data?.labels }
  const open = rowHref(screen, row)
  const actions = actionEntries(screen, record, useMe(), onAction)
  const edit =
    screen.form && canEdit && whyFixed(screen, record) === undefined
      ? fillPath(screen.form.edit, { id: String(row.id), Id: String(row.id), ID: String(row.id) })
      : undefined
  return (
    <Drawer
      open
      onClose={onClose}
      title={rowTitle(screen, record)}
      description={screen.label}
      headerActions={<Steps onStep={onStep} />}
      footer={
        <>
          {onDelete && whyKept(screen, record) === undefined && (
            <Button variant="ghost" className="me-auto !text-bad" onClick={onDelete}>
              Delete
            </Button>
          )}
          {actions.length > 0 && (
            <Menu
              label="Actions"
              align="end"
              items={actions}
              trigger={(trigger) => <Button {...trigger}>Actions</Button>}
            />
          )}
          {edit && (
            <Link to={edit} className={buttonClass()}>
              Edit
            </Link>
          )}
          {open && (
            <Link to={open} className={buttonClass('primary')}>
              Open
            </Link>
          )}
        </>
      }
    >
      {error ? (
        <ErrorState compact title="This record could not be read">
          {errorMessage(error)}
        </ErrorState>
      ) : (
        sections.map((section) => (
          <section key={section.title} className="mb-5 last:mb-0">
            {sections.length > 1 && <h3 className="mb-2 text-sm font-semibold text-ink-2">{section.title}</h3>}
            <dl className="grid grid-cols-[minmax(7rem,1fr)_2fr] gap-x-4 gap-y-2">
              {section.rows.flat().map((name) => {
                const field = screen.fields.find((candidate) => candidate.name === name)
                return (
                  field && (
                    <GlanceField key={name} field={field} value={record[name]} context={{ ...context, labels }} />
                  )
                )
              })}
            </dl>
            {isPending && <SkeletonLines lines={2} className="mt-3" />}
          </section>
        ))
      )}
    </Drawer>
  )
}

/** The rows before and behind, by buttons and by K and J. */
function Steps({ onStep }: Pick<RecordGlanceProps, 'onStep'>) {
  const latest = useRef(onStep)
  latest.current = onStep
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.key === 'j') latest.current(1)?.()
      if (event.key === 'k') latest.current(-1)?.()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const [before, behind] = [onStep(-1), onStep(1)]
  return (
    <span className="flex">
      <IconButton size="sm" icon={ChevronUpIcon} label="The row before (K)" disabled={!before} onClick={before} />
      <IconButton size="sm" icon={ChevronDownIcon} label="The next row (J)" disabled={!behind} onClick={behind} />
    </span>
  )
}

function GlanceField({
  field,
  value,
  context,
}: {
  readonly field: Field
  readonly value: unknown
  readonly context: CellContext
}) {
  return (
    <>
      <dt className="text-ink-3">{field.label}</dt>
      <dd className="min-w-0 break-words whitespace-pre-line">
        {renderCell(value, field, context) ?? <span className="text-ink-3">—</span>}
      </dd>
    </>
  )
}
