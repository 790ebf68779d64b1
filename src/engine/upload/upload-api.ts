import { queryOptions } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import type { FileColumn, FormatBody } from './format-body.ts'

export type UploadState =
  | 'staging'
  | 'staged'
  | 'checking'
  | 'checked'
  | 'committing'
  | 'committed'
  | 'failed'
  | 'cancelled'
  | 'undone'
export type Outcome = 'insert' | 'update' | 'unchanged' | 'conflict' | 'rejected' | 'skipped'

/** One reason for which lines are rejected, and how many. */
export interface Reason {
  /** null: the line itself is broken, such as a wrong number of cells. */
  readonly rule: number | null
  readonly field: string | null
  readonly label: string | null
  readonly column: string | null
  readonly message: string
  readonly count: number
  /** The first of the lines that are broken so, as they stand in the file. */
  readonly lines?: readonly BrokenLine[]
}

export interface BrokenLine {
  readonly line: number
  readonly text: string
}

/** What taking an import back did. */
export interface UndoneResult {
  readonly deleted: number
  readonly restored: number
  readonly kept: number
  /** The first records that stayed, and why. */
  readonly kept_rows?: readonly { readonly id: number; readonly title: string; readonly reason: string }[]
}

/** What an import did, and what taking it back did. */
export interface UploadResult {
  readonly inserted?: number
  readonly updated?: number
  /** Lines that others had overtaken between check and import. */
  readonly conflicts?: number
  /** Records that went before, where the import replaced them. */
  readonly deleted?: number
  readonly undone?: UndoneResult | null
}

/** How the cells of a file are found in its bytes; null: by the file itself. */
export interface UploadReading {
  readonly delimiter: string | null
  readonly encoding: string | null
  readonly sheet: string | null
  /** Number of the line that names the columns; 0: none does. */
  readonly header_row: number | null
  /** How many lines the names are spread over. */
  readonly header_rows: number
}

/** What the cells of a file do not tell of how its numbers or days are written, and what one of them is by each way to read it. */
export interface StyleQuestion {
  readonly about: 'decimal' | 'date_order'
  readonly column: string
  readonly cell: string
  readonly message: string
  readonly readings: readonly { readonly value: string; readonly read: string }[]
}

/** One import, at whatever state it is. */
export interface Upload {
  readonly id: number
  readonly screen: string
  readonly functionality: string
  readonly file_name: string
  readonly file_bytes?: number
  readonly state: UploadState
  readonly progress?: { readonly phase: string | null; readonly done: number; readonly total: number } | null
  readonly message?: string | null
  readonly encoding?: string | null
  readonly delimiter?: string | null
  readonly sheet?: string | null
  /** The sheets of a workbook. */
  readonly sheets?: readonly string[]
  /** What was asked for when the file was read, with the heading that was found. */
  readonly reading?: UploadReading | null
  readonly rows: number
  readonly problems?: number
  readonly columns?: readonly FileColumn[]
  readonly warnings?: readonly string[]
  /** A remembered format that fits the columns, or one made from their names. */
  readonly suggestion?: {
    readonly format_id: number | null
    readonly name: string | null
    readonly format: Partial<FormatBody>
    /** The format that the names of the columns make, also where a remembered one is proposed. */
    readonly automatic?: {
      readonly format: Partial<FormatBody>
      readonly questions: readonly StyleQuestion[]
    }
  } | null
  readonly format_id?: number | null
  readonly format?: Partial<FormatBody> | null
  /** `decided`: how many of the lines were in conflict until it was decided about them. */
  readonly counts?: Partial<Record<Outcome | 'decided', number>> | null
  readonly reasons?: readonly Reason[]
  readonly created_at?: string
  readonly checked_at?: string | null
  readonly finished_at?: string | null
  readonly user?: string | null
  readonly created_by?: number
  readonly only_valid?: boolean
  readonly result?: UploadResult | null
  /** Whether the staged lines are still there, so that it can be checked again. */
  readonly kept?: boolean
}

