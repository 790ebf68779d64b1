import { useState } from 'react'
import type { Field, Screen } from '#src/definition'
import type { SavedView, ShareDraft } from '#src/data/list-views.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { relativeWords } from '#src/widgets/filter-words.ts'
import { ShareDialog, type ShareDialogProps } from '#src/widgets/share-dialog.tsx'
import { movingCriteria } from './relative-days.ts'
import type { Criteria } from './result-criteria.ts'
import { todayIs } from './use-saved-criteria.ts'

interface SaveCriteriaDialogProps {
  readonly screen: Screen
  /** What is saved; an existing one keeps its own. */
  readonly criteria: Criteria
  readonly existing?: SavedView
  readonly onSave: (draft: ShareDraft, criteria: Criteria) => Promise<void>
  readonly onClose: () => void
}

const audiences: ShareDialogProps['audiences'] = [
  ['own', 'Only me', 'Nobody else sees them.'],
  ['role', 'A role', 'Everybody who holds the role sees them.'],
  ['everyone', 'Everyone', 'Everybody who may see this result.'],
]

/** "Billed from: start of the month": the days that are kept relative, in words. */
const dayWords = (criteria: Criteria, fields: readonly Field[]): string =>
  fields
    .flatMap(({ name, label }) => {
      const value = criteria[name]
      return typeof value === 'string' && value.startsWith('@') ? [`${label}: ${relativeWords(value)}`] : []
    })
    .join(', ')

/** Names criteria and says who sees them; days can be kept relative to the day they are used. */
export function SaveCriteriaDialog({ screen, criteria, existing, onSave, onClose }: SaveCriteriaDialogProps) {
  const { parameters } = screen.result!
  const [moves, setMoves] = useState(false)
  const moving = movingCriteria(criteria, parameters, todayIs())
  const days = existing ? '' : dayWords(moving, parameters)
  return (
    <ShareDialog
      screen={screen.name}
      title={existing ? 'Rename or share the criteria' : 'Save criteria'}
      saveLabel="Save criteria"
      audienceLabel="Who sees them"
      audiences={audiences}
      unnamed="Give the criteria a name."
      existing={existing}
      onSave={(draft) => onSave(draft, moves ? moving : criteria)}
      onClose={onClose}
    >
      {days !== '' && (
        <div>
          <Checkbox
            label="Let the days move with the calendar"
            checked={moves}
            onChange={(event) => setMoves(event.currentTarget.checked)}
          />
          <p className="mt-1 ms-6 text-sm text-ink-3">{days}</p>
        </div>
      )}
    </ShareDialog>
  )
}
