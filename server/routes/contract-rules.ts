import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { validateRecord } from '#src/definition'
import { demand } from '../authorize.ts'
import { termIssues } from '../contracts/checks.ts'
import { offeredBases, readBases, withProposed } from '../contracts/sales-bases.ts'
import { ruleWarnings } from '../domain/contracts/rule-bounds.ts'
import { today } from '../engine/list.ts'
import { attributedScreens } from '../engine/own-screens.ts'
import { demandUse } from '../engine/screen-access.ts'
import { said } from '../engine/messages/said.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { json, sql } from '../store/sql.ts'
import { changeContract } from './change-contract.ts'
import { contractIdOf, namedContract } from './contract-named.ts'
import { screenOpener } from './opened-screen.ts'

const rows = z.array(z.record(z.string(), z.unknown())).max(5000)

const searchBody = z.object({
  attribute: z.string().max(80).optional(),
  value: z.string().max(120).optional(),
  rule_type: z.string().max(30).optional(),
  rate_type: z.string().max(30).optional(),
  tier_mode: z.string().max(30).optional(),
  condition_id: z.string().max(30).optional(),
  rate_from: z.coerce.number().optional(),
  rate_to: z.coerce.number().optional(),
  application_type: z.string().max(60).optional(),
  contract_status: z.string().max(30).optional(),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(500).default(10),
})

const basesQuery = z.object({
  search: z.string().max(200).default(''),
  application_type: z.string().max(60).optional(),
  data_source_type: z.string().max(30).optional(),
  valid_from: z.string().max(10).optional(),
})

const validateQuery = z.object({
  rule_type: z.enum(['Both', 'Accrual', 'Payment']).optional(),
  calculation_method: z.string().max(30).optional(),
})
const validateBody = z.object({ rules: rows, tiers: rows, payees: rows, eligibility: rows }).partial()

const eligibilityBody = namedContract.and(
  z.object({ eligibility: rows, reason: z.string().max(200).optional(), row_version: z.number().optional() }),
)
const calculationBody = namedContract.and(
  z.object({
    rules: rows,
    tiers: rows.optional(),
    payees: rows.optional(),
    reason: z.string().max(200).optional(),
    row_version: z.number().optional(),
  }),
)

