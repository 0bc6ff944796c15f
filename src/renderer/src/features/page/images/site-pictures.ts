import { contentPath, isHidden, nameOf, siteOf, type ContentPath } from '../../../../../common/content/paths'
import { kindOfPath } from '../../../../../common/formats/files'
import { api, reasonOf } from '../../../api'

/** Folders that are read at most, and at once. */
const MOST_FOLDERS = 3_000
const AT_ONCE = 6

/**
 * The pictures of a page's site: those of the page itself, then folder by folder. What may not be seen is
 * left out.
 * @param own the folder of the page's own pictures
 * @param onFound told of those of a folder, in their order
 * @throws GalleyError when the site itself cannot be listed
 */
export async function findPictures(
  page: ContentPath,
  own: ContentPath,
  signal: AbortSignal,
  onFound: (pictures: readonly ContentPath[]) => void
): Promise<void> {
  const site = siteOf(page)
  const todo: ContentPath[] = [site]
  let read = 0
  const look = async (folder: ContentPath) => {
    const items = await listed(folder, folder === site, signal)
    if (signal.aborted) return
    const paths = items.map(({ path }) => contentPath(path))
    todo.push(...paths.filter((path, index) => items[index]?.ext === undefined && !isHidden(nameOf(path))))
    const pictures = paths.filter(
      (path, index) => items[index]?.ext !== undefined && kindOfPath(path) === 'image'
    )
    if (pictures.length > 0) onFound(pictures)
  }
  await look(own)
  while (todo.length > 0 && read < MOST_FOLDERS && !signal.aborted) {
    const folders = todo.splice(0, AT_ONCE)
    read += folders.length
    await Promise.all(folders.map(look))
  }
}

async function listed(folder: ContentPath, isNeeded: boolean, signal: AbortSignal) {
  try {
    return await api.list(folder, { missing: 'empty', signal })
  } catch (error) {
    const isKnown = ['not-found', 'forbidden', 'cancelled'].includes(reasonOf(error))
    if (isNeeded && !isKnown) throw error
    return []
  }
}

/** Those whose path has all the words, in the order in which they came. */
export function picturesLike(pictures: readonly ContentPath[], words: string): readonly ContentPath[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return pictures.filter((path) => {
    const text = path.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}
