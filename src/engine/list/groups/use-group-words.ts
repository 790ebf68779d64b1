import { systemFields } from '#src/definition/system-fields.ts'
import { useCallback } from 'react'
import { cellText } from '#src/widgets/cell-text.ts'
import { groupKey } from '../grouping.ts'
import { groupFilters, groupTitle } from './group-contents.ts'
import { mergeFilters } from '../list-state.ts'
import type { ListModel } from '../use-list-page.ts'
import type { GroupHeading, GroupShown } from './group-row.tsx'
import type { Groups } from './use-groups.ts'

/** Says what a group is called, and what its heading does. */
export function useGroupWords(
  { screen, state, change, locale }: Pick<ListModel, 'screen' | 'state' | 'change' | 'locale'>,
  groups: Groups,
): (line: GroupHeading) => GroupShown {
  const { labels, toggle, filtersOf } = groups
  return useCallback(
    (line: GroupHeading): GroupShown => {
      const key = state.group[line.depth] ?? ''
      const fields = [...screen.fields, ...systemFields]
      const field = fields.find(({ name }) => name === groupKey(key).field)
      const title = field
        ? groupTitle(line.group, key, field, (value) => cellText(value, field, locale, labels), locale)
        : ''
      return {
        label: field?.label ?? '',
        title,
        count: new Intl.NumberFormat(locale).format(line.group.count),
        onToggle: () => toggle(line),
        // What is inside stays grouped by the levels below.
        onFilter: () =>
          change((current) => ({
            ...current,
            page: 1,
            group: current.group.slice(line.depth + 1),
            filters: mergeFilters(current.filters, groupFilters(filtersOf(line), fields)),
          })),
      }
    },
    [screen, state.group, change, locale, labels, toggle, filtersOf],
  )
}
