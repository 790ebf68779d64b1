/** Records below one another, each with at most one above it. */
export interface TreeInput<N extends string> {
  /** The reference to the record above: to the screen itself, and acyclic. */
  readonly parent: N
  /** A path below /api that answers the records nested, beside `<endpoint>/hierarchy`. */
  readonly endpoint?: string
}

export interface TreeView {
  readonly parent: string
  readonly endpoint: string | null
}