/** What was decided about a line in conflict: the file's values are written, or the record stays as it is. */
export type Take = 'file' | 'record'

export interface CheckedRow {
  readonly line: number
  readonly outcome: Outcome
  /** Of lines that were in conflict only. */
  readonly take?: Take
  /** The cells as they are in the file, in the order of its columns. */
  readonly cells: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
  /** Updates: stored and new value of the fields that would change. */
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>
  readonly reasons: readonly {
    readonly field: string
    readonly label: string
    readonly column: string | null
    readonly value: string | null
    readonly message: string
  }[]
}

export interface UploadFormat {
  readonly id: number
  readonly name: string
  readonly description?: string | null
  readonly functionality: string
  readonly body: Partial<FormatBody>
  readonly row_version: number
  readonly updated_at?: string
  readonly updated_by_name?: string | null
}

/** States in which the server is at work. */
export const isRunning = (state: UploadState | undefined): boolean =>
  state === 'staging' || state === 'checking' || state === 'committing'

export const uploadKey = (id: number | string) => ['uploads', 'one', String(id)] as const

export const uploadQuery = (id: number | string) =>
  queryOptions({
    queryKey: uploadKey(id),
    queryFn: ({ signal, client }) => {
      // While the server is at work it answers when it is done, or after a moment with how far it is.
      const wait = isRunning(client.getQueryData<Upload>(uploadKey(id))?.state) ? 0.7 : undefined
      return api.get<Upload>(`uploads/${encodeURIComponent(id)}`, { query: { wait }, signal, background: true })
    },
    refetchInterval: ({ state: { data, error } }) => (isRunning(data?.state) ? (error ? 700 : 50) : false),
    // Another tab may have gone on with it.
    refetchOnWindowFocus: 'always',
    meta: { quiet: true },
  })

export interface RowsWanted {
  readonly outcome: Outcome | null
  readonly rule: number | null
  readonly page: number
  readonly limit: number
}

export const uploadRowsQuery = (id: number | string, { outcome, rule, page, limit }: RowsWanted, version: string) =>
  queryOptions({
    queryKey: ['uploads', 'rows', String(id), outcome, rule, page, limit, version],
    queryFn: ({ signal }) =>
      api.get<RowPage>(`uploads/${encodeURIComponent(id)}/rows`, {
        query: { outcome, reason: rule, page, limit },
        signal,
      }),
    meta: { quiet: true },
  })

export interface RowPage {
  readonly records: readonly CheckedRow[]
  readonly total_record: number
}

/** Lines by their numbers, whatever has become of them since. */
export const rowsOfLines = (id: number | string, lines: readonly number[]): Promise<RowPage> =>
  api.get(`uploads/${encodeURIComponent(id)}/rows`, {
    query: { lines: lines.join(','), limit: Math.max(1, lines.length) },
    background: true,
  })

/** Puts new texts into cells of one line, by the name of their column. */
export const putCells = (id: number | string, line: number, cells: Readonly<Record<string, string>>): Promise<Upload> =>
  api.put(`uploads/${encodeURIComponent(id)}/rows/${line}`, { json: { cells }, background: true })

export interface SheetRow {
  /** The row's number as a spreadsheet shows it. */
  readonly number: number
  readonly cells: readonly string[]
}

export const sheetPreviewQuery = (id: number | string, sheet: string) =>
  queryOptions({
    queryKey: ['uploads', 'sheet', String(id), sheet],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ readonly records: readonly SheetRow[] }>(`uploads/${encodeURIComponent(id)}/preview`, {
          query: { sheet },
          signal,
          background: true,
        })
      ).records,
    staleTime: Infinity,
    meta: { quiet: true },
  })

/** Decides about lines in conflict, about all of them where none are named; null takes decisions back. */
export const putConflicts = (
  id: number | string,
  take: Take | null,
  lines: readonly number[] | null,
): Promise<Upload> =>
  api.put(`uploads/${encodeURIComponent(id)}/conflicts`, {
    json: { take, lines: lines ?? undefined },
    background: true,
  })

