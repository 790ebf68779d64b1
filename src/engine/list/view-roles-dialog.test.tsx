import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Audience } from '#src/data/list-views.ts'
import { createQueryClient } from '#src/data/query-client.ts'
import { ViewRolesDialog } from './view-roles-dialog.tsx'

type Model = Parameters<typeof ViewRolesDialog>[0]['model']

const roles = [
  { id: 1, name: 'Analyst', opens_with: null },
  { id: 2, name: 'Reader', opens_with: '7-old-name' },
  { id: 3, name: 'Auditor', opens_with: 'Returns' },
]
const server = setupServer(
  http.get('*/api/list-views/sales/roles', () => HttpResponse.json({ response: { records: roles, total_record: 3 } })),
)
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

function show({ audience, role_id }: { audience: Audience; role_id: number | null }, setDefault = vi.fn()) {
  const saved = { id: 7, name: 'Spain', audience, role_id }
  const model = {
    screen: { name: 'sales', plural: 'Sales data' },
    state: { saved, view: null },
    views: { views: [saved], setDefault },
  } as unknown as Model
  const onClose = vi.fn()
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <ViewRolesDialog model={model} onClose={onClose} />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), setDefault, onClose }
}
const role = (name: RegExp) => screen.findByRole('checkbox', { name })

test('a view opens the list for the roles that are chosen, and no more for those it is taken from', async () => {
  const { user, setDefault, onClose } = show({ audience: 'everyone', role_id: null })
  await screen.findByText('Opens with Returns now.')
  expect(await role(/Reader/)).toBeChecked()
  const save = screen.getByRole('button', { name: 'Save changes' })
  expect(save).toBeDisabled()
  await user.click(await role(/Reader/))
  await user.click(await role(/Auditor/))
  await user.click(save)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(setDefault.mock.calls).toEqual([
    [null, 'role', 2],
    ['7-spain', 'role', 3],
  ])
})

test('roles with which the view is not shared cannot be chosen, taken back it always can be', async () => {
  show({ audience: 'role', role_id: 1 })
  expect(await role(/Analyst/)).toBeEnabled()
  expect(await role(/Reader/)).toBeEnabled()
  expect(await role(/Auditor This view is not shared with the role\./)).toBeDisabled()
})

test('what could not be kept is told, and the dialog stays', async () => {
  const refused = vi.fn().mockRejectedValue(new Error('Share the view with that role or with everyone first.'))
  const { user, onClose } = show({ audience: 'everyone', role_id: null }, refused)
  await user.click(await role(/Analyst/))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})
