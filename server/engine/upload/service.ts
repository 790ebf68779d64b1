import type { FastifyBaseLogger } from 'fastify'
import { isAbsent, type Field, type Screen } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import { calendarOf } from '../../caller-day.ts'
import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { hooksOf, type HookMap } from '../../hooks/registry.ts'
import type { Database, TenantScope, Tx } from '../../store/database.ts'
import type { Sql } from '../../store/sql.ts'
import { counts as listCounts } from '../count-cache.ts'
import { effectiveScreen } from '../effective-screens.ts'
import { screensOf } from '../own-screens.ts'
import { demandUse, mayWriteField } from '../screen-access.ts'
import type { WriteContext } from '../write-check.ts'
import { checkUpload, countRows } from './check.ts'
import { commitUpload, demandWhole } from './commit.ts'
import { asEncoded, isEscaped, type FormatBody } from './format.ts'
import { screenTaking } from './functionality.ts'
import { commitThroughHooks, isHooked, rehearse, undoThroughHooks } from './hooked.ts'
import { rejectByHooks } from './hook-faults.ts'
import { UploadJobs } from './jobs.ts'
import { limits } from './limits.ts'
import { planUpload, type UploadPlan } from './plan.ts'
import { rowColumns } from './plan-sql.ts'
import { withQualifiers } from './qualifiers.ts'
import { freely, readingOf, type Reading } from './reading.ts'
import { Receiver, type IncomingFile } from './receive.ts'
import { ReceivedFiles } from './received-files.ts'
import { keepErrors } from './rows.ts'
import { previewSheet } from './sheet-preview.ts'
import type { SheetRow } from './sheet-rows.ts'
import { canPrepare, SecondWriter } from './second-writer.ts'
import { createRows, dropStaging } from './staging-table.ts'
import { isStyleWarning, styleQuestions } from './style-questions.ts'
import { suggestedMappings } from './suggest.ts'
import { foreseeUndo, type UndoForecast } from './foresee-undo.ts'
import { refusals } from './undo-guards.ts'
import { undoUpload } from './undo.ts'
import { lookedThrough } from './whole-style.ts'
import {
  beginUndo,
  changeUpload,
  isAllUnfit,
  isAtWork,
  moveUpload,
  readUpload,
  unfit,
  type UploadRecord,
} from './upload-record.ts'

export interface UploadServices {
  readonly db: Database
  readonly config: Pick<Config, 'dataDir'>
  readonly log: FastifyBaseLogger
  readonly screens: readonly Screen[]
  readonly hooks: HookMap
}

export const scopeOf = (caller: Caller): TenantScope => ({
  organizationId: caller.organizationId,
  userId: caller.userId,
})

/** The way of a file into a table: receive, check, commit, undo; every step demands the permission to upload. */
export class UploadService {
  readonly jobs: UploadJobs
  readonly #services: UploadServices
  readonly files: ReceivedFiles
  readonly #receiver: Receiver

  constructor(services: UploadServices) {
    this.#services = services
    this.jobs = new UploadJobs(services.db, services.log)
    this.files = new ReceivedFiles(services.config.dataDir)
    this.#receiver = new Receiver(services.db, services.log, this.files)
  }

