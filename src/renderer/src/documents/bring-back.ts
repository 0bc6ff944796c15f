import { contentPath, isWithin, nameOf, type ContentPath, siteOf } from '../../../common/content/paths'
import { api, sentenceOf } from '../api'
import { notify, notifyFailure } from '../workbench/toast'

/**
 * Restores the newest thing in the trash that holds the file, with its history (S5), and says how it went.
 */
export async function bringBack(path: ContentPath): Promise<void> {
  const site = siteOf(path)
  try {
    const holding = (await api.trash(site))
      .filter((item) => item.cause === 'deleted' && isWithin(path, contentPath(item.path)))
      .sort((a, b) => b.deletedAt - a.deletedAt)[0]
    if (!holding) return notify('It is not in the trash any more.')
    const restored = await api.restoreFromTrash(site, holding.id)
    notify(`Restored “${nameOf(restored)}”`)
  } catch (problem) {
    notifyFailure('Not restored', sentenceOf(problem))
  }
}
