import { createContext } from 'react'

/**
 * The width in px that a table may expect on the page it stands on, so that its columns are right in the very first
 * drawing: asking the browser would have it lay out every row for the answer. 0 where nobody knows; the table measures
 * itself then.
 */
export const PageRoom = createContext<(scrolls: boolean) => number>(() => 0)
