import type { Format } from '../../../../common/compare'

/** How files with this extension are compared. */
export function formatOf(ext: string): Format {
  const name = ext.toLowerCase()
  if (name === 'json' || name === 'link') return 'json'
  return name === 'html' || name === 'htm' ? 'html' : 'text'
}
