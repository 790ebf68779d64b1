import { when } from './conditions.ts'
import type { ScreenDefinition } from './define.ts'
import { f } from './f.ts'
import type { Choice, FieldSpec } from './field.ts'
import type { ActionInput } from './screen-action.ts'
import type { FormInput, SectionInput } from './screen-form.ts'

/** Where an approvable record stands, spelt as other systems know it. */
export type ApprovalStatus = 'new' | 'new_changes' | 'submit_approval' | 'approved' | 'rejected' | 'Issue Resolution'

export const approvalStatuses: readonly Choice[] = [
  { value: 'new', label: 'New', tone: 'neutral' },
  { value: 'new_changes', label: 'New changes', tone: 'accent' },
  { value: 'submit_approval', label: 'Submitted for approval', tone: 'warn' },
  { value: 'approved', label: 'Approved', tone: 'ok' },
  { value: 'rejected', label: 'Rejected', tone: 'bad' },
  { value: 'Issue Resolution', label: 'Issue resolution', tone: 'warn' },
]

interface Move {
  readonly from: readonly ApprovalStatus[]
  readonly to: ApprovalStatus
}

/** What people do with a record that needs approval. */
export type ApprovalMove = 'submit' | 'approve' | 'reject' | 'question' | 'withdraw'

/** The one table of transitions of every approvable record. */
export const approvalMoves: Readonly<Record<ApprovalMove, Move>> = {
  submit: { from: ['new', 'new_changes', 'Issue Resolution'], to: 'submit_approval' },
  approve: { from: ['submit_approval'], to: 'approved' },
  reject: { from: ['submit_approval'], to: 'rejected' },
  question: { from: ['submit_approval'], to: 'Issue Resolution' },
  withdraw: { from: ['submit_approval'], to: 'new_changes' },
}

/** What becomes of a record whose content is changed; null where it may not be. */
export const statusWhenChanged: Readonly<Record<ApprovalStatus, ApprovalStatus | null>> = {
  new: 'new',
  new_changes: 'new_changes',
  submit_approval: null,
  approved: 'new_changes',
  rejected: 'new_changes',
  'Issue Resolution': 'Issue Resolution',
}

/** How the records of a screen are approved. */
export interface ApprovalInput<N extends string> {
  /** The permission of those who decide; approval limits may narrow them further. */
  readonly access: string
  /** The permission of those who submit and withdraw; whoever may write unless given. */
  readonly submit?: string
  /** What tells approvers what a record is about, beside its key and title. */
  readonly about?: readonly N[]
  /** What approval limits call these records; the screen's name unless given. */
  readonly document?: string
  /** The field whose amount chooses who has to approve. */
  readonly amount?: N
  /** The field that holds the currency of the amount, or a constant ISO code. */
  readonly currency?: N | (string & {})
  /** The field that holds the application type limits may be made for. */
  readonly application?: N
  /** Fields that change without a new approval. */
  readonly free?: readonly N[]
}

export interface Approval {
  readonly access: string
  readonly about: readonly string[]
  readonly document: string
  readonly amount: string | null
  readonly currency: string | null
  readonly application: string | null
  readonly free: readonly string[]
}

/** The fields every approvable record has; only decisions write them. */
export const approvalFields = {
  approval_status: f.choice(approvalStatuses, {
    default: 'new',
    readOnly: true,
    index: true,
    width: 170,
    label: 'Approval',
  }),
  waiting_for: f.text({ max: 400, readOnly: true, help: 'Who has to approve next' }),
  approval_note: f.longText({
    max: 2000,
    readOnly: true,
    label: 'Reason or question',
    help: 'What was said at the last decision',
  }),
  submitted_by: f.reference('user', { readOnly: true, integrity: 'soft', index: true }),
  submitted_at: f.dateTime({ readOnly: true }),
  decided_by: f.reference('user', { readOnly: true, integrity: 'soft' }),
  decided_at: f.dateTime({ readOnly: true }),
  decided_for: f.reference('user', {
    readOnly: true,
    integrity: 'soft',
    visible: when.notEmpty('decided_for'),
    help: 'In whose place the last decision was made',
  }),
  approval_level: f.integer({ readOnly: true, hidden: true, help: 'The level that has to approve next' }),
} satisfies Record<string, FieldSpec>

const inState = (...states: readonly ApprovalStatus[]) => when.in('approval_status', states)

const note = (label: string, required: boolean) => ({ note: f.longText({ max: 2000, label, required }) })

