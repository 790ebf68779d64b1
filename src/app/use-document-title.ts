import { useLayoutEffect } from 'react'
import { useProductName } from './product-name.ts'

/** Names the browser's tab after the page. A title element of React would only stand beside the one of index.html. */
export function useDocumentTitle(title: string): void {
  const product = useProductName()
  // Before what the page shows adds its own name.
  useLayoutEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
}
