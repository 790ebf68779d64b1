import { f } from '#src/definition'
import { approvalFields } from '#src/definition/approval.ts'
import type { FieldSpec } from '#src/definition/field.ts'
import type { SectionInput } from '#src/definition/screen-form.ts'
import { contract } from './contract.screen.ts'

/** Fields of a contract that change without a new version, or are told by the contract itself. */
const ownFields = [
  'contract_number',
  'version',
  'open_change',
  'is_update_approval_contract',
  'term_from',
  'renewal_asked',
] as const

const without = (names: readonly string[]): Record<string, FieldSpec> =>
  Object.fromEntries(
    Object.entries(contract.fields).filter(([name]) => !names.includes(name) && !(name in approvalFields)),
  )

/** What a version of a contract holds. */
export const versionContent = without([...ownFields, 'documents'])

/** What a change request may change. */
export const changeContent = without([...ownFields, ...(contract.approval?.free ?? [])])

/** The contract's own sections, as far as these fields stand in them. */
export const contentSections = (fields: Readonly<Record<string, unknown>>): SectionInput<string>[] =>
  ((contract.form?.layout ?? []) as readonly SectionInput<string>[]).flatMap(({ title, rows }) => {
    const kept = rows.map((row) => row.filter((name) => name in fields)).filter((row) => row.length > 0)
    return kept.length > 0 ? [{ title, rows: kept }] : []
  })

/** Where a version differs from the one before, in words. */
export const differenceRows = (label: string) =>
  f.rows(
    {
      place: f.text({ max: 200, label: 'Where', width: 260 }),
      old_value: f.text({ max: 2000, label: 'Old', width: 200 }),
      new_value: f.text({ max: 2000, label: 'New', width: 200 }),
    },
    { readOnly: true, label, maxRows: 5000 },
  )
