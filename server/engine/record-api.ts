import {
  fillPath,
  normalizeField,
  parseListQuery,
  parseSortKey,
  type ListQuery,
  type QueryIssue,
  type Screen,
} from '#src/definition'
import { parseGroup } from '#src/definition/list-group.ts'
import { shownAsVariant } from '#src/definition/shown-variant.ts'
import { idField, systemFields } from '#src/definition/system-fields.ts'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import { hooksOf, type HookMap } from '../hooks/registry.ts'
import type { Database, Tx } from '../store/database.ts'
import { join, sql } from '../store/sql.ts'
import { type Batch, type BatchAnswer, writeBatch } from './batch.ts'
import { bulkDelete, type BulkDelete, type BulkDeleted } from './bulk-delete.ts'
import { bulkUpdate, type BulkUpdate, type BulkUpdated } from './bulk-update.ts'
import { fieldSql } from './columns.ts'
import { deleteRecords } from './delete.ts'
import { csvCellAgain, headingsOf, versionHeading, xlsxCellAgain } from './export-again.ts'
import { exportName, exportRows, listedSql, type FileForm } from './export.ts'
import { readHistory, readVersion } from './history.ts'
import { select, type Selection } from './list.ts'
import { readGroups, type ListGroups } from './list-groups.ts'
import { makeOnce } from './make-once.ts'
import { narrowed } from './narrowed.ts'
import { oneStatement, readOne, type RecordAnswer } from './one.ts'
import { readPage, type Listing, type Row } from './page.ts'
import { pickRecords } from './pick.ts'
import { demandUse, readableFields } from './screen-access.ts'
import { unseen } from './seen-rows.ts'
import { streamFromTransaction } from './stream-rows.ts'
import { type Level, readFound, readLevel, readNested, type TreeContext } from './tree.ts'
import { uploadColumns, uploadTemplate } from './template.ts'
import { updateRecord } from './write.ts'
import type { WriteContext } from './write-check.ts'

type Parameters = Readonly<Record<string, string | undefined>>

/** The records of a bulk call: of a filter, of a selection, or all. */
export interface BulkAsked {
  /** Filters and search, as in the address of a list. */
  readonly parameters: Parameters
  readonly ids?: readonly number[] | undefined
  readonly all: boolean
  readonly versions: ReadonlyMap<number, number>
  /** Tells what would happen and does nothing. */
  readonly isPreview: boolean
  /** Answers with what a batch takes to bring it back. */
  readonly wantsUndo: boolean
}

interface Asking {
  readonly asksBack?: boolean
}

interface Creating extends Asking {
  /** Asked again under the same key, it answers what it made the first time. */
  readonly key?: string | undefined
}

export interface RecordServices {
  readonly db: Database
  readonly screens: readonly Screen[]
  readonly hooks: HookMap
}

/** Reads and writes the records of one screen for one caller; every call is authorized and runs in one transaction of the caller's organisation. */
export class RecordApi {
  readonly #services: RecordServices
  readonly #screen: Screen
  readonly #caller: Caller

  constructor(services: RecordServices, screen: Screen, caller: Caller) {
    this.#services = services
    this.#screen = screen
    this.#caller = caller
  }

