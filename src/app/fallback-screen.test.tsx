import { render, screen } from '@testing-library/react'
import type { ComponentType, ReactNode } from 'react'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#src/data/api-error.ts'
import { ChunkLoadError, loadChunk } from '#src/session/chunks.ts'
import { RouteError } from './fallback-screen.tsx'
import { Loading } from './loading.tsx'

function Broken({ error }: { error: Error }): never {
  throw error
}

function Loaded() {
  const Area = useLoaderData() as ComponentType
  return <Area />
}

const showing = (error: Error) => {
  // React and the router print what a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const router = createMemoryRouter([{ path: '/', element: <Broken error={error} />, errorElement: <RouteError /> }])
  render(<RouterProvider router={router} />)
}

test('B042 an uncaught screen error shows the fallback screen with its message and ways out', async () => {
  showing(new Error('The ledger is upside down.'))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(/^Something went wrong:The ledger is upside down\./)
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to the start' })).toHaveAttribute('href', '/')
})

test('B046 a failed chunk is reported on the fallback screen', async () => {
  showing(new ChunkLoadError('Loading chunk failed'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong:Loading chunk failed')
})

test('what may not be seen says who can grant it, what is not there says so', async () => {
  showing(new ApiError('You do not have access to this.', { status: 403, code: 'FORBIDDEN' }))
  expect(await screen.findByText('An administrator of your organization can grant it.')).toBeVisible()
  showing(new ApiError('Gone.', { status: 404, code: 'NOT_FOUND' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'There is nothing at this address' })).toBeVisible()
})

test('B040 B041 while an area is loaded on demand, "Loading..." is shown', async () => {
  let arrive: (area: () => ReactNode) => void = () => undefined
  const area = new Promise<() => ReactNode>((resolve) => {
    arrive = resolve
  })
  const router = createMemoryRouter([
    {
      HydrateFallback: () => <Loading full />,
      children: [{ path: '/', loader: () => loadChunk(() => area), Component: Loaded }],
    },
  ])
  render(<RouterProvider router={router} />)
  expect(await screen.findByText('Loading...')).toBeVisible()
  arrive(() => <p>The area</p>)
  expect(await screen.findByText('The area')).toBeVisible()
  expect(screen.queryByText('Loading...')).not.toBeInTheDocument()
})

test('a session that ended on the way to a page leads to signing in, and back to the page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const error = new ApiError('Your session has ended. Sign in again.', { status: 401, code: 'SESSION_EXPIRED' })
  const router = createMemoryRouter(
    [
      { path: '/customers', element: <Broken error={error} />, errorElement: <RouteError /> },
      { path: '/login', element: <p>Sign in here</p> },
    ],
    { initialEntries: ['/customers?page=2'] },
  )
  render(<RouterProvider router={router} />)
  expect(await screen.findByText('Sign in here')).toBeVisible()
  expect(router.state.location.search).toBe('?return=%2Fcustomers%3Fpage%3D2')
})