/** Rules of contracts by themselves: found, checked without being saved, and replaced. */
export function contractRuleRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const open = screenOpener(services)

  app.post('/api/contract-search-rule', async (request) => {
    const asked = parseInput(searchBody, request.body)
    const { screen } = await open(request, 'contract')
    demandUse(request.caller, screen, 'read')
    const { page, limit, attribute, value, ...rest } = asked
    const records = await db.tenant(
      request.caller,
      (tx) =>
        tx.query<{ total: number }>(sql`
          with asked as (select ${attribute ?? null}::text as attribute, ${value ?? null}::text as value, ${json(rest)} as more),
          found as (
            select c.id, c.contract_number, c.contract_header, c.application_type, c.partner_number, c.contract_status, c.approval_status,
                   c.valid_from::text as valid_from, c.valid_to::text as valid_to,
                   (select jsonb_agg(r) from jsonb_array_elements(coalesce(c.rules, '[]')) r
                     where (a.more ->> 'rule_type' is null or r ->> 'rule_type' = a.more ->> 'rule_type')
                       and (a.more ->> 'rate_type' is null or r ->> 'rate_type' = a.more ->> 'rate_type')
                       and (a.more ->> 'tier_mode' is null or r ->> 'tier_mode' = a.more ->> 'tier_mode')
                       and (a.more ->> 'condition_id' is null or r ->> 'condition_id' ilike a.more ->> 'condition_id')
                       and ((a.more ->> 'rate_from' is null and a.more ->> 'rate_to' is null) or exists (
                             select from (select r ->> 'rate' as rate union all
                                          select x ->> 'rate' from jsonb_array_elements(coalesce(c.tiers, '[]')) x where x ->> 'rule_no' = r ->> 'rule_no') q
                              where q.rate::numeric >= coalesce((a.more ->> 'rate_from')::numeric, '-infinity')
                                and q.rate::numeric <= coalesce((a.more ->> 'rate_to')::numeric, 'infinity')))) as rules,
                   (select jsonb_agg(e) from jsonb_array_elements(coalesce(c.eligibility, '[]')) e
                     where (a.attribute is null or e ->> 'attribute' = a.attribute) and (a.value is null or e ->> 'value' ilike a.value)) as eligibility
              from contract c cross join asked a
             where c.organization_id = ${request.caller.organizationId}
               and (a.more ->> 'application_type' is null or c.application_type = a.more ->> 'application_type')
               and (a.more ->> 'contract_status' is null or c.contract_status = a.more ->> 'contract_status'))
          select f.*, count(*) over () as total from found f, asked a
           where (f.rules is not null or not (a.more ?| array['rule_type', 'rate_type', 'tier_mode', 'condition_id', 'rate_from', 'rate_to']))
             and (f.eligibility is not null or (a.attribute is null and a.value is null))
           order by f.contract_number limit ${limit} offset ${(page - 1) * limit}`),
      { readOnly: true },
    )
    const found = records.map(({ total: _total, ...record }) => record)
    return { response: { records: found, total_record: records[0]?.total ?? 0 } }
  })

  app.post('/api/contract-rules/validate', async (request) => {
    const { rule_type, calculation_method } = parseInput(validateQuery, request.query)
    const body = parseInput(validateBody, request.body)
    const { screen } = await open(request, 'contract')
    demandUse(request.caller, screen, 'read')
    const screens = await attributedScreens(services, request.caller)
    const rules = (body.rules ?? []).map((rule) => ({
      ...(rule_type ? { rule_type } : {}),
      ...(calculation_method ? { rate_type: calculation_method } : {}),
      ...rule,
    }))
    const fields = screen.fields.filter(({ name }) => ['rules', 'tiers', 'payees', 'eligibility'].includes(name))
    const checked = validateRecord(fields, { ...body, rules }, { mode: 'create', today: today() })
    const all = await db.tenant(request.caller, (tx) => readBases(tx, request.caller.organizationId), {
      readOnly: true,
    })
    const terms = { ...checked.values, rules: withProposed(checked.values, all) }
    const issues = [...checked.issues, ...(checked.issues.length > 0 ? [] : termIssues(terms, screens, { all }))]
    const list = (name: string) => (checked.values[name] ?? []) as Record<string, unknown>[]
    return { response: { valid: issues.length === 0, issues, warnings: ruleWarnings(list('rules'), list('tiers')) } }
  })

  app.get('/api/contract-rules/sales-bases', async (request) => {
    const { search, ...contract } = parseInput(basesQuery, request.query)
    const { screen } = await open(request, 'contract')
    demandUse(request.caller, screen, 'read')
    const all = await db.tenant(request.caller, (tx) => readBases(tx, request.caller.organizationId), {
      readOnly: true,
    })
    const records = offeredBases(contract, all, search).map((basis) => ({
      value: basis.sales_basis,
      label: basis.description,
    }))
    return { response: { records, total_record: records.length } }
  })

  app.put('/api/eligibility-rules', async (request) => {
    const {
      id: _id,
      contract_id: _contract,
      contract_number: _number,
      ...changes
    } = parseInput(eligibilityBody, request.body)
    const id = await contractIdOf(db, request.caller, parseInput(namedContract, request.body))
    const response = await changeContract(open, request, id, changes)
    return { response, message: await said(services, request.caller, 'contract', 'updated') }
  })

  app.put('/api/calculation-rules', async (request) => {
    const {
      id: _id,
      contract_id: _contract,
      contract_number: _number,
      ...changes
    } = parseInput(calculationBody, request.body)
    demand(request.caller, 'contracts.write')
    const id = await contractIdOf(db, request.caller, parseInput(namedContract, request.body))
    const response = await changeContract(open, request, id, changes)
    return { response, message: await said(services, request.caller, 'contract', 'updated') }
  })
}
