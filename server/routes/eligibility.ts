import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { calendarOf } from '../caller-day.ts'
import { countEligible, countMatches, lineScreens } from '../engine/eligibility/counts.ts'
import { demandReadable } from '../engine/eligibility/readable.ts'
import { ruleIssues, type EligibilityRule } from '../engine/eligibility/rule-sql.ts'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { attributedScreens } from '../engine/own-screens.ts'
import { demandUse } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { sql } from '../store/sql.ts'

const value = z.object({ value: z.string().min(1).max(120), value_to: z.string().max(120).nullish() })
const rule = z.object({
  mode: z.enum(['include', 'exclude']).default('include'),
  group_no: z.int().min(1).max(999).default(1),
  attribute: z.string().max(80),
  operator: z.enum(['eq', 'between', 'like', 'under']).default('eq'),
  values: z.array(value).min(1).max(1000),
})
const asked = z.object({
  /** Rules that need not be saved; else those that hold. */
  rules: z.array(rule).max(100).optional(),
  application_type: z.string().max(60).optional(),
  data_source_type: z.enum(['direct', 'indirect', 'purchase']).optional(),
  valid_on: z.iso.date().optional(),
})

/** What rules of eligibility leave of the sales lines, saved or not. */
export function eligibilityRoutes(app: FastifyInstance, services: Services): void {
  app.post('/api/universal-eligibility-rule/matches', async ({ caller, body }) => {
    const given = parseInput(asked, body ?? {})
    const screen = await effectiveScreen(services, caller, 'universal-eligibility-rule')
    const screens = await attributedScreens(services, caller)
    demandUse(caller, screen, 'read')
    for (const name of ['customer', 'material', lineScreens[given.data_source_type ?? 'direct']!])
      demandUse(caller, await effectiveScreen(services, caller, name), 'read')
    demandReadable(caller, screens, given.rules ?? [])
    const issues = (given.rules ?? []).flatMap((one, at) =>
      ruleIssues(one as EligibilityRule, screens).map((issue) => ({ ...issue, path: ['rules', at, ...issue.path] })),
    )
    if (issues.length > 0) throw new AppError('VALIDATION', { issues })
    const day = given.valid_on ?? calendarOf(caller).today
    const response = await services.db.tenant(
      caller,
      async (tx) => {
        const context = { tx, caller, screens }
        const stored = sql`
          select t.rule_code, t.data_source_type, t.mode, t.group_no, t.attribute, t.operator, coalesce(t.values, '[]'::jsonb) as values from universal_eligibility_rule t
           where t.organization_id = ${caller.organizationId} and t.status = 'active' and daterange(t.valid_from, t.valid_to, '[]') @> ${day}::date
             and (${given.application_type ?? null}::text is null or coalesce(cardinality(t.application_types), 0) = 0 or ${given.application_type ?? null}::text = any(t.application_types))
             and (${given.data_source_type ?? null}::text is null or t.data_source_type is null or t.data_source_type = ${given.data_source_type ?? null}::text)
           order by t.group_no, t.rule_code`
        const rules: readonly (EligibilityRule & { data_source_type?: string | null })[] =
          (given.rules as EligibilityRule[] | undefined) ?? (await tx.query(stored))
        const each = []
        const source = given.data_source_type
        for (const one of rules) {
          const about = { ...one, data_source_type: one.data_source_type ?? source }
          each.push({ ...one, ...(await countMatches(context, about)) })
        }
        return { ...(await countEligible(context, rules, source)), rules: each }
      },
      { readOnly: true },
    )
    return { response }
  })
}
