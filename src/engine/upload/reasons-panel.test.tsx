import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { ReasonGroup } from './reason-groups.ts'
import { ReasonsPanel } from './reasons-panel.tsx'
import type { Upload } from './upload-api.ts'

afterEach(cleanup)

const upload = { id: 1, rows: 3, problems: 7, counts: { rejected: 1 } } as unknown as Upload
const groups: ReasonGroup[] = [
  {
    key: 'broken',
    words: '2 columns where 8 were expected',
    count: 7,
    rule: null,
    column: null,
    lines: [
      { line: 3, text: 'R2,1' },
      { line: 1204, text: 'R9,=cmd' },
    ],
  },
  { key: 'Date', words: 'Date is not a date', count: 1, rule: 0, column: 'Date', lines: [] },
]

test('broken lines are shown as they stand in the file, the others below by their reason', async () => {
  const onChoose = vi.fn()
  render(
    <ReasonsPanel
      upload={upload}
      groups={groups}
      fileName="sales"
      locale="en"
      chosen={null}
      onChoose={onChoose}
      onReplace={() => undefined}
    />,
  )
  const [broken] = screen.getAllByRole('listitem')
  expect(within(broken!).queryByRole('button')).not.toBeInTheDocument()
  expect(broken).toHaveTextContent('Row 3R2,1Row 1,204R9,=cmd5 lines more in the file of rejected lines')
  await userEvent.setup().click(screen.getByRole('button', { name: /^1 ?Date is not a date/ }))
  expect(onChoose).toHaveBeenCalledWith(groups[1])
})
