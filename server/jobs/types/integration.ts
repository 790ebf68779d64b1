import { effectiveScreen } from '../../engine/effective-screens.ts'
import { exportRows } from '../../engine/export.ts'
import { AllowedHosts } from '../../engine/integration/allowed-hosts.ts'
import { filtersOf, keepWith } from '../../engine/integration/filters.ts'
import { reconcile, type Reconciliation } from '../../engine/integration/reconcile.ts'
import { filesWithRejected } from '../../engine/integration/rejected-lines.ts'
import { asExported } from '../../engine/upload/reading.ts'
import { formatCoded } from '../../engine/upload/stored-formats.ts'
import { errorLines } from '../../engine/upload/rows.ts'
import { columnName } from '../../engine/upload/staging-table.ts'
import { readUpload } from '../../engine/upload/upload-record.ts'
import { normalizeField } from '#src/definition'
import { AppError } from '../../errors.ts'
import { DropFolder } from '../drop-folder.ts'
import type { ImportedFile } from '../import-once.ts'
import type { JobContext, JobType } from '../job-type.ts'
import type { JobServices } from '../services.ts'
import { readIntegration } from '../read-integration.ts'
import type { IntegrationRecord } from '../sources/source.ts'
import { sources } from '../sources/sources.ts'
import { sumOf, takeIn } from '../take-in.ts'

/** Brings what an integration takes in, maps and writes it, and holds what is there then against the source. */
export const runIntegration =
  (services: JobServices): JobType =>
  async (context) => {
    const { tx, run, caller } = context
    const which = { code: String(run.body['integration']) }
    const integration = await readIntegration(services, tx, run.organization_id, which)
    if (integration['active'] === false)
      throw new AppError('WRONG_STATE', { message: `${integration.code} is not active.` })
    const stored = await formatCoded(tx, String(integration['mapping']))
    const filters = await filtersOf(tx, run.organization_id, integration.code)
    // What is taken in again comes as it was written here, not as the source gave it.
    const written = run.body['retry_of'] === undefined ? {} : { ...asExported, escaped: true }
    const body = { ...stored.body, ...written, keep: keepWith(stored.body.keep, filters) }
    const format = { id: stored.id, body }
    const screen = await services.uploads.screenOf(caller, stored.functionality)
    const drop = new DropFolder(services.config.dropDir, run.organization_id)
    const write = (name: string, content: AsyncIterable<Uint8Array | string>) => drop.write(run.id, name, content)
    if ((await drop.taken(run.id)).length === 0) await bring(services, context, integration, drop, write)
    const folder = integration['folder'] ? String(integration['folder']) : integration.code.toLowerCase()
    const onlyValid = integration['only_valid'] === true
    const distinctBy = String(integration['distinct_by'] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    let agrees = true
    // Held against the source before the next file: that may change the same records again.
    const onTaken = async (file: ImportedFile) => {
      if (file.written && !(await reconciled(services, context, integration, file))) agrees = false
    }
    const files = await takeIn(services, context, { drop, folder, screen, format, onlyValid, distinctBy, onTaken })
    const result = sumOf(files, 'There was nothing to take in.')
    return { ...result, isPartial: result.isPartial || !agrees }
  }

type Write = (name: string, content: AsyncIterable<Uint8Array | string>) => Promise<void>

async function bring(
  services: JobServices,
  context: JobContext,
  integration: IntegrationRecord,
  drop: DropFolder,
  write: Write,
): Promise<void> {
  const { run } = context
  const retryOf = run.body['retry_of']
  if (retryOf !== undefined) return bringRejected(services, context, Number(retryOf), write)
  if (integration.source_type === 'file') {
    const pattern = integration['file_pattern'] ? String(integration['file_pattern']) : '*'
    return drop.take(run.id, integration['folder'] ? String(integration['folder']) : null, pattern)
  }
  const source = sources[integration.source_type]
  if (!source) throw new AppError('NOT_FOUND', { message: `There is no source ${integration.source_type}.` })
  const hosts = new AllowedHosts(services.config.integrationHosts)
  await source({ ...context, integration, hosts, limit: services.config.uploadLimit, write })
}

/** The lines that an earlier run rejected, as files of their own. */
async function bringRejected(
  { db }: JobServices,
  { tx, run, caller, log }: JobContext,
  runId: number,
  write: Write,
): Promise<void> {
  for (const { upload, name } of await filesWithRejected(tx, run.organization_id, runId)) {
    const text = (column: string, label: string) => ({
      name: column,
      label,
      field: normalizeField(column, { type: 'text', label }),
    })
    const columns = upload.columns.map((column, index) => text(columnName(index), column.name))
    const stream = await exportRows(
      db,
      caller,
      errorLines(upload, { withBroken: false }),
      columns,
      { format: 'csv' },
      name,
    )
    // They have no columns that could be filled.
    if (upload.problems > 0) log('warning', `${name}: ${upload.problems} lines of a wrong structure are left out`)
    await write(`rejected-${upload.id}-${name.replace(/\.[^.]*$/, '')}.csv`, stream)
  }
}

/** Whether the records that a file became are as the source says; figures of both go to the log. */
async function reconciled(
  services: JobServices,
  context: JobContext,
  integration: IntegrationRecord,
  { uploadId }: ImportedFile,
): Promise<boolean> {
  const { tx, run, caller, log } = context
  const controlField = integration['control_field'] ? String(integration['control_field']) : null
  const upload = await readUpload(tx, uploadId)
  const screen = await effectiveScreen(services, caller, upload.screen)
  const plan = services.uploads.plan(caller, screen, upload, upload.format!)
  const at = { organizationId: run.organization_id, runId: run.id, integration: integration.code }
  const held = await reconcile(tx, { ...at, upload, screen, plan, controlField })
  const figures = `${held.file_name}: ${figuresOf(held)}`
  log(
    held.reconciled ? 'info' : 'warning',
    held.reconciled ? `Successfully reconciled. ${figures}` : `Not reconciled. ${figures}`,
  )
  return held.reconciled
}

/** What came, what became of it, and whether it is there, such as: 3 lines in the source, 2 rejected; 1 expected and 1 there. */
function figuresOf(held: Reconciliation): string {
  const lines = [
    `${held.source_lines} ${held.source_lines === 1 ? 'line' : 'lines'} in the source`,
    ...(held.left_out > 0 ? [`${held.left_out} left out`] : []),
    ...(held.rejected > 0 ? [`${held.rejected} rejected`] : []),
  ]
  const records = [
    `${held.source_count} expected and ${held.target_count} there`,
    ...(held.different > 0 ? [`${held.different} with other values`] : []),
    ...(held.source_sum === null ? [] : [`sum ${held.source_sum} and ${held.target_sum ?? 0}`]),
  ]
  return `${lines.join(', ')}; ${records.join(', ')}`
}
