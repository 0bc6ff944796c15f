import { dotFolderOf } from './dot-folder'
import type { PermissionRule } from './rules'

/**
 * Whether a rule speaks of a target (P3). `/a/+**`: the folder `/a` and all below; `/a/**`: all below, of any
 * length; else the path itself, and the page `x.html` for `x`: a wildcard is about a folder, not about the
 * page beside it that has its name. Both wildcards cover the sibling dot folder `/.a/`, where a page keeps
 * its pictures; what a path without wildcard says of the page's is a rule of its own, of the reach `assets`.
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
    case 'assets':
      return target === prefix || isBelow(prefix, target)
  }
}

const isPage = (prefix: string, target: string) =>
  target === prefix || (prefix !== '' && target === `${prefix}.html`)

const isBelow = (prefix: string, target: string) => target.startsWith(`${prefix}/`)

function isInDotFolder(prefix: string, target: string): boolean {
  const folder = dotFolderOf(prefix)
  return folder !== null && (target === folder || target.startsWith(`${folder}/`))
}
