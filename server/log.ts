import { type Logger, pino } from 'pino'
import { keepLine } from './log-tail.ts'

const errors = pino.destination({ dest: 2, sync: true })

/** JSON lines on standard error, where they do not mix with what a start prints. Credentials never enter. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorOf },
      redact: ['req.headers.authorization', 'req.headers["x-access-token"]', 'req.headers.cookie', 'req.body.password'],
    },
    {
      write: (line: string) => {
        keepLine(line)
        errors.write(line)
      },
    },
  )
}

/** An error as it is written: a broken connection brings its whole client along, of which nobody can read anything. */
function errorOf(error: Error): object {
  const { client: _client, ...rest } = pino.stdSerializers.err(error)
  return rest
}
