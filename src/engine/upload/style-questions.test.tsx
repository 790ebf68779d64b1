import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { wholeFormat } from './format-body.ts'
import { StyleQuestions } from './style-questions.tsx'
import type { Upload } from './upload-api.ts'

afterEach(cleanup)

const message = 'Amount: 1,000 is read as 1000, the comma separating thousands.'
const upload = {
  id: 1,
  suggestion: {
    format_id: null,
    name: null,
    format: {},
    questions: [{ about: 'decimal', value: '.', message }],
  },
} as unknown as Upload

test('how a cell is read that could be read otherwise is said until another mark is chosen', () => {
  const format = wholeFormat(null)
  const shown = render(<StyleQuestions upload={upload} format={{ ...format, decimal: '.' }} />)
  expect(screen.getByRole('status')).toHaveTextContent(message)
  shown.rerender(<StyleQuestions upload={upload} format={{ ...format, decimal: ',' }} />)
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})
