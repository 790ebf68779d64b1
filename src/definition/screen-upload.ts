export interface UploadInput<N extends string> {
  readonly path?: string
  /** Further addresses of the same page. */
  readonly pathAliases?: readonly string[]
  readonly functionality: string
  /** Further names under which other systems keep formats for it. */
  readonly functionalityAliases?: readonly string[]
  /** Fields that find the row to update; the table's key unless given. */
  readonly upsertOn?: readonly N[]
  readonly fields?: readonly N[]
  /** Other column names under which a field is recognised. */
  readonly aliases?: Partial<Record<N, readonly string[]>>
  /** One-call endpoints of the specification (below /api), e.g. 'sales_data_upload'. */
  readonly endpoints?: readonly string[]
  /** Path of a page of its own with the upload formats of the functionality. */
  readonly formats?: string
  /** The status with which those endpoints answer when nothing was written; 200 unless given. */
  readonly refusal?: 422
}

export interface UploadView {
  readonly path: string
  readonly pathAliases?: readonly string[]
  readonly functionality: string
  readonly functionalityAliases?: readonly string[]
  readonly upsertOn: readonly string[]
  readonly fields: readonly string[]
  readonly aliases: Readonly<Record<string, readonly string[]>>
  readonly endpoints: readonly string[]
  readonly formats?: string
  readonly refusal?: 422
}
