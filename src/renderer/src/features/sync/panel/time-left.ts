import type { Sample } from '../sync-store'

/** About how long the rest takes at the speed so far; '' while nobody can know. */
export function timeLeft(first: Sample, now: Sample, total: number): string {
  const passed = now.at - first.at
  const done = now.done - first.done
  if (passed < 3_000 || done < 5 || now.done >= total) return ''
  const seconds = ((total - now.done) * passed) / done / 1000
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 50) return `about ${Math.ceil(seconds / 10) * 10} seconds left`
  const minutes = Math.round(seconds / 60)
  if (minutes <= 1) return 'about a minute left'
  return minutes < 90 ? `about ${minutes} minutes left` : `about ${Math.round(minutes / 60)} hours left`
}
