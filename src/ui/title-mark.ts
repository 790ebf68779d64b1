import { createContext, type ReactNode } from 'react'

/** What stands beside the title of a page, given by whoever knows more of the page than its header does. */
export const TitleMark = createContext<ReactNode>(null)
