import type { PermissionRule } from './rules'

/**
 * Whether a rule speaks of a target (P3). `/a/+**`: the folder `/a` and all below; `/a/**`: all below, of any
 * length; else the path itself, and the page `x.html` for `x`: a wildcard is about a folder, not about the
 * page beside it that has its name. Both wildcards cover the sibling dot folder `/.a/`, where a page keeps
 * its pictures.
 * @param target a path in the organization, `''` for the organization itself, or a keyword
 */
export function matches({ prefix, reach }: PermissionRule, target: string): boolean {
  switch (reach) {
    case 'keyword':
    case 'exact':
      return isPage(prefix, target)
    case 'self-and-below':
      return target === prefix || isBelow(prefix, target) || isInDotFolder(prefix, target)
    case 'below':
      return isBelow(prefix, target) || isInDotFolder(prefix, target)
  }
}

/** `/docs/a` → `/docs/.a`; null for the organization itself. */
export function dotFolderOf(prefix: string): string | null {
  const cut = prefix.lastIndexOf('/')
  return cut < 0 ? null : `${prefix.slice(0, cut)}/.${prefix.slice(cut + 1)}`
}

const isPage = (prefix: string, target: string) =>
  target === prefix || (prefix !== '' && target === `${prefix}.html`)

const isBelow = (prefix: string, target: string) => target.startsWith(`${prefix}/`)

function isInDotFolder(prefix: string, target: string): boolean {
  const folder = dotFolderOf(prefix)
  return folder !== null && (target === folder || target.startsWith(`${folder}/`))
}
