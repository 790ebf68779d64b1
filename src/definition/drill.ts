/** Where the lines behind a row or a figure are, as definitions say it. */
export interface DrillInput {
  readonly screen: string
  readonly filters: Readonly<Record<string, string | readonly string[]>>
  readonly absent?: readonly string[]
  readonly fixed?: Readonly<Record<string, string>>
  readonly needs?: readonly string[]
}

/** The same in full. */
export interface Drill extends DrillInput {
  readonly filters: Readonly<Record<string, readonly string[]>>
  readonly absent: readonly string[]
}
