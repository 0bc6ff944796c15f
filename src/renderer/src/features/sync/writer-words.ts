import type { Theirs } from '../../../../common/sync'
import { relativeTime } from '../../components/formats'
import { nameTo } from '../../documents'

/** Who wrote the server's side of a file and when, as far as the server tells; null when it tells neither. @param me e-mail of the owner */
export function writerWords({ by, at }: Theirs, me: string | undefined): string | null {
  const when = at === undefined ? null : relativeTime(at)
  if (by !== undefined)
    return ['Written on the server by', nameTo(me, { email: by }), when].filter(Boolean).join(' ')
  return when && `Written on the server ${when}; it does not tell by whom`
}
