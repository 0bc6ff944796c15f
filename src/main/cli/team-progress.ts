import type { Terminal } from './command'
import { jsonLine } from './visibly'

/** How far something is; a new phase is said at once, and else it is said once a second. */
export function progressLines({ notify }: Terminal, isJson: boolean) {
  let last = { phase: '', at: 0 }
  return (progress: { readonly phase: string; readonly done: number; readonly total: number }): void => {
    const now = performance.now()
    if (progress.phase === last.phase && now - last.at < 1_000) return
    last = { phase: progress.phase, at: now }
    const { phase, done, total } = progress
    notify(
      isJson ? jsonLine(progress) : done === 0 || done === total ? phase : `${phase}: ${done} of ${total}`
    )
  }
}
