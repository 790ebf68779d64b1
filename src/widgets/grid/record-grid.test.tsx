import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { RecordGrid, type RecordGridProps } from './record-grid.tsx'

const fields = [normalizeField('name', f.text()), normalizeField('quantity', f.integer())]
const stream = {
  rows: [
    { name: 'Soap', quantity: 5 },
    { name: 'Brush', quantity: 50 },
  ],
  state: 'complete',
  error: null,
  retry: () => {},
} as const

function show(hash = '', hrefs: Pick<RecordGridProps, 'rowHref' | 'figureHref'> = {}) {
  const grid = (
    <RecordGrid
      label="Goods"
      fields={fields}
      columns={['name', 'quantity']}
      totals={{ quantity: 'sum' }}
      stream={stream}
      locale="en"
      emptyText="No goods"
      {...hrefs}
    />
  )
  const router = createMemoryRouter([{ path: '/', element: grid }], { initialEntries: [`/${hash}`] })
  render(<RouterProvider router={router} />)
}
const csv = () => screen.getByRole('button', { name: 'CSV' })

test('a filter that cannot be read is told, and nothing is saved as if it were followed', async () => {
  show('#filter.quantity=10')
  expect(screen.getByText('0 of 2 rows')).toBeInTheDocument()
  expect(csv()).toBeEnabled()
  await userEvent.type(screen.getByRole('textbox', { name: 'Filter Quantity' }), 'x')
  const problem = await screen.findByText('The filter on Quantity cannot be read')
  expect(problem.closest('[aria-live]')).not.toBeNull()
  expect(csv()).toBeDisabled()
  expect(csv()).toHaveAccessibleDescription('The filter on Quantity cannot be read')
  await userEvent.click(screen.getByRole('radio', { name: 'Pivot' }))
  expect(screen.getByText('The filter on Quantity cannot be read')).toBeInTheDocument()
})

test('filters that nothing passes say so where the rows would be, and lead back', async () => {
  show('#filter.quantity=100..')
  expect(screen.getByRole('heading', { name: 'No row matches the column filters' })).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Filter Quantity' })).toHaveValue('100..')
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear column filters' }).at(-1)!)
  expect(await screen.findByText('Brush')).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: 'No row matches the column filters' })).toBeNull()
})

test('a figure leads to lines of its own where it has them, and else nowhere', async () => {
  show('', {
    rowHref: (row) => `/goods?name=${String(row.name)}`,
    figureHref: (column, row) => (row.name === 'Soap' && column === 'quantity' ? '/sold?name=Soap' : undefined),
  })
  expect(await screen.findByRole('link', { name: '5' })).toHaveAttribute('href', '/sold?name=Soap')
  expect(screen.getByRole('link', { name: 'Soap' })).toHaveAttribute('href', '/goods?name=Soap')
  expect(screen.getByText('50', { selector: '[role=gridcell]' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: '50' })).toBeNull()
})
