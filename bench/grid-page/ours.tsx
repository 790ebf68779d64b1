import '#src/ui/theme.css'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { f, normalizeScreen } from '#src/definition'
import { RecordGrid } from '#src/widgets/grid/record-grid.tsx'
import { gridRows } from './rows.ts'

const screen = normalizeScreen({
  name: 'lines',
  label: ['Line', 'Lines'],
  area: 'results',
  fields: {
    document: f.text(),
    line: f.integer(),
    day: f.date(),
    kind: f.choice(['Sale', 'Return']),
    customer: f.text(),
    name: f.text(),
    material: f.text(),
    country: f.text(),
    quantity: f.decimal(15, 3),
    price: f.money(),
    net: f.money(),
    cost: f.money(),
  },
})
const rows = gridRows()
const columns = screen.fields.map((field) => field.name)
const totals = { quantity: 'sum', net: 'sum', cost: 'sum' } as const
const stream = { rows, state: 'complete', error: null, retry: () => {} } as const

window.gridStarted = performance.now()
createRoot(document.getElementById('root')!).render(
  <MemoryRouter>
    <div className="flex h-dvh flex-col p-4">
      <RecordGrid
        label="Lines"
        fields={screen.fields}
        columns={columns}
        totals={totals}
        stream={stream}
        locale="en-GB"
        emptyText="No records found."
      />
    </div>
  </MemoryRouter>,
)
