import type { Field } from '#src/definition'
import { useState } from 'react'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { ChevronDownIcon, ChevronRightIcon, EditIcon, StarIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { criteriaWords, type Criteria } from './result-criteria.ts'

interface CriteriaBarProps {
  readonly criteria: Criteria
  readonly fields: readonly Field[]
  readonly locale: string
  readonly href: string
  readonly onSave?: () => void
}

const folded = 6
// One or two more cost less than the button that would show them.
const least = 3

/** The criteria of a result in one line, unfolded on demand, with the way back to change them. */
export function CriteriaBar({ criteria, fields, locale, href, onSave }: CriteriaBarProps) {
  const [open, setOpen] = useState(false)
  const words = criteriaWords(criteria, fields, locale)
  const folds = words.length >= folded + least
  const shown = open || !folds ? words : words.slice(0, folded)
  const Chevron = open ? ChevronDownIcon : ChevronRightIcon
  return (
    <section
      aria-label="Criteria"
      className="flex items-center gap-3 rounded-lg border border-line bg-panel px-3 py-2 max-sm:flex-wrap"
    >
      {folds && (
        <button
          type="button"
          aria-expanded={open}
          className="mt-0.5 inline-flex items-center gap-1 rounded text-sm text-ink-2 hover:text-ink-1 print:hidden"
          onClick={() => setOpen(!open)}
        >
          <Chevron size={14} />
          {open ? 'Fold' : `All ${words.length}`}
        </button>
      )}
      {words.length === 0 ? (
        <p className="min-w-0 flex-1 text-ink-3">Everything, without criteria</p>
      ) : (
        <dl className="flex min-w-0 flex-1 flex-wrap gap-x-5 gap-y-1 max-sm:basis-full">
          {shown.map(({ label, value }) => (
            <div key={label} className="flex min-w-0 gap-1.5">
              <dt className="shrink-0 text-ink-3">{label}</dt>
              <dd className="min-w-0 truncate font-medium" data-truncate="">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {onSave && (
        <Button variant="ghost" size="sm" icon={StarIcon} className="print:hidden" onClick={onSave}>
          Save
        </Button>
      )}
      <Link to={href} className={buttonClass('ghost', 'sm', 'print:hidden')}>
        <EditIcon size={14} />
        Change
      </Link>
    </section>
  )
}
