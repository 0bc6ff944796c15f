import { z } from 'zod'
import type { OpenRecords } from '../store/types'
import { isOwnHost, originOf } from './hosts'

/**
 * Where a service answers for this workspace, so that the command line can make links to it. Only the place
 * to listen is kept, and only one of this machine is believed: a workspace may come from anywhere, and a link
 * is a secret.
 */
interface ServedAt {
  notify(place: Place): Promise<void>
  forget(): Promise<void>
  /** Null when no service has said so. */
  origin(): Promise<string | null>
}

interface Place {
  readonly host: string
  readonly port: number
}

export function openServedAt(open: OpenRecords): ServedAt {
  const records = open('served-at', (value) => place.parse(value))
  return {
    notify: (found) => records.put(KEY, found),
    forget: async () => void (await records.remove(KEY)),
    async origin() {
      const found = await records.get(KEY)
      return found && isOwnHost(found.host) ? originOf(found.host, found.port) : null
    }
  }
}

const KEY = 'service'

const place = z.object({ host: z.string().max(255), port: z.number().int().min(1).max(65_535) })
