import { render, screen as dom } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { pasteCells, type GridRow } from './grid-edits.ts'
import { ReviewDialog } from './review-dialog.tsx'
import { runAtOnce } from './slices.ts'
import { withSaver } from './staging.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'places',
    label: ['Place', 'Places'],
    area: 'transactions',
    endpoint: 'places',
    table: { key: ['code'] },
    fields: { code: f.text({ max: 10 }), limit: f.money(), open: f.flag() },
    list: { path: '/places' },
    access: { write: 'places.write' },
  }),
)
const row = (id: number): GridRow => ({
  key: `r${id}`,
  id,
  base: { id, row_version: 1, code: `C${id}`, limit: '77.0000', open: false },
  staged: undefined,
})

test.each([
  [true, 'Changed by you in another window', 'You saved 90.00 here in another window', 'Take that'],
  [false, 'Changed by somebody else meanwhile', 'Somebody else saved 90.00 here meanwhile', 'Take theirs'],
  [null, 'Changed meanwhile', '90.00 was saved here meanwhile', 'Take theirs'],
])('a collision says who saved, where that is known: %s', async (isOwn, change, words, take) => {
  const { base } = row(1)
  const refusal = { message: 'Changed', issues: [], current: { ...base, row_version: 2, limit: '90.0000' } }
  const record = { key: 'r1', id: 1, base, values: { limit: '80.0000' }, refusal }
  const staging = withSaver(new Map([['r1', record]]), 'r1', 2, isOwn)
  // Of a version that has been overtaken nothing is noted.
  expect(withSaver(staging, 'r1', 1, true)).toBe(staging)
  const nothing = () => {}
  render(
    <ReviewDialog
      screen={screen}
      staging={staging}
      context={{ locale: 'en', labels: {} }}
      titleOf={({ key }) => key}
      progress={null}
      problem={null}
      onSave={nothing}
      onStop={nothing}
      onDiscard={nothing}
      onTheirs={nothing}
      onKeepMine={nothing}
      onClose={nothing}
    />,
  )
  await dom.findByText(words)
  expect(dom.getByText(change)).toBeInTheDocument()
  expect(dom.getByRole('button', { name: take })).toBeInTheDocument()
})

test('texts that are no values are shown as they are, with what is wrong, and are not saved; numbers are', async () => {
  const block = [['12,50'], ['1,234.56'], ['abc', 'Ja']]
  const target = { range: { top: 0, bottom: 0, left: 1, right: 1 }, locale: 'de-DE' }
  const { records } = runAtOnce(pasteCells(screen, [row(1), row(2), row(3)], screen.fields, block, target))
  const nothing = () => {}
  render(
    <ReviewDialog
      screen={screen}
      staging={new Map(records.map((record) => [record.key, record]))}
      context={{ locale: 'de-DE', labels: {} }}
      titleOf={({ key }) => key}
      progress={null}
      problem={null}
      onSave={nothing}
      onStop={nothing}
      onDiscard={nothing}
      onTheirs={nothing}
      onKeepMine={nothing}
      onClose={nothing}
    />,
  )
  await dom.findByRole('button', { name: 'Save 2 places' })
  const text = dom.getByRole('dialog').textContent
  expect(text).toContain('77,00→12,50')
  expect(text).toContain('77,00→1.234,56')
  expect(text).toContain('77,00→abcA number is needed')
  expect(text).toContain('No→JaYes or no is needed')
  expect(text).not.toMatch(/NaN|empty/)
})
