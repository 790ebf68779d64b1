import { render, screen as dom } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { at, type Cursor } from './cell-range.ts'
import { EditGrid } from './edit-grid.tsx'
import { editOf } from './grid-edits.ts'
import { nothingStaged, stageCells, unstage, type Staging } from './staging.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'places',
    label: ['Place', 'Places'],
    area: 'transactions',
    endpoint: 'places',
    table: { key: ['code'] },
    fields: {
      code: f.text({ max: 10 }),
      city: f.text({ max: 40 }),
      size: f.decimal(10, 2),
      kind: f.choice(['open', 'closed']),
      note: f.longText(),
    },
    list: { path: '/places' },
    access: { write: 'places.write' },
  }),
)
const { fields } = screen
const base = (id: number) => ({
  id,
  row_version: 1,
  code: `C${id}`,
  city: `City ${id}`,
  size: `${id}.50`,
  kind: 'open',
  note: `Note ${id}`,
})

let staging: Staging = nothingStaged
beforeEach(() => {
  staging = nothingStaged
})

function Harness() {
  const [cursor, setCursor] = useState<Cursor>(at(0, 0))
  const [claims, setClaims] = useState(0)
  const [ids, setIds] = useState([1, 2, 3])
  const [now, setNow] = useState(nothingStaged)
  useEffect(() => {
    staging = now
  }, [now])
  const nothing = () => {}
  return (
    <>
      <button
        type="button"
        // As in a browser whose buttons take no focus when they are pressed.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          setCursor(at(2, 1))
          setClaims(claims + 1)
        }}
      >
        Go to row 3
      </button>
      <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => setIds([2, 3])}>
        Drop row 1
      </button>
      <EditGrid
        label="Places"
        screen={screen}
        fields={fields}
        rows={ids.map((id) => ({ key: `r${id}`, id, base: base(id), staged: now.get(`r${id}`) }))}
        titleOf={(row) => String(row.base['code'])}
        context={{ locale: 'en-GB', labels: {} }}
        widths={{}}
        cursor={cursor}
        beginsOpen={false}
        onCursor={setCursor}
        claims={claims}
        onValue={(row, field, value) => {
          const edit = editOf(screen, row, field, value)
          if (edit) setNow((current) => stageCells(current, [edit]))
        }}
        onDiscard={(key) => setNow((current) => unstage(current, [key]))}
        onFill={nothing}
        busy={false}
        onCopy={nothing}
        onPaste={nothing}
        onToggle={nothing}
        onClear={nothing}
        onFillDown={nothing}
        onUndo={nothing}
        onRedo={nothing}
      />
    </>
  )
}

const cell = (row: number, name: string): HTMLElement => {
  const column = fields.findIndex((field) => field.name === name)
  return document.querySelector<HTMLElement>(`tr[data-row="${row}"] td[data-column="${column}"]`)!
}
const editors = () => document.querySelectorAll('.cell-editor').length
const staged = () => [...staging.values()].map(({ key, values }) => [key, values])

function begin() {
  render(<Harness />)
  return userEvent.setup()
}

test('what was typed is kept when another cell is clicked, and that cell is neither changed nor open', async () => {
  const user = begin()
  await user.click(cell(0, 'code'))
  await user.keyboard('New text')
  await user.click(cell(2, 'city'))
  expect(staged()).toEqual([['r1', { code: 'New text' }]])
  expect(cell(0, 'code')).toHaveTextContent('New text')
  expect(cell(2, 'city')).toHaveTextContent('City 3')
  expect(editors()).toBe(0)
  expect(cell(2, 'city')).toHaveFocus()
  await user.keyboard('x{Enter}')
  expect(staged()).toEqual([
    ['r1', { code: 'New text' }],
    ['r3', { city: 'x' }],
  ])
})

test('so it is with F2, and where nothing was changed nothing is staged', async () => {
  const user = begin()
  await user.click(cell(0, 'city'))
  await user.keyboard('{F2} West')
  await user.click(cell(0, 'code'))
  expect(staged()).toEqual([['r1', { city: 'City 1 West' }]])
  expect(editors()).toBe(0)
  await user.keyboard('{F2}')
  expect(editors()).toBe(1)
  await user.click(cell(1, 'city'))
  expect(staged()).toEqual([['r1', { city: 'City 1 West' }]])
  expect(editors()).toBe(0)
})

test.each([
  ['a number', '1,250.5', '1250.5', 'false'],
  ['what is no number, marked as after Tab', 'a lot', 'a lot', 'true'],
])('%s is kept by a click as it is by Tab', async (_what, typed, value, invalid) => {
  const user = begin()
  await user.click(cell(0, 'size'))
  await user.keyboard(typed)
  await user.click(cell(2, 'size'))
  await user.click(cell(1, 'size'))
  await user.keyboard(typed)
  await user.tab()
  expect(staged()).toEqual([
    ['r1', { size: value }],
    ['r2', { size: value }],
  ])
  for (const row of [0, 1]) expect(cell(row, 'size').getAttribute('aria-invalid') ?? 'false').toBe(invalid)
  expect(cell(2, 'size')).toHaveTextContent('3.5')
  expect(editors()).toBe(0)
})

test('a choice and a long text are kept by a click as well', async () => {
  const user = begin()
  await user.click(cell(0, 'kind'))
  await user.keyboard('c')
  await user.click(cell(1, 'note'))
  await user.keyboard('Far')
  await user.click(cell(2, 'kind'))
  expect(staged()).toEqual([
    ['r1', { kind: 'closed' }],
    ['r2', { note: 'Far' }],
  ])
  expect(editors()).toBe(0)
})

test('a click within the editor goes on with the edit; Escape still leaves nothing', async () => {
  const user = begin()
  await user.click(cell(0, 'city'))
  await user.keyboard('abc')
  await user.click(dom.getByRole('textbox', { name: 'City' }))
  expect(editors()).toBe(1)
  await user.keyboard('{Escape}')
  expect(editors()).toBe(0)
  expect(staged()).toEqual([])
})

test('an edit is kept in its own cell when something else moves the cursor, which takes the focus', async () => {
  const user = begin()
  await user.click(cell(0, 'code'))
  await user.keyboard('New text')
  await user.click(dom.getByRole('button', { name: 'Go to row 3' }))
  expect(staged()).toEqual([['r1', { code: 'New text' }]])
  expect(editors()).toBe(0)
  expect(cell(2, 'city')).toHaveFocus()
})

test('an edit never passes to the row that comes into the place of another', async () => {
  const user = begin()
  await user.click(cell(0, 'code'))
  await user.keyboard('New text')
  await user.click(dom.getByRole('button', { name: 'Drop row 1' }))
  expect(editors()).toBe(0)
  expect(staged()).toEqual([])
  expect(cell(0, 'code')).toHaveTextContent('C2')
})

test('leaving the window, which takes the focus to nowhere, goes on with the edit', async () => {
  const user = begin()
  await user.click(cell(0, 'code'))
  await user.keyboard('New text')
  dom.getByRole('textbox', { name: 'Code' }).blur()
  expect(editors()).toBe(1)
  expect(staged()).toEqual([])
})
