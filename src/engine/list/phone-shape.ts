import { useSyncExternalStore } from 'react'

/** How a phone shows rows: one card a record, or the table with its first column in view. */
export type PhoneShape = 'cards' | 'table'

const key = 'tierline.phone-shape'
const listeners = new Set<() => void>()

const read = (): PhoneShape => (localStorage.getItem(key) === 'table' ? 'table' : 'cards')

/** Keeps the choice for all lists on this device. */
export function setPhoneShape(shape: PhoneShape): void {
  localStorage.setItem(key, shape)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePhoneShape = (): PhoneShape => useSyncExternalStore(subscribe, read)
