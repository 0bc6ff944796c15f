import { matches } from './match'
import type { PermissionRule } from './rules'

/** The rules of one identifier, found by what they are about: the longest prefix decides, and those that can match have different lengths. */
export interface RuleIndex {
  /** The first rule, in the order in which they decide, that speaks of a target (P3) and that may count. */
  first(target: string, counts: (rule: PermissionRule) => boolean): PermissionRule | undefined
  /** The rules about configs alone (P4). */
  readonly keywords: readonly PermissionRule[]
  /** Every rule about exactly this path, or all below it. */
  at(prefix: string): readonly PermissionRule[]
}

/** Made once for a list of rules, which never changes. */
export function indexOf(rules: readonly PermissionRule[]): RuleIndex {
  const known = indices.get(rules)
  if (known) return known
  const byPrefix = new Map<string, PermissionRule[]>()
  const keywords: PermissionRule[] = []
  for (const rule of rules) {
    if (rule.reach === 'keyword') {
      keywords.push(rule)
      continue
    }
    const same = byPrefix.get(rule.prefix)
    if (same) same.push(rule)
    else byPrefix.set(rule.prefix, [rule])
  }
  const at = (prefix: string) => byPrefix.get(prefix) ?? NONE
  let last: { readonly folder: string; readonly rules: readonly PermissionRule[] } = {
    folder: '',
    rules: at('')
  }
  /** The rules about the folders above, the nearest first; files of one folder are asked about one after the other. */
  const above = (target: string): readonly PermissionRule[] => {
    const cut = target.lastIndexOf('/')
    if (cut < 0) return NONE
    if (cut !== last.folder.length || !target.startsWith(last.folder)) {
      const folder = target.slice(0, cut)
      last = { folder, rules: foldersOf(folder).flatMap(at) }
    }
    return last.rules
  }
  const index: RuleIndex = {
    keywords,
    at,
    first(target, counts) {
      if (rules.length <= FEW)
        return rules.find((rule) => rule.reach !== 'keyword' && counts(rule) && matches(rule, target))
      const speaks = (rule: PermissionRule) => counts(rule) && matches(rule, target)
      if (target.includes('/.')) return prefixesOf(target).flatMap(at).find(speaks)
      // asked of each file of a list: here the prefixes come in their order without being sorted
      const stem = target.endsWith(PAGE) ? at(target.slice(0, -PAGE.length)) : NONE
      return at(target).find(speaks) ?? stem.find(speaks) ?? above(target).find(speaks)
    }
  }
  indices.set(rules, index)
  return index
}

/** So many are looked through faster than they are found. */
const FEW = 16

const PAGE = '.html'

const NONE: readonly PermissionRule[] = []

/** `/a/b` → itself, `/a` and the organization, `''`. */
function foldersOf(folder: string): string[] {
  const found = [folder]
  for (let end = folder.lastIndexOf('/'); end >= 0; end = end > 0 ? folder.lastIndexOf('/', end - 1) : -1)
    found.push(folder.slice(0, end))
  return found
}

const indices = new WeakMap<readonly PermissionRule[], RuleIndex>()

/**
 * Every prefix whose rule could match a target, the longest first: itself, its page, all above it, and pages
 * of dot folders.
 */
function prefixesOf(target: string): string[] {
  const found = target.endsWith(PAGE) ? [target, target.slice(0, -PAGE.length)] : [target]
  for (let end = target.length; end > 0; end = target.lastIndexOf('/', end - 1)) {
    const above = target.slice(0, end)
    const cut = above.lastIndexOf('/')
    if (above[cut + 1] === '.') found.push(above.slice(0, cut + 1) + above.slice(cut + 2))
    if (cut >= 0) found.push(above.slice(0, cut))
  }
  return found.sort((a, b) => b.length - a.length)
}
