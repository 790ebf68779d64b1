import * as z from 'zod/mini'
import type { ChartTile, DashboardInput, FigureTile, TableTile } from '../dashboard.ts'
import { byName, exactly, maybe, needed, path, type Shape, text, texts } from './described.ts'

const base = {
  title: needed(text(), 'Its heading'),
  call: needed(text(), 'The call below /api that answers its rows'),
  query: maybe(byName(z.json()), 'What it is asked beside the filters of the dashboard'),
  wide: maybe(z.boolean(), 'It takes the whole width'),
  empty: maybe(text(), 'What it says when there are no rows'),
}

const figures = {
  ...base,
  kind: needed(z.literal('figures'), 'Figures with their names'),
  label: needed(text(), 'The column with the names'),
  value: needed(text(), 'The column with the figures'),
  note: maybe(text(), 'The column said smaller beside it'),
  link: maybe(text(), 'The column with an address of the product'),
} satisfies Shape<FigureTile<string>>

const chart = {
  ...base,
  kind: needed(z.literal('chart'), 'A chart'),
  chart: needed(z.enum(['stacked', 'bar', 'line']), 'The kind of chart'),
  x: needed(text(), 'The column along the axis'),
  y: needed(text(), 'The column that is drawn'),
  split: maybe(text(), 'The column each value of which is a series of its own'),
  drill: maybe(byName(text()), 'Filter: the column whose value a click sets it to'),
  link: maybe(text(), 'The column with an address of the product, to which a click leads instead'),
} satisfies Shape<ChartTile<string>>

const table = {
  ...base,
  kind: needed(z.literal('table'), 'Rows'),
  columns: needed(texts(), 'The columns'),
  link: maybe(text(), 'The column with an address of the product'),
} satisfies Shape<TableTile<string>>

/** The shape of `dashboard` in a definition. */
export const dashboard = {
  path: needed(path(), 'Its address'),
  aliases: maybe(z.array(path()), 'More addresses of the same page'),
  description: maybe(text(), 'A sentence below the title'),
  filters: maybe(texts(), 'The fields by which everything on the page is narrowed'),
  tiles: needed(z.array(z.union([exactly(figures), exactly(chart), exactly(table)])), 'What the page shows, in order'),
} satisfies Shape<DashboardInput<string>>
