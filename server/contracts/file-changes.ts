import { validateRecord, type Screen } from '#src/definition'
import { differences } from '../domain/contracts/differences.ts'
import { selectList } from '../engine/columns.ts'
import { attributedIn } from '../engine/field-layers/attributed.ts'
import { today } from '../engine/list.ts'
import type { Row } from '../engine/page.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { termIssues } from './checks.ts'
import { readBases, withProposed, type OfferedBasis } from './sales-bases.ts'
import { rowFields, type FileIssue, type RuleRows, type Values } from './rule-rows.ts'
import type { FileDifference } from './rules-workbook.ts'

/** What a file would do: which contracts it changes and how, where they differ, and what keeps it from being taken. */
export interface FileChanges {
  readonly changes: readonly { readonly id: number; readonly contract_number: string; readonly values: Values }[]
  readonly differences: readonly FileDifference[]
  readonly issues: readonly FileIssue[]
}

const known = async (tx: Pick<Tx, 'query'>, screen: Screen, organizationId: number, numbers: readonly string[]) =>
  new Map(
    (
      await tx.query<Row>(sql`
        select ${selectList(screen.fields)} from contract t
         where t.organization_id = ${organizationId} and t.contract_number = any(${[...numbers]}::text[])`)
    ).map((row) => [String(row['contract_number']), row]),
  )

/** What the terms of a contract are held against: the screens with the attributes of the organisation, and its sales bases. */
export interface Known {
  readonly screens: readonly Screen[]
  readonly bases: readonly OfferedBasis[]
}

/** What the terms of contracts are held against. */
export const readKnown = async (
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  screens: readonly Screen[],
): Promise<Known> => ({
  screens: await attributedIn(tx, organizationId, screens),
  bases: await readBases(tx, organizationId),
})

/** What keeps the terms that a file names from being those of a contract. */
export function issuesOf(
  screen: Screen,
  { screens, bases }: Known,
  number: string,
  contract: Row,
  values: Values,
): FileIssue[] {
  if (contract['approval_status'] === 'submit_approval' || contract['is_update_approval_contract'] === true)
    return [{ contract: number, place: number, message: 'It waits for approval.' }]
  const fields = rowFields(screen).filter(({ name }) => name in values)
  const checked = validateRecord(fields, { ...values }, { mode: 'update', current: contract, today: today() })
  const next: Values = { ...contract, ...checked.values }
  const terms = { ...next, rules: withProposed(next, bases) }
  const issues =
    checked.issues.length > 0 ? checked.issues : termIssues(terms, screens, { all: bases, before: contract })
  return issues.map(({ path, message }) => {
    const [name, at, part] = path
    const field = fields.find((one) => one.name === name)
    const column = field?.fields?.find((one) => one.name === part)
    const where = [field?.label ?? name, ...(typeof at === 'number' ? [`row ${at + 1}`] : []), column?.label ?? part]
    return { contract: number, place: [number, ...where.filter((word) => word !== undefined)].join(', '), message }
  })
}

/** Holds what a file says against the contracts as they are; nothing is written. */
export async function fileChanges(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  screens: readonly Screen[],
  rows: RuleRows,
  given: readonly FileIssue[],
): Promise<FileChanges> {
  const screen = screens.find(({ name }) => name === 'contract')!
  const contracts = await known(tx, screen, organizationId, [...rows.keys()])
  const against = await readKnown(tx, organizationId, screens)
  const issues: FileIssue[] = [...given]
  const told: FileDifference[] = []
  const changes: FileChanges['changes'][number][] = []
  for (const [number, values] of rows) {
    const contract = contracts.get(number)
    if (!contract) {
      if (number !== '') issues.push({ contract: number, place: number, message: 'There is no such contract' })
      continue
    }
    issues.push(...issuesOf(screen, against, number, contract, values))
    const fields = rowFields(screen).filter(({ name }) => name in values)
    const differing = differences(fields, contract, values)
    if (differing.length === 0) continue
    told.push(
      ...differing.map(({ place, old_value, new_value }) => ({ contract_number: number, place, old_value, new_value })),
    )
    changes.push({ id: contract.id, contract_number: number, values })
  }
  return { changes, differences: told, issues }
}
