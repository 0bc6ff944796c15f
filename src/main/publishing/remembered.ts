import type { ContentPath } from '../../common/content/paths'
import type { PublishingParts } from './parts'

/**
 * Remembers what a config means for a second at most, and forgets it at once when this service hears of a
 * change: a thousand readers do not read it a thousand times.
 */
export function remembered<Meaning>(
  { events }: Pick<PublishingParts, 'events'>,
  read: (configPath: ContentPath) => Promise<Meaning>
): (configPath: ContentPath) => Promise<Meaning> {
  const known = new Map<ContentPath, { readonly until: number; readonly meaning: Promise<Meaning> }>()
  events.subscribe((event) => {
    if (event.type !== 'published' && event.type !== 'version') known.clear()
  })
  return (configPath) => {
    const now = performance.now()
    const found = known.get(configPath)
    if (found && found.until > now) return found.meaning
    const meaning = read(configPath)
    if (known.size >= MOST) known.clear()
    known.set(configPath, { until: now + REMEMBERED_MS, meaning })
    meaning.catch(() => known.delete(configPath))
    return meaning
  }
}

const MOST = 1000
const REMEMBERED_MS = 1000
