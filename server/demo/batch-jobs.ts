import type { Screen } from '#src/definition'
import { nextOccurrence } from '#server/engine/jobs/occurrences.ts'
import { timetableOf } from '#server/engine/jobs/timetable.ts'
import type { Tx } from '#server/store/database.ts'
import { json, sql } from '#server/store/sql.ts'
import { insertRows } from './insert-rows.ts'
import type { Row } from './masters.ts'
import type { Random } from './random.ts'

const daysOff = [
  ['01-01', 'New Year’s Day'],
  ['05-01', 'Labour Day'],
  ['12-24', 'Christmas Eve'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Boxing Day'],
  ['12-31', 'New Year’s Eve'],
] as const

const holidays = (): Row[] =>
  [0, 1, 2].flatMap((ahead) =>
    daysOff.map(([day, name]) => ({
      calendar: 'STANDARD',
      day: `${new Date().getUTCFullYear() + ahead}-${day}`,
      name,
    })),
  )

/** As the form saves it: days without work belong to jobs that heed them. */
const timed = (cron: string, dayRule: 'any' | 'skip' | 'next' = 'any'): Row => ({
  schedule: 'cron',
  cron,
  time_zone: 'Europe/Berlin',
  day_rule: dayRule,
  ...(dayRule === 'any' ? {} : { weekend: 'sat-sun', calendar: 'STANDARD' }),
})

const jobs: readonly Row[] = [
  {
    code: 'CUSTOMERS-IN',
    name: 'Customers from the ERP system',
    app_type: 'Integration Studio',
    job_type: 'file_upload',
    upload_format: 'CustomerDataUploadFormat / Customers from the ERP system',
    folder: 'customers',
    file_pattern: 'customers-*.csv',
    ...timed('0 5 * * *', 'skip'),
  },
  {
    code: 'SALES-OUT',
    name: 'Sales lines for the warehouse',
    app_type: 'Transaction Data',
    job_type: 'export',
    export_screen: 'sales-data',
    export_filter: 'billing_date.gte=@today-30d',
    export_format: 'csv',
    folder: 'sales',
    ...timed('30 22 * * 1-5'),
  },
  {
    code: 'CUSTOMERS-OUT',
    name: 'Active customers for the price portal',
    app_type: 'Pricing',
    job_type: 'export',
    export_screen: 'customer',
    export_filter: 'status=active',
    export_format: 'xlsx',
    folder: 'portal',
    schedule: 'after',
    after_job: 'CUSTOMERS-IN',
  },
  {
    code: 'MATERIALS-OUT',
    name: 'Materials for profit planning',
    app_type: 'Profit Optimization',
    job_type: 'export',
    export_screen: 'material',
    export_format: 'csv',
    ...timed('0 6 1 * *', 'next'),
  },
  {
    code: 'INDEXES',
    name: 'Indexes and counts',
    app_type: 'Customer Rebate',
    job_type: 'refresh_indexes',
    ...timed('0 2 * * 0'),
  },
  {
    code: 'TIDY',
    name: 'Old logs go',
    app_type: 'Customer Rebate',
    job_type: 'purge_logs',
    keep_days: 90,
    ...timed('30 2 1 * *'),
  },
  {
    code: 'RENEWALS',
    name: 'Contracts that end go on, or are told of',
    app_type: 'Customer Rebate',
    job_type: 'contract_renewal',
    notice_days: 45,
  },
]

/** How a run of a job of the demo ended. */
function ending(random: Random, job: Row): Row {
  const lines = random.whole(40, 400)
  const changed = random.whole(0, 12)
  switch (job['job_type']) {
    case 'file_upload':
      return {
        status: 'complete',
        inserted: random.whole(0, 4),
        updated: changed,
        unchanged: lines,
        rejected: 0,
        message: `1 file taken in: ${changed} changed, ${lines} unchanged.`,
      }
    case 'export':
      return { status: 'complete', message: `${lines} lines written.` }
    case 'contract_renewal':
      return { status: 'complete', message: '0 prolonged, 0 told of, 0 expired, 0 left.' }
    case 'refresh_indexes':
      return { status: 'complete', message: 'Indexes are complete; 61 tables were counted anew.' }
    default:
      return {
        status: 'complete',
        message: 'Older than 90 days: 18 messages, 4 runs and 0 reasons of imports were dropped.',
      }
  }
}

function runs(random: Random): Row[] {
  const now = Date.now()
  return Array.from({ length: 45 }, (_, index) => {
    const job = jobs[random.whole(0, jobs.length - 1)]!
    const seconds = random.whole(4, 300) / 10
    const started = new Date(now - (45 - index) * 15 * 3_600_000)
    const end = index % 11 === 7 ? { status: 'failed', message: 'The folder could not be read.' } : ending(random, job)
    return {
      job: job['code'],
      name: job['name'],
      app_type: job['app_type'],
      job_type: job['job_type'],
      started_by: job['schedule'] === 'after' ? `After ${String(job['after_job'])}` : 'Schedule',
      due_at: started.toISOString(),
      started_at: started.toISOString(),
      finished_at: new Date(started.getTime() + seconds * 1000).toISOString(),
      seconds: String(seconds),
      attempt: end['status'] === 'failed' ? 3 : 1,
      percent_done: end['status'] === 'complete' ? '100' : null,
      ...end,
    }
  })
}

const countries = [
  ['Germany', 'DE'],
  ['Austria', 'AT'],
  ['Switzerland', 'CH'],
  ['France', 'FR'],
  ['Netherlands', 'NL'],
  ['Poland', 'PL'],
  ['Sweden', 'SE'],
  ['United Kingdom', 'GB'],
] as const

const integrations: readonly Row[] = [
  {
    code: 'ERP-CUSTOMERS',
    name: 'Customers of the ERP system',
    app_type: 'Customer Rebate',
    source_type: 'file',
    folder: 'customers',
    file_pattern: 'customers-*.csv',
    mapping: 'CustomerDataUploadFormat / Customers from the ERP system',
    only_valid: true,
  },
  {
    code: 'PORTAL-CUSTOMERS',
    name: 'New customers of the partner portal',
    app_type: 'Customer Rebate',
    source_type: 'https',
    url: 'https://portal.example.com/api/customers',
    response_format: 'json',
    records_path: 'data',
    auth_type: 'bearer',
    mapping: 'CustomerDataUploadFormat / Customers from the ERP system',
    only_valid: true,
  },
]

const holidaysOfHr: Row = {
  code: 'HR-HOLIDAYS',
  name: 'Holidays from the HR department',
  app_type: 'Integration Studio',
  source_type: 'file',
  folder: 'holidays',
  file_pattern: 'holidays-*.csv',
  mapping: 'HolidayFormats / Holidays of the HR department',
  only_valid: true,
}

const filters: readonly Row[] = [
  { integration: 'ERP-CUSTOMERS', position: 1, source_field: 'LOEVM', operator: 'empty' },
  { integration: 'ERP-CUSTOMERS', position: 2, source_field: 'KTOKD', operator: 'ne', value: 'CPD' },
]

const plainFormat = {
  delimiter: null,
  encoding: null,
  sheet: null,
  header_row: 1,
  header_rows: 1,
  decimal: '.',
  date_order: 'YMD',
  null_values: ['', 'NULL'],
  keep: null,
  row_version: null,
  escaped: null,
}

/** Batch jobs and integrations with the runs of the last weeks, and the holidays they follow. */
export async function loadBatchJobs(
  tx: Tx,
  screens: readonly Screen[],
  random: Random,
  organizationId: number,
  userId: number,
): Promise<void> {
  const insert = async (name: string, rows: readonly Row[]) => {
    const screen = screens.find((candidate) => candidate.name === name)
    if (screen) await insertRows(tx, screen, organizationId, userId, rows)
  }
  if (!screens.some(({ name }) => name === 'batch-job-definition')) return
  await insert('holiday', holidays())
  const columns = { customer_number: 'KUNNR', customer_name: 'NAME1', city: 'ORT01', country: 'LAND1' }
  const fields = Object.entries(columns).map(([field, column]) => ({
    field,
    source: 'column',
    column,
    ...(field === 'country' ? { qualifier: 'COUNTRY' } : {}),
  }))
  const keepFormat = (functionality: string, name: string, description: string, filled: readonly object[]) =>
    tx.query(sql`
      insert into upload_format (organization_id, created_by, updated_by, functionality, name, description, body)
      values (${organizationId}, ${userId}, ${userId}, ${functionality}, ${name}, ${description}, ${json({ ...plainFormat, fields: filled })})`)
  await keepFormat('CustomerDataUploadFormat', 'Customers from the ERP system', 'The nightly extract', fields)
  await keepFormat(
    'HolidayFormats',
    'Holidays of the HR department',
    'Sent once a year',
    Object.entries({ calendar: 'Calendar', day: 'Date', name: 'Holiday' }).map(([field, column]) => ({
      field,
      source: 'column',
      column,
    })),
  )
  const days = new Set(holidays().map((one) => String(one['day'])))
  await insert(
    'batch-job-definition',
    jobs.map((job) => ({
      active: true,
      retries: 2,
      retry_seconds: 60,
      ...job,
      next_run_at: job['cron'] ? nextOccurrence(timetableOf(job, days), new Date()) : null,
    })),
  )
  await insert(
    'integration-qualifier',
    countries.map(([name, code]) => ({
      qualifier: 'COUNTRY',
      source_value: name,
      target_value: code,
      description: 'ISO 3166',
    })),
  )
  await insert(
    'integration-setup',
    [...integrations, holidaysOfHr].map((one) => ({ active: true, ...one })),
  )
  await insert('integration-filter', filters)
  const done = runs(random)
  // Runs are numbered by the queue and carry in whose name they work.
  const columnsOfRun = sql`job text, name text, app_type text, job_type text, started_by text, due_at timestamptz, started_at timestamptz,
    finished_at timestamptz, seconds numeric, attempt bigint, percent_done numeric, status text, message text, inserted bigint, updated bigint, unchanged bigint, rejected bigint`
  const names = sql`job, name, app_type, job_type, started_by, due_at, started_at, finished_at, seconds, attempt, percent_done, status, message, inserted, updated, unchanged, rejected`
  await tx.query(sql`
    with numbered as (
      select nextval(pg_get_serial_sequence('batch_job_run', 'id')) as id, r.* from jsonb_to_recordset(${json(done)}) as r (${columnsOfRun}))
    insert into batch_job_run (organization_id, user_id, created_by, id, number, claimed_at, ${names})
    select ${organizationId}, ${userId}, ${userId}, id, id, started_at, ${names} from numbered`)
  await tx.query(sql`
    insert into message_log (organization_id, batch_job_id, at, severity, message)
    select organization_id, number, finished_at, case when status = 'failed' then 'error' else 'info' end, message
      from batch_job_run where organization_id = ${organizationId}`)
  await tx.query(sql`
    update batch_job_definition d set last_run_at = r.finished_at, last_status = r.status
      from (select distinct on (job) job, finished_at, status from batch_job_run where organization_id = ${organizationId} order by job, id desc) r
     where d.organization_id = ${organizationId} and d.code = r.job`)
}