/** The actions by which a record moves; `decide` is who decides, `submit` who submits. */
const approvalActions = (decide: string, submit: Pick<ActionInput, 'access'>): readonly ActionInput[] => [
  {
    name: 'submit-approval',
    label: 'Submit for approval',
    command: 'move-approval',
    on: ['row', 'selection', 'filter'],
    primary: true,
    values: { move: 'submit' },
    when: inState(...approvalMoves.submit.from),
    parameters: note('Note to whoever approves', false),
    ...submit,
    message: 'Successfully submitted',
  },
  {
    name: 'approve',
    label: 'Approve',
    command: 'move-approval',
    on: ['row', 'selection', 'filter'],
    primary: true,
    values: { move: 'approve' },
    when: inState(...approvalMoves.approve.from),
    parameters: note('Note', false),
    access: decide,
    message: 'Successfully approved',
  },
  {
    name: 'reject',
    label: 'Reject',
    command: 'move-approval',
    on: ['row', 'selection', 'filter'],
    primary: true,
    danger: true,
    values: { move: 'reject' },
    when: inState(...approvalMoves.reject.from),
    parameters: note('Reason', true),
    access: decide,
    message: 'Successfully rejected',
  },
  {
    name: 'question',
    label: 'Return with a question',
    command: 'move-approval',
    on: ['row', 'selection'],
    values: { move: 'question' },
    when: inState(...approvalMoves.question.from),
    parameters: note('Question', true),
    access: decide,
    message: 'Returned for issue resolution',
  },
  {
    name: 'withdraw',
    label: 'Withdraw',
    command: 'move-approval',
    on: ['row', 'selection'],
    values: { move: 'withdraw' },
    when: inState(...approvalMoves.withdraw.from),
    confirm: 'It can be changed again and has to be submitted anew.',
    ...submit,
    message: 'Successfully withdrawn',
  },
]

const approvalViews = {
  'To submit': inState('new', 'new_changes', 'Issue Resolution'),
  'Waiting for approval': inState('submit_approval'),
  Approved: inState('approved'),
  Rejected: inState('rejected'),
}

const section: SectionInput<string> = {
  title: 'Approval',
  rows: [
    ['approval_status', 'waiting_for'],
    ['approval_note'],
    ['submitted_by', 'submitted_at'],
    ['decided_by', 'decided_at'],
    ['decided_for'],
  ],
}

/** The section at the end of a form that does not place the state of approval itself. */
function withSection(layout: FormInput<string>['layout']): FormInput<string>['layout'] {
  if (!layout) return layout
  const sections = layout.map((part) => (Array.isArray(part) ? null : (part as SectionInput<string>)))
  const rows = layout as readonly (readonly string[])[]
  const given: readonly SectionInput<string>[] = sections.every((one) => one !== null)
    ? sections
    : [{ title: 'Details', rows }]
  const isPlaced = given.some((one) => one.rows.flat().includes('approval_status'))
  return isPlaced ? layout : [...given, section]
}

const editable = {
  when: when.ne('approval_status', 'submit_approval'),
  otherwise: 'It waits for approval. Withdraw it to change it.',
}

const deletable = {
  when: editable.when,
  otherwise: 'It waits for approval. Withdraw or reject it first.',
}

/** A definition with everything its approval brings along, but for what it says itself. */
export function withApproval(definition: ScreenDefinition): ScreenDefinition {
  const { approval, fields, actions = [], list, form } = definition
  if (!approval) return definition
  const own = new Set(actions.map(({ name }) => name))
  const submit = approval.submit === undefined ? {} : { access: approval.submit }
  return {
    ...definition,
    fields: { ...fields, ...Object.fromEntries(Object.entries(approvalFields).filter(([name]) => !(name in fields))) },
    actions: [...actions, ...approvalActions(approval.access, submit).filter(({ name }) => !own.has(name))],
    ...(list
      ? { list: { attention: ['Waiting for approval'], ...list, views: { ...approvalViews, ...list.views } } }
      : {}),
    ...(form ? { form: { editable, deletable, ...form, layout: withSection(form.layout) } } : {}),
  }
}

export const normalizeApproval = ({ approval, name }: ScreenDefinition): Approval | null =>
  approval
    ? {
        access: approval.access,
        about: approval.about ?? [],
        document: approval.document ?? name,
        amount: approval.amount ?? null,
        currency: approval.currency ?? null,
        application: approval.application ?? null,
        free: approval.free ?? [],
      }
    : null
