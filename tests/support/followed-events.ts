/** Follows the stream of changes as a browser does; resolves with how to stop once the first event has come. */
export async function followEvents(
  address: string,
  token: string,
  heard: (version: number) => void,
): Promise<() => Promise<void>> {
  const over = new AbortController()
  const response = await fetch(`${address}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: over.signal,
  })
  if (response.status !== 200 || !response.body) throw new Error(`The stream answered ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let first = () => {}
  const begun = new Promise<void>((resolve) => (first = resolve))
  const reading = (async () => {
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const events = (rest + value).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data === undefined) continue
        heard((JSON.parse(data) as { version: number }).version)
        first()
      }
    }
  })().catch(() => undefined)
  await begun
  return async () => {
    over.abort()
    await reading
  }
}
