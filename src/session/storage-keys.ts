/** What the session keeps in local storage; all of it goes when the last tab closes. */
export const localKeys = {
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  userType: 'user_type',
  loggedIn: 'isLoggedIn',
  slices: 'tierline:slices',
  tabs: 'tierline:tabs',
  lastApplication: 'tierline:last-application',
} as const

/** What a single tab keeps in session storage. */
export const sessionKeys = {
  application: 'currentApplication',
  subApplication: 'currentSubApplication',
  tab: 'tierline:tab',
  carried: 'tierline:carried',
  singleSignOn: 'tierline:sso',
} as const