/** Has the file of an import read in another way; it is `staged` again afterwards, with other columns. */
export const readAnew = (id: number | string, reading: Partial<UploadReading>): Promise<Upload> =>
  api.post(`uploads/${encodeURIComponent(id)}/read`, { json: reading, background: true })

/** What taking an import back would do now. */
export interface UndoForecast {
  readonly deleted: number
  readonly restored: number
  readonly kept: number
  /** Some of the records that stay because they were edited since. */
  readonly edited: readonly {
    readonly id: number
    readonly title: string | null
    readonly at: string
    readonly user: string | null
  }[]
  readonly edited_total: number
}

export const undoForecastQuery = (id: number | string) =>
  queryOptions({
    queryKey: ['uploads', 'undo', String(id)],
    queryFn: ({ signal }) => api.get<UndoForecast>(`uploads/${encodeURIComponent(id)}/undo`, { signal }),
    // What others edit meanwhile counts.
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })

export interface BadValue {
  /** The cell as it is in the file; null: empty. */
  readonly value: string | null
  readonly count: number
}

export const badValuesQuery = (id: number | string, rule: number, version: string) =>
  queryOptions({
    queryKey: ['uploads', 'bad-values', String(id), rule, version],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ readonly records: readonly BadValue[] }>(`uploads/${encodeURIComponent(id)}/bad-values`, {
          query: { reason: rule },
          signal,
        })
      ).records,
    meta: { quiet: true },
  })

export const uploadsQuery = (page: number, limit: number, functionality: string | null) =>
  queryOptions({
    queryKey: ['uploads', 'list', page, limit, functionality],
    queryFn: ({ signal }) =>
      api.get<{ readonly records: readonly Upload[]; readonly total_record: number }>('uploads', {
        query: { page, limit, 'app-functionality': functionality ?? undefined },
        signal,
        background: true,
      }),
    refetchInterval: (query) => (query.state.data?.records.some((upload) => isRunning(upload.state)) ? 1500 : false),
  })

export const formatsQuery = (functionality: string | null) =>
  queryOptions({
    queryKey: ['upload-format', 'list', functionality],
    queryFn: async ({ signal }) => {
      const answer = await api.get<readonly UploadFormat[] | { readonly records: readonly UploadFormat[] }>(
        'upload-format',
        {
          query: { 'app-functionality': functionality ?? undefined, limit: 0 },
          signal,
        },
      )
      return 'records' in answer ? answer.records : answer
    },
  })

export const formatQuery = (id: number | string) =>
  queryOptions({
    queryKey: ['upload-format', 'one', String(id)],
    queryFn: ({ signal }) => api.get<UploadFormat>(`upload-format/${encodeURIComponent(id)}`, { signal }),
    meta: { quiet: true },
  })

/** Saves a format; answers it, and what is to be said of that. */
export const saveFormat = async (format: {
  readonly id?: number
  readonly row_version?: number
  readonly functionality: string
  readonly name: string
  readonly description?: string | null
  readonly body: FormatBody
}): Promise<{ readonly saved: UploadFormat; readonly message: string }> => {
  const { id, row_version, functionality, ...rest } = format
  const query = { 'app-functionality': functionality }
  const { response: saved, message = saved.name } =
    id === undefined
      ? await api.answer<UploadFormat>('POST', 'upload-format', { query, json: { functionality, ...rest } })
      : await api.answer<UploadFormat>('PUT', `upload-format/${id}`, {
          query,
          json: { ...rest, functionality, row_version },
        })
  return { saved, message }
}

/** Deletes a format; answers what is to be said of that. */
export const deleteFormat = async ({ id, name, functionality }: UploadFormat): Promise<string> => {
  const query = { 'app-functionality': functionality }
  const { message = name } = await api.answer('DELETE', `upload-format/${id}`, { query })
  return message
}
