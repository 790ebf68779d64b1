declare module 'autocannon' {
  interface Result {
    readonly requests: { readonly average: number }
    readonly latency: { readonly p50: number; readonly p99: number }
    readonly non2xx: number
    readonly errors: number
  }

  /** What the benches use of it; the package brings no types. */
  export default function autocannon(options: {
    url: string
    headers?: Record<string, string>
    connections: number
    duration: number
    requests?: readonly { method: string; setupRequest(request: object): object }[]
  }): Promise<Result>
}
