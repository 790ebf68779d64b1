import { fieldDisplays, fillPath } from '#src/definition'
import type { ApprovalMove } from '#src/definition/approval.ts'
import { sql } from '../../store/sql.ts'
import { counts } from '../count-cache.ts'
import { recordName } from '../each-record.ts'
import type { Row } from '../page.ts'
import type { WriteContext } from '../write-check.ts'
import { permitted, type ApprovalLevel } from './approvers.ts'
import { type Approved, hasOtherPlace, placesAt } from './due.ts'
import { substitutesOf, type Substitution } from './substitutes.ts'
import type { Notice } from './tell.ts'

interface Moved {
  readonly move: ApprovalMove
  readonly note: string | null
  /** The level that is due now; null where no limits ask for any, or nothing waits any more. */
  readonly level: ApprovalLevel | null
  /** Who has approved since it was submitted. */
  readonly approvals: readonly Approved[]
}

const endings: Readonly<Partial<Record<string, string>>> = {
  approved: 'approved',
  rejected: 'rejected',
  'Issue Resolution': 'question',
  new: 'withdrawn',
  new_changes: 'withdrawn',
}

const words: Readonly<Record<string, string>> = {
  approved: 'approved',
  rejected: 'rejected',
  question: 'returned with a question',
}

/** Keeps the request that stands for a record in the inbox of those who may decide; answers whom to tell what. */
export async function keepRequest(context: WriteContext, record: Row, moved: Moved): Promise<Notice[]> {
  const { tx, caller, screen } = context
  const about = subjectOf(context, record)
  const own = sql`organization_id = ${caller.organizationId} and screen = ${screen.name} and record_number = ${record.id} and status = 'open'`
  tx.afterCommit(() => counts.forget('workflow_request', caller.organizationId))
  if (record['approval_status'] !== 'submit_approval') {
    const status = endings[String(record['approval_status'])] ?? 'withdrawn'
    await tx.query(sql`
      update workflow_request set status = ${status}, decided_by = ${caller.email}, decided_for = ${(record['decided_for'] ?? null) as string | null}, decided_at = now(), note = ${moved.note},
             approvers = '{}', substitutes = null, waiting_for = null, row_version = row_version + 1, updated_at = now(), updated_by = ${caller.userId} where ${own}`)
    const to = String(record['submitted_by'] ?? '')
    const said = words[status]
    if (!said || to === '' || to === caller.email) return []
    return [{ to, kind: 'decided', subject: about, words: moved.note ? `${said} (${moved.note})` : said }]
  }
  const [before] = await tx.query<{ approvers: readonly string[] }>(
    sql`select approvers from workflow_request where ${own}`,
  )
  const { named, standing } = await askedFor(context, record, moved)
  const approvers = [...new Set([...named, ...standing.map(({ substitute }) => substitute.email)])]
  const substitutes = substituteWords(standing)
  const { amount, currency, application } = screen.approval!
  const value = (name: string | null): unknown => (name === null ? null : (record[name] ?? null))
  const waiting = { level: moved.level?.level ?? null, names: moved.level?.names.join(' or ') ?? null }
  if (before)
    await tx.query(sql`
      update workflow_request set approvers = ${approvers}::text[], substitutes = ${substitutes}, asked = (select array_agg(distinct one) from unnest(coalesce(asked, '{}') || ${approvers}::text[]) one), level = ${waiting.level}::bigint, waiting_for = ${waiting.names},
             row_version = row_version + 1, updated_at = now(), updated_by = ${caller.userId} where ${own}`)
  else
    await tx.query(sql`
      insert into workflow_request (organization_id, created_by, updated_by, screen, record_number, document, document_type, description, address, application_type,
             amount, currency, submitted_by, submitted_at, submit_note, status, level, waiting_for, approvers, substitutes, asked)
      values (${caller.organizationId}, ${caller.userId}, ${caller.userId}, ${screen.name}, ${record.id}, ${recordName(screen, caller, record)}, ${screen.label},
             ${titleOf(context, record)}, ${screen.form ? fillPath(screen.form.view, { id: record.id }) : null}, ${value(application) as string | null},
             ${value(amount) as string | null}::numeric, ${(value(currency) ?? (currency && currency.length === 3 ? currency : null)) as string | null},
             ${caller.email}, now(), ${moved.note}, 'open', ${waiting.level}::bigint, ${waiting.names}, ${approvers}::text[], ${substitutes}, ${approvers}::text[])`)
  return approvers
    .filter((to) => !(before?.approvers ?? []).includes(to))
    .map((to) => {
      const place = standing.find(({ substitute }) => substitute.email === to)
      const words = `submitted by ${String(record['submitted_by'])}${place ? `, for ${place.represented.name}` : ''}`
      return { to, kind: 'asked', subject: about, words }
    })
}

/** Who may decide now: those of the level, and who stands in for them today where they do not decide themselves. */
async function askedFor(
  context: WriteContext,
  record: Row,
  { level, approvals }: Moved,
): Promise<{ named: string[]; standing: Substitution[] }> {
  const submitter = record['submitted_by']
  const places = level ? placesAt(approvals, level.level) : []
  const waiting = (await deciders(context, level)).filter((email) => email !== submitter && !places.includes(email))
  const named = waiting.filter((email) => !hasOtherPlace(approvals, email, email))
  const standing = (await substitutesOf(context, record, level ? waiting : [])).filter(
    ({ substitute: { email }, represented }) =>
      email !== submitter && !level!.approvers.includes(email) && !hasOtherPlace(approvals, email, represented.email),
  )
  return { named, standing }
}

const mostWords = 400

const substituteWords = (standing: readonly Substitution[]): string | null =>
  standing.length === 0
    ? null
    : standing
        .map(({ substitute, represented }) => `${substitute.name} for ${represented.name}`)
        .join(', ')
        .slice(0, mostWords)

/** The title of the record where that is not its key, and what its approval says it is about. */
function titleOf({ screen }: WriteContext, record: Row): string | null {
  const isKey = screen.table?.key.length === 1 && screen.table.key[0] === screen.title
  const names = [...(isKey || screen.title === null ? [] : [screen.title]), ...screen.approval!.about]
  const parts = names.flatMap((name) => {
    const field = screen.fields.find((one) => one.name === name)
    const value = record[name]
    return !field || value === null || value === undefined
      ? []
      : [fieldDisplays[field.type].format(value, field, 'en-GB')]
  })
  return parts.length > 0 ? parts.join(', ').slice(0, 200) : null
}

function subjectOf({ screen, caller }: WriteContext, record: Row): string {
  const { amount, currency } = screen.approval!
  const value = amount === null ? null : record[amount]
  const money =
    value === null || value === undefined
      ? ''
      : `, ${Number(value).toLocaleString('en-GB', { minimumFractionDigits: 2 })} ${String((currency === null ? '' : record[currency]) ?? currency ?? '')}`
  return `${screen.label} ${recordName(screen, caller, record)}${money}`.trim()
}

/** Those a level names; without limits everybody who holds the permission. */
const deciders = async (
  { tx, caller, screen }: WriteContext,
  level: ApprovalLevel | null,
): Promise<readonly string[]> =>
  level ? level.approvers : permitted(tx, caller.organizationId, screen.approval!.access)
