import { childOf, isWithin, contentPath, type ContentPath } from '../../../../../common/content/paths'
import { siteFolder } from '../../../../../common/publishing/addresses'
import { onServiceEvent } from '../../../api'
import { inlineMedia } from '../../../engines/preview/media-cache'
import { entriesIn, type TreeState } from '../../../engines/tree/tree-state'
import { createEntries } from '../../../state/store'

/** Pictures of icons as `data:` addresses; empty for what is no picture, or more than stands in a line. */
const pictures = createEntries<ContentPath, string>()
const asked = new Set<ContentPath>()
let isHearing = false

/** Letters of a picture's address at most: an icon is small. */
const LARGEST = 100_000

/** Told when the picture of an icon is known, or another one. */
export const followIcons = pictures.subscribe

/** The folder of a site's icons. */
export const iconFolder = (page: ContentPath): ContentPath => childOf(siteFolder(page), 'icons')

/** Where the drawing of an icon lies. */
export const iconPath = (page: ContentPath, name: string): ContentPath =>
  childOf(iconFolder(page), `${name.toLowerCase()}.svg`)

/** The names of a site's icons, by their order in its folder. */
export const iconNames = (tree: TreeState, page: ContentPath): string[] =>
  entriesIn(tree, iconFolder(page)).flatMap(({ kind, ext, stem }) =>
    kind === 'file' && ext === 'svg' ? [stem] : []
  )

/** The picture of an icon; undefined while it has not been read. Asks for it when nobody has. */
export function iconPicture(path: ContentPath): string | undefined {
  if (!isHearing) {
    isHearing = true
    onServiceEvent((event) => {
      if (event.type !== 'file' && event.type !== 'folder') return
      for (const path of asked)
        if (isWithin(path, contentPath(event.path))) {
          asked.delete(path)
          pictures.put(path, null)
        }
    })
  }
  if (!asked.has(path)) void read(path)
  return pictures.now().get(path)
}

async function read(path: ContentPath): Promise<void> {
  asked.add(path)
  const found = await inlineMedia(path)
  pictures.put(path, found.kind === 'data' && found.url.length <= LARGEST ? found.url : '')
}
