import { fieldDisplays, type Field } from '#src/definition'
import {
  ArrowDownIcon,
  ArrowUpIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  ColumnsIcon,
  EyeOffIcon,
  FilterIcon,
  GroupIcon,
  PinIcon,
} from '#src/ui/icons.tsx'
import type { MenuEntry } from '#src/ui/menu.tsx'
import { movedTo, toggled } from './column-order.ts'
import { canGroupBy, groupToggled, isGroupedBy } from './grouping.ts'
import { mostGroups, mostPins, type ListState } from './list-state.ts'
import type { Arrangement } from './use-layout.ts'
import type { ChangeState } from './use-list-state.ts'

const directions = (field: Field): readonly [string, string] => {
  if (field.type === 'date' || field.type === 'dateTime') return ['Oldest first', 'Newest first']
  if (field.type === 'flag') return ['No first', 'Yes first']
  return fieldDisplays[field.type].align === 'end' ? ['Smallest first', 'Largest first'] : ['A to Z', 'Z to A']
}

/** Pins a column behind those that are pinned, or lets it go to the place behind them. */
export function pinToggled(state: ListState, name: string): Arrangement {
  const at = state.columns.indexOf(name)
  const pinned = at < state.pinned ? state.pinned - 1 : state.pinned + 1
  return { columns: movedTo(state.columns, name, at < state.pinned ? pinned : state.pinned), pinned }
}

export interface ColumnCommands {
  readonly state: ListState
  readonly change: ChangeState
  readonly arrange: (arrangement: Arrangement) => void
  readonly onFilter: (field: Field) => void
  readonly onFit: () => void
  /** undefined: the column has its standard width. */
  readonly onStandardWidth: (() => void) | undefined
}

function sortEntries(field: Field, { state, change }: ColumnCommands): MenuEntry[] {
  if (!fieldDisplays[field.type].sortable) return []
  const key = state.sort.find((candidate) => candidate.field === field.name)
  const others = state.sort.filter((candidate) => candidate.field !== field.name)
  const set = (sort: ListState['sort']): void => change((current) => ({ ...current, page: 1, sort }))
  return [
    ...directions(field).map((label, at): MenuEntry => {
      const descending = at === 1
      return {
        label,
        icon: descending ? ArrowDownIcon : ArrowUpIcon,
        ...(key?.descending === descending ? { checked: true } : {}),
        onSelect: () => set([{ field: field.name, descending }]),
      }
    }),
    ...(key && others.length > 0
      ? [{ label: 'Take out of the sort', onSelect: () => set(others) }]
      : key
        ? []
        : directions(field).map((label, at) => ({
            label: `Then ${/^[AZ] /.test(label) ? label : label.toLowerCase()}`,
            hint: at === 0 ? 'Behind the present sort' : '',
            onSelect: () => set([...state.sort, { field: field.name, descending: at === 1 }]),
          }))),
    'separator',
  ]
}

/** What can be done with one column, for the menu of its heading. */
export function columnEntries(field: Field, commands: ColumnCommands): MenuEntry[] {
  const { state, change, arrange, onFilter, onFit, onStandardWidth } = commands
  const { columns, pinned, group } = state
  const at = columns.indexOf(field.name)
  const isPinned = at < pinned
  const grouped = isGroupedBy(group, field.name)
  const move = (to: number) => () => arrange({ columns: movedTo(columns, field.name, to) })
  return [
    ...sortEntries(field, commands),
    ...(fieldDisplays[field.type].operators.length > 0
      ? [{ label: 'Filter by this', icon: FilterIcon, onSelect: () => onFilter(field) }]
      : []),
    ...(canGroupBy(field)
      ? [
          {
            label: grouped ? 'Group by this no longer' : 'Group by this',
            icon: GroupIcon,
            disabled: !grouped && group.length >= mostGroups,
            hint: !grouped && group.length >= mostGroups ? 'Three levels are the most' : '',
            onSelect: () => change((current) => ({ ...current, page: 1, group: groupToggled(current.group, field) })),
          },
        ]
      : []),
    'separator',
    {
      label: isPinned ? 'Unpin' : 'Pin to the left',
      icon: PinIcon,
      disabled: !isPinned && pinned >= mostPins,
      onSelect: () => arrange(pinToggled(state, field.name)),
    },
    { label: 'Move left', icon: ChevronLeftIcon, disabled: at === 0, onSelect: move(at - 1) },
    { label: 'Move right', icon: ChevronRightIcon, disabled: at === columns.length - 1, onSelect: move(at + 1) },
    { label: 'Fit to its content', icon: ColumnsIcon, onSelect: onFit },
    ...(onStandardWidth ? [{ label: 'Standard width', onSelect: onStandardWidth }] : []),
    'separator',
    {
      label: 'Hide',
      icon: EyeOffIcon,
      disabled: columns.length === 1,
      onSelect: () => arrange({ columns: toggled(columns, field.name), ...(isPinned ? { pinned: pinned - 1 } : {}) }),
    },
  ]
}
