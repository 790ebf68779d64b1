import { f, when } from '#src/definition'
import type { CommandName } from '#src/definition'
import type { ActionInput } from '#src/definition/screen-action.ts'

/** How far a mass update is and what it came to; written by the update itself. */
export const massUpdateFields = (matched: string) => ({
  run_number: f.text({ max: 20, readOnly: true, numbered: 'MC-', search: true, label: 'Update', width: 110 }),
  description: f.text({ max: 120, required: true, search: true, width: 260 }),
  status: f.choice(
    [
      { value: 'draft', label: 'Draft', tone: 'neutral' },
      { value: 'previewed', label: 'Previewed', tone: 'accent' },
      { value: 'running', label: 'Running', tone: 'warn' },
      { value: 'done', label: 'Done', tone: 'ok' },
      { value: 'undone', label: 'Taken back', tone: 'neutral' },
    ],
    { default: 'draft', readOnly: true, index: true, width: 110 },
  ),
  matched: f.integer({ readOnly: true, label: matched, width: 120 }),
  changes: f.integer({ readOnly: true, label: 'To be changed', width: 110 }),
  conflicts: f.integer({ readOnly: true, width: 100 }),
  unchanged: f.integer({ readOnly: true, width: 100 }),
  processed: f.integer({ readOnly: true, label: 'Worked on', width: 100 }),
  done: f.integer({ readOnly: true, label: 'Changed', width: 100 }),
  failed: f.integer({ readOnly: true, width: 90 }),
  kept: f.integer({ readOnly: true, label: 'Not taken back', width: 110 }),
  previewed_at: f.dateTime({ readOnly: true }),
  started_at: f.dateTime({ readOnly: true }),
  finished_at: f.dateTime({ readOnly: true }),
  notes: f.longText({ max: 2000 }),
})

/** The part of a form that tells how a mass update went. */
export const massUpdateProgress = {
  title: 'How it went',
  rows: [
    ['status', 'matched'],
    ['changes', 'conflicts', 'unchanged'],
    ['processed', 'done', 'failed', 'kept'],
    ['previewed_at', 'started_at', 'finished_at'],
  ],
} as const

/** What may have become of one line of a mass update. */
export const massOutcomes = f.choice(
  [
    { value: 'planned', label: 'Will change', tone: 'accent' },
    { value: 'conflict', label: 'Conflict', tone: 'bad' },
    { value: 'unchanged', label: 'Stays', tone: 'neutral' },
    { value: 'done', label: 'Changed', tone: 'ok' },
    { value: 'failed', label: 'Failed', tone: 'bad' },
    { value: 'undone', label: 'Taken back', tone: 'neutral' },
    { value: 'kept', label: 'Not taken back', tone: 'warn' },
  ],
  { readOnly: true, index: true, width: 120 },
)

/** The lines most people look for. */
export const massOutcomeViews = {
  'Will change': when.eq('outcome', 'planned'),
  'Conflicts and failures': when.in('outcome', ['conflict', 'failed']),
  Changed: when.eq('outcome', 'done'),
}

/** Preview, run and take back, by these commands. */
export const massUpdateActions = (
  commands: { readonly preview: CommandName; readonly run: CommandName; readonly undo: CommandName },
  records: string,
): readonly ActionInput[] => [
  {
    name: 'preview',
    label: 'Preview',
    command: commands.preview,
    on: ['row'],
    primary: true,
    when: when.in('status', ['draft', 'previewed']),
    confirm: `Nothing is changed yet: what would become of every ${records} is worked out and listed.`,
    message: 'Preview is ready',
  },
  {
    name: 'run',
    label: 'Run',
    command: commands.run,
    on: ['row'],
    primary: true,
    when: when.in('status', ['previewed', 'running']),
    confirm: `Every ${records} without a conflict is changed as the preview shows. It can be taken back afterwards.`,
    message: 'The update has begun',
  },
  {
    name: 'take-back',
    label: 'Take back',
    command: commands.undo,
    on: ['row'],
    // Earlier updates are taken back although something of them stayed.
    when: when.any(when.eq('status', 'done'), when.all(when.eq('status', 'undone'), when.gt('kept', 0))),
    confirm: 'What was changed since stays as it is. What stayed can be tried again.',
    danger: true,
    message: 'The update was taken back',
  },
]
