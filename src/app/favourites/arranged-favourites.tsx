import { type DragEvent, useLayoutEffect, useRef, useState } from 'react'
import type { NavigationItem } from '#src/data/bootstrap.ts'
import { placedBefore } from '#src/data/favourites.ts'
import { cx } from '#src/ui/cx.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon, MoreIcon, StarFilledIcon } from '#src/ui/icons.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { Entry } from '../shell/entry.tsx'
import { useFavouriteChanges } from './use-favourite-changes.ts'

interface ArrangedFavouritesProps {
  readonly items: readonly NavigationItem[]
  /** The path of the entry that is open. */
  readonly active: string | null
}

/** The favourites as they are put in order: by dragging them or by the menu of each. */
export function ArrangedFavourites({ items, active }: ArrangedFavouritesProps) {
  const { place, remove } = useFavouriteChanges()
  // As they would lie if what is dragged were let go here.
  const [drawn, setDrawn] = useState<readonly NavigationItem[] | null>(null)
  const [said, setSaid] = useState('')
  const dragged = useRef<NavigationItem | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef<string | null>(null)
  const shown = drawn ?? items
  useLayoutEffect(() => {
    if (moved.current === null) return
    // An entry that changes its place in the document loses the keyboard.
    list.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(moved.current)}"] [aria-haspopup]`)?.focus()
    moved.current = null
  }, [items])

  const move = (item: NavigationItem, to: number): void => {
    const others = items.filter(({ path }) => path !== item.path)
    moved.current = item.path
    setSaid(`${item.label} is at place ${to + 1} of ${items.length}`)
    void place(item, others[to]?.path ?? null)
  }
  const start = (event: DragEvent, item: NavigationItem): void => {
    dragged.current = item
    event.dataTransfer.effectAllowed = 'move'
  }
  const over = (event: DragEvent, at: number): void => {
    const item = dragged.current
    if (!item) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    if (shown[at]?.path === item.path) return
    const others = shown.filter(({ path }) => path !== item.path)
    setDrawn(placedBefore(shown, item, others[at]?.path ?? null))
  }
  const drop = (event: DragEvent): void => {
    const item = dragged.current
    event.preventDefault()
    if (item && drawn) {
      const next = drawn[drawn.findIndex(({ path }) => path === item.path) + 1]
      void place(item, next?.path ?? null)
    }
    end()
  }
  const end = (): void => {
    dragged.current = null
    setDrawn(null)
  }
  return (
    <>
      <ul ref={list}>
        {shown.map((item, at) => (
          <li
            key={item.path}
            data-path={item.path}
            className={cx('group relative', drawn && dragged.current?.path === item.path && 'opacity-60')}
          >
            <Entry
              to={item.path}
              label={item.label}
              count={item.count}
              active={item.path === active}
              behind
              drag={{
                onDragStart: (event) => start(event, item),
                onDragOver: (event) => over(event, at),
                onDrop: drop,
                onDragEnd: end,
              }}
            />
            <span className="absolute inset-y-0 right-0.5 flex items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-100">
              <Menu
                label={`Favourite ${item.label}`}
                align="end"
                items={[
                  { label: 'Move up', icon: ArrowUpIcon, disabled: at === 0, onSelect: () => move(item, at - 1) },
                  {
                    label: 'Move down',
                    icon: ArrowDownIcon,
                    disabled: at === items.length - 1,
                    onSelect: () => move(item, at + 1),
                  },
                  'separator',
                  {
                    label: 'Remove from the favourites',
                    icon: StarFilledIcon,
                    onSelect: () => {
                      setSaid(`${item.label} is no favourite any more`)
                      void remove(item.path)
                    },
                  },
                ]}
                trigger={(props) => (
                  <IconButton {...props} size="sm" icon={MoreIcon} label={`Arrange the favourite ${item.label}`} />
                )}
              />
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}
