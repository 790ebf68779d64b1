import type { Json } from './field.ts'

interface TileBase {
  readonly title: string
  /** The call below /api that answers its rows, as `records`. */
  readonly call: string
  /** What it is asked beside the filters of the dashboard. */
  readonly query?: Readonly<Record<string, Json>>
  /** Takes the whole width. */
  readonly wide?: boolean
  /** What it says when there are no rows. */
  readonly empty?: string
}

/** Figures with their names, each leading somewhere. */
export interface FigureTile<N extends string> extends TileBase {
  readonly kind: 'figures'
  readonly label: N
  readonly value: N
  /** Said smaller beside it. */
  readonly note?: N
  /** The column that holds an address of the product. */
  readonly link?: N
}

/** A chart; a click on it sets filters of the dashboard, by what stands there. */
export interface ChartTile<N extends string> extends TileBase {
  readonly kind: 'chart'
  readonly chart: 'stacked' | 'bar' | 'line'
  readonly x: N
  readonly y: N
  readonly split?: N
  /** Filter: the column whose value it is set to. */
  readonly drill?: Partial<Record<N, N>>
  /** The column that holds an address of the product, to which a click leads instead. */
  readonly link?: N
}

/** Rows, paged by the server, each leading somewhere. */
export interface TableTile<N extends string> extends TileBase {
  readonly kind: 'table'
  readonly columns: readonly N[]
  readonly link?: N
}

export type Tile<N extends string> = FigureTile<N> | ChartTile<N> | TableTile<N>

/** A page of figures, charts and rows about the same things, under common filters. */
export interface DashboardInput<N extends string> {
  readonly path: string
  readonly aliases?: readonly string[]
  readonly description?: string
  /** Fields of the screen by which everything on the page is narrowed. */
  readonly filters?: readonly N[]
  readonly tiles: readonly Tile<N>[]
}

export type DashboardView = Required<Omit<DashboardInput<string>, 'description'>> & { readonly description?: string }
