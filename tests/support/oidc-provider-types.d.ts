declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
    destroy(): Promise<void>
  }

  interface InteractionDetails {
    prompt: { name: string }
    params: Record<string, unknown>
    session?: { accountId: string }
    grantId?: string
  }

  interface Account {
    accountId: string
    claims(): object
  }

  interface Configuration {
    findAccount(context: unknown, sub: string): Account | undefined
    interactions: { url(context: unknown, interaction: { uid: string }): string }
    [option: string]: unknown
  }

  /** What the tests use of the provider; the package brings no types. */
  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<InteractionDetails>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: object,
    ): Promise<void>
    Grant: {
      new (properties: { accountId: unknown; clientId: unknown }): Grant
      find(id: string): Promise<Grant | undefined>
    }
  }
}
