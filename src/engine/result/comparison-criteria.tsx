import { validateRecord, type Field, type Issue } from '#src/definition'
import { useId, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Drawer } from '#src/ui/dialog.tsx'
import { ParameterForm } from '#src/widgets/parameter-form.tsx'
import { earlier } from './earlier-period.ts'
import { askedOf, type Criteria } from './result-criteria.ts'
import { todayIs } from './use-saved-criteria.ts'

interface ComparisonCriteriaProps {
  readonly open: boolean
  readonly fields: readonly Field[]
  readonly first: Criteria
  readonly initial: Criteria
  readonly locale: string
  readonly onClose: () => void
  readonly onCompare: (criteria: Criteria) => void
}

/** The criteria of the second run, starting from those of the first; earlier periods are one click away. */
export function ComparisonCriteria({
  open,
  fields,
  first,
  initial,
  locale,
  onClose,
  onCompare,
}: ComparisonCriteriaProps) {
  const id = useId()
  const [start, setStart] = useState<Criteria | null>(null)
  const [issues, setIssues] = useState(noIssues)
  const offers = earlier(first, fields)
  // The page is left for the comparison only with criteria it can be made of: what is wrong is told at its field, as the server would tell it.
  const compare = (values: Criteria): void => {
    const { without: _without, ...given } = askedOf(values, fields)
    const found = validateRecord(fields, given, { mode: 'create', today: todayIs() }).issues
    setIssues(found)
    if (found.length === 0) onCompare(askedOf(values, fields))
  }
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title="Compare with"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary">
            Compare
          </Button>
        </>
      }
    >
      {offers.length > 0 && (
        <div className="mb-4 flex flex-wrap gap-2">
          {offers.map(({ label, criteria }) => (
            <Button key={label} size="sm" onClick={() => setStart(criteria)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <ParameterForm
        key={JSON.stringify(start ?? initial)}
        id={id}
        label="Criteria of B"
        fields={fields}
        initial={start ?? initial}
        locale={locale}
        onSubmit={compare}
        issues={issues}
        className="grid gap-y-4"
      />
    </Drawer>
  )
}

const noIssues: readonly Issue[] = []
