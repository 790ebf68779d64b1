import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '#src/data/query-client.ts'
import { slices } from '#src/session/slices.ts'
import { Login } from './login.tsx'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  slices.purge()
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const offering = (own: boolean, sso: boolean) =>
  server.use(http.get('*/api/sign-in-options', () => HttpResponse.json({ response: { own, sso } })))

function open(path = '/login') {
  const router = createMemoryRouter(
    [
      { path: '/login', element: <Login /> },
      { path: '*', element: <p>Inside</p> },
    ],
    { initialEntries: [path] },
  )
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

test('B005 the own login is offered with email and password, single sign-on beside it where there is a provider', async () => {
  offering(true, true)
  open()
  expect(await screen.findByRole('button', { name: 'Continue with single sign-on' })).toBeVisible()
  expect(screen.getByLabelText('Email address')).toBeVisible()
  expect(screen.getByLabelText('Password')).toBeVisible()
})

test('B005 B020 with the production sign-in flag only single sign-on is offered', async () => {
  offering(false, true)
  open()
  expect(await screen.findByRole('button', { name: 'Continue with single sign-on' })).toBeVisible()
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument()
})

test('what is missing is said at its field, and nothing is sent', async () => {
  offering(true, false)
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Enter your email address.')).toBeVisible()
  expect(screen.getByLabelText('Email address')).toHaveAccessibleDescription('Enter your email address.')
  expect(screen.getByText('Enter your password.')).toBeVisible()
})

test('a failure keeps the address, empties the password and says why', async () => {
  offering(true, false)
  server.use(
    http.post('*/api/login', () =>
      HttpResponse.json(
        { error: { code: 'SIGN_IN_FAILED', message: 'The email address or the password is not right.' } },
        { status: 401 },
      ),
    ),
  )
  open()
  await userEvent.type(await screen.findByLabelText('Email address'), 'anna@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('The email address or the password is not right.')
  expect(screen.getByLabelText('Email address')).toHaveValue('anna@example.com')
  expect(screen.getByLabelText('Password')).toHaveValue('')
})

test('signing in goes on to the path that was wanted', async () => {
  offering(true, false)
  server.use(
    http.post('*/api/login', () =>
      HttpResponse.json({
        response: { token: 'a', refreshToken: 'r', user_type: 'own', user: { id: 1, email: 'a', name: 'A' } },
      }),
    ),
  )
  const router = open('/login?return=%2Fsales-data%3Fpage%3D2')
  await userEvent.type(await screen.findByLabelText('Email address'), 'anna@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'right{Enter}')
  expect(await screen.findByText('Inside')).toBeVisible()
  expect(router.state.location).toMatchObject({ pathname: '/sales-data', search: '?page=2' })
})
