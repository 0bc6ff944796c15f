import type { SearchFound } from '../../../../common/search/answer'
import { numberText } from '../../components/formats'

/** Where in its document a place is, in a few words. */
export function placeText(at: SearchFound['at']): string {
  switch (at.kind) {
    case 'line':
      return `line ${numberText(at.line)}`
    case 'block':
      return at.block ?? at.heading ?? ''
    case 'field':
      return at.pointer.slice(1)
    case 'cell':
      return `${at.name}, row ${numberText(at.row)}`
  }
}
