import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { SalesPage } from './sales-page.tsx'
import './page.css'

const client = new QueryClient()
const router = createBrowserRouter([{ path: '*', element: <SalesPage /> }])

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={client}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
