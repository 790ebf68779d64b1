import type { SessionServices } from '../../session/services.ts'
import type { Tx } from '../../store/database.ts'

/** Something about a record that waits or was decided, for one person. */
export interface Notice {
  readonly to: string
  readonly kind: 'asked' | 'decided'
  /** What it is about, such as "Financial posting R-1-0001, 1,000.00 EUR". */
  readonly subject: string
  /** What became of it, for those who asked. */
  readonly words: string
}

/** Hands notices over to be sent once everything is committed. */
export type Tell = (tx: Tx, notices: readonly Notice[]) => void

const mostNamed = 40

/** One mail a person and transaction, however many records it is about. */
export function tellByMail({
  mailer,
  background,
  publicUrl,
}: Pick<SessionServices, 'mailer' | 'background' | 'publicUrl'>): Tell {
  const waiting = new WeakMap<Tx, Notice[]>()
  const send = async (notices: readonly Notice[]): Promise<void> => {
    const to = notices[0]!.to
    for (const kind of ['asked', 'decided'] as const) {
      const those = notices.filter((notice) => notice.kind === kind)
      if (those.length === 0) continue
      const lines = those.slice(0, mostNamed).map(({ subject, words }) => `– ${subject}${words ? `: ${words}` : ''}`)
      const rest = those.length > mostNamed ? [`… and ${those.length - mostNamed} more`] : []
      const one = those.length === 1 ? those[0]!.subject : `${those.length} documents`
      await mailer.send({
        to,
        subject: kind === 'asked' ? `For your approval: ${one}` : `Decided: ${one}`,
        text: `${kind === 'asked' ? 'These wait for your approval:' : 'What you submitted was decided:'}\n\n${[...lines, ...rest].join('\n')}\n\n${publicUrl()}${kind === 'asked' ? '/approval-inbox' : '/workflow-maintenance-result?submitted_by=@me'}\n`,
      })
    }
  }
  return (tx, notices) => {
    if (notices.length === 0) return
    const known = waiting.get(tx)
    if (known) return void known.push(...notices)
    const gathered = [...notices]
    waiting.set(tx, gathered)
    tx.afterCommit(() => {
      for (const to of new Set(gathered.map((notice) => notice.to)))
        background.run(() => send(gathered.filter((notice) => notice.to === to)))
    })
  }
}
