import type { Terminal } from './command'
import { jsonLine } from './visibly'

/** How far something is; a new phase is said at once, and else it is said once a second. */
export function progressLines({ notify }: Terminal, isJson: boolean) {
  let last = { phase: '', at: 0 }
  return (progress: Progress): void => {
    const now = performance.now()
    if (progress.phase === last.phase && now - last.at < 1_000) return
    last = { phase: progress.phase, at: now }
    notify(isJson ? jsonLine(progress) : lineOf(progress))
  }
}

interface Progress {
  readonly phase: string
  readonly done: number
  /** 0 where nobody knows it before. */
  readonly total: number
}

const lineOf = ({ phase, done, total }: Progress): string =>
  done === total
    ? phase
    : total === 0
      ? `${phase}: ${done}`
      : done === 0
        ? phase
        : `${phase}: ${done} of ${total}`
