import type { Watcher } from '../server'
import { failureText } from '../system/failure-text'
import type { Terminal } from './command'
import { jsonLine } from './visibly'

/**
 * The error stream as lines of JSON (OP3): one for each request when it is over, and one for whatever is
 * said beside.
 */
export function jsonLog(terminal: Terminal): {
  readonly watcher: Watcher
  readonly terminal: Terminal
  /** A failure that is Galley's own fault. */
  report(error: unknown): void
} {
  const write = (entry: object) => terminal.notify(jsonLine({ time: new Date().toISOString(), ...entry }))
  return {
    watcher: {
      ended({ id, method, route, status, bytes, ms, caller, isWhole }) {
        write({ id, method, route, status, bytes, ms, caller, ...(isWhole ? {} : { broken: true }) })
      }
    },
    terminal: { out: terminal.out, notify: (message) => write({ level: 'info', message }) },
    report: (error) => write({ level: 'error', message: failureText(error) })
  }
}
