import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen as dom, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { f, normalizeScreen } from '#src/definition'
import { ScreenPreview } from './screen-preview.tsx'

const shed = normalizeScreen({
  name: 'shed',
  label: ['Shed', 'Sheds'],
  area: 'masters',
  table: { key: ['code'] },
  fields: {
    code: f.text({ max: 10, required: true, search: true }),
    name: f.text({ search: true }),
    kind: f.choice(['owned', 'leased']),
    worth: f.money({ currency: 'EUR' }),
    built: f.date(),
  },
  list: { path: '/sheds', columns: ['code', 'name', 'kind', 'worth', 'built'], filters: ['kind'] },
})

const rows = () =>
  within(dom.getByRole('region', { name: 'List with made-up records' }))
    .getAllByRole('row')
    .slice(1)

beforeEach(() => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ScreenPreview screen={shed} first="list" />
    </QueryClientProvider>,
  )
})

describe('the preview of a list', () => {
  it('is searched and filtered as the list will be', async () => {
    const user = userEvent.setup()
    expect(rows()).toHaveLength(5)
    await user.type(dom.getByRole('searchbox', { name: 'Search sheds' }), 'bravo')
    expect(rows()).toHaveLength(1)
    await user.clear(dom.getByRole('searchbox', { name: 'Search sheds' }))
    await user.selectOptions(dom.getByLabelText('Filter by Kind'), 'leased')
    expect(rows()).toHaveLength(2)
    await user.type(dom.getByRole('searchbox', { name: 'Search sheds' }), 'alpha')
    expect(dom.getByText(shed.messages.empty)).toBeTruthy()
    await user.clear(dom.getByRole('searchbox', { name: 'Search sheds' }))
    await user.click(dom.getByRole('button', { name: 'Clear filters' }))
    expect(rows()).toHaveLength(5)
  })

  it('shows numbers and days as people elsewhere write them', async () => {
    const user = userEvent.setup()
    await user.selectOptions(dom.getByLabelText('Format'), 'de-DE')
    expect(rows()[0]!.textContent).toContain('1.249,50')
    await user.selectOptions(dom.getByLabelText('Format'), 'en-GB')
    expect(rows()[0]!.textContent).toContain('1,249.50')
  })
})
