import { childOf, contentPath, isHidden, nameOf, type ContentPath } from '../../../../common/content/paths'
import { formatOfPath } from '../../../../common/formats/files'
import { api } from '../../api'
import { readLibrary } from '../library'

/** A page that others begin as. */
export interface Template {
  readonly path: ContentPath
  /**
   * Where it is in the folder of templates, without its extension: `offers/summer`; else what the library
   * calls it.
   */
  readonly title: string
}

/** How deep, and how many: a list that a person chooses from. */
const DEPTH = 4
const MOST = 500

/** Where the templates of a site are: every page in there is one (VE17). */
export const templateFolder = (site: ContentPath): ContentPath => childOf(site, 'templates')

/**
 * The templates of a site, those of a folder together, and behind them those that its library names (VE18).
 * @throws GalleyError as listing a folder
 */
export async function readTemplates(site: ContentPath, signal?: AbortSignal): Promise<readonly Template[]> {
  const root = templateFolder(site)
  const found: Template[] = []
  const read = async (folder: ContentPath, depth: number): Promise<void> => {
    const items = await api.list(folder, { missing: 'empty', ...(signal && { signal }) })
    for (const item of items) {
      const path = contentPath(item.path)
      if (found.length >= MOST || isHidden(nameOf(path))) continue
      if (item.ext === undefined) {
        if (depth > 1) await read(path, depth - 1)
      } else if (formatOfPath(path) === 'page')
        found.push({ path, title: path.slice(root.length + 1).replace(/\.html$/i, '') })
    }
  }
  await read(root, DEPTH)
  const { templates } = await readLibrary(site)
  return [...found, ...templates.filter(({ path }) => !found.some((one) => one.path === path))]
}
