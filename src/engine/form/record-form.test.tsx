import { act, cleanup, fireEvent, render, screen as dom } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { defineScreen, f, normalizeScreen, when, type Screen } from '#src/definition'
import { PendingDraftsContext } from '#src/widgets/pending-drafts.ts'
import { withoutUntouched } from '#src/widgets/rows/untouched-rows.ts'
import { readDraft } from './drafts.ts'
import { layoutOf, type SectionLayout } from './layout.ts'
import { RecordContext, ValuesContext } from './record-context.ts'
import { RecordForm } from './record-form.tsx'
import { useRecordEditor, type RecordEditor } from './use-record-editor.ts'

const warehouse = normalizeScreen(
  defineScreen({
    name: 'warehouse',
    label: ['Warehouse', 'Warehouses'],
    area: 'masters',
    endpoint: 'warehouse',
    table: { key: ['code'] },
    fields: {
      code: f.text({ max: 10, required: true, immutable: true, upper: true }),
      type: f.choice(['owned', '3pl'], { default: 'owned' }),
      operator: f.text({ visible: when.eq('type', '3pl'), required: 'whenVisible' }),
      capacity: f.decimal(12, 3, { unit: 'm3', min: 0 }),
      made_by: f.text({ readOnly: true }),
      opened_on: f.date(),
      closed_on: f.date({ after: 'opened_on' }),
      bins: f.rows({ bin: f.text({ required: true }) }),
    },
    list: { path: '/warehouse' },
    form: { layout: [['code', 'type', 'operator'], ['capacity', 'made_by'], ['opened_on', 'closed_on'], ['bins']] },
  }),
)

interface HarnessProps {
  readonly screen: Screen
  readonly base: Record<string, unknown>
  readonly id: string | null
  readonly user?: number
  readonly onEditor: (editor: RecordEditor) => void
}

function Harness({ screen, base, id, user = 1, onEditor }: HarnessProps) {
  const editor = useRecordEditor({ screen: screen.name, id, user, fields: screen.fields, base })
  onEditor(editor)
  const context = {
    fields: new Map(screen.fields.map((field) => [field.name, field])),
    sections: layoutOf(screen),
    shape: (sections: readonly SectionLayout[]) => sections,
    mode: id === null ? ('create' as const) : ('update' as const),
    locale: 'en-GB',
    busy: false,
    labels: {},
    base: editor.base,
    commit: editor.commit,
  }
  return (
    <QueryClientProvider client={new QueryClient()}>
      <PendingDraftsContext value={editor.drafts}>
        <RecordContext value={context}>
          <ValuesContext value={{ values: editor.values, issues: editor.issues }}>
            <RecordForm
              id="form"
              check={editor.check}
              values={editor.values}
              issues={editor.issues}
              onSubmit={() => {}}
            />
          </ValuesContext>
        </RecordContext>
      </PendingDraftsContext>
    </QueryClientProvider>
  )
}

function show(props: Omit<HarnessProps, 'onEditor'>) {
  const renders: RecordEditor[] = []
  sessionStorage.clear()
  render(<Harness {...props} onEditor={(editor) => renders.push(editor)} />)
  return Object.assign(() => renders.at(-1)!, { renders })
}

test('fields follow their conditions, and problems stand at them, those inside rows too', async () => {
  const user = userEvent.setup()
  const editor = show({ screen: warehouse, base: { code: null, type: 'owned', bins: [{ bin: null }] }, id: null })
  expect(dom.queryByLabelText(/^Operator/)).toBeNull()
  await user.selectOptions(dom.getByLabelText('Type'), '3pl')
  expect(dom.getByLabelText(/^Operator/)).toBeRequired()
  act(() =>
    editor().setIssues([
      { path: ['code'], code: 'required', message: 'Code is required' },
      { path: ['bins', 0, 'bin'], code: 'required', message: 'Bin is required' },
    ]),
  )
  expect(dom.getByLabelText(/^Code/)).toHaveAccessibleDescription('Code is required')
  expect(dom.getByRole('textbox', { name: 'Bin, row 1' })).toHaveAccessibleDescription('Bin is required')
  await user.type(dom.getByLabelText(/^Code/), 'w1{Tab}')
  expect(editor().values.code).toBe('W1')
  expect(dom.queryByText('Code is required')).toBeNull()
})

test('a problem goes with its field, and one of order with either end of the period', async () => {
  const user = userEvent.setup()
  const editor = show({ screen: warehouse, base: { code: 'A', type: '3pl', bins: [] }, id: null })
  act(() =>
    editor().setIssues([
      { path: ['operator'], code: 'required', message: 'Operator is required' },
      { path: ['closed_on'], code: 'order', message: 'Closed on is before opened on' },
      { path: ['code'], code: 'required', message: 'Code is required' },
    ]),
  )
  await user.selectOptions(dom.getByLabelText('Type'), 'owned')
  expect(editor().issues.map(({ path }) => path[0])).toEqual(['closed_on', 'code'])
  await user.type(dom.getByLabelText('Opened on'), '2026-01-01{Tab}')
  expect(editor().issues.map(({ path }) => path[0])).toEqual(['code'])
})

