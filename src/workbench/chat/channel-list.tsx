import { cx } from '#src/ui/cx.ts'
import { HelpIcon } from '#src/ui/icons.tsx'
import type { Channel } from './chat-api.ts'

interface ChannelListProps {
  readonly channels: readonly Channel[]
  /** null: the assistant. */
  readonly chosen: number | null
  readonly onChoose: (id: number | null) => void
}

const entry = (chosen: boolean) =>
  cx(
    'flex min-h-9 w-full items-center gap-2 rounded px-2.5 py-1.5 text-left',
    chosen ? 'bg-accent-soft font-medium text-accent-ink' : 'hover:bg-hover',
  )

/** The assistant, and the channels of one's collaborations with what is new in them. */
export function ChannelList({ channels, chosen, onChoose }: ChannelListProps) {
  return (
    <nav aria-label="Channels" className="flex flex-col gap-3">
      <button
        type="button"
        aria-current={chosen === null ? 'true' : undefined}
        className={entry(chosen === null)}
        onClick={() => onChoose(null)}
      >
        <HelpIcon size={16} />
        Assistant
      </button>
      <div>
        <h2 className="mb-1 px-2.5 text-sm font-semibold text-ink-3">Channels</h2>
        {channels.length === 0 ? (
          <p className="px-2.5 text-ink-2">
            You are in no collaboration yet. Whoever administers them makes you a member.
          </p>
        ) : (
          <ul>
            {channels.map(({ collaboration_id: id, name, status, unread, mentioned }) => (
              <li key={id}>
                <button
                  type="button"
                  aria-current={id === chosen ? 'true' : undefined}
                  className={entry(id === chosen)}
                  onClick={() => onChoose(id)}
                >
                  <span className={cx('min-w-0 flex-1', unread > 0 && 'font-semibold')}>
                    {name}
                    {status === 'active' ? null : <span className="font-normal text-ink-3"> · {status}</span>}
                  </span>
                  {unread > 0 ? (
                    <span
                      className={cx(
                        'shrink-0 rounded-full px-1.5 text-sm tabular-nums',
                        mentioned > 0 ? 'bg-bad-strong text-on-bad' : 'bg-accent text-on-accent',
                      )}
                    >
                      {mentioned > 0 ? '@' : ''}
                      {unread}
                      <span className="sr-only">{mentioned > 0 ? ' new, you are named' : ' new'}</span>
                    </span>
                  ) : null}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </nav>
  )
}
