import { render, screen as dom } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { pasteCells, type GridRow } from './grid-edits.ts'
import { ReviewDialog } from './review-dialog.tsx'
import { runAtOnce } from './slices.ts'

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
