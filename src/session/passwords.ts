import { api } from '#src/data/api.ts'

const said = async (path: string, json: Readonly<Record<string, unknown>>, auth: 'none' | 'session'): Promise<string> =>
  (await api.answer('POST', path, { json, auth })).message ?? ''

/** Asks for a mail with a link; the answer does not tell whether the address is known. */
export const forgotPassword = (email: string): Promise<string> => said('password/forgot', { email }, 'none')

export const resetPassword = (values: {
  token: string
  new_password: string
  verify_email: boolean
}): Promise<string> => said('password/reset', values, 'none')

export const changePassword = (values: { old_password: string; new_password: string }): Promise<string> =>
  said('reset', values, 'session')

export const verifyEmail = (token: string): Promise<string> => said('password/verify-email', { token }, 'none')
