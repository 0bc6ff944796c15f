import type { FileState, LogEvent } from './log-events'

const MAX_SUPERSEDED = 1_000

/** Most of a history is about contents that nobody needs any more. */
export const isLong = ({ superseded, versions }: FileState) =>
  superseded > MAX_SUPERSEDED && superseded > versions.length

/**
 * A history without the contents that nobody needs any more: autosaves leave many. Kept are the last two, and who wrote
 * what each version has.
 */
export function withoutSuperseded(events: readonly LogEvent[]): LogEvent[] {
  const needed = new Set<LogEvent>(events.filter((event) => event.event === 'current').slice(-2))
  let latest: LogEvent | null = null
  for (const event of events) {
    if (event.event === 'current') latest = event
    else if (event.event === 'version' && latest) needed.add(latest)
  }
  return events.filter((event) => event.event !== 'current' || needed.has(event))
}
