import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { ConfirmDialog, Dialog } from './dialog.tsx'
import { Menu } from './menu.tsx'
import { Popover } from './popover.tsx'

const entries = (onSelect: (name: string) => void) => [
  { heading: 'Rows' },
  { label: 'Copy', onSelect: () => onSelect('copy') },
  { label: 'Export', onSelect: () => onSelect('export'), disabled: true, hint: 'Nothing to export' },
  'separator' as const,
  { label: 'Delete', onSelect: () => onSelect('delete'), danger: true },
]

test('a menu is worked with the keyboard alone and gives the focus back', async () => {
  const chosen = vi.fn()
  render(<Menu label="Actions" items={entries(chosen)} trigger={(props) => <Button {...props}>More</Button>} />)
  const button = screen.getByRole('button', { name: 'More' })
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('menuitem', { name: 'Copy' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{End}c')
  expect(screen.getByRole('menuitem', { name: 'Copy' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  expect(button).toHaveFocus()
  expect(chosen).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}{ArrowUp}{Enter}')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('delete')
})

test('a disabled entry of a menu does nothing', async () => {
  const chosen = vi.fn()
  render(<Menu label="Actions" items={entries(chosen)} trigger={(props) => <Button {...props}>More</Button>} />)
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: /Export/ }))
  expect(chosen).not.toHaveBeenCalled()
  expect(screen.getByRole('menu')).toBeInTheDocument()
})

test('a popover takes the focus to its first control and Escape gives it back', async () => {
  render(
    <Popover label="Filter" trigger={(props) => <Button {...props}>Filter</Button>}>
      <input aria-label="Country" />
    </Popover>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
  expect(screen.getByRole('dialog', { name: 'Filter' })).toBeInTheDocument()
  expect(screen.getByLabelText('Country')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Filter' })).toHaveFocus()
})

function Asking({ dismissible = true }: { dismissible?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Which year?"
        description="Choose one."
        dismissible={dismissible}
      >
        <Popover label="Years" trigger={(props) => <Button {...props}>Years</Button>}>
          <input aria-label="Year" />
        </Popover>
      </Dialog>
    </>
  )
}

test('a dialog is named and described, closes on Escape and gives the focus back', async () => {
  render(<Asking />)
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
  const dialog = await screen.findByRole('dialog', { name: 'Which year?' })
  expect(dialog).toHaveAccessibleDescription('Choose one.')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'Ask' })).toHaveFocus()
})

function Asked() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask</Button>
      {open ? (
        <Dialog open onClose={() => setOpen(false)} title="Which year?">
          <input aria-label="Year" />
        </Dialog>
      ) : null}
    </>
  )
}

test('a dialog that is there only while it is open gives the focus back too', async () => {
  render(<Asked />)
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
  await screen.findByRole('dialog', { name: 'Which year?' })
  // What is to be filled in comes before the way out.
  await waitFor(() => expect(screen.getByLabelText('Year')).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Ask' })).toHaveFocus())
})

test('Escape within a popover leaves the dialog around it open', async () => {
  render(<Asking />)
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Years' }))
  expect(screen.getByLabelText('Year')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByLabelText('Year')).not.toBeInTheDocument()
  expect(screen.getByRole('dialog', { name: 'Which year?' })).toBeInTheDocument()
})

test('a dialog that must be answered does not close on Escape', async () => {
  render(<Asking dismissible={false} />)
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument()
})

test('a question is answered with a verb', async () => {
  const confirmed = vi.fn()
  render(
    <ConfirmDialog
      open
      title="Delete 3 customers?"
      confirmLabel="Delete 3 customers"
      danger
      onConfirm={confirmed}
      onClose={() => undefined}
    >
      Their history is kept.
    </ConfirmDialog>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 3 customers' }))
  expect(confirmed).toHaveBeenCalledTimes(1)
})