  /** The effective screen of a functionality that the caller may upload to. */
  async screenOf(caller: Caller, functionality: string): Promise<Screen> {
    const screens = await screensOf(this.#services, caller)
    const screen = screenTaking(screens, functionality)
    if (!screen) throw new AppError('NOT_FOUND', { message: `There is no upload functionality ${functionality}.` })
    demandUse(caller, screen, 'upload')
    return effectiveScreen(this.#services, caller, screen.name)
  }

  /** The import with its screen, for a caller who may upload there. */
  async open(
    caller: Caller,
    uploadId: number,
  ): Promise<{ upload: UploadRecord; screen: Screen; screens: readonly Screen[] }> {
    const upload = await this.#services.db.tenant(scopeOf(caller), (tx) => readUpload(tx, uploadId), { readOnly: true })
    const screen = await this.screenOf(caller, upload.functionality)
    return { upload, screen, screens: await screensOf(this.#services, caller) }
  }

  /** Receives a file; the import is then `staged`, or failed with an error. */
  async receive(
    caller: Caller,
    screen: Screen,
    file: IncomingFile,
    fileName: string,
    format: FormatBody | null,
  ): Promise<UploadRecord> {
    const reading = format ? readingOf(format) : freely
    const upload = await this.#receiver.receive(scopeOf(caller), { screen, file, fileName, reading, format })
    return format ? upload : this.#lookedThrough(caller, screen, upload)
  }

  /** The import with what all lines of its file tell of how numbers and days are written. */
  #lookedThrough(caller: Caller, screen: Screen, upload: UploadRecord): Promise<UploadRecord> {
    const mappings = suggestedMappings(upload, screen, uploadFields(caller, screen))
    return this.#services.db.tenant(scopeOf(caller), async (tx) => {
      const columns = await lookedThrough(tx, upload, screen, mappings)
      await changeUpload(tx, upload.id, { columns })
      return { ...upload, columns }
    })
  }

  /** Reads a staged file anew in another way, without it being sent again; corrections of single lines are lost. */
  async read(caller: Caller, uploadId: number, reading: Reading): Promise<UploadRecord> {
    const { screen } = await this.open(caller, uploadId)
    const upload = await this.#receiver.read(scopeOf(caller), uploadId, screen, reading)
    return this.#lookedThrough(caller, screen, upload)
  }

  /** The first rows of a sheet of the workbook that was sent, as they stand in it. */
  async previewSheet(caller: Caller, uploadId: number, sheet: string | null): Promise<readonly SheetRow[]> {
    const { upload } = await this.open(caller, uploadId)
    if (upload.encoding !== 'XLSX') throw new AppError('WRONG_STATE', { message: 'This file is no workbook.' })
    const file = await this.files.open(uploadId)
    file.destroy()
    return previewSheet(this.files.path(uploadId), sheet)
  }

  plan(caller: Caller, screen: Screen, upload: UploadRecord, format: FormatBody): UploadPlan {
    return planUpload({
      screen,
      format: { ...format, escaped: isEscaped(format, upload.encoding), typed: upload.encoding === 'XLSX' },
      columns: upload.columns,
      hasOdd: upload.has_odd,
      mayWrite: (name) => mayWriteField(caller, screen, name),
      today: calendarOf(caller).today,
      uploadId: upload.id,
    })
  }

  /** Starts the dry run as if the rows that `replace` finds (alias t) were gone; resolves to the work itself, which never fails but leaves its words with the import. */
  async check(
    caller: Caller,
    uploadId: number,
    given: FormatBody,
    formatId: number | null,
    replace?: Sql,
  ): Promise<{ finished: Promise<void> }> {
    const { db } = this.#services
    const scope = scopeOf(caller)
    const { upload, screen, screens } = await this.open(caller, uploadId)
    const format = await db.tenant(scope, (tx) => withQualifiers(tx, asEncoded(given, upload.encoding)), {
      readOnly: true,
    })
    const plan = this.plan(caller, screen, upload, format)
    const begin = (tx: Tx) =>
      moveUpload(tx, uploadId, ['staged', 'checked', 'cancelled'], {
        state: 'checking',
        phase: 'Checking the lines',
        done: 0,
        total: upload.rows,
        message: null,
        format,
        format_id: formatId,
        counts: null,
      })
    return this.jobs.start({
      uploadId,
      scope,
      begin: () => db.tenant(scope, begin),
      back: 'staged',
      work: async (tx, context) => {
        await db.system((owner) => createRows(owner, uploadId, scope.organizationId, rowColumns(plan)))
        const input = {
          uploadId,
          organizationId: scope.organizationId,
          plan,
          rows: upload.rows,
          screens,
          replace,
          beside: (work: (second: Tx) => Promise<void>) => db.tenant(scope, work),
        }
        const write = this.#writing(tx, caller, { screen, screens }, uploadId)
        await checkUpload(tx, input, context)
        await rejectByHooks(tx, input, write)
        if (isHooked(write)) await rehearse(tx, input, write, context)
        const counts = await countRows(tx, input)
        const rules = plan.rules.list
        await keepErrors(tx, scope.organizationId, { ...upload, rules }, limits.keptErrors)
        // Whoever stored a format has decided how its files are written.
        const columns = formatId === null ? await lookedThrough(tx, upload, screen, format.fields) : upload.columns
        const questions = formatId === null ? styleQuestions({ ...upload, columns }, screen, format) : []
        const before = upload.warnings.filter((warning) => !isStyleWarning(warning))
        const warnings = [...new Set([...before, ...plan.warnings, ...questions.map(({ message }) => message)])]
        return { state: 'checked', phase: null, counts, rules, columns, warnings, checked_at: new Date().toISOString() }
      },
    })
  }

  /** Starts writing what was checked: the whole file, or the valid lines only; rows that `replace` finds (alias t) go first. */
  async commit(
    caller: Caller,
    uploadId: number,
    onlyValid: boolean,
    replace?: Sql,
  ): Promise<{ finished: Promise<void> }> {
    const { db } = this.#services
    const scope = scopeOf(caller)
    const { upload, screen, screens } = await this.open(caller, uploadId)
    if (upload.state === 'checked' && unfit(upload) > 0 && !onlyValid)
      throw new AppError('WRONG_STATE', { message: wordsOfUnfit(upload) })
    // Not even what it replaces would go.
    if (upload.state === 'checked' && isAllUnfit(upload))
      throw new AppError('WRONG_STATE', {
        message: 'No line is valid, so there is nothing to import. Correct the lines first.',
      })
    const counts = upload.counts ?? { insert: 0, update: 0, unchanged: 0, rejected: 0, skipped: 0 }
    const format = upload.format
    if (!format) throw new AppError('WRONG_STATE', { message: 'The file has not been checked yet.' })
    const plan = this.plan(caller, screen, upload, format)
    const begin = (tx: Tx) =>
      moveUpload(tx, uploadId, ['checked'], {
        state: 'committing',
        phase: 'Writing the lines',
        done: 0,
        total: counts.insert + counts.update,
        message: null,
        only_valid: onlyValid,
      })
    const { finished } = await this.jobs.start({
      uploadId,
      scope,
      begin: () => db.tenant(scope, begin),
      back: 'checked',
      work: async (tx, context) => {
        const write = this.#writing(tx, caller, { screen, screens }, uploadId)
        // What follows has to see every line.
        const alone = write.hooks.afterImport !== undefined
        const second = !alone && (await canPrepare(db)) ? new SecondWriter(db, scope, uploadId) : null
        const { heldWhenChanged: held, givenWhenImported: given } = write.hooks
        const input = {
          uploadId,
          scope,
          plan,
          counts,
          second,
          ...(replace ? { replace } : {}),
          ...(held ? { held } : {}),
          ...(given ? { given } : {}),
        }
        const result = isHooked(write)
          ? await commitThroughHooks(tx, input, write, context)
          : await commitUpload(tx, input, context)
        const told = (await write.hooks.afterImport?.(write, uploadId)) || []
        if (!onlyValid) demandWhole(screen, result)
        if (result.inserted + result.updated === 0 && counts.insert + counts.update > 0) demandWhole(screen, result)
        // Whoever imports has seen how undecided cells are read.
        const warnings = [...upload.warnings.filter((warning) => !isStyleWarning(warning)), ...told]
        const change = { phase: null, result: { ...result }, finished_at: new Date().toISOString(), warnings }
        // The other part becomes visible in a moment, and so does that the import is written.
        return second?.isPrepared
          ? { ...change, state: 'committing', prepared: second.name }
          : { ...change, state: 'committed' }
      },
    })
    return {
      finished: finished.then(async () => {
        listCounts.forget(plan.table, scope.organizationId)
        await this.#dropWhenWritten(scope, uploadId)
      }),
    }
  }

  #writing(
    tx: Tx,
    caller: Caller,
    { screen, screens }: Pick<WriteContext, 'screen' | 'screens'>,
    uploadId: number,
  ): WriteContext {
    const { hooks } = this.#services
    return { tx, screen, caller, screens, uploadId, hooks: hooksOf(hooks, screen) }
  }

