export type NotifyKind = 'success' | 'error' | 'warning' | 'info'

export interface NotifyOptions {
  /** A second line under the message. */
  readonly description?: string
  readonly action?: { readonly label: string; readonly onClick: () => void }
  /** A notification with the same id takes the place of the one that is shown. */
  readonly id?: string
}

export interface Notification extends NotifyOptions {
  readonly kind: NotifyKind
  readonly message: string
}

type Show = (notification: Notification) => void

interface Sink {
  readonly show: Show
  readonly hide: (id: string) => void
}

let sink: Sink | null = null
let waiting: Notification[] = []
const listeners = new Set<() => void>()

/** How long a notification stays, in ms. */
export const notificationTime = 5000

const say =
  (kind: NotifyKind) =>
  (message: string, options: NotifyOptions = {}): void => {
    // The same text twice at the same time says no more than once.
    const notification = { kind, message, id: `${kind} ${message}`, ...options }
    if (sink) sink.show(notification)
    else {
      waiting.push(notification)
      for (const listener of listeners) listener()
    }
  }

/** Says something in passing, at the top right for five seconds. */
export const notify = { success: say('success'), error: say('error'), warning: say('warning'), info: say('info') }

/** Takes back what was said under an id, when something else is true meanwhile; nothing happens where it is gone already. */
export function unsay(id: string): void {
  waiting = waiting.filter((notification) => notification.id !== id)
  sink?.hide(id)
}

const hidesNothing = (): void => {}

/** Hands over to what shows notifications, first what was said before it was there. */
export function receiveNotifications(show: Show, hide: Sink['hide'] = hidesNothing): () => void {
  const next = { show, hide }
  sink = next
  for (const notification of waiting) show(notification)
  waiting = []
  return () => {
    if (sink === next) sink = null
  }
}

export const hasWaiting = (): boolean => waiting.length > 0

/** Tells when something waits to be shown; soon, where it does already. */
export function onWaiting(listener: () => void): () => void {
  listeners.add(listener)
  if (hasWaiting()) queueMicrotask(listener)
  return () => listeners.delete(listener)
}
