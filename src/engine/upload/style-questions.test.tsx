import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { wholeFormat } from './format-body.ts'
import { StyleQuestions } from './style-questions.tsx'
import type { StyleQuestion } from './upload-api.ts'

afterEach(cleanup)

const questions: StyleQuestion[] = [
  {
    about: 'decimal',
    column: 'Amount',
    cell: '1,250',
    message: '',
    readings: [
      { value: '.', read: '1250' },
      { value: ',', read: '1.25' },
    ],
  },
  {
    about: 'date_order',
    column: 'From',
    cell: '05/06/2026',
    message: '',
    readings: [
      { value: 'DMY', read: '2026-06-05' },
      { value: 'MDY', read: '2026-05-06' },
    ],
  },
]

function Asked() {
  const [format, setFormat] = useState({ ...wholeFormat(null), decimal: '.' as const, date_order: 'MDY' as const })
  return (
    <>
      <StyleQuestions
        questions={questions}
        format={format}
        locale="de-DE"
        onFormat={(next) => setFormat(next as typeof format)}
      />
      <output>{`${format.decimal} ${format.date_order}`}</output>
    </>
  )
}

test('a cell that can be read in two ways is asked about, in the way the reader writes, and stays to be seen', async () => {
  const user = userEvent.setup()
  render(<Asked />)
  const chosen = () => screen.getAllByRole('radio', { checked: true }).map((radio) => radio.parentElement?.textContent)
  expect(screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    '1250',
    '1,25',
    '5. Juni 2026',
    '6. Mai 2026',
  ])
  expect(chosen()).toEqual(['1250', '6. Mai 2026'])
  await user.click(screen.getByRole('radio', { name: '1,25' }))
  await user.click(screen.getByRole('radio', { name: '5. Juni 2026' }))
  expect(chosen()).toEqual(['1,25', '5. Juni 2026'])
  expect(screen.getByRole('status')).toHaveTextContent(', DMY')
})

test('nothing is asked about a file that tells', () => {
  render(<StyleQuestions questions={[]} format={wholeFormat(null)} locale="en" onFormat={() => undefined} />)
  expect(screen.queryByRole('list')).not.toBeInTheDocument()
})
