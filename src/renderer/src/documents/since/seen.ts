import type { ContentPath } from '../../../../common/content/paths'
import { currentWorkspace } from '../../api'
import { keep, keptText } from '../../state/keep'

/** What somebody saw last of a document, on this computer. */
export interface Seen {
  /** Of the content that was stored then. */
  readonly etag: string
  /** Unix milliseconds. */
  readonly at: number
}

/** Documents that are remembered; those that were seen longest ago are forgotten first. */
const MOST = 300

/** What this person saw last of the document; null where that is not known. */
export const seenLast = (path: ContentPath): Seen | null => read().get(path) ?? null

export function noteSeen(path: ContentPath, seen: Seen): void {
  // on top of what is kept now: another window may have added to it
  const all = read()
  all.delete(path)
  all.set(path, seen)
  const kept = [...all].slice(-MOST).map(([at, one]) => [at, one.etag, one.at])
  keep(key(), JSON.stringify(kept))
}

const key = () => {
  const workspace = currentWorkspace()
  return `galley.seen.${workspace?.id ?? ''}.${workspace?.owner?.email.toLowerCase() ?? ''}`
}

/** Those seen longest ago first; whatever is not understood is left out. */
function read(): Map<string, Seen> {
  const all = new Map<string, Seen>()
  for (const one of listed(keptText(key()))) {
    if (!Array.isArray(one)) continue
    const [path, etag, at]: unknown[] = one
    if (typeof path === 'string' && typeof etag === 'string' && typeof at === 'number')
      all.set(path, { etag, at })
  }
  return all
}

function listed(text: string | null): readonly unknown[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found : []
  } catch {
    return []
  }
}
