/** A figure of the start page: how many records there are, or what a field of them adds up to. */
export interface FigureInput<N extends string> {
  readonly label: string
  /** Of the records of this view; of all unless given. */
  readonly view?: string
  readonly sum?: N
}
