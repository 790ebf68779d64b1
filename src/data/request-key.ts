/** What a new record is sent under, so that sending it again makes no second one. Without https there is no randomUUID. */
export const requestKey = (): string =>
  `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-${Math.random().toString(36).slice(2)}`
