import type { Field } from '#src/definition'
import { evened, fractionsOf, type Fractions } from '#src/definition/evened.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { ChevronDownIcon, ChevronRightIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { cellText, isAmount, isNegative } from '#src/widgets/cell-text.ts'
import { renderCell } from '#src/widgets/cells.ts'
import type { Row } from '#src/widgets/grid/aggregate.ts'
import type { Totals } from '#src/widgets/grid/grid-model.ts'
import { columnWidth } from '#src/widgets/cell-width.ts'
import { tableClass } from '#src/widgets/table/table-style.ts'
import { totalWords } from '#src/definition/total-words.ts'
import { groupLines, pathOf, type GroupLine } from './group-lines.ts'
import { PartProblem } from './part-problem.tsx'
import { groupsQuery, pageQuery, pageSize, type Question, type ResultGroup } from './result-records.ts'

const noLabels = {}

interface GroupTableProps {
  readonly question: Question
  readonly requestId: string
  readonly fields: readonly Field[]
  readonly by: readonly Field[]
  readonly totals: Totals
  readonly locale: string
  readonly rowHref: ((row: Row) => string | undefined) | undefined
  /** Where a figure of a row leads that leads elsewhere than its row; a subtotal has the lines of several and leads nowhere. */
  readonly figureHref: ((column: string, row: Row) => string | undefined) | undefined
}

