/** The width of the navigation at the side and of what lies around a table on a page, in px at the usual size of text. */
const beside = { navigation: 232, page: 42, narrowPage: 34 }
const narrowPage = 640

let scrollbar: number | undefined

/** How much of its width a box that scrolls gives to the bar, in px; asked of a box of its own before the page is full. */
function scrollbarWidth(): number {
  if (scrollbar !== undefined) return scrollbar
  const box = document.createElement('div')
  box.className = 'invisible absolute h-12 w-24 overflow-y-scroll'
  document.body.append(box)
  scrollbar = box.offsetWidth - box.clientWidth
  box.remove()
  return scrollbar
}

/** The inner width of a table that fills the page, in px, with the navigation at its side or without. */
export function expectedRoom(side: boolean, scrolls: boolean): number {
  const whole = document.documentElement.clientWidth
  const around = whole < narrowPage ? beside.narrowPage : beside.page
  return Math.max(0, whole - (side ? beside.navigation : 0) - around - (scrolls ? scrollbarWidth() : 0))
}
