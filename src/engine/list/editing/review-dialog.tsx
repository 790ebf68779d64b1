import type { Field, Screen } from '#src/definition'
import { conditionWords } from '#src/definition/condition-words.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { UndoIcon } from '#src/ui/icons.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { CellContext } from '#src/widgets/cells.ts'
import { counted } from '#src/widgets/counted.ts'
import { checkStaged, stagedText } from './check-staged.ts'
import { changedMeanwhile, savedMeanwhile, takeOther } from './grid-words.ts'
import { collisions, isBlank, type StagedRecord, type Staging, type Values } from './staging.ts'

interface ReviewDialogProps {
  readonly screen: Screen
  readonly staging: Staging
  readonly context: CellContext
  readonly titleOf: (record: StagedRecord) => string
  /** How many records are through, while a save runs. */
  readonly progress: number | null
  readonly problem: string | null
  readonly onSave: (records: readonly StagedRecord[]) => void
  readonly onStop: () => void
  readonly onDiscard: (key: string) => void
  /** Takes what somebody else saved into a cell. */
  readonly onTheirs: (key: string, field: Field) => void
  /** Keeps one's own values over what somebody else saved. */
  readonly onKeepMine: (key: string) => void
  readonly onClose: () => void
}

const shownAtMost = 200

/** Whether a record could be saved as it stands: nothing is wrong with it and no conflict waits for an answer. */
const isReady = (record: StagedRecord, screen: Screen): boolean =>
  Object.keys(checkStaged(record, screen.fields).problems).length === 0 && !record.refusal?.current

/** What a save would change, old → new for every record; what cannot be saved says why and stays staged. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { screen, staging, context, progress, problem, onSave, onStop, onClose } = props
  const records = [...staging.values()].filter((record) => !isBlank(record))
  const ready = records.filter((record) => isReady(record, screen))
  const waiting = records.length - ready.length
  const labels = [screen.label, screen.plural] as const
  const saving = progress !== null
  const sorted = [...records.filter((record) => !ready.includes(record)), ...ready]
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="Review changes"
      description={`${counted(records.length, labels, context.locale)} changed`}
      footer={
        <>
          {waiting > 0 && (
            <span className="me-auto text-sm text-ink-2">
              Not saved yet: {counted(waiting, labels, context.locale)} with problems
            </span>
          )}
          <Button onClick={saving ? onStop : onClose}>{saving ? 'Stop' : 'Go on editing'}</Button>
          <Button variant="primary" busy={saving} disabled={ready.length === 0} onClick={() => onSave(ready)}>
            Save {counted(ready.length, labels, context.locale)}
          </Button>
        </>
      }
    >
      {saving && <Progress label="Saving" value={progress} max={ready.length} className="mb-3" />}
      {problem && (
        <p role="alert" className="mb-3 rounded bg-bad-soft p-3 text-bad">
          {problem}
        </p>
      )}
      <ul className="flex flex-col gap-3">
        {sorted.slice(0, shownAtMost).map((record) => (
          <ReviewRecord key={record.key} {...props} record={record} />
        ))}
      </ul>
      {sorted.length > shownAtMost && (
        <p className="mt-3 text-ink-2">{counted(sorted.length - shownAtMost, labels, context.locale)} more</p>
      )}
    </Dialog>
  )
}

function ReviewRecord({
  screen,
  context,
  record,
  titleOf,
  progress,
  onDiscard,
  onTheirs,
  onKeepMine,
}: ReviewDialogProps & { readonly record: StagedRecord }) {
  const { key, id, base, values, refusal } = record
  const { problems, cleared } = checkStaged(record, screen.fields)
  const changes: Values = { ...values, ...cleared }
  const collided = collisions(record, screen.fields)
  const shown = screen.fields.filter(({ name }) => name in changes || problems[name] !== undefined)
  const words = (field: Field, value: unknown) => stagedText(value, field, context) || 'empty'
  const title = titleOf(record)
  const saving = progress !== null
  return (
    <li className="rounded border border-line">
      <div className="flex items-center gap-2 border-b border-line px-3 py-1.5">
        <strong className="min-w-0 truncate font-semibold">{title}</strong>
        {id === null && <Tag tone="accent">New</Tag>}
        {collided.length > 0 && <Tag tone="bad">{changedMeanwhile(refusal!)}</Tag>}
        <span className="ms-auto flex items-center gap-1">
          {collided.length > 0 && (
            <Button size="sm" disabled={saving} onClick={() => onKeepMine(key)}>
              Keep mine
            </Button>
          )}
          <IconButton
            size="sm"
            icon={UndoIcon}
            disabled={saving}
            label={id === null ? `Remove the new row ${title}` : `Take back the changes of ${title}`}
            onClick={() => onDiscard(key)}
          />
        </span>
      </div>
      {problems[''] && <p className="px-3 pt-2 text-bad">{problems['']}</p>}
      {refusal?.current === null && refusal.issues.length === 0 && !problems[''] && (
        <p className="px-3 pt-2 text-bad">{refusal.message}</p>
      )}
      <dl className="grid grid-cols-[minmax(8rem,1fr)_3fr] gap-x-4 px-3 py-2">
        {shown.map((field) => (
          <div key={field.name} className="contents">
            <dt className="py-0.5 text-ink-2">{field.label}</dt>
            <dd className="flex min-w-0 flex-wrap items-center gap-x-2 py-0.5">
              {id !== null && field.name in changes && (
                <>
                  <s className="text-ink-3">{words(field, base[field.name])}</s>
                  <span aria-label="becomes">→</span>
                </>
              )}
              {field.name in changes && (
                <span className="font-medium break-words">{words(field, changes[field.name])}</span>
              )}
              {field.name in cleared && field.visible && (
                <span className="text-ink-2">only where {conditionWords(field.visible, screen.fields)}</span>
              )}
              {problems[field.name] && <span className="text-bad">{problems[field.name]}</span>}
              {collided.includes(field.name) && (
                <>
                  <span className="text-bad">
                    {savedMeanwhile(words(field, refusal?.current?.[field.name]), refusal!)}
                  </span>
                  <Button size="sm" disabled={saving} onClick={() => onTheirs(key, field)}>
                    {takeOther(refusal!)}
                  </Button>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
