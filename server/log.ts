import { type Logger, pino } from 'pino'

/** JSON lines on standard error, where they do not mix with what a start prints. Credentials never enter. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers.authorization', 'req.headers["x-access-token"]', 'req.headers.cookie', 'req.body.password'],
    },
    pino.destination({ dest: 2, sync: true }),
  )
}
