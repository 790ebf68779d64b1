import { useEffect, useRef, useState, type RefObject } from 'react'
import { IconButton } from '#src/ui/icon-button.tsx'
import { CloseIcon, SearchIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'

interface SearchBoxProps {
  readonly label: string
  readonly value: string
  readonly onSearch: (text: string) => void
  readonly inputRef: RefObject<HTMLInputElement | null>
}

const pause = 300

/** Searches when typing pauses; follows the address when that changes otherwise. */
export function SearchBox({ label, value, onSearch, inputRef }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const latest = useRef(onSearch)
  latest.current = onSearch
  if (known !== value) {
    setKnown(value)
    if (text.trim() !== value) setText(value)
  }
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => latest.current(text.trim()), pause)
    return () => clearTimeout(timer)
  }, [text, value])
  return (
    <div className="w-full sm:w-60">
      <Input
        ref={inputRef}
        type="search"
        className="[&_input::-webkit-search-cancel-button]:hidden"
        aria-label={label}
        placeholder="Search"
        value={text}
        prefix={<SearchIcon />}
        suffix={
          text ? (
            <IconButton size="sm" icon={CloseIcon} label="Clear the search" onClick={() => setText('')} />
          ) : undefined
        }
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(text.trim())
          if (event.key === 'Escape' && text) {
            event.stopPropagation()
            setText('')
          }
        }}
      />
    </div>
  )
}