test('a number that cannot be read is kept as typed and told when it is left', async () => {
  const user = userEvent.setup()
  const editor = show({ screen: warehouse, base: { code: 'A', type: 'owned', capacity: '5.000' }, id: '1' })
  const capacity = dom.getByLabelText('Capacity')
  expect(capacity).toHaveValue('5')
  await user.clear(capacity)
  await user.type(capacity, 'plenty{Tab}')
  expect(editor().values.capacity).toBe('plenty')
  expect(capacity).toHaveAccessibleDescription('A number is needed')
  expect(dom.getByText('Cannot be changed')).toBeInTheDocument()
})

test('what is being typed is collected for a save, and every change can be taken back', async () => {
  const user = userEvent.setup()
  const editor = show({ screen: warehouse, base: { code: 'A', type: 'owned', capacity: '5.000' }, id: '1' })
  await user.clear(dom.getByLabelText('Capacity'))
  await user.type(dom.getByLabelText('Capacity'), '7')
  expect(editor().changed).toEqual([])
  act(() => void editor().collect())
  expect(editor().changed).toEqual(['capacity'])
  await user.click(dom.getByRole('button', { name: 'Changed, undo Capacity' }))
  expect(editor().changed).toEqual([])
})

test('what is being typed is counted and kept after a pause, without being checked, shown otherwise or taken over', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const base = { code: 'A', type: 'owned', capacity: '5.000', opened_on: null }
    const editor = show({ screen: warehouse, base, id: '1' })
    const kept = () => readDraft('warehouse', '1', 1)?.changes
    const capacity = dom.getByLabelText('Capacity')
    const type = (text: string) => fireEvent.change(capacity, { target: { value: text } })
    const pause = () => act(() => void vi.advanceTimersByTime(1_100))
    fireEvent.focus(capacity)
    pause()
    expect(editor().changed).toEqual([])
    type('70')
    expect(kept()).toBeUndefined()
    pause()
    expect(editor().changed).toEqual(['capacity'])
    expect(Number(kept()?.capacity)).toBe(70)
    expect(editor().values.capacity).toBe('5.000')
    expect(capacity).toHaveValue('70')

    type('plenty')
    pause()
    expect(kept()).toEqual({ capacity: 'plenty' })
    expect(editor().issues).toEqual([])

    // The text that stood there before is no change any more.
    type('5')
    pause()
    expect(editor().changed).toEqual([])
    expect(kept()).toBeUndefined()

    type('plenty')
    pause()
    fireEvent.blur(capacity)
    expect(editor().values.capacity).toBe('plenty')
    expect(capacity).toHaveAccessibleDescription('A number is needed')
  } finally {
    vi.useRealTimers()
  }
})

test('what was left unsaved is offered to whoever typed it, and to nobody else', async () => {
  const user = userEvent.setup()
  const form = { screen: warehouse, base: { code: 'A', type: '3pl', bins: [] }, id: '7' }
  const typed = show(form)
  await user.type(dom.getByLabelText('Capacity'), '7{Tab}')
  expect(typed().changed).toEqual(['capacity'])
  cleanup()
  const offered = (id: number) => {
    const editors: RecordEditor[] = []
    render(<Harness {...form} user={id} onEditor={(editor) => editors.push(editor)} />)
    cleanup()
    return editors.at(-1)?.offered?.changes
  }
  expect(offered(1)).toEqual({ capacity: expect.anything() })
  expect(offered(2)).toBeUndefined()
})

test('a keystroke among two hundred fields renders the form not once', () => {
  const names = Array.from({ length: 200 }, (_, index) => `f_${index}`)
  const large = normalizeScreen(
    defineScreen({
      name: 'large',
      label: ['Large', 'Large'],
      area: 'masters',
      endpoint: 'large',
      table: { key: ['f_0'] },
      fields: Object.fromEntries(names.map((name) => [name, f.text()])),
      list: { path: '/large' },
    }),
  )
  const { renders } = show({ screen: large, base: {}, id: null })
  const input = document.getElementById('record_f_100')!
  const before = renders.length
  for (let typed = 1; typed <= 10; typed += 1) {
    fireEvent.change(input, { target: { value: 'abcdefghij'.slice(0, typed) } })
  }
  expect(renders).toHaveLength(before)
  expect(input).toHaveValue('abcdefghij')
  fireEvent.blur(input)
  expect(renders.at(-1)?.values.f_100).toBe('abcdefghij')
})

test('a row that was added and left as it came is not saved; one that was emptied, or begun, stays and is told', async () => {
  const user = userEvent.setup()
  const editor = show({ screen: warehouse, base: { code: 'A', type: 'owned', bins: [{ bin: 'B1' }] }, id: '1' })
  const saved = () => withoutUntouched(warehouse.fields, editor().collect(), '2026-03-10').bins
  await user.click(dom.getByRole('button', { name: 'Add row to Bins' }))
  await user.click(dom.getByRole('button', { name: 'Add row to Bins' }))
  expect(editor().values.bins).toEqual([{ bin: 'B1' }, { bin: null }, { bin: null }])
  expect(saved()).toEqual([{ bin: 'B1' }])
  await user.type(dom.getByRole('textbox', { name: 'Bin, row 3' }), 'B3{Tab}')
  expect(saved()).toEqual([{ bin: 'B1' }, { bin: 'B3' }])
  // Taken back, it is as if nothing had been entered.
  await user.clear(dom.getByRole('textbox', { name: 'Bin, row 3' }))
  await user.clear(dom.getByRole('textbox', { name: 'Bin, row 1' }))
  expect(saved()).toEqual([{ bin: null }])
})