/** The result by groups with subtotals, up to three levels; a group of the last level opens its rows. */
export function GroupTable(props: GroupTableProps) {
  const { question, requestId, fields, by, totals, locale, rowHref, figureHref } = props
  const client = useQueryClient()
  const names = by.map((field) => field.name)
  const { data, error, refetch } = useQuery(groupsQuery(client, question, requestId, names))
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(() => (data ? groupLines(data.groups, open) : []), [data, open])
  const columns = fields.filter((field) => !names.includes(field.name))
  if (error && !data) {
    return <PartProblem title="The subtotals could not be worked out" error={error} onAgain={() => void refetch()} />
  }
  if (!data) return <SkeletonLines lines={8} className="p-5" />
  const toggle = (path: string, wanted?: boolean): void =>
    setOpen((current) => {
      const next = new Set(current)
      if (wanted ?? !current.has(path)) next.add(path)
      else next.delete(path)
      return next
    })
  const allOpen = (on: boolean): void =>
    setOpen(
      new Set(
        on ? data.groups.filter(({ values }) => values.length < by.length).map(({ values }) => pathOf(values)) : [],
      ),
    )
  const number = new Intl.NumberFormat(locale)
  const digits = fractionsOf(
    columns,
    data.groups.map((group) => group.totals),
  )
  return (
    <>
      <div className="flex items-center gap-2 border-b border-line px-3 py-1.5 text-sm text-ink-2 print:hidden">
        <span className="me-auto">
          {number.format(data.groups.filter(({ values }) => values.length === 1).length)} groups
          {data.total_groups > data.groups.length &&
            `; the first ${number.format(data.groups.length)} of ${number.format(data.total_groups)} at all levels`}
        </span>
        {by.length > 1 && (
          <>
            <Button size="sm" variant="ghost" onClick={() => allOpen(true)}>
              Unfold all
            </Button>
            <Button size="sm" variant="ghost" onClick={() => allOpen(false)}>
              Fold all
            </Button>
          </>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-auto">
        <table role="treegrid" aria-label={question.screen.plural} className={`${tableClass} table-auto!`}>
          <thead>
            <tr>
              <th scope="col" className="min-w-64">
                {by.map((field) => field.label).join(' / ')}
              </th>
              {columns.map((field) => (
                <th
                  key={field.name}
                  scope="col"
                  className={isAmount(field) ? 'text-end' : undefined}
                  style={{ minWidth: columnWidth(field) }}
                >
                  {field.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <GroupRows
                key={line.path}
                {...{ line, by, columns, locale, digits, question, requestId, rowHref, figureHref }}
                onToggle={(wanted) => toggle(line.path, wanted)}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>Total</td>
              <TotalCells
                {...{ columns, totals, locale, digits }}
                words={totalWords(question.screen.result?.totals ?? {})}
              />
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  )
}

function TotalCells({
  columns,
  totals,
  locale,
  digits,
  words,
}: {
  readonly columns: readonly Field[]
  readonly totals: Totals
  readonly locale: string
  readonly digits: Fractions
  readonly words?: Readonly<Record<string, string>>
}) {
  return columns.map((field) => (
    <td key={field.name} className={isAmount(field) ? 'text-end' : undefined}>
      {words?.[field.name]} {renderCell(totals[field.name], field, { locale, labels: noLabels, digits })}
    </td>
  ))
}

interface GroupRowsProps extends Pick<
  GroupTableProps,
  'by' | 'locale' | 'question' | 'requestId' | 'rowHref' | 'figureHref'
> {
  readonly line: GroupLine
  readonly columns: readonly Field[]
  readonly digits: Fractions
  readonly onToggle: (wanted?: boolean) => void
}

/** Moves the focus between the groups' buttons; left and right fold and unfold. */
function onKeyDown(event: KeyboardEvent<HTMLButtonElement>, onToggle: (wanted: boolean) => void): void {
  if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') onToggle(event.key === 'ArrowRight')
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const all = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>('[data-group]') ?? [])]
    all[all.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  } else return
  event.preventDefault()
}

function GroupRows(props: GroupRowsProps) {
  const { line, by, columns, locale, digits, onToggle } = props
  const { group, depth, open } = line
  const Chevron = open ? ChevronDownIcon : ChevronRightIcon
  const name = cellText(group.values[depth], by[depth]!, locale) || '(none)'
  return (
    <>
      <tr aria-level={depth + 1} aria-expanded={open} className="font-semibold">
        <td>
          <button
            type="button"
            data-group=""
            aria-expanded={open}
            onClick={() => onToggle()}
            onKeyDown={(event) => onKeyDown(event, onToggle)}
            className="flex max-w-full min-w-0 items-center gap-1.5 rounded"
            style={{ paddingInlineStart: depth * 18 }}
          >
            <Chevron size={14} className="shrink-0 text-ink-3" />
            <span className="truncate">{name}</span>
            <span className="font-normal text-ink-3">{new Intl.NumberFormat(locale).format(group.count)}</span>
          </button>
        </td>
        <TotalCells {...{ columns, locale, digits }} totals={group.totals} />
      </tr>
      {open && depth === by.length - 1 && <MemberRows {...props} group={group} />}
    </>
  )
}

/** The rows of a group of the last level. */
function MemberRows({
  group,
  by,
  columns,
  locale,
  digits,
  question,
  requestId,
  rowHref,
  figureHref,
}: GroupRowsProps & { readonly group: ResultGroup }) {
  const client = useQueryClient()
  const within = Object.fromEntries(by.map((field, at) => [field.name, group.values[at] ?? null]))
  const { data, error, isFetching, refetch } = useQuery(
    pageQuery(client, question, requestId, { page: 1, limit: pageSize, within }),
  )
  const wide = columns.length + 1
  if (!data) {
    return (
      <tr aria-level={by.length + 1}>
        <td colSpan={wide} className="text-ink-3">
          {error && !isFetching ? (
            <span role="alert" className="text-bad">
              The rows could not be read: {errorMessage(error)}{' '}
              <Button size="sm" onClick={() => void refetch()}>
                Try again
              </Button>
            </span>
          ) : (
            'Reading'
          )}
        </td>
      </tr>
    )
  }
  return (
    <>
      {data.records.map((row, at) => {
        const href = rowHref?.(row)
        return (
          <tr key={at} aria-level={by.length + 1}>
            <td style={{ paddingInlineStart: by.length * 18 + 32 }}>
              {href ? (
                <Link to={href} className={linkClass}>
                  Lines
                </Link>
              ) : null}
            </td>
            {columns.map((field) => (
              <td
                key={field.name}
                className={`${isAmount(field) ? 'text-end' : ''} ${isAmount(field) && isNegative(row[field.name]) ? 'text-bad' : ''}`}
              >
                <Figure
                  text={evened(cellText(row[field.name], field, locale), digits[field.name], locale)}
                  href={figureHref?.(field.name, row)}
                />
              </td>
            ))}
          </tr>
        )
      })}
      {group.count > data.records.length && (
        <tr aria-level={by.length + 1}>
          <td colSpan={wide} className="text-ink-3">
            The first {data.records.length} of {new Intl.NumberFormat(locale).format(group.count)} rows; the grid and an
            export hold all.
          </td>
        </tr>
      )}
    </>
  )
}

const linkClass = 'text-accent-ink hover:underline'

const Figure = ({ text, href }: { readonly text: string; readonly href: string | undefined }) =>
  href && text ? (
    <Link to={href} className={linkClass}>
      {text}
    </Link>
  ) : (
    text || '—'
  )
