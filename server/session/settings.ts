import type { Config } from '../config.ts'
import { StartError } from '../start-error.ts'

export interface IdentityProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  redirectUri: string
  scope: string
  /** Take the provider's word for an address even when it does not say that it was verified. */
  trustEmail: boolean
  /** Where users that the provider knows and we do not are created; without it they are refused. */
  provision: { organization: string; role: string } | undefined
}

/** Whether people use single sign-on alone, the product's own login alone, or both. */
export function signInWays({ oidc }: Config): { own: boolean; sso: boolean } {
  const sso = Boolean(oidc.issuer && oidc.clientId)
  return { own: !(oidc.productionSignIn && sso), sso }
}

/** The settings of single sign-on, or undefined when there is none; throws with words when they contradict each other. */
export function identityProviderSettings({ oidc }: Config, publicUrl: string): IdentityProviderSettings | undefined {
  const { issuer, clientId, provisionOrganization, provisionRole } = oidc
  if (oidc.productionSignIn && !issuer) throw new StartError('PRODUCTION_SIGN_IN needs IDP_DOMAIN and CLIENT_ID')
  if (Boolean(provisionOrganization) !== Boolean(provisionRole))
    throw new StartError('IDP_PROVISION_ORGANIZATION and IDP_PROVISION_ROLE belong together')
  if (!issuer && !clientId) return undefined
  if (!issuer || !clientId) throw new StartError('Single sign-on needs both IDP_DOMAIN and CLIENT_ID')
  return {
    issuer,
    clientId,
    clientSecret: oidc.clientSecret,
    redirectUri: oidc.redirectUrl ?? `${publicUrl}/login`,
    scope: oidc.scope ?? 'openid profile email offline_access',
    trustEmail: oidc.trustEmail,
    provision:
      provisionOrganization && provisionRole ? { organization: provisionOrganization, role: provisionRole } : undefined,
  }
}
