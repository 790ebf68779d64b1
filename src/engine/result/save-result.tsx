import type { Screen } from '#src/definition'
import type { Criteria } from './result-criteria.ts'
import { SaveCriteriaDialog } from './save-criteria-dialog.tsx'
import { useSavedCriteria } from './use-saved-criteria.ts'

interface SaveResultProps {
  readonly screen: Screen
  readonly criteria: Criteria
  /** Order, grouping and chart, which are saved along. */
  readonly shown: Readonly<Record<string, string>>
  readonly onClose: () => void
}

/** Saves the criteria of a result together with how it is shown. */
export function SaveResult({ screen, criteria, shown, onClose }: SaveResultProps) {
  const { create } = useSavedCriteria(screen)
  return (
    <SaveCriteriaDialog
      screen={screen}
      criteria={criteria}
      onSave={(draft, kept) => create(draft, kept, shown)}
      onClose={onClose}
    />
  )
}
