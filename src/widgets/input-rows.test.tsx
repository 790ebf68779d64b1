import { render, screen as dom, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { inputs } from './inputs.tsx'
import { RowsInput } from './input-rows.tsx'

const field = normalizeField(
  'bins',
  f.rows({ bin: f.text({ max: 12 }), size: f.decimal(10, 2), safe: f.flag({ default: true }) }, { maxRows: 600 }),
)

function Harness({ initial, onChange }: { initial: unknown; onChange?: (value: unknown) => void }) {
  const [value, setValue] = useState<unknown>(initial)
  return (
    <RowsInput
      id="record_bins"
      field={field}
      value={value}
      inputs={inputs}
      locale="en-GB"
      record={{}}
      onChange={(next) => {
        setValue(next)
        onChange?.(next)
      }}
    />
  )
}

const bins = () => dom.getAllByRole<HTMLInputElement>('textbox', { name: /^Bin, row/ }).map((input) => input.value)

test('rows are added with their defaults, filled, copied, moved and removed', async () => {
  const user = userEvent.setup()
  const changes = vi.fn<(value: unknown) => void>()
  render(<Harness initial={null} onChange={changes} />)
  await user.click(dom.getByRole('button', { name: 'Add row' }))
  await user.type(dom.getByRole('textbox', { name: 'Bin, row 1' }), 'A1')
  await user.type(dom.getByRole('textbox', { name: 'Size, row 1' }), '1,250.5')
  await user.tab()
  expect(changes).toHaveBeenLastCalledWith([{ bin: 'A1', size: '1250.5', safe: true }])
  await user.click(dom.getByRole('button', { name: 'Duplicate row 1' }))
  await user.clear(dom.getByRole('textbox', { name: 'Bin, row 2' }))
  await user.type(dom.getByRole('textbox', { name: 'Bin, row 2' }), 'B2')
  await user.click(dom.getByRole('button', { name: 'Move row 2 up' }))
  expect(bins()).toEqual(['B2', 'A1'])
  await user.click(dom.getByRole('button', { name: 'Remove row 1' }))
  expect(bins()).toEqual(['A1'])
})

test('a block from a spreadsheet fills the rows', async () => {
  const user = userEvent.setup()
  render(<Harness initial={[{ bin: 'A', size: null, safe: true }]} />)
  await user.click(dom.getByRole('textbox', { name: 'Bin, row 1' }))
  await user.paste('X\t1\tno\nY\t2\tyes\n')
  expect(bins()).toEqual(['X', 'Y'])
})

test('of five hundred rows only those in view are drawn', () => {
  render(
    <Harness initial={Array.from({ length: 500 }, (_, index) => ({ bin: `B${index}`, size: '1', safe: false }))} />,
  )
  const table = dom.getByRole('table')
  expect(within(table).getAllByRole('textbox').length).toBeLessThan(200)
  expect(dom.getByText('500 rows')).toBeInTheDocument()
})
