import { contentPath, type ContentPath } from '../../../../common/content/paths'
import { notify } from '../../workbench/toast'
import { openDocument } from '../../workbench/workbench'
import { linksOnce } from './document-links'
import { addressAt } from './faults'
import { faultOf } from './words'

/**
 * Goes where the address at an offset of a text leads, by what is known of the stored document (LK10).
 * @param leave asked for an address that leads out of the workspace
 */
export async function followAt(
  path: ContentPath,
  text: string,
  offset: number,
  leave: (address: string) => void
): Promise<void> {
  const place = addressAt(path, text, offset)
  if (place) await followAddress(path, place.value, leave)
}

/** The same of an address that a document says somewhere. */
export async function followAddress(
  path: ContentPath,
  address: string,
  leave: (address: string) => void
): Promise<void> {
  const read = await linksOnce(path)
  const link = read.status === 'ready' ? read.links.out.find(({ written }) => written === address) : undefined
  if (link?.to != null) openDocument(contentPath(link.to))
  else if (/^(https?:)?\/\//i.test(address)) leave(address)
  else if (!link) notify('What was typed just now is looked at when it is saved.')
  else notify(faultOf(link.state) ?? 'This leads to nothing that can be opened here.')
}
