import type { Core } from '../core/core'
import { openGroups, SMALL, type Groups } from './groups'
import { replaceContent, type Replace, type Replaced } from './replace'
import { replaceTogether, type SmallReplace } from './replace-together'

/** The save of a document that exists; see `replaceContent`. Those that come at about the same time go together. */
export function replaceDocument(core: Core, change: Replace): Promise<Replaced | null> {
  if (!isSmall(change)) return replaceContent(core, change)
  let groups = groupsOf.get(core)
  if (!groups) {
    groups = openGroups<SmallReplace, Replaced | null>({
      sizeOf: ({ content }) => content.size,
      alone: (one) => replaceContent(core, one),
      together: async (all) => (await replaceTogether(core, all)).files
    })
    groupsOf.set(core, groups)
  }
  return groups.add(change)
}

const groupsOf = new WeakMap<Core, Groups<SmallReplace, Replaced | null>>()

/** What waits for something else holds nobody up. */
const isSmall = (change: Replace): change is SmallReplace =>
  change.after === undefined && change.content.kind === 'bytes' && change.content.bytes.length <= SMALL
