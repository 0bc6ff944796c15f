import { closeHistory } from 'prosemirror-history'
import type { ContentPath } from '../../../../../common/content/paths'
import type { DocumentSession } from '../../../documents'
import { arrive, arriveInstead, waitingAt } from '../../../engines/page/images/waiting'
import type { PageBuffer } from '../../../engines/page/page-buffer'
import type { PageSurface } from '../../../engines/page/surface'
import { workbench } from '../../../workbench/workbench'
import { pictureAddress } from './picture-address'
import type { Upload } from './upload'
import { words } from './words'

/** An open page that pictures are put into. */
export interface PutIn {
  readonly session: DocumentSession
  readonly buffer: PageBuffer
  readonly surface: PageSurface
  /** The folder of the page as it is named now. */
  readonly folder: () => ContentPath
}

/**
 * Whether the page can take pictures now: while another view has the document, that one is written in, and
 * what has no tab any more is about to be closed.
 */
export const takesPictures = ({ session, buffer }: PutIn): boolean =>
  session.attached === buffer &&
  buffer.state !== null &&
  workbench().tabs.some((tab) => tab.path === session.path)

/**
 * A picture that has come stands at its place, as a step of its own; nothing where that place is gone.
 * @returns false where the page cannot be written in now
 */
export function putOne(page: PutIn, { id, path }: Upload): boolean {
  const { buffer, surface } = page
  if (buffer.state === null || waitingAt(buffer.state, id) === null) return true
  const url = path && addressIn(page, path)
  if (url === null || !surface.run(arrive(id, url), false)) return false
  endStep(buffer)
  surface.said.notify(words.inserted)
  return true
}

/**
 * Pictures of other servers have come: all of them as one step.
 * @returns false where there is none, or the page cannot be written in now
 */
export function putTogether(page: PutIn, come: readonly Upload[]): boolean {
  const put = come.flatMap(({ id, path }) => {
    const url = path && addressIn(page, path)
    return url === null ? [] : [{ id, url }]
  })
  if (put.length === 0 || !page.surface.run(arriveInstead(put), false)) return false
  endStep(page.buffer)
  page.surface.said.notify(words.fetchedAll(put.length))
  return true
}

const addressIn = ({ session, folder }: PutIn, path: ContentPath) =>
  pictureAddress(path, session.path, folder())

/** What is written next is a step of its own. */
function endStep(buffer: PageBuffer): void {
  if (buffer.state) buffer.dispatch(closeHistory(buffer.state.tr))
}
