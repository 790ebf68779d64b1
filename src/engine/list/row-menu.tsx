import { fillPath, whyFixed, whyKept, type Action, type Field, type Filter, type Screen } from '#src/definition'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { IconButton } from '#src/ui/icon-button.tsx'
import { CopyIcon, EditIcon, ExternalIcon, FilterIcon, MoreIcon, TableIcon } from '#src/ui/icons.tsx'
import { Menu, type MenuEntry } from '#src/ui/menu.tsx'
import { actionEntries } from '#src/widgets/actions/action-menu.ts'
import { deleteEntry } from '#src/widgets/actions/delete-entry.ts'
import type { Row } from '#src/widgets/table/table-columns.ts'
import { useMe } from '#src/widgets/use-profile-id.ts'
import { cellFilters } from './cell-filters.ts'
import { filterWords } from './filter-sentences.ts'
import { withFilter } from './list-state.ts'
import { rowHref } from './row-title.ts'
import type { ListModel } from './use-list-page.ts'

interface RowMenuProps {
  readonly screen: Screen
  /** By the place they are drawn at; lines that are no records are undefined. */
  readonly rows: readonly (Row | undefined)[]
  readonly titleOf: (row: Row) => string
  readonly readOnly: boolean
  readonly canEdit: boolean
  readonly fields: readonly Field[]
  /** Edits cells in the list, beginning with one; by a double click or F2 too. */
  readonly onEditCell: ((row: Row, field?: string) => void) | undefined
  readonly onCopy: (row: Row) => void
  /** The list that a cell narrows. */
  readonly model: ListModel
  readonly onAction: (action: Action, row: Row) => void
  readonly onDelete: ((row: Row) => void) | undefined
}

interface Place {
  readonly row: Row
  readonly left: number
  readonly top: number
  /** The cell that a right click or the menu key opened it from; null while the pointer only rests on the row. */
  readonly from: HTMLElement | null
}

const size = 28

const lineOf = (target: EventTarget | null): HTMLTableRowElement | null =>
  target instanceof Element ? target.closest<HTMLTableRowElement>('tbody tr[aria-rowindex]') : null

const fieldAt = (cell: Element, fields: readonly Field[]): Field | undefined => {
  const line = cell.closest('tr')
  return line && cell instanceof HTMLTableCellElement
    ? fields[cell.cellIndex - (line.cells.length - fields.length)]
    : undefined
}

