import { fieldDisplays, type Field } from '#src/definition'
import type { CSSProperties } from 'react'
import { ArrowDownIcon, ArrowUpIcon } from '#src/ui/icons.tsx'
import { ColumnResizer } from '#src/widgets/table/column-resizer.tsx'
import { textFormatOf } from '#src/widgets/text-format.ts'
import { nextSort } from './grid-sort.ts'
import { columnTest } from './grid-filter.ts'
import type { GridState } from './use-grid-state.ts'

interface GridHeadProps {
  readonly fields: readonly Field[]
  readonly style: CSSProperties
  readonly state: GridState
  readonly change: (part: Partial<GridState>) => void
  readonly locale: string
  readonly widths: readonly number[]
  readonly onResize: (field: string, width: number | undefined) => void
}

const hint = (field: Field): string => {
  if (field.type === 'date' || field.type === 'dateTime')
    return 'A day, month or year such as 2011-03, >=2011-01-15, <>2011-03, 2011-01..2011-03, 2011-01..'
  return fieldDisplays[field.type].align === 'end'
    ? 'A number, >10, <=5, <>0, 10..20, 10..'
    : 'Text to look for, =text for the whole value'
}

/** Headings that sort and, below each, what its column is filtered by. */
export function GridHead({ fields, style, state, change, locale, widths, onResize }: GridHeadProps) {
  return (
    <div
      role="rowgroup"
      data-stays=""
      className="sticky top-0 z-20 border-b border-line-strong bg-panel"
      style={{ width: style.width }}
    >
      <div role="row" aria-rowindex={1} className="grid" style={style}>
        {fields.map((field, place) => {
          const at = state.sort.findIndex((key) => key.field === field.name)
          const key = state.sort[at]
          const end = fieldDisplays[field.type].align === 'end'
          const Arrow = key?.descending ? ArrowDownIcon : ArrowUpIcon
          return (
            <div
              key={field.name}
              role="columnheader"
              aria-sort={key ? (key.descending ? 'descending' : 'ascending') : undefined}
              className={`group/head min-w-0 px-3 pt-2 text-sm font-semibold text-ink-2 ${place === 0 ? 'sticky left-0 z-10 bg-panel' : 'relative'}`}
            >
              <button
                type="button"
                className={`flex w-full min-w-0 items-center gap-1 rounded hover:text-ink-1 ${end ? 'flex-row-reverse' : ''}`}
                onClick={(event) => change({ sort: nextSort(state.sort, field.name, event.shiftKey) })}
              >
                <span className="truncate" data-truncate="">
                  {field.label}
                </span>
                {key && <Arrow size={12} className="shrink-0 text-accent-ink" />}
                {key && state.sort.length > 1 && <span className="text-xs text-accent-ink">{at + 1}</span>}
              </button>
              <ColumnResizer
                label={field.label}
                width={widths[place] ?? 0}
                onResize={(width) => onResize(field.name, width)}
              />
            </div>
          )
        })}
      </div>
      <div role="row" aria-rowindex={2} className="grid" style={style}>
        {fields.map((field, place) => {
          const text = state.filters[field.name] ?? ''
          const unread = text.trim() !== '' && columnTest(text, field, textFormatOf(locale)) === null
          return (
            <div
              key={field.name}
              role="gridcell"
              className={`px-1.5 py-1.5 ${place === 0 ? 'sticky left-0 z-10 bg-panel' : ''}`}
            >
              <input
                aria-label={`Filter ${field.label}`}
                aria-invalid={unread || undefined}
                data-tip={hint(field)}
                placeholder="Filter"
                className="h-6 w-full min-w-0 rounded-sm border border-line bg-background px-1.5 text-sm focus:border-accent-ink aria-invalid:border-bad"
                value={text}
                onChange={(event) => change({ filters: { ...state.filters, [field.name]: event.target.value } })}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}
