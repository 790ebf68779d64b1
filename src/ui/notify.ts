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

type Sink = (notification: Notification) => void

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
    if (sink) sink(notification)
    else {
      waiting.push(notification)
      for (const listener of listeners) listener()
    }
  }

/** Says something in passing, at the top right for five seconds. */
export const notify = { success: say('success'), error: say('error'), warning: say('warning'), info: say('info') }

/** Hands over to what shows notifications, first what was said before it was there. */
export function receiveNotifications(next: Sink): () => void {
  sink = next
  for (const notification of waiting) next(notification)
  waiting = []
  return () => {
    if (sink === next) sink = null
  }
}

export const hasWaiting = (): boolean => waiting.length > 0

export function onWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
