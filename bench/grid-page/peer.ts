import { AllCommunityModule, createGrid, ModuleRegistry, type ColDef } from 'ag-grid-community'
import { gridRows, type GridRow } from './rows.ts'

ModuleRegistry.registerModules([AllCommunityModule])

const amount = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const right: ColDef<GridRow> = {
  cellStyle: { textAlign: 'right' },
  valueFormatter: ({ value }) => amount.format(Number(value)),
}
const columns: ColDef<GridRow>[] = [
  { field: 'document' },
  { field: 'line' },
  { field: 'day', valueFormatter: ({ value }) => day.format(new Date(String(value))) },
  { field: 'kind' },
  { field: 'customer' },
  { field: 'name' },
  { field: 'material' },
  { field: 'country' },
  { field: 'quantity', ...right },
  { field: 'price', ...right },
  { field: 'net', ...right },
  { field: 'cost', ...right },
]
const rows = gridRows()

window.gridStarted = performance.now()
createGrid(document.getElementById('root')!, {
  columnDefs: columns,
  rowData: rows,
  rowHeight: 32,
  defaultColDef: { filter: true, floatingFilter: true, sortable: true, width: 110 },
})
