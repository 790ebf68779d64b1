import { isRelativeDate } from '#src/definition/dates.ts'
import { datePresets, presetOf } from './filter-presets.ts'
import type { FilterValuesProps } from './filter-values.ts'
import { relativeWords } from './filter-words.ts'
import { controlClass } from '#src/ui/input.tsx'

const dayOf = (text: string | undefined): string => (!text || isRelativeDate(text) ? '' : text.slice(0, 10))

/** The days of a range that ends today: 30 for '@today-29d'. */
function daysBack(from: string | undefined): string {
  if (from === '@today') return '1'
  const days = /^@today-(\d+)d$/.exec(from ?? '')?.[1]
  return days === undefined ? '' : String(Number(days) + 1)
}

/** A day, or a range of days with the presets people ask for; a range may leave one end open. */
export function DateValues({ id, field, op, texts, onChange, invalid }: FilterValuesProps) {
  const preset = op === 'between' ? presetOf(texts[0] ?? '', texts[1] ?? '') : undefined
  const day = (at: number, label: string) => (
    <label className="min-w-0 flex-1 text-sm text-ink-2">
      {label}
      <input
        type="date"
        className={controlClass(false, 'w-full mt-1')}
        aria-label={`${label} ${field.label}`}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? `${id}-reason` : undefined}
        value={dayOf(texts[at])}
        onChange={(event) =>
          onChange(
            op === 'between'
              ? [0, 1].map((place) => (place === at ? event.target.value : (texts[place] ?? '')))
              : [event.target.value],
          )
        }
      />
      {texts[at] && isRelativeDate(texts[at]) && (
        <span className="mt-1 block truncate">{relativeWords(texts[at])}</span>
      )}
    </label>
  )
  if (op !== 'between') return <div className="flex">{day(0, 'Day')}</div>
  return (
    <div className="flex flex-col gap-3">
      <div className="flex gap-2">
        {day(0, 'From')}
        {day(1, 'Until')}
      </div>
      <label className="flex items-center gap-2 text-sm text-ink-2">
        The last
        <input
          type="number"
          min={1}
          max={9999}
          className={controlClass(false, 'w-20 text-end')}
          aria-label={`Days back of ${field.label}`}
          value={texts[1] === '@today' ? daysBack(texts[0]) : ''}
          onChange={(event) => {
            const days = Number(event.target.value)
            if (Number.isInteger(days) && days > 0) onChange([days === 1 ? '@today' : `@today-${days - 1}d`, '@today'])
          }}
        />
        days, today included
      </label>
      <div role="group" aria-label="Often used ranges" className="flex flex-wrap gap-1.5">
        {datePresets.map((candidate) => (
          <button
            key={candidate.label}
            type="button"
            aria-pressed={candidate === preset}
            onClick={() => onChange([candidate.from, candidate.to])}
            className="cursor-pointer rounded-full border border-line-strong px-2.5 py-0.5 text-sm text-ink-2 hover:border-accent hover:text-ink-1 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
          >
            {candidate.label}
          </button>
        ))}
      </div>
    </div>
  )
}
