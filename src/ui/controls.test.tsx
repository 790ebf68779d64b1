import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { FieldFrame } from './field-frame.tsx'
import { Input } from './input.tsx'
import { Progress } from './progress.tsx'
import { Segmented } from './segmented.tsx'
import { Tabs, tabPanelProps } from './tabs.tsx'

test('a frame ties label, help and error to its control', () => {
  render(
    <FieldFrame label="Net value" help="In the currency of the line" error="Must be positive." required>
      {(wiring) => <Input {...wiring} numeric />}
    </FieldFrame>,
  )
  const input = screen.getByLabelText(/Net value/)
  expect(input).toBeInvalid()
  expect(input).toBeRequired()
  expect(input).toHaveAccessibleDescription('Must be positive. In the currency of the line')
})

test('a button that its own use turns off keeps the focus and takes no click, nor the Enter of its form', async () => {
  const [clicked, sent] = [vi.fn(), vi.fn()]
  const form = (isOff: boolean) => (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent()
      }}
    >
      <Input aria-label="Name" />
      <Button type="submit" keepsFocus disabled={isOff} onClick={clicked}>
        Save
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  const button = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(button)
  expect([clicked.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1])
  rerender(form(true))
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Enter}')
  await userEvent.type(screen.getByLabelText('Name'), 'x{Enter}')
  expect([clicked.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1])
})

test('a busy button keeps its name and takes no click', async () => {
  const clicked = vi.fn()
  render(
    <Button busy onClick={clicked}>
      Save
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  expect(button).toHaveAttribute('aria-busy', 'true')
  await userEvent.click(button)
  expect(clicked).not.toHaveBeenCalled()
})

function Views() {
  const [view, setView] = useState('all')
  const tabs = [
    { id: 'all', label: 'All' },
    { id: 'returns', label: 'Returns', count: 12 },
    { id: 'closed', label: 'Closed', disabled: true },
  ]
  return (
    <>
      <Tabs id="views" label="Views" tabs={tabs} value={view} onChange={setView} />
      <div {...tabPanelProps('views', view)}>Panel {view}</div>
    </>
  )
}

test('tabs are moved through with arrows, past disabled ones', async () => {
  render(<Views />)
  await userEvent.tab()
  expect(screen.getByRole('tab', { name: 'All' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Returns 12' })).toHaveFocus()
  expect(screen.getByRole('tabpanel', { name: 'Returns 12' })).toHaveTextContent('Panel returns')
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
})

test('a segmented choice is a group of radio buttons', async () => {
  const changed = vi.fn()
  render(
    <Segmented
      label="Density"
      value="compact"
      onChange={changed}
      options={[
        { value: 'compact', label: 'Compact' },
        { value: 'roomy', label: 'Roomy' },
      ]}
    />,
  )
  expect(screen.getByRole('radio', { name: 'Compact' })).toBeChecked()
  await userEvent.click(screen.getByText('Roomy'))
  expect(changed).toHaveBeenCalledWith('roomy')
})

test('a checkbox can be neither on nor off', () => {
  render(<Checkbox label="All rows" indeterminate />)
  expect(screen.getByRole('checkbox', { name: 'All rows' })).toBePartiallyChecked()
})

test('progress says how far it is, or that nobody knows', () => {
  const { rerender } = render(<Progress label="Importing" value={30} max={120} />)
  expect(screen.getByRole('progressbar', { name: 'Importing' })).toHaveAttribute('aria-valuenow', '30')
  rerender(<Progress label="Importing" value={null} />)
  expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow')
})
