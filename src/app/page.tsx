import type { ReactNode } from 'react'
import { cx } from '#src/ui/cx.ts'
import { useProductName } from './product-name.ts'

interface PageProps {
  /** The title of the browser's tab. */
  readonly title: string
  /** The content fills the height, scrolls within and has its own margins. */
  readonly fill?: boolean
  readonly breadcrumbs?: ReactNode
  readonly children: ReactNode
}

/** The space a page has beside the navigation. */
export function Page({ title, fill = false, breadcrumbs, children }: PageProps) {
  const product = useProductName()
  return (
    <>
      <title>{`${title} · ${product}`}</title>
      <div className={cx('flex flex-col', fill ? 'h-full min-h-[26rem]' : 'min-h-full px-4 pt-4 pb-6 sm:px-6')}>
        {breadcrumbs ? <div className={cx('-mb-1.5', fill && 'px-4 pt-3.5 sm:px-5')}>{breadcrumbs}</div> : null}
        {fill ? <div className="min-h-0 flex-1">{children}</div> : children}
      </div>
    </>
  )
}
