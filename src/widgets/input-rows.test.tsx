import { render, screen as dom, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type FormEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { f, normalizeField, when } from '#src/definition'
import { notify } from '#src/ui/notify.ts'
import type { InputIssue } from './input.ts'
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
  await user.click(dom.getByRole('button', { name: 'Add row to Bins' }))
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

test('a pasted block says that numbers of it were rounded', async () => {
  const told = vi.spyOn(notify, 'info').mockImplementation(() => {})
  const user = userEvent.setup()
  render(<Harness initial={[{ bin: 'A', size: null, safe: true }]} />)
  await user.click(dom.getByRole('textbox', { name: 'Bin, row 1' }))
  await user.paste('X\t1.259\nY\t2.5\n')
  expect(told.mock.calls).toEqual([['1 pasted number was rounded to the decimals of its column.']])
})

test('a block pasted while a cell is typed in takes its place, and the focus stays', async () => {
  const user = userEvent.setup()
  const changes = vi.fn<(value: unknown) => void>()
  render(<Harness initial={[{ bin: 'A', size: '7', safe: true }]} onChange={changes} />)
  await user.click(cell(1))
  await user.keyboard('half')
  await user.paste('P1\t1\nP2\t2')
  expect(cell(1)).toHaveFocus()
  await user.tab()
  expect(bins()).toEqual(['P1', 'P2'])
  // A number takes up what it is edited from as it gets the focus, with nothing typed.
  await user.paste('3\tno\n4\tno')
  expect(dom.getByRole('textbox', { name: 'Size, row 1' })).toHaveFocus()
  await user.tab()
  expect(changes).toHaveBeenLastCalledWith([
    { bin: 'P1', size: '3', safe: false },
    { bin: 'P2', size: '4', safe: false },
  ])
})

test('a lone cell of several lines goes where the cursor stands', async () => {
  const user = userEvent.setup()
  render(<Harness initial={[{ bin: 'A', size: null, safe: true }]} />)
  await user.click(cell(1))
  await user.keyboard('{End} ')
  await user.paste('"two\r\nlines"\r\n')
  await user.tab()
  expect(bins()).toEqual(['A two lines'])
})

test('of five hundred rows only those in view are drawn', () => {
  render(
    <Harness initial={Array.from({ length: 500 }, (_, index) => ({ bin: `B${index}`, size: '1', safe: false }))} />,
  )
  const table = dom.getByRole('table')
  expect(within(table).getAllByRole('textbox').length).toBeLessThan(200)
  expect(dom.getByText('500 rows')).toBeInTheDocument()
})

const cell = (row: number) => dom.getByRole('textbox', { name: `Bin, row ${row}` })
const focused = (row: number) => waitFor(() => expect(cell(row)).toHaveFocus())

test('rows are worked in by keyboard: next row, a new one, the value above, move and remove', async () => {
  const user = userEvent.setup()
  render(
    <Harness
      initial={[
        { bin: 'A', size: '1', safe: true },
        { bin: 'B', size: '2', safe: true },
      ]}
    />,
  )
  await user.click(cell(1))
  await user.keyboard('{Enter}')
  await focused(2)
  await user.keyboard('{Enter}')
  await focused(3)
  await user.keyboard('C{ArrowUp}')
  await focused(2)
  expect(bins()).toEqual(['A', 'B', 'C'])
  await user.keyboard('{Control>}d{/Control}')
  expect(bins()).toEqual(['A', 'A', 'C'])
  await focused(2)
  await user.keyboard('X{Alt>}{ArrowDown}{/Alt}')
  await focused(3)
  expect(bins()).toEqual(['A', 'C', 'X'])
  await user.keyboard('{Alt>}{Delete}{/Alt}')
  await focused(2)
  expect(bins()).toEqual(['A', 'C'])
  await user.keyboard('{Control>}{Enter}{/Control}')
  await focused(3)
})

test('rows are put in order, and several are chosen and removed at once', async () => {
  const user = userEvent.setup()
  render(<Harness initial={['C', 'A', 'D', 'B'].map((bin) => ({ bin, size: null, safe: true }))} />)
  await user.click(dom.getByRole('button', { name: 'Bin' }))
  expect(bins()).toEqual(['A', 'B', 'C', 'D'])
  expect(dom.getByRole('columnheader', { name: 'Bin' })).toHaveAttribute('aria-sort', 'ascending')
  await user.click(dom.getByRole('button', { name: 'Bin' }))
  expect(bins()).toEqual(['D', 'C', 'B', 'A'])
  await user.click(dom.getByRole('checkbox', { name: 'Choose row 1' }))
  await user.keyboard('{Shift>}')
  await user.click(dom.getByRole('checkbox', { name: 'Choose row 3' }))
  await user.keyboard('{/Shift}')
  expect(dom.getByText('3 rows of 4 chosen')).toBeInTheDocument()
  await user.click(dom.getByRole('button', { name: 'Remove' }))
  expect(bins()).toEqual(['A'])
})

test('a block is pasted where there is no row yet', async () => {
  const user = userEvent.setup()
  render(<Harness initial={null} />)
  await user.click(dom.getByRole('button', { name: 'Add row to Bins' }))
  await user.click(dom.getByRole('button', { name: 'Remove row 1' }))
  dom.getByRole('button', { name: 'Add row to Bins' }).focus()
  await user.paste('Size\tBin\n5\tX\n6\tY\n')
  expect(bins()).toEqual(['X', 'Y'])
})

const termNames = ['rule', 'text', 'base', 'each', 'unit', 'rate', 'least'] as const
const terms = normalizeField(
  'terms',
  f.rows({
    ...Object.fromEntries(termNames.map((name) => [name, f.text({ max: 12 })])),
    rate: f.decimal(10, 2, { visible: when.eq('base', 'net') }),
  }),
)

function Terms({ initial, issues }: { initial: unknown; issues?: InputIssue[] }) {
  const [value, setValue] = useState<unknown>(initial)
  return (
    <RowsInput
      id="record_terms"
      field={terms}
      value={value}
      inputs={inputs}
      locale="en-GB"
      record={{}}
      onChange={setValue}
      {...(issues ? { issues } : {})}
    />
  )
}

test('a row of many fields is opened as a form: its problems stand there, what is entered is in the table at once', async () => {
  const user = userEvent.setup()
  render(
    <Terms
      initial={[
        { rule: '1', base: 'net', rate: '2' },
        { rule: '2', base: 'gross' },
      ]}
      issues={[{ path: [0, 'text'], message: 'Text is required' }]}
    />,
  )
  await user.click(dom.getByRole('textbox', { name: 'Rule, row 1' }))
  await user.keyboard('{Alt>}{Enter}{/Alt}')
  const form = await dom.findByRole('dialog', { name: 'Terms, row 1 of 2' })
  const field = (name: string) => within(form).queryByRole<HTMLInputElement>('textbox', { name })
  expect(field('Rate')).toHaveValue('2')
  expect(field('Text')).toHaveAccessibleDescription('Text is required')
  await user.type(field('Text')!, 'Growth')
  await user.tab()
  expect(within(form).getByRole('button', { name: 'Row before' })).toBeDisabled()
  await user.click(within(form).getByRole('button', { name: 'Next row' }))
  expect(await dom.findByRole('dialog', { name: 'Terms, row 2 of 2' })).toBeInTheDocument()
  // What a condition hides is not asked for.
  expect(field('Rate')).toBeNull()
  await user.click(within(form).getByRole('button', { name: 'Duplicate' }))
  expect(await dom.findByRole('dialog', { name: 'Terms, row 3 of 3' })).toBeInTheDocument()
  await user.click(within(form).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(dom.queryByRole('dialog')).toBeNull())
  expect(dom.getByRole('textbox', { name: 'Text, row 1' })).toHaveValue('Growth')
  expect(dom.getByRole('textbox', { name: 'Base, row 3' })).toHaveValue('gross')
})

test('the focus returns from the form of a row to where it was opened, in the row shown last or the one in its place', async () => {
  const user = userEvent.setup()
  render(<Terms initial={['1', '2', '3'].map((rule) => ({ rule, base: 'net', rate: '2' }))} />)
  const opener = (row: number) => dom.getByRole('button', { name: `Open row ${row} as a form` })
  const form = () => dom.findByRole('dialog')
  await user.click(dom.getByRole('textbox', { name: 'Base, row 1' }))
  await user.keyboard('{Alt>}{Enter}{/Alt}')
  await waitFor(async () => expect(within(await form()).getByRole('textbox', { name: 'Base' })).toHaveFocus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(dom.getByRole('textbox', { name: 'Base, row 1' })).toHaveFocus())
  await user.click(opener(1))
  await user.click(within(await form()).getByRole('button', { name: 'Next row' }))
  await user.click(within(await form()).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(opener(2)).toHaveFocus())
  await user.click(opener(3))
  await user.click(within(await form()).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(opener(2)).toHaveFocus())
  expect(dom.queryByRole('textbox', { name: 'Rule, row 3' })).toBeNull()
})

test('the form around is saved from the form of a row, which closes', async () => {
  const user = userEvent.setup()
  const saved = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault())
  render(
    <form onSubmit={saved}>
      <Terms initial={[{ rule: '1', base: 'net', rate: '2' }]} />
    </form>,
  )
  await user.click(dom.getByRole('button', { name: 'Open row 1 as a form' }))
  await user.type(within(await dom.findByRole('dialog')).getByRole('textbox', { name: 'Unit' }), 'kg')
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  expect(dom.queryByRole('dialog')).toBeNull()
  expect(dom.getByRole('textbox', { name: 'Unit, row 1' })).toHaveValue('kg')
})