  async #dropWhenWritten(scope: TenantScope, uploadId: number): Promise<void> {
    const { state } = await this.#services.db.tenant(scope, (tx) => readUpload(tx, uploadId), { readOnly: true })
    if (state === 'committed') await this.files.drop(uploadId)
  }

  /** What taking a written import back would do now. */
  async foreseeUndo(caller: Caller, uploadId: number): Promise<UndoForecast> {
    const { db } = this.#services
    const scope = scopeOf(caller)
    const { upload, screen, screens } = await this.open(caller, uploadId)
    if (upload.state !== 'committed')
      throw new AppError('WRONG_STATE', { message: 'Only a written import can be undone.' })
    demandUse(caller, screen, 'delete')
    return db.tenant(scope, (tx) =>
      foreseeUndo({ tx, screen, scope, uploadId }, this.#writing(tx, caller, { screen, screens }, uploadId)),
    )
  }

  /** Takes a written import back, in the background. */
  async undo(caller: Caller, uploadId: number): Promise<{ finished: Promise<void> }> {
    const { db } = this.#services
    const scope = scopeOf(caller)
    const { upload, screen, screens } = await this.open(caller, uploadId)
    demandUse(caller, screen, 'delete')
    const { finished } = await this.jobs.start({
      uploadId,
      scope,
      begin: () => db.tenant(scope, (tx) => beginUndo(tx, uploadId)),
      back: 'committed',
      work: async (tx, context) => {
        const write = this.#writing(tx, caller, { screen, screens }, uploadId)
        const undo = { tx, screen, scope, uploadId }
        const result = isHooked(write)
          ? await undoThroughHooks(undo, write, context)
          : await undoUpload({ ...undo, refused: await refusals(undo, write) }, screens, context)
        await write.hooks.afterImport?.(write, uploadId)
        return { state: 'undone', phase: null, result: { ...upload.result, undone: { ...result } } }
      },
    })
    return { finished: finished.then(() => listCounts.forget(screen.table!.name, scope.organizationId)) }
  }

  /** Stops what runs; an import that only waits is given up, unless the call was for work that is over by now. */
  async cancel(caller: Caller, uploadId: number, isForWork = false): Promise<void> {
    const { db } = this.#services
    await this.open(caller, uploadId)
    if (await this.jobs.cancel(uploadId)) return
    if (isForWork && !isAtWork((await this.open(caller, uploadId)).upload)) return
    await db.tenant(scopeOf(caller), (tx) =>
      moveUpload(tx, uploadId, ['staged', 'checked', 'cancelled'], {
        state: 'cancelled',
        phase: null,
        message: 'Cancelled; nothing was written.',
        kept: false,
        finished_at: new Date().toISOString(),
      }),
    )
    await db.system((tx) => dropStaging(tx, uploadId))
    await this.files.drop(uploadId)
  }
}

function wordsOfUnfit(upload: UploadRecord): string {
  const conflicts = upload.counts?.conflict ?? 0
  const rejected = unfit(upload) - conflicts
  const lines = (count: number) => `${count} ${count === 1 ? 'line is' : 'lines are'}`
  const parts = [
    ...(rejected > 0 ? [`${lines(rejected)} rejected`] : []),
    ...(conflicts > 0 ? [`${lines(conflicts)} in conflict with what others changed since the file was made`] : []),
  ]
  return `${parts.join(', ')}. Correct them, or import the valid lines only.`
}

/** The fields that the caller may fill by upload, in the order of the definition. */
export const uploadFields = (caller: Caller, screen: Screen): Field[] =>
  screen.upload!.fields.flatMap((name) => {
    const field = screen.fields.find((candidate) => candidate.name === name)
    return field && mayWriteField(caller, screen, name) ? [field] : []
  })

/** Whether a field has to be mapped: nothing else fills it. */
export const mustBeMapped = (field: Field): boolean => field.required && isAbsent(field.default)
