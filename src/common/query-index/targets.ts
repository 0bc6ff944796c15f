import { contentPath } from '../content/paths'

/** A sentence when no file can have this path below a site; null when it is good. */
export function targetProblem(target: string): string | null {
  if (!target.startsWith('/')) return 'The target begins with a slash: “/query-index.json”.'
  try {
    contentPath(`/org/site${targetPath(target)}`)
  } catch {
    return 'No file can have this path.'
  }
  if (target.endsWith('/')) return 'The target is a file: “/query-index.json”.'
  if (/\/\./.test(target)) return 'Names that begin with a dot are not delivered.'
  const extension = /\.([^./]+)$/.exec(target)?.[1]
  return extension === undefined || /^(json|xlsx)$/i.test(extension)
    ? null
    : 'An index is a JSON file: “/query-index.json”.'
}

/**
 * Where it is delivered: always JSON, also when the definition names the workbook of former times, or no
 * extension.
 */
export function targetPath(target: string): string {
  return `${target.replace(/\.(json|xlsx)$/i, '').normalize('NFC')}.json`
}
