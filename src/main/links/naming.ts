import { urlOf } from '../../common/api/url'
import {
  contentPath,
  isWithin,
  orgOf,
  siteOf,
  segmentsOf,
  type ContentPath
} from '../../common/content/paths'
import type { LinkPlanAnswer } from '../../common/links/answers'
import type { Move } from '../../common/links/moved'
import { configsNaming, isNamed, sayingsOf } from '../../common/links/naming'
import { orgPermissions } from '../../common/permissions/org-permissions'
import { siteSheetFiles } from '../../common/publishing/site-sheet'
import { openConfigMeaning } from '../configs/config-meaning'
import type { Access } from '../permissions/access'
import type { OrgRules } from '../permissions/org-rules'
import type { Store } from '../store/types'

type Naming = LinkPlanAnswer['naming']

const MOST = 200

/**
 * Rows of configs, of the sheets about all pages and of the query index that name what moves: they are rules,
 * not links, and stay as they are. Told is what the caller may read.
 */
export function openNaming(store: Store) {
  const cellsOf = openConfigMeaning<readonly string[]>(store, {
    of: ({ sheets }) =>
      [...sheets].flatMap(([, rows]) =>
        rows.flatMap((row) =>
          Object.values(row).flatMap((value) => (typeof value === 'string' ? [value] : []))
        )
      ),
    broken: () => [],
    none: []
  })

  return async (access: Access, moves: readonly Move[]): Promise<Naming> => {
    const found: Naming = []
    const add = (where: string, texts: readonly string[], names: readonly string[]) => {
      for (const text of new Set(texts))
        if (found.length < MOST && names.some((name) => isNamed(text, name)))
          found.push({ where, text: text.slice(0, 300) })
    }
    for (const move of moves) {
      const { from } = move
      const inSite = from.slice(siteOf(from).length)
      const there = await access.at(from)
      for (const path of configsNaming([move]))
        if (there.configActions(path).includes('read'))
          add(
            urlOf('readConfig', { at: path }),
            await cellsOf(path),
            sayingsOf(path, move).map(({ before }) => before)
          )
      if (segmentsOf(from).length < 3) continue
      for (const name of [siteSheetFiles.metadata, siteSheetFiles.headers, 'helix-query.yaml']) {
        const sheet = contentPath(`${siteOf(from)}/${name}`)
        if (!there.may('read', sheet) || isWithin(sheet, from)) continue
        const file = await store.read(sheet)
        const text = file && file.bytes.length < MOST_BYTES ? new TextDecoder().decode(file.bytes) : ''
        add(sheet, piecesOf(text), [inSite, inSite.replace(/\.html$/, '')])
      }
    }
    return found
  }
}

const MOST_BYTES = 1024 * 1024

/** Values of JSON in quotes, and words of YAML. */
const piecesOf = (text: string): string[] => text.match(/\/[^\s"',\]}]+/g) ?? []

/** Who may do more or less with what moves, by the rows of the permissions: told to who may read them. */
export async function changedRights(
  access: Access,
  rulesOf: OrgRules,
  moves: readonly Move[]
): Promise<LinkPlanAnswer['rights']> {
  const found = new Map<string, LinkPlanAnswer['rights'][number]>()
  for (const { from, to } of moves) {
    const org = orgOf(from)
    const rules = await rulesOf(org)
    const mayRead = (await access.at(from)).configActions(contentPath(`/${org}`)).includes('read')
    if (!rules || !mayRead) continue
    for (const group of rules.byIdentifier.keys()) {
      const theirs = orgPermissions(rules, [{ email: group, groups: [] }], org)
      const of = (path: ContentPath) => [...new Set([...theirs.actions(path), ...theirs.childActions(path)])]
      const [before, after] = [of(from), of(to)]
      if (before.join() !== after.join() && !found.has(group)) found.set(group, { group, before, after })
    }
  }
  return [...found.values()]
}
