import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildStatement } from '#server/claims/statement.ts'
import { loadDemo } from '#server/demo/content.ts'
import { loadScreens } from '#server/screens.ts'
import { sql } from '#server/store/sql.ts'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

let s: SessionApp

beforeAll(async () => {
  s = await sessionApp()
  await loadDemo(s.db, await loadScreens(), async () => {})
}, 120_000)
afterAll(() => s?.close())

interface Draft {
  readonly organization_id: string
  readonly statement_number: string
  readonly partner_number: string
  readonly period_from: string
  readonly period_to: string
  readonly closing: string
}

test('drafts of statements in the demo close with what they would be issued with', async () => {
  const drafts = await s.db.system((tx) =>
    tx.query<Draft>(sql`
      select t.organization_id, t.statement_number, t.partner_number, t.period_from::text as period_from, t.period_to::text as period_to, t.closing::text as closing
        from partner_statement t order by t.statement_number`),
  )
  expect(drafts.length).toBeGreaterThan(3)
  const issued = await s.db.system(async (tx) => {
    const closings = []
    for (const draft of drafts) {
      const { closing } = await buildStatement(tx, {
        organizationId: Number(draft.organization_id),
        userId: 1,
        statement: draft.statement_number,
        partner: draft.partner_number,
        from: draft.period_from,
        to: draft.period_to,
        currency: 'EUR',
      })
      closings.push([draft.statement_number, closing])
    }
    return closings
  })
  expect(issued).toEqual(drafts.map((draft) => [draft.statement_number, draft.closing]))
})
