import type { EventHub } from '../events/event-hub'
import type { Health } from '../health'
import type { Store } from '../store/types'

/** What a service has done since its start, and how it is: numbers alone. */
export interface ServiceFigures {
  /** Contents written, of files and configs, by whom ever. */
  readonly saves: number
  readonly versions: number
  /** Paths published or taken back, in one environment each. */
  readonly publications: number
  readonly jobs: Readonly<Record<'publishing' | 'importing', number>>
  /** Bytes; null where it cannot be told. */
  readonly disk: { readonly free: number; readonly total: number } | null
  /** What was found damaged or breaks a rule: at the start and since, and by the last examination. */
  readonly problems: number
}

interface FigureParts {
  readonly store: Store
  readonly events: Pick<EventHub, 'subscribe'>
  readonly health: Health
  readonly jobs: Readonly<Record<'publishing' | 'importing', { underWay(): number }>>
}

/** Counts from now on. */
export function openFigures({ store, events, health, jobs }: FigureParts): () => Promise<ServiceFigures> {
  const counted = { saves: 0, versions: 0, publications: 0 }
  events.subscribe((event) => {
    if (event.type === 'version') counted.versions += 1
    else if (event.type === 'published') counted.publications += 1
    else if (event.type === 'config') counted.saves += 1
    else if (event.type === 'file' && (event.change === 'created' || event.change === 'changed'))
      counted.saves += 1
  })
  return async () => {
    const { check, disk } = await health.state()
    return {
      ...counted,
      jobs: { publishing: jobs.publishing.underWay(), importing: jobs.importing.underWay() },
      disk: disk && { free: disk.free, total: disk.total },
      problems: (store.folder?.problems().length ?? 0) + (check.last?.damaged ?? 0)
    }
  }
}
