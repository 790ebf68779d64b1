import { f, when } from '#src/definition'
import type { ActionInput } from '#src/definition/screen-action.ts'
import { documents } from '../shared/files.ts'

/** What hangs on a contract beside its terms, and what it tells about its versions and changes. */
export const lifeFields = {
  documents: f.rows(
    {
      document: f.file({ accept: documents, required: true, maxBytes: 20_000_000, label: 'Document' }),
      kind: f.choice(
        [
          { value: 'agreement', label: 'Signed agreement' },
          { value: 'amendment', label: 'Amendment' },
          { value: 'offer', label: 'Offer' },
          { value: 'letter', label: 'Correspondence' },
          { value: 'other', label: 'Other' },
        ],
        { default: 'agreement' },
      ),
      note: f.text({ max: 200 }),
    },
    { maxRows: 50, help: 'Up to 20 MB each' },
  ),
  version: f.integer({ readOnly: true, width: 80, help: 'Counts what was approved; none before the first time' }),
  open_change: f.reference('contract-change-request', {
    readOnly: true,
    integrity: 'soft',
    index: true,
    width: 120,
    help: 'The change request that is worked on',
  }),
  is_update_approval_contract: f.flag({
    readOnly: true,
    index: true,
    label: 'Change waits for approval',
    width: 100,
  }),
}

/** What the job that renews contracts notes on them. */
export const renewalFields = {
  term_from: f.date({
    readOnly: true,
    visible: when.notEmpty('term_from'),
    label: 'Renewed from',
    help: 'The first day of the term it was prolonged by; the next one is as long',
  }),
  renewal_asked: f.date({
    readOnly: true,
    visible: when.notEmpty('renewal_asked'),
    label: 'Asked on',
    help: 'The responsible was told that it ends, and decides: press Change to prolong it',
  }),
}

/** By which an approved contract is changed, copied and annotated. */
export const lifeActions: readonly ActionInput[] = [
  {
    name: 'request-change',
    label: 'Change',
    command: 'request-contract-change',
    on: ['row'],
    primary: true,
    opens: true,
    when: when.all(when.eq('approval_status', 'approved'), when.empty('open_change')),
    parameters: { reason: f.text({ max: 200, required: true, label: 'Why it changes' }) },
    message: 'The change request is open',
  },
  {
    name: 'continue-change',
    label: 'Go on with the change',
    command: 'request-contract-change',
    on: ['row'],
    primary: true,
    opens: true,
    when: when.all(when.eq('approval_status', 'approved'), when.not(when.empty('open_change'))),
    message: 'The change request is open',
  },
  {
    name: 'clone',
    label: 'Copy to a new contract',
    command: 'clone-contract',
    on: ['row'],
    opens: true,
    parameters: {
      contract_number: f.text({ max: 30, required: true, label: 'Number of the new contract' }),
      contract_header: f.text({ max: 120, label: 'Description', help: 'As in this contract where empty' }),
      valid_from: f.date({ required: true, help: 'Days in its eligibility move along' }),
      valid_to: f.date({ required: true, after: 'valid_from' }),
    },
    message: 'Contract cloned successfully',
  },
  {
    name: 'annotate',
    label: 'Set responsible and notes',
    command: 'set-values',
    on: ['row', 'selection'],
    parameters: { responsible: f.reference('user'), notes: f.longText({ max: 4000 }) },
    message: 'Successfully updated',
  },
]
