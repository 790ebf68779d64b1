import { render, screen as dom, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { f, type FieldSpec, when } from '#src/definition'
import { RejectsEditor } from './rejects-editor.tsx'

const fields: Record<string, FieldSpec> = {
  least: f.decimal(12, 2),
  most: f.money({ label: 'Greatest' }),
  kind: f.choice(['a', 'b']),
}

function Editor({ onChange }: { onChange: (rejects: FieldSpec['rejects']) => void }) {
  const [rejects, setRejects] = useState<NonNullable<FieldSpec['rejects']>>([])
  return (
    <RejectsEditor
      name="most"
      rejects={rejects}
      fields={fields}
      onChange={(next) => {
        setRejects(next ?? [])
        onChange(next)
      }}
    />
  )
}

it('refuses a field beside another of its kind, in words of its own, and goes again', async () => {
  const user = userEvent.setup()
  let last: FieldSpec['rejects']
  render(<Editor onChange={(rejects) => (last = rejects)} />)
  await user.click(dom.getByRole('button', { name: 'Refuse what does not fit' }))
  const part = within(dom.getByRole('group', { name: 'What is refused, 1' }))
  await user.selectOptions(part.getByLabelText('Comparison of condition 1'), 'lt')
  const beside = part.getByLabelText('What condition 1 compares with')
  expect([...beside.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(['a value', 'Least'])
  await user.selectOptions(beside, 'least')
  expect(part.queryByLabelText('Value of condition 1')).toBeNull()
  await user.clear(dom.getByLabelText('What to say, 1'))
  await user.type(dom.getByLabelText('What to say, 1'), 'Too small')
  expect(last).toEqual([{ when: when.lt('most', when.field('least')), message: 'Too small' }])
  // A list of values knows no other field.
  await user.selectOptions(part.getByLabelText('Comparison of condition 1'), 'in')
  expect(last).toEqual([{ when: when.in('most', [0]), message: 'Too small' }])
  await user.click(dom.getByRole('button', { name: 'Remove refusal 1' }))
  expect(last).toBeUndefined()
})