/** What can be done with one row: a button on the row under the pointer, and the menu of a right click or the menu key. */
export function RowMenu(props: RowMenuProps) {
  const { rows, fields, onEditCell } = props
  const me = useMe()
  const navigate = useNavigate()
  const [place, setPlace] = useState<Place | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef({ rows, fields, onEditCell })
  latest.current = { rows, fields, onEditCell }
  const isOpen = useCallback(() => box.current?.querySelector('[aria-expanded="true"]') !== null, [])

  useEffect(() => {
    const host = box.current?.parentElement
    if (!host) return undefined
    const rowAt = (line: HTMLTableRowElement): Row | undefined =>
      latest.current.rows[Number(line.getAttribute('aria-rowindex')) - 2]
    const rest = (event: PointerEvent): void => {
      if (event.pointerType === 'touch' || isOpen() || box.current?.contains(event.target as Node)) return
      const line = lineOf(event.target)
      const row = line && rowAt(line)
      const cell = line && [...line.cells].find((candidate) => !candidate.querySelector('input'))
      if (!row || !cell) return setPlace(null)
      const [frame, rect] = [host.getBoundingClientRect(), cell.getBoundingClientRect()]
      setPlace({
        row,
        left: rect.right - frame.left - size - 4,
        top: rect.top - frame.top + (rect.height - size) / 2,
        from: null,
      })
    }
    const open = (event: MouseEvent): void => {
      const line = lineOf(event.target)
      const row = line && rowAt(line)
      if (!row || event.shiftKey || getSelection()?.isCollapsed === false) return
      event.preventDefault()
      const cell = (event.target as Element).closest<HTMLElement>('td')!
      const [frame, rect] = [host.getBoundingClientRect(), cell.getBoundingClientRect()]
      const [x, y] = event.clientX || event.clientY ? [event.clientX, event.clientY] : [rect.left + 12, rect.bottom]
      setPlace({ row, left: x - frame.left, top: y - frame.top - size, from: cell })
    }
    const begin = (event: Event): void => {
      const line = lineOf(event.target)
      const row = line && rowAt(line)
      const cell = (event.target as Element).closest('td')
      if (!row || !cell || !latest.current.onEditCell || (event.target as Element).closest('a, input')) return
      event.preventDefault()
      getSelection()?.removeAllRanges()
      const { fields: shown } = latest.current
      latest.current.onEditCell(row, fieldAt(cell, shown)?.name)
    }
    const press = (event: KeyboardEvent): void => (event.key === 'F2' ? begin(event) : undefined)
    const leave = (): void => (isOpen() ? undefined : setPlace(null))
    host.addEventListener('pointerover', rest)
    host.addEventListener('contextmenu', open)
    host.addEventListener('dblclick', begin)
    host.addEventListener('keydown', press)
    host.addEventListener('pointerleave', leave)
    host.addEventListener('scroll', leave, true)
    return () => {
      host.removeEventListener('pointerover', rest)
      host.removeEventListener('contextmenu', open)
      host.removeEventListener('dblclick', begin)
      host.removeEventListener('keydown', press)
      host.removeEventListener('pointerleave', leave)
      host.removeEventListener('scroll', leave, true)
    }
  }, [isOpen])

  const from = place?.from ?? null
  useEffect(() => {
    if (from) box.current?.querySelector('button')?.click()
  }, [from, place])

  return (
    <div ref={box} className="absolute z-20" style={place ? { left: place.left, top: place.top } : undefined}>
      {place && (
        <Menu
          label={`Row ${props.titleOf(place.row)}`}
          items={entriesOf(props, place, me, (to) => void navigate(to))}
          trigger={(trigger) => (
            <span className={from ? 'block size-0 overflow-hidden' : 'block rounded bg-panel shadow-float'}>
              <IconButton
                {...trigger}
                size="sm"
                tabIndex={-1}
                icon={MoreIcon}
                label={`Actions on ${props.titleOf(place.row)}`}
                onFocus={() => {
                  // The menu hands the focus back to its button: it belongs to the cell.
                  if (!from) return
                  from.focus()
                  setPlace(null)
                }}
              />
            </span>
          )}
        />
      )}
    </div>
  )
}

function entriesOf(
  { screen, fields, readOnly, canEdit, onEditCell, onCopy, model, onAction, onDelete }: RowMenuProps,
  { row, from }: Pick<Place, 'row' | 'from'>,
  me: string | undefined,
  go: (to: string) => void,
): readonly MenuEntry[] {
  const href = rowHref(screen, row)
  const actions = readOnly ? [] : actionEntries(screen, row, me, (action) => onAction(action, row))
  const field = from ? fieldAt(from, fields) : undefined
  const { only, without } = field ? cellFilters(field, row) : {}
  const narrow = (filter: Filter): void => model.change((current) => withFilter(current, filter))
  const filterEntry = (label: string, filter: Filter | undefined): MenuEntry[] =>
    filter ? [{ label, hint: filterWords(filter, model), icon: FilterIcon, onSelect: () => narrow(filter) }] : []
  const filters = [...filterEntry('Only with this value', only), ...filterEntry('Without this value', without)]
  const [fixed, kept] = [whyFixed(screen, row), whyKept(screen, row)]
  return [
    ...(href ? [{ label: 'Open', icon: ExternalIcon, onSelect: () => go(href) }] : []),
    ...(canEdit && screen.form
      ? [
          {
            label: 'Edit',
            icon: EditIcon,
            keys: 'E',
            disabled: fixed !== undefined,
            hint: fixed,
            onSelect: () => go(fillPath(screen.form!.edit, { id: String(row.id) })),
          },
        ]
      : []),
    ...(onEditCell && fixed === undefined
      ? [{ label: 'Edit in list', icon: TableIcon, keys: 'F2', onSelect: () => onEditCell(row) }]
      : []),
    { label: 'Copy with headings', icon: CopyIcon, onSelect: () => onCopy(row) },
    ...(filters.length > 0 ? (['separator', ...filters] as const) : []),
    ...(actions.length > 0 ? (['separator', ...actions] as const) : []),
    ...(onDelete ? (['separator', deleteEntry(kept, () => onDelete(row))] as const) : []),
  ]
}
