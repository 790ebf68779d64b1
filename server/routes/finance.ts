import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fiscalCalendar, postingDay } from '../calculation/fiscal-calendar.ts'
import { periodTitle } from '../domain/fiscal/period-title.ts'
import { periodOf } from '../domain/fiscal/fiscal-year.ts'
import { workingDay } from '../domain/fiscal/posting-date.ts'
import { booksDay } from '../caller-day.ts'
import { AppError } from '../errors.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { sql } from '../store/sql.ts'
import { demandDone, screenOpener } from './opened-screen.ts'

const asked = z.object({ application_type: z.string().max(60).default('all'), date: z.iso.date().optional() })

const discarded = z.object({ ids: z.array(recordNumber).min(1).max(10_000), reason: z.string().trim().min(1).max(200) })

const contractPosting = z
  .object({
    contract_numbers: z.array(z.string().max(30)).max(10_000).optional(),
    application_type: z.string().max(60).optional(),
    kind: z.enum(['Accrual', 'Payment']).default('Payment'),
    period_from: z.iso.date(),
    period_to: z.iso.date(),
    posting_date: z.iso.date().optional(),
  })
  .refine((body) => body.contract_numbers?.length || body.application_type, {
    path: ['contract_numbers'],
    error: 'Say which contracts: by number or by application.',
  })

/** When things are posted, and posting for callers that know contracts by their numbers. */
export function financeRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const open = screenOpener(services)

  const post = async (request: FastifyRequest, asked: z.output<typeof contractPosting>) => {
    const { contract_numbers: numbers, application_type: application, ...parameters } = asked
    const { caller } = request
    const found = await db.tenant(
      caller,
      (tx) =>
        tx.query<{ id: number; contract_number: string; asked_at: string }>(sql`
          select t.id, t.contract_number, clock_timestamp()::text as asked_at from contract t
           where t.organization_id = ${caller.organizationId} and t.contract_status in ('Active', 'Expired') and t.approval_status = 'approved'
             and (${numbers ?? null}::text[] is null or t.contract_number = any(${numbers ?? null}::text[]))
             and (${application ?? null}::text is null or t.application_type = ${application ?? null})
           order by t.contract_number limit 10001`),
      { readOnly: true },
    )
    if (found.length === 0)
      throw new AppError('NOT_FOUND', { message: 'None of these contracts is active and approved.' })
    const { act } = await open(request, 'contract')
    const outcome = await act(
      'post',
      found.map(({ id }) => id),
      parameters,
    )
    const made = await db.tenant(
      caller,
      (tx) =>
        tx.query<{ posting_number: string; posting_type: string; contract_number: string; amount: string }>(sql`
          select f.posting_number, f.posting_type, f.contract_number, f.payee, f.period_from, f.period_to, f.posting_date, f.amount, f.currency
            from financial_posting f
           where f.organization_id = ${caller.organizationId} and f.created_by = ${caller.userId} and f.created_at >= ${found[0]!.asked_at}::timestamptz
             and f.contract_number = any(${found.map((one) => one.contract_number)}::text[])
           order by f.id limit 10000`),
      { readOnly: true },
    )
    return {
      response: {
        ...outcome,
        financial_posting_result: made,
        'records Processed': made.length,
        error_list: Object.fromEntries(outcome.failed.map(({ key, message }) => [key, message])),
        messageLog: outcome.skipped.map(({ key, reason }) => ({ contract_number: key, message: reason })),
      },
      ...(outcome.done > 0 ? { message: 'Successfully posted' } : {}),
    }
  }
  app.post('/api/accrual-posting-api', (request) =>
    post(request, { ...parseInput(contractPosting, request.body), kind: 'Accrual' }),
  )
  app.post('/api/tlp-posting-api', (request) => post(request, parseInput(contractPosting, request.body)))

  app.get('/api/finpost-history/:id', async (request) => {
    const id = parseInput(recordNumber, (request.params as { id: string }).id)
    const { contract_number: number } = await (await open(request, 'contract')).api.one(id)
    const { api } = await open(request, 'financial-posting')
    const asked = request.query as Record<string, string>
    return {
      response: await api.list({ sort: '-posting_date,-posting_number', ...asked, contract_number: String(number) }),
    }
  })

  app.post('/api/postings-delete', async (request) => {
    const { ids, reason } = parseInput(discarded, request.body)
    const { act, screen } = await open(request, 'financial-posting')
    const response = await act('discard', ids, { reason })
    demandDone(response)
    return { response, message: screen.messages.deleted }
  })

  app.get('/api/posting-date', async ({ caller, query }) => {
    const { application_type: application, date } = parseInput(asked, query)
    const calendar = await db.tenant(caller, (tx) => fiscalCalendar(tx, caller.organizationId, application), {
      readOnly: true,
    })
    const day = postingDay(calendar, date ?? null, caller, booksDay(caller))
    const period = periodOf(day.date, calendar.years)
    return {
      response: {
        posting_date: day.date,
        fiscal_year: day.fiscalYear,
        fiscal_period: day.fiscalPeriod,
        period_name: period && periodTitle(period.fiscal_year, period.name),
        status: period ? calendar.stateOf(period.fiscal_year, period.period_no) : null,
        is_working_day: workingDay(day.date, { ...calendar.rule, day_rule: 'next' }) === day.date,
      },
    }
  })
}
