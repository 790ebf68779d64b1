import { Button } from '#src/ui/button.tsx'
import { CheckIcon } from '#src/ui/icons.tsx'
import { commandKey, Kbd } from '#src/ui/kbd.tsx'

interface SaveBarProps {
  readonly changes: number
  readonly issues: number
  readonly isNew: boolean
  readonly saving: boolean
  /** A file is on its way; the save follows it. */
  readonly waiting: boolean
  readonly onSave: () => void
  readonly onCancel: () => void
}

const changeText = (changes: number): string =>
  changes === 0 ? 'No changes' : changes === 1 ? '1 change' : `${changes} changes`

/** Stays in view while one works: what is unsaved, and the way out. */
export function SaveBar({ changes, issues, isNew, saving, waiting, onSave, onCancel }: SaveBarProps) {
  const state = waiting
    ? 'Sending the file, then saving'
    : saving
      ? 'Saving'
      : isNew
        ? changes === 0
          ? 'Nothing entered yet'
          : 'Not saved yet'
        : changeText(changes)
  return (
    <div
      data-save-bar=""
      className="sticky bottom-0 z-20 -mx-1 mt-4 -mb-6 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-t-lg border border-b-0 border-line bg-panel px-4 py-2.5 shadow-float print:hidden"
    >
      <p role="status" className="flex min-w-0 flex-1 items-center gap-1.5 text-ink-2">
        {changes === 0 && !isNew ? (
          <CheckIcon className="text-ok" />
        ) : (
          <span aria-hidden className="size-2 rounded-full bg-accent" />
        )}
        {state}
        {issues > 0 ? <span className="text-bad">· {issues === 1 ? '1 problem' : `${issues} problems`}</span> : null}
      </p>
      <span className="hidden items-center gap-1 text-sm text-ink-3 lg:inline-flex">
        <Kbd>{commandKey()}</Kbd>
        <Kbd>S</Kbd>
      </span>
      <Button onClick={onCancel} disabled={saving}>
        Cancel
      </Button>
      <Button variant="primary" onClick={onSave} busy={saving || waiting}>
        Save
      </Button>
    </div>
  )
}
