import { askEarly, type EarlyCaller } from '#src/data/early.ts'

/** Most addresses are lists; where none is, nothing comes back. */
export const looksLikeList = (path: string): boolean =>
  path !== '/' && !/^\/(login|applauncher|profile)|\/(new|[^/]*upload|\d+)$/.test(path)

/**
 * Asks for the screens of this user and for the rows behind the address, so that both arrive while the program itself is
 * still being loaded.
 */
export function askForFirstScreen(caller: EarlyCaller, { pathname, search }: Location): void {
  if (pathname === '/login') return
  askEarly('bootstrap', { application: caller.application, path: pathname }, caller)
  // Which rows an address leads to may differ between applications.
  if (caller.application !== null && looksLikeList(pathname)) askEarly('first-page', { path: pathname, search }, caller)
}
