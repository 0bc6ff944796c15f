import { contentPath, isWithin, type ContentPath } from '../../../../../common/content/paths'
import type { LinkPlanAnswer } from '../../../../../common/links/answers'
import { api } from '../../../api'

/** What one request may ask about. */
const AT_ONCE = 1000

/** What moving all of these means for links: they move one by one, each with its links. */
export async function planOfMove(
  moves: readonly { readonly from: ContentPath; readonly to: ContentPath }[],
  signal: AbortSignal
): Promise<LinkPlanAnswer> {
  const parts: LinkPlanAnswer[] = []
  for (const move of lumps(moves)) parts.push(await api.planLinks({ move }, { signal }))
  return merged(parts)
}

/** Who links to what goes, of all that stay. */
export async function planOfRemoval(
  remove: readonly ContentPath[],
  signal: AbortSignal
): Promise<LinkPlanAnswer> {
  const parts: LinkPlanAnswer[] = []
  for (const some of lumps(remove)) parts.push(await api.planLinks({ remove: some }, { signal }))
  const plan = merged(parts)
  if (parts.length < 2) return plan
  const going = new Set<string>(remove)
  const stays = (path: ContentPath) => !going.has(path) && !remove.some((one) => isWithin(path, one))
  return { ...plan, from: plan.from.filter(({ path }) => stays(contentPath(path))) }
}

function lumps<T>(all: readonly T[]): T[][] {
  const found: T[][] = []
  for (let at = 0; at < all.length; at += AT_ONCE) found.push(all.slice(at, at + AT_ONCE))
  return found
}

/** A document that several parts would change is one. */
function merged(parts: readonly LinkPlanAnswer[]): LinkPlanAnswer {
  const [first] = parts
  if (first && parts.length === 1) return first
  const files = new Map<string, LinkPlanAnswer['files'][number]>()
  for (const file of parts.flatMap((part) => part.files)) {
    const before = files.get(file.path)
    files.set(file.path, before ? { ...before, edits: [...before.edits, ...file.edits] } : file)
  }
  return {
    plan: '',
    files: [...files.values()],
    cannot: distinct(parts.flatMap((part) => part.cannot)),
    redirects: distinct(parts.flatMap((part) => part.redirects)),
    naming: distinct(parts.flatMap((part) => part.naming)),
    rights: distinct(parts.flatMap((part) => part.rights)),
    from: distinct(parts.flatMap((part) => part.from))
  }
}

const distinct = <T>(all: readonly T[]): T[] => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values()
]
