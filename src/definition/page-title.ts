import type { Screen } from './screen.ts'
import { designedAt } from './variants.ts'

/** What the page of a screen at a path is called: as its designer or its display where it is one, else as the screen. */
export function pageTitle(screen: Screen, path: string): string {
  const display = screen.list?.displays.find((one) => one.path === path || one.grid === path)
  return display?.label ?? designedAt(screen, path)?.designer?.label ?? screen.plural
}