test('the buttons of a row keep the focus with it, and leave it to the row that takes its place', async () => {
  const user = userEvent.setup()
  render(<Harness initial={['A', 'B', 'C'].map((bin) => ({ bin, size: null, safe: true }))} />)
  await user.click(dom.getByRole('button', { name: 'Move row 3 up' }))
  await waitFor(() => expect(dom.getByRole('button', { name: 'Move row 2 up' })).toHaveFocus())
  await user.keyboard('{Enter}')
  // The first goes no further up.
  await waitFor(() => expect(dom.getByRole('button', { name: 'Move row 1 down' })).toHaveFocus())
  expect(bins()).toEqual(['C', 'A', 'B'])
  await user.click(dom.getByRole('button', { name: 'Remove row 3' }))
  await waitFor(() => expect(dom.getByRole('button', { name: 'Remove row 2' })).toHaveFocus())
})

test('the arrows pass the cells that a condition hides, beside them', async () => {
  const user = userEvent.setup()
  render(
    <Terms
      initial={[
        { rule: '1', base: 'net', rate: '2' },
        { rule: '2', base: 'gross' },
      ]}
    />,
  )
  await user.click(dom.getByRole('textbox', { name: 'Rate, row 1' }))
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(dom.getByRole('textbox', { name: 'Unit, row 2' })).toHaveFocus())
})

test('a row of few fields is worked in where it stands', () => {
  render(<Harness initial={[{ bin: 'A', size: null, safe: true }]} />)
  expect(dom.queryByRole('button', { name: 'Open row 1 as a form' })).toBeNull()
})
