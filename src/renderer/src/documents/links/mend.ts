import type { ContentPath } from '../../../../common/content/paths'
import { api, sentenceOf } from '../../api'
import { notifyFailure, notifyWithUndo } from '../../workbench/toast'
import { saveEverything } from '../closing'
import { countedLinks } from './words'

/** An address that is to say something else. */
interface Mend {
  readonly path: string
  readonly n: number
  readonly before: string
  readonly after: string
}

/** What one request may hold. */
const MOST = 10_000

/**
 * Mends addresses as one change with one Undo, after what is typed is saved (LK6). What somebody changed
 * meanwhile stays, and is told. @returns whether something was mended
 */
export async function mendLinks(site: ContentPath, mends: readonly Mend[]): Promise<boolean> {
  if (!(await saveEverything())) return false
  try {
    const { change, links, left } = await api.changeLinks(site, { mend: mends.slice(0, MOST) })
    if (left.length > 0)
      notifyFailure(
        links === 0 ? 'Nothing was mended' : 'Not all of it was mended',
        `These were changed meanwhile, and stay as they are: ${left.slice(0, 5).join(', ')}`
      )
    if (change !== null) notifyWithUndo(`Mended ${countedLinks(links)}`, () => undoChange(change))
    return change !== null
  } catch (error) {
    notifyFailure('Nothing was mended', sentenceOf(error))
    return false
  }
}

/** Takes a change of several files back as one (LK4), and tells what stays because somebody changed it since. */
export async function undoChange(id: string): Promise<void> {
  try {
    const { left } = await api.undoChange(id)
    if (left.length > 0)
      notifyFailure(
        'Not all of it was taken back',
        `Somebody changed these since, and they stay as they are: ${left.join(', ')}`
      )
  } catch (error) {
    notifyFailure('It could not be undone', sentenceOf(error))
  }
}
