import type { Screen, SortKey } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon, ChevronDownIcon, ChevronUpIcon, CloseIcon, PlusIcon } from '#src/ui/icons.tsx'
import { Select } from '#src/ui/select.tsx'
import { movedTo } from '../column-order.ts'
import { canGroupBy, firstKey, groupKey, groupKeyText, groupUnits, type GroupLevel } from '../grouping.ts'
import { mostGroups } from '../list-state.ts'

export interface GroupPanelProps {
  readonly screen: Screen
  readonly group: readonly string[]
  readonly sort: readonly SortKey[]
  readonly onGroup: (group: readonly string[], sort?: readonly SortKey[]) => void
}

const words = ['Group by', 'then by', 'then by']

/** Chooses what a list is grouped by: up to three fields, days by their span, either order. */
export function GroupPanel({ screen, group, sort, onGroup }: GroupPanelProps) {
  const fields = screen.fields.filter(canGroupBy)
  const levels = group.map(groupKey)
  const free = fields.filter(({ name }) => levels.every(({ field }) => field !== name))
  const set = (at: number, level: GroupLevel): void => onGroup(group.with(at, groupKeyText(level)))
  // A heading that rows are sorted by says how its groups are, too.
  const isDescending = ({ field, descending }: GroupLevel): boolean =>
    sort.find((key) => key.field === field)?.descending ?? descending
  const turn = (at: number, level: GroupLevel): void => {
    const descending = !isDescending(level)
    onGroup(
      group.with(at, groupKeyText({ ...level, descending })),
      sort.map((key) => (key.field === level.field ? { ...key, descending } : key)),
    )
  }
  return (
    <div className="flex w-[27rem] max-w-full flex-col gap-3">
      {levels.map((level, at) => {
        const field = screen.fields.find(({ name }) => name === level.field)
        const label = field?.label ?? level.field
        return (
          <fieldset key={level.field} className="m-0 flex items-center gap-1.5 border-0 p-0">
            <legend className="mb-1 p-0 text-sm text-ink-2">{words[at]}</legend>
            <span className="min-w-32 flex-1">
              <Select
                aria-label={`Field of level ${at + 1}`}
                value={level.field}
                options={fields
                  .filter(({ name }) => name === level.field || free.some((other) => other.name === name))
                  .map(({ name, label: text }) => ({ value: name, label: text }))}
                onChange={(event) => {
                  const next = fields.find(({ name }) => name === event.target.value)
                  if (next) onGroup(group.with(at, firstKey(next)))
                }}
              />
            </span>
            {(field?.type === 'date' || field?.type === 'dateTime') && (
              <span className="w-30">
                <Select
                  aria-label={`Span of ${label}`}
                  value={level.unit ?? 'day'}
                  options={groupUnits.map(([value, text]) => ({ value, label: text }))}
                  onChange={(event) => set(at, { ...level, unit: event.target.value })}
                />
              </span>
            )}
            <IconButton
              icon={isDescending(level) ? ArrowDownIcon : ArrowUpIcon}
              label={
                isDescending(level) ? `${label} from the last; turn around` : `${label} from the first; turn around`
              }
              onClick={() => turn(at, level)}
            />
            {levels.length > 1 && (
              <IconButton
                icon={at === 0 ? ChevronDownIcon : ChevronUpIcon}
                label={at === 0 ? `Move ${label} inwards` : `Move ${label} outwards`}
                onClick={() => onGroup(movedTo(group, group[at]!, at === 0 ? 1 : at - 1))}
              />
            )}
            <IconButton
              icon={CloseIcon}
              label={`No longer group by ${label}`}
              onClick={() => onGroup(group.filter((_, other) => other !== at))}
            />
          </fieldset>
        )
      })}
      {levels.length === 0 && (
        <p className="text-ink-2">Rows that share a value are counted and added up. Choose what they share.</p>
      )}
      {levels.length < mostGroups && free.length > 0 && (
        <label className="flex items-center gap-2">
          <PlusIcon className="shrink-0 text-ink-3" />
          <Select
            aria-label={levels.length === 0 ? 'Group by' : 'Group within the groups by'}
            value=""
            placeholder={levels.length === 0 ? 'Choose a field' : 'Add a level'}
            options={free.map(({ name, label }) => ({ value: name, label }))}
            onChange={(event) => {
              const field = free.find(({ name }) => name === event.target.value)
              if (field) onGroup([...group, firstKey(field)])
            }}
          />
        </label>
      )}
      {levels.length > 0 && (
        <div className="border-t border-line pt-2">
          <Button variant="ghost" size="sm" onClick={() => onGroup([])}>
            No groups
          </Button>
        </div>
      )}
    </div>
  )
}
