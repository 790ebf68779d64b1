import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { Link, type LinkProps } from './link.tsx'

function Here() {
  const { pathname, search, hash, state } = useLocation()
  return <output>{`${pathname}${search}${hash} ${JSON.stringify(state)}`}</output>
}

function showing(props: LinkProps, from = '/here?sort=name') {
  const page = (
    <>
      <Link {...props}>There</Link>
      <Here />
    </>
  )
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: ['/before', from] })
  render(<RouterProvider router={router} useTransitions={false} />)
  return router
}

const link = () => screen.getByRole('link', { name: 'There' })

test('a link leads on within the program, with what its page is given', async () => {
  const router = showing({ to: { pathname: '/there', search: '?page=2' }, state: { from: 'here' } })
  expect(link()).toHaveAttribute('href', '/there?page=2')
  await userEvent.click(link())
  expect(screen.getByRole('status')).toHaveTextContent('/there?page=2 {"from":"here"}')
  await router.navigate(-1)
  expect(router.state.location.pathname).toBe('/here')
})

test('a link that takes the place of its page leaves none in the history', async () => {
  const router = showing({ to: { hash: 'part', search: '?sort=name' }, replace: true })
  await userEvent.click(link())
  expect(screen.getByRole('status')).toHaveTextContent('/here?sort=name#part null')
  await router.navigate(-1)
  expect(router.state.location.pathname).toBe('/before')
})

test('a click that something else was done with leads nowhere', async () => {
  const onClick = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  showing({ to: '/there', onClick })
  await userEvent.click(link())
  expect(onClick).toHaveBeenCalledOnce()
  expect(screen.getByRole('status')).toHaveTextContent('/here')
})