  /** Reads the address parameters of a list; BAD_FILTER lists everything that is wrong with them. */
  query(parameters: Parameters): ListQuery {
    const { query, issues } = parseListQuery(parameters, [...this.#screen.fields, ...systemFields, idField])
    demandUnderstood(issues)
    return query
  }

  async list(parameters: Parameters): Promise<Listing> {
    demandUse(this.#caller, this.#screen, 'read')
    const { selection, query } = this.#selected(parameters)
    return this.#read(async (tx) =>
      readPage(tx, await narrowed(tx, selection, this.#caller), query, this.#caller, this.#services.screens),
    )
  }

  /** What a list with these parameters reads, its screen's own ones included. */
  #selected(parameters: Parameters): { readonly selection: Selection; readonly query: ListQuery } {
    const { filters = {} } = hooksOf(this.#services.hooks, this.#screen)
    const isOwn = (name: string): boolean => Object.hasOwn(filters, name)
    const given = Object.entries(parameters)
    const asked = given.filter(([name]) => isOwn(name))
    const query = this.query(Object.fromEntries(given.filter(([name]) => !isOwn(name))))
    const selection = this.#select(query)
    const more = asked.flatMap(([name, value]) => filters[name]!(value ?? '', this.#caller) ?? [])
    if (more.length === 0) return { selection, query }
    const { viaWords: _words, ...plain } = selection
    return { selection: { ...plain, where: join([selection.where, ...more], ' and ') }, query }
  }

  /** Counts and totals by one to three fields, over the records that a list with these parameters finds. */
  async groups({ group, sort, ...rest }: Parameters): Promise<ListGroups> {
    demandUse(this.#caller, this.#screen, 'read')
    const fields = [...this.#screen.fields, ...systemFields]
    const { keys, issues } = parseGroup(group, fields)
    const order = (sort ?? '').split(',').filter(Boolean).map(parseSortKey)
    const strange = order.filter(({ field }) => field !== 'count' && !fields.some(({ name }) => name === field))
    demandUnderstood([
      ...issues,
      ...strange.map(({ field }) => ({ parameter: 'sort', message: `There is no field ${field}` })),
    ])
    const query = this.query(rest)
    const selection = this.#select(query)
    return this.#read(async (tx) => {
      const found = await narrowed(tx, selection, this.#caller)
      return readGroups(tx, found, query, { keys, sort: order }, this.#caller, this.#services.screens)
    })
  }

  /** One level of the tree, or what a search or filters find with what leads there. */
  async tree({ under, ...parameters }: Parameters): Promise<Level> {
    demandUse(this.#caller, this.#screen, 'read')
    const query = this.query(parameters)
    const finds = under === undefined && (query.filters.length > 0 || query.search !== '')
    return this.#tree((context) =>
      finds ? readFound(context, query) : readLevel(context, query, under === '' ? null : (under ?? null)),
    )
  }

  /** The whole tree nested, or the part below `root`, `depth` levels of it, or what a search or filters find of it. */
  async hierarchy({ root, depth, ...parameters }: Parameters) {
    demandUse(this.#caller, this.#screen, 'read')
    if (depth !== undefined && !/^[1-9]\d{0,2}$/.test(depth))
      throw new AppError('BAD_FILTER', { message: 'The depth is a number of levels, from 1' })
    const query = this.query({ ...parameters, limit: undefined })
    const from = { root: root || null, depth: depth === undefined ? null : Number(depth) }
    return this.#tree((context) => readNested(context, query, from))
  }

  #tree<T>(work: (context: TreeContext) => Promise<T>): Promise<T> {
    const [screen, caller, { screens }] = [this.#screen, this.#caller, this.#services]
    return this.#read((tx) => work({ tx, screen, caller, screens }))
  }

  /** Every record of the filter as `present` shows it, as JSON text, streamed; the count comes last because it is known then. */
  listAll(parameters: Parameters, present: (row: Row) => Row = (row) => row) {
    demandUse(this.#caller, this.#screen, 'read')
    const statement = listedSql(this.#selected(parameters).selection)
    return streamFromTransaction(this.#services.db, this.#caller, async ({ rows, write }) => {
      let count = 0
      const batches = await rows(statement)
      await write('{"response":{"records":[')
      for await (const batch of batches) {
        const text = batch.map((row) => JSON.stringify(present(row as Row))).join(',\n')
        await write(count === 0 ? text : `,\n${text}`)
        count += batch.length
      }
      await write(`],"total_record":${count}}}`)
    })
  }

  async one(recordId: number): Promise<RecordAnswer> {
    demandUse(this.#caller, this.#screen, 'read')
    const { db, screens } = this.#services
    const { statement, answer } = oneStatement(this.#screen, this.#caller, recordId, screens)
    const [row] = await db.read<Row>(this.#caller, statement)
    return answer(row)
  }

  /** Creates a record; CONFIRM where something speaks against it and `asksBack` says that somebody can be asked. */
  async create(body: Record<string, unknown>, { asksBack = false, key }: Creating = {}): Promise<RecordAnswer> {
    demandUse(this.#caller, this.#screen, 'create')
    return this.#write(async (context) => {
      const recordId = await makeOnce({ ...context, asksBack }, key, body)
      return this.#saved(context, recordId)
    })
  }

  /** Changes a record; CONFIRM as at its creation. */
  async update(
    recordId: number,
    body: Record<string, unknown>,
    { asksBack = false }: Asking = {},
  ): Promise<RecordAnswer> {
    demandUse(this.#caller, this.#screen, 'update')
    return this.#write(async (context) => {
      await this.#demandSeen(context.tx, [recordId])
      await updateRecord({ ...context, asksBack }, recordId, body)
      return this.#saved(context, recordId)
    })
  }

  async #saved(context: WriteContext, recordId: number): Promise<RecordAnswer> {
    const answer = await readOne(context.tx, this.#screen, this.#caller, recordId, this.#services.screens)
    const remarks = await context.hooks.remarks?.(context, answer)
    return remarks && Object.keys(remarks).length > 0 ? { ...answer, ...remarks, remarks } : answer
  }

  async remove(recordId: number): Promise<number> {
    demandUse(this.#caller, this.#screen, 'delete')
    const deleted = await this.#write(async (context) => {
      await this.#demandSeen(context.tx, [recordId])
      return deleteRecords(context, sql`t.organization_id = ${this.#caller.organizationId} and t.id = ${recordId}`)
    })
    if (deleted === 0) throw new AppError('NOT_FOUND')
    return deleted
  }

  /** Deletes what the filters find; without any filter only when `all=true` says so. */
  async removeFiltered(parameters: Parameters): Promise<number> {
    demandUse(this.#caller, this.#screen, 'delete')
    const ids = parameters['ids']?.split(',').map(Number).filter(Number.isSafeInteger)
    const query = this.query({ ...parameters, ids: undefined })
    if (!ids && query.filters.length === 0 && !query.search && parameters['all'] !== 'true')
      throw new AppError('DELETE_WITHOUT_FILTER')
    const { where } = this.#select(query)
    return this.#write((context) =>
      deleteRecords(context, ids ? sql`${where} and t.id = any(${ids}::bigint[])` : where),
    )
  }

  /** Changes every record of a filter or a selection that takes the changes. */
  async bulkUpdate({
    changes,
    operations,
    piece,
    wantsVersions,
    ...asked
  }: BulkAsked & Pick<BulkUpdate, 'changes' | 'operations' | 'piece' | 'wantsVersions'>): Promise<BulkUpdated> {
    demandUse(this.#caller, this.#screen, 'update')
    const targets = this.#targets(asked)
    return this.#write((context) => bulkUpdate(context, { ...targets, changes, operations, piece, wantsVersions }))
  }

  /** Deletes every record of a filter or a selection that may go. */
  async bulkDelete({ piece, ...asked }: BulkAsked & Pick<BulkDelete, 'piece'>): Promise<BulkDeleted> {
    demandUse(this.#caller, this.#screen, 'delete')
    const targets = this.#targets(asked)
    return this.#write((context) => bulkDelete(context, { ...targets, piece }))
  }

  /** Creates, changes and deletes single records, each with its own result. */
  async batch(batch: Batch): Promise<BatchAnswer> {
    if (batch.create.length > 0) demandUse(this.#caller, this.#screen, 'create')
    if (batch.update.length > 0) demandUse(this.#caller, this.#screen, 'update')
    if (batch.delete.length > 0) demandUse(this.#caller, this.#screen, 'delete')
    return this.#write((context) => writeBatch(context, batch))
  }

  #targets({ parameters, ids, all, versions, isPreview, wantsUndo }: BulkAsked) {
    const query = this.query(parameters)
    if (!ids && query.filters.length === 0 && !query.search && !all)
      throw new AppError('BAD_REQUEST', { message: 'Choose the records first.' })
    const { where } = this.#select(query)
    return { where: ids ? sql`${where} and t.id = any(${ids}::bigint[])` : where, ids, versions, isPreview, wantsUndo }
  }

  /** The values of a field that occur under the filters, with how often, most frequent first. */
  async distinct(parameters: Parameters): Promise<{ records: { value: unknown; count: number }[] }> {
    demandUse(this.#caller, this.#screen, 'read')
    const { field: name, limit, ...rest } = parameters
    const field = readableFields(this.#caller, this.#screen).find((candidate) => candidate.name === name)
    if (!field) throw new AppError('BAD_FILTER', { message: `There is no field ${name ?? ''} to list the values of` })
    const { where, table } = this.#select(this.query(rest))
    const most = Math.min(Number(limit) || 100, 1000)
    const value = fieldSql(field)
    const records = await this.#read((tx) =>
      tx.query<{ value: unknown; count: number }>(sql`
        select ${value} as value, count(*) as count from ${table} t where ${where} and ${value} is not null
         group by 1 order by 2 desc, 1 limit ${most}`),
    )
    return { records }
  }

  async history(recordId: number, page: { page: number; limit: number; field?: string | null }) {
    demandUse(this.#caller, this.#screen, 'read')
    return this.#readOf(recordId, (tx) => readHistory(tx, this.#screen, this.#caller, recordId, page))
  }

  /** The whole filtered result with the columns of an upload and the version of each row, to be changed and uploaded again. */
  async exportForUpload(parameters: Parameters, form: FileForm) {
    demandUse(this.#caller, this.#screen, 'export')
    const asked = this.query({
      ...parameters,
      format: undefined,
      decimal: undefined,
      for: undefined,
      columns: undefined,
    })
    const fields = uploadColumns(this.#screen, this.#caller)
    const selection = this.#select({ ...asked, columns: fields.map(({ name }) => name) })
    const columns = [...headingsOf(fields)].map(([label, field]) => ({ name: field.name, label, field }))
    const version = normalizeField('row_version', { type: 'integer', label: versionHeading })
    const all = [...columns, { name: 'row_version', label: versionHeading, field: version, hidden: true }]
    return {
      name: exportName(`${this.#screen.plural} to upload`, form.format, new Date()),
      stream: await exportRows(this.#services.db, this.#caller, selection, all, form, this.#screen.plural, {
        csv: csvCellAgain,
        xlsx: xlsxCellAgain,
      }),
    }
  }

  async version(recordId: number, entryId: number) {
    demandUse(this.#caller, this.#screen, 'read')
    return this.#readOf(recordId, (tx) => readVersion(tx, this.#screen, this.#caller, recordId, entryId))
  }

  /** The whole filtered result as a file: the columns asked for, else the list's; headed as the variant `shown_as` where it is asked for as one. */
  async exportAll({ shown_as: variant, ...parameters }: Parameters, form: FileForm) {
    demandUse(this.#caller, this.#screen, 'export')
    const asked = this.query({ ...parameters, format: undefined, decimal: undefined })
    const known = new Set(readableFields(this.#caller, this.#screen).map((field) => field.name))
    // Only what was asked for by name is refused; the list's own columns shrink to what may be seen.
    const names = asked.columns ?? (this.#screen.list?.columns ?? []).filter((name) => known.has(name))
    const selection = this.#select({ ...asked, columns: names })
    const { fields: headed } = shownAsVariant(this.#screen, variant)
    const columns = names
      .flatMap((name) => selection.fields.filter((field) => field.name === name))
      .map((found) => headed.find(({ name }) => name === found.name) ?? found)
      .map((field) => ({ name: field.name, label: field.label, field }))
    return {
      name: exportName(this.#screen.plural, form.format, new Date()),
      stream: await exportRows(this.#services.db, this.#caller, selection, columns, form, this.#screen.plural),
    }
  }

  /** An empty file with the columns of the upload. */
  template(form: FileForm): Promise<Uint8Array> {
    return uploadTemplate(this.#screen, this.#caller, form)
  }

  /** Key and title of records for a picker, under filters as in the address of a list. */
  async pick(text: string, limit: number, parameters: Parameters) {
    demandUse(this.#caller, this.#screen, 'read')
    const query = this.query(parameters)
    const records = await this.#read((tx) =>
      pickRecords(tx, this.#screen, this.#caller, { query, text, limit, screens: this.#services.screens }),
    )
    return { records }
  }

  #select(query: ListQuery): Selection {
    return select(this.#screen, this.#caller, query, this.#services.screens)
  }

  /** NOT_FOUND where one of the records is not for the caller. */
  async #demandSeen(tx: Tx, recordIds: readonly number[]): Promise<void> {
    const hidden = await unseen(tx, this.#screen, this.#caller, this.#services.screens, recordIds)
    if (hidden.length > 0) throw new AppError('NOT_FOUND')
  }

  #readOf<T>(recordId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#read(async (tx) => {
      await this.#demandSeen(tx, [recordId])
      return work(tx)
    })
  }

  #read<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#services.db.tenant(this.#caller, work, { readOnly: true })
  }

  #write<T>(work: (context: WriteContext) => Promise<T>): Promise<T> {
    const { db, screens, hooks } = this.#services
    return db.tenant(
      this.#caller,
      (tx) => work({ tx, screen: this.#screen, caller: this.#caller, screens, hooks: hooksOf(hooks, this.#screen) }),
      { again: true },
    )
  }
}

function demandUnderstood(issues: readonly QueryIssue[]): void {
  if (issues.length === 0) return
  throw new AppError('BAD_FILTER', {
    message: issues[0]!.message,
    issues: issues.map(({ parameter, message }) => ({ path: [parameter], code: 'filter', message })),
  })
}

/** Where a record is seen, for search results and notices. */
export const recordPath = (screen: Screen, recordId: number): string | null =>
  screen.form ? fillPath(screen.form.view, { id: recordId }) : null
