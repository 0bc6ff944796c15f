import { sync } from '../../../api/sync'
import type { FolderCount } from './folder-choice'

export interface Places {
  readonly local: string
  readonly remote: string
}

/** Counts what lies in a folder of two that are paired, on both sides. @param folder below the two */
export const lookIntoOf =
  (remoteId: string, places: Places) =>
  async (folder: string): Promise<readonly FolderCount[]> => {
    const { top } = await sync.survey(remoteId, {
      local: places.local + folder,
      remote: places.remote + folder
    })
    return top.filter(({ path }) => path !== '').map((one) => ({ ...one, path: folder + one.path }))
  }
