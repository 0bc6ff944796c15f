import { childOf, contentPath, nameOf, parentOf, type ContentPath } from '../../../../../common/content/paths'
import { parseJson } from '../../../../../common/json'
import { siteFolder } from '../../../../../common/publishing/addresses'
import {
  PLACEHOLDERS,
  placeholdersIn,
  type Placeholders
} from '../../../../../common/publishing/placeholders'
import { readSheets } from '../../../../../common/publishing/sheets'
import { api, onServiceEvent } from '../../../api'
import type { TreeState } from '../../../engines/tree/tree-state'
import { createEntries, useStore } from '../../../state/store'

const known = createEntries<ContentPath, Placeholders>()
const asked = new Set<ContentPath>()
let isHearing = false

/** Told when the placeholders of a sheet are known, or others. */
export const followPlaceholders = known.subscribe

/** All sheets that have been read, drawn anew when there are more. */
export const usePlaceholders = (): ReadonlyMap<ContentPath, Placeholders> => useStore(known)

/** What a sheet says; undefined while it has not been read, or cannot be. Asks for it when nobody has. */
export function placeholdersOf(sheet: ContentPath): Placeholders | undefined {
  if (!isHearing) {
    isHearing = true
    onServiceEvent((event) => {
      if (event.type !== 'file') return
      for (const name of [event.path, event.from ?? event.path]) {
        const path = contentPath(name)
        if (nameOf(path) === PLACEHOLDERS && asked.has(path)) void read(path)
      }
    })
  }
  if (!asked.has(sheet)) void read(sheet)
  return known.now().get(sheet)
}

/**
 * The sheet that counts for a page: that of its folder, else of the nearest one above, as sites with a folder
 * for each language have them.
 * @returns null where there is none; undefined while the folders have not been read
 */
export function sheetFor({ root, folders }: TreeState, page: ContentPath): ContentPath | null | undefined {
  const site = siteFolder(page)
  if (root !== site) return undefined
  for (let folder = parentOf(page); ; folder = parentOf(folder)) {
    const state = folders.get(folder)
    if (state?.status !== 'ready') return undefined
    const sheet = childOf(folder, PLACEHOLDERS)
    if (state.entries.some(({ path }) => path === sheet)) return sheet
    if (folder === site) return null
  }
}

async function read(sheet: ContentPath): Promise<void> {
  asked.add(sheet)
  try {
    const { text } = await api.read(sheet)
    known.put(sheet, placeholdersIn(readSheets(parseJson(text))?.sheets[0]?.rows ?? []))
  } catch {
    // one that is gone, damaged or not for this person says nothing, and nothing is said of what uses it
    known.put(sheet, null)
  }
}
