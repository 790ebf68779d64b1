import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { createQueryClient } from '#src/data/query-client.ts'
import type { Screen } from '#src/definition'
import { ListScreen } from '#src/engine/list/list-screen.tsx'

/** Draws the list of a screen at an address, for somebody who may do everything; answers the query of the address. */
export function showList(screen: Screen, address: string): () => string {
  const client = createQueryClient(() => undefined)
  client.setQueryData(['bootstrap', 'Customer Rebate'], { profile: { permissions: ['*'] } })
  const router = createMemoryRouter([{ path: '*', element: <ListScreen screen={screen} /> }], {
    initialEntries: [address],
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return () => router.state.location.search
}
