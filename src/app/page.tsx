import type { ReactNode } from 'react'
import { cx } from '#src/ui/cx.ts'
import { TitleMark } from '#src/ui/title-mark.ts'
import { FavouriteStar } from './favourites/favourite-star.tsx'
import { useDocumentTitle } from './use-document-title.ts'

interface PageProps {
  /** The title of the browser's tab. */
  readonly title: string
  /** The content takes the height there is and scrolls within, instead of making the page longer. */
  readonly fill?: boolean
  readonly breadcrumbs?: ReactNode
  readonly children: ReactNode
}

const star = <FavouriteStar />

/** The space a page has beside the navigation. */
export function Page({ title, fill = false, breadcrumbs, children }: PageProps) {
  useDocumentTitle(title)
  return (
    <div className={cx('flex flex-col px-4 pt-3.5 sm:px-5', fill ? 'h-full min-h-[26rem] pb-4' : 'min-h-full pb-6')}>
      {breadcrumbs ? <div className="mb-1.5">{breadcrumbs}</div> : null}
      <TitleMark value={star}>{children}</TitleMark>
    </div>
  )
}
