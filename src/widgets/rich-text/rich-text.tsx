import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { useModule } from '#src/ui/use-module.ts'

const load = () => import('./markdown.ts')

const looks =
  'max-w-3xl break-words leading-6 [&>*+*]:mt-3 [&>:first-child]:mt-0! [&_:is(h3,h4,h5,h6)]:mt-5 [&_:is(h3,h4,h5,h6)]:font-semibold ' +
  '[&_ul]:list-disc [&_ol]:list-decimal [&_:is(ul,ol)]:pl-6 [&_li+li]:mt-1 [&_a]:text-accent-ink [&_a]:underline ' +
  '[&_code]:rounded-sm [&_code]:bg-hover [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm [&_pre]:overflow-x-auto ' +
  '[&_pre]:rounded [&_pre]:bg-hover [&_pre]:p-3 [&_blockquote]:border-l-2 [&_blockquote]:border-line-strong [&_blockquote]:pl-3 ' +
  '[&_table]:block [&_table]:overflow-x-auto [&_:is(th,td)]:border-b [&_:is(th,td)]:border-line [&_:is(th,td)]:px-3 ' +
  '[&_:is(th,td)]:py-1.5 [&_th]:text-left [&_th]:font-semibold'

/** A text in Markdown as it is read; what makes it is loaded with the first one. */
export function RichText({ text }: { text: string }) {
  const navigate = useNavigate()
  const place = useRef<HTMLDivElement>(null)
  const module = useModule(true, load)
  useEffect(() => {
    const element = place.current
    if (!module || !element) return undefined
    element.replaceChildren(module.markdownElements(text))
    // Links within the product do not load it anew.
    const follow = (event: MouseEvent) => {
      const href = (event.target as Element).closest('a')?.getAttribute('href')
      if (!href?.startsWith('/') || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      void navigate(href)
    }
    element.addEventListener('click', follow)
    return () => element.removeEventListener('click', follow)
  }, [module, text, navigate])
  return module ? <div ref={place} className={looks} /> : <SkeletonLines lines={3} />
}
