import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createEvent, fireEvent, render, screen as dom, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { FileTargetContext } from './files/file-target.ts'
import { FileInput } from './input-file.tsx'
import { RowsInput } from './input-rows.tsx'
import { inputs } from './inputs.tsx'
import { createPendingDrafts, PendingDraftsContext } from './pending-drafts.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const field = normalizeField('data_sheet', f.file({ accept: ['application/pdf'], maxBytes: 1_000 }))
const stored = { id: 'f-1', name: 'sheet.pdf', size: 3, type: 'application/pdf' }
const pdf = (name = 'sheet.pdf', size = 3) => new File(['x'.repeat(size)], name, { type: 'application/pdf' })

function show(initial: unknown = null) {
  const drafts = createPendingDrafts()
  const changes = vi.fn<(value: unknown) => void>()
  function Harness() {
    const [value, setValue] = useState(initial)
    return (
      <FileInput
        id="record_data_sheet"
        field={field}
        value={value}
        locale="en-GB"
        record={{}}
        onChange={(next) => {
          setValue(next)
          changes(next)
        }}
      />
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FileTargetContext value={{ screen: 'material' }}>
        <PendingDraftsContext value={drafts}>
          <Harness />
        </PendingDraftsContext>
      </FileTargetContext>
    </QueryClientProvider>,
  )
  return { drafts, changes }
}

test('a chosen file is sent for its field, a save waits for it, and it can be taken away again', async () => {
  const user = userEvent.setup()
  let asked = ''
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  server.use(
    http.post('*/files', async ({ request }) => {
      asked = new URL(request.url).search
      await arrived
      return HttpResponse.json({ response: stored }, { status: 201 })
    }),
  )
  const { drafts, changes } = show()
  await user.upload(dom.getByLabelText('Data sheet'), pdf())
  expect(drafts.isHeld()).toBe(true)
  await dom.findByRole('progressbar', { name: 'Sending sheet.pdf' })
  arrive()
  expect(await drafts.released()).toBe(true)
  expect(asked).toBe('?screen=material&field=data_sheet')
  expect(changes).toHaveBeenCalledExactlyOnceWith(stored)
  await user.click(await dom.findByRole('button', { name: 'Remove sheet.pdf' }))
  expect(changes).toHaveBeenLastCalledWith(null)
  await waitFor(() => expect(dom.getByRole('button', { name: 'Choose a file for Data sheet' })).toHaveFocus())
})

test('sending is cancelled: nothing is held, and the save that waited is not done', async () => {
  const user = userEvent.setup()
  server.use(http.post('*/files', () => delay('infinite')))
  const { drafts, changes } = show()
  await user.upload(dom.getByLabelText('Data sheet'), pdf())
  const waited = drafts.released()
  await user.click(await dom.findByRole('button', { name: 'Cancel' }))
  expect(await waited).toBe(false)
  await dom.findByRole('button', { name: 'Choose a file for Data sheet' })
  expect(changes).not.toHaveBeenCalled()
})

test("the server's refusal and what is too large are told at the field", async () => {
  const user = userEvent.setup()
  const message = 'sheet.pdf is not what its name says: its content is no .pdf file.'
  server.use(
    http.post('*/files', () =>
      HttpResponse.json({ error: { code: 'WRONG_FILE_TYPE', message }, message }, { status: 415 }),
    ),
  )
  show()
  await user.upload(dom.getByLabelText('Data sheet'), pdf())
  expect(await dom.findByRole('alert')).toHaveTextContent(message)
  await user.upload(dom.getByLabelText('Data sheet'), pdf('big.pdf', 1_001))
  expect(await dom.findByRole('alert')).toHaveTextContent('big.pdf is larger than 1 kB, the most taken here.')
})

test('a file is pasted; of several that are dropped none is taken', async () => {
  server.use(http.post('*/files', () => HttpResponse.json({ response: stored }, { status: 201 })))
  const { changes } = show()
  const button = dom.getByRole('button', { name: 'Choose a file for Data sheet' })
  fireEvent.drop(button, { dataTransfer: { files: [pdf(), pdf('b.pdf')], types: ['Files'] } })
  expect(await dom.findByRole('alert')).toHaveTextContent('Only one file is kept here')
  const paste = createEvent.paste(button, { clipboardData: { files: [pdf()], getData: () => '' } })
  fireEvent(button, paste)
  expect(paste.defaultPrevented).toBe(true)
  await waitFor(() => expect(changes).toHaveBeenCalledExactlyOnceWith(stored))
})

test('several files that are dropped on rows become a row each', async () => {
  let sent = 0
  server.use(
    http.post('*/files', () => {
      sent += 1
      return HttpResponse.json({ response: { ...stored, id: `f-${sent}` } }, { status: 201 })
    }),
  )
  const rows = normalizeField('sheets', f.rows({ sheet: f.file(), note: f.text() }, { maxRows: 3 }))
  const seen: unknown[] = []
  function Sheets() {
    const [value, setValue] = useState<unknown>(null)
    seen.push(value)
    return (
      <RowsInput
        id="sheets"
        field={rows}
        value={value}
        inputs={inputs}
        locale="en-GB"
        record={{}}
        onChange={setValue}
      />
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FileTargetContext value={{ screen: 'material' }}>
        <Sheets />
      </FileTargetContext>
    </QueryClientProvider>,
  )
  fireEvent.drop(dom.getByRole('group', { name: 'Sheets' }), {
    dataTransfer: { files: ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((name) => pdf(name)), types: ['Files'] },
  })
  const ids = () => new Set((seen.at(-1) as { sheet: { id: string } | null }[]).map(({ sheet }) => sheet?.id))
  await waitFor(() => expect(ids()).toEqual(new Set(['f-1', 'f-2', 'f-3'])))
})
